"""The runner is tested as it runs: from its folder, in processes of its own."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
for folder in (HERE, HERE.parents[1] / "pyhelper"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))


@pytest.fixture
def supervised(tmp_path):
    """Starts trainings through the real supervisor and leaves none behind."""
    from runner_support import Supervised

    started = Supervised(tmp_path)
    yield started
    started.clean_up()
