"""When the list of runs is sent, by a clock that is turned by hand."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from plain_training import write_points, write_record

from mindwatch.app.runs import RunList
from mindwatch.app.services import Services
from mindwatch.lsp.push import Pushes, RunWatcher
from mindwatch.protocol.messages import RunRow, RunsResult


class Turned:
    """A clock, a list of runs and what was sent of it."""

    def __init__(self, rows: list[RunRow]) -> None:
        self.now = 100.0
        self.rows = rows
        self.sent: list[list[dict[str, Any]]] = []
        pushes = Pushes(lambda method, push: self.sent.append(push["runs"]))
        self.watcher = RunWatcher(self, pushes, lambda: self.now)  # type: ignore[arg-type]

    def list_runs(self) -> RunsResult:
        """Stands in for the real list."""
        return RunsResult(list(self.rows), [])

    def look(self, seconds: float, **changes: Any) -> int:
        """Change the first run, look after some seconds, and say how many lists have been sent."""
        self.rows[0] = dataclasses.replace(self.rows[0], **changes)
        self.now += seconds
        self.watcher.look()
        return len(self.sent)


@pytest.fixture
def turned(tmp_path: Path) -> Turned:
    """Two runs."""
    for name in ("a", "b"):
        write_points(write_record(tmp_path / name, state="finished", ended="x"), {1: {"loss": 1.0}})
    return Turned(RunList(Services()).list_runs([tmp_path]).runs)


def test_numbers_of_progress_are_sent_once_a_second_and_none_is_lost(turned: Turned) -> None:
    assert turned.look(0) == 1
    assert turned.look(0.5) == 1
    assert turned.look(0.25, last_step=2, last_loss="0.5", steps_per_second=2.0, eta_seconds=9.0) == 1
    assert turned.look(0.25) == 2
    assert turned.sent[-1][0]["last_step"] == 2
    assert turned.look(0.5, last_step=3) == 2
    assert turned.look(0.5, last_step=4) == 3


def test_a_state_is_sent_at_once_and_a_refresh_as_well(turned: Turned) -> None:
    assert turned.look(0) == 1
    assert turned.look(0.1, last_step=2, state="stopping") == 2
    assert turned.look(0.1, explanation="Something else.") == 3
    del turned.rows[1]
    assert turned.look(0.1) == 4
    turned.watcher.look_now()
    assert turned.look(0.1) == 5
