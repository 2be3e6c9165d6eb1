"""A real helper process for each test, spoken to as the editor does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helper_client import HelperClient
from plain_training import PlainWorkspace, fake_package


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[PlainWorkspace]:
    """A workspace whose trainings are looked after when the test has ended."""
    made = PlainWorkspace(tmp_path / "我的 workspace")
    yield made
    made.clean_up()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Makes every Python look as if it had MindSpore."""
    packages = fake_package(tmp_path / "packages", "mindspore", "2.10.0")
    python_path = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(packages)])
    return {"PYTHONPATH": python_path, "XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def open_helper(
    workspace: PlainWorkspace, environment: dict[str, str]
) -> Iterator[Callable[..., HelperClient]]:
    """Starts helpers that have done the handshake; ends them afterwards."""
    opened: list[HelperClient] = []

    def open_one(**options: Any) -> HelperClient:
        client = HelperClient(environment)
        opened.append(client)
        client.initialize(workspace.folder, **options)
        return client

    yield open_one
    for client in opened:
        client.close()
        assert not client.stray, "only the protocol may write to standard output"


@pytest.fixture
def helper(open_helper: Callable[..., HelperClient]) -> HelperClient:
    """One helper with default options."""
    return open_helper()
