"""A watched run whose folder goes, and stops that another one overtakes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from plain_training import PlainWorkspace, write_record

from mindwatch.app.attached import AttachedRun
from mindwatch.app.stopping import further
from mindwatch.process.stop import StopOutcome


def test_what_was_known_of_a_run_stays_known_when_its_folder_goes(tmp_path: Path) -> None:
    workspace, alive = PlainWorkspace(tmp_path), {11}
    workspace.services.is_alive = lambda process: process.pid in alive
    training = {"pid": 11, "start_time": "a", "process_group": 11}
    folder = write_record(workspace.summary_base / "r", state="running", training=training)
    run = AttachedRun(workspace.runs, folder)
    assert (run.read().is_active, run.problem) == (True, "")
    shutil.move(folder, tmp_path / "aside")
    assert run.read().is_active
    assert "has been removed" in run.problem
    assert "process 11" in run.problem
    shutil.move(tmp_path / "aside", folder)
    assert (run.read().is_active, run.problem) == (True, "")
    shutil.rmtree(folder)
    alive.clear()
    row = run.read()
    assert (row.is_active, row.state) == (False, "lost")
    assert "how is not known" in row.explanation


@pytest.mark.parametrize(
    ("own", "recorded", "told"),
    [
        ("interrupt", "kill", "kill"),
        ("terminate", "interrupt", "terminate"),
        ("interrupt", "", "interrupt"),
        ("already_ended", "kill", "already_ended"),
        ("still_alive", "kill", "still_alive"),
    ],
)
def test_a_stop_tells_the_furthest_stage_that_it_took(own: str, recorded: str, told: str) -> None:
    assert further(StopOutcome(own, 1.5), recorded) == StopOutcome(told, 1.5)
