"""What the helper's tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from plain_training import PlainWorkspace

from mindwatch.texts import use_language


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[PlainWorkspace]:
    """A workspace whose path has blanks and Chinese characters, cleaned of processes afterwards."""
    settings: dict[str, object] = {"stop.interruptGraceSeconds": 10, "stop.terminateGraceSeconds": 10}
    made = PlainWorkspace(tmp_path / "我的 workspace", settings)
    yield made
    made.clean_up()


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Sentences are compared in English, whatever another test has chosen."""
    use_language("en")
    yield
    use_language("en")
