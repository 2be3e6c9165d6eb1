"""Runs as lists show them, through the real supervisor."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from plain_training import SLEEPER, PlainWorkspace, write_points, write_record
from waiting import wait_for

from mindwatch.app.metrics import read_metrics
from mindwatch.app.progress import LiveProgress
from mindwatch.app.runs import RunList
from mindwatch.app.services import Services
from mindwatch.app.stopping import Stops
from mindwatch.model.errors import RunElsewhereError
from mindwatch.protocol.messages import StopRequest

GIT = ["git", "-c", "user.name=n", "-c", "user.email=e@x", "-c", "commit.gpgsign=false"]


def test_a_training_that_ends_well_is_finished(workspace: PlainWorkspace) -> None:
    row = workspace.ended(workspace.start("print('done')", "--a", "b"))
    assert (row.state, row.exit_code, row.is_active) == ("finished", 0, False)
    assert row.command[1:] == ["train.py", "--a", "b"]
    assert row.working_directory == row.workspace_folder == str(workspace.folder)


def test_a_script_that_fails_shows_its_last_lines_and_the_reason(workspace: PlainWorkspace) -> None:
    row = workspace.ended(workspace.start("print('before')\nraise ValueError('no such layer')\n"))
    assert (row.state, row.exit_code) == ("failed", 1)
    assert "ValueError: no such layer" in row.explanation
    assert row.last_lines[-1] == "ValueError: no such layer"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_training_that_kills_itself_is_told_with_the_signal(workspace: PlainWorkspace) -> None:
    row = workspace.ended(workspace.start("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)\n"))
    assert (row.state, row.exit_code, row.exit_signal) == ("failed", None, "SIGSEGV")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_killed_supervisor_does_not_end_the_training_and_a_stop_still_works(
    workspace: PlainWorkspace,
) -> None:
    folder = workspace.start_until_ready(SLEEPER)
    record = workspace.runs.read(folder).record
    assert record.supervisor is not None
    os.kill(record.supervisor.pid, signal.SIGKILL)
    wait_for(lambda: "supervisor has gone" in workspace.runs.row(folder).explanation, "the loss is noticed")
    assert workspace.runs.row(folder).state == "running"
    assert workspace.stops.stop(StopRequest(str(folder))).stage == "interrupt"
    assert workspace.runs.row(folder).state == "stopped"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_when_both_are_killed_the_run_is_lost(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(SLEEPER)
    record = workspace.runs.read(folder).record
    assert record.supervisor is not None
    assert record.training is not None
    for pid in (record.supervisor.pid, record.training.pid):
        os.kill(pid, signal.SIGKILL)
    assert "Lost" in workspace.ended(folder).explanation


def test_a_run_of_another_machine_is_shown_with_its_name_and_not_stopped(
    tmp_path: Path, workspace: PlainWorkspace
) -> None:
    training = {"pid": os.getpid(), "start_time": "another boot:1"}
    folder = write_record(tmp_path / "r", state="running", host="far-away", training=training)
    row = workspace.runs.row(folder)
    assert (row.state, row.is_active) == ("running", True)
    assert "Running on far-away" in row.explanation
    with pytest.raises(RunElsewhereError, match="far-away"):
        Stops(workspace.runs).stop(StopRequest(str(folder)))
    assert not (folder / "stop.json").exists()
    os.utime(folder / "run.json", (1, 1))
    row = workspace.runs.row(folder)
    assert (row.state, row.is_active) == ("running", False)
    assert "1970" in row.explanation


def test_launches_at_the_same_second_get_folders_of_their_own(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", "print('hi')\n")
    with ThreadPoolExecutor(4) as pool:
        folders = list(pool.map(lambda number: workspace.start("print('hi')\n"), range(4)))
    assert len(set(folders)) == 4
    for folder in folders:
        assert workspace.ended(folder).state == "finished"


def test_the_record_says_what_was_started_and_what_was_added(workspace: PlainWorkspace) -> None:
    workspace.folder.mkdir(exist_ok=True)
    for arguments in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "m"]):
        subprocess.run([*GIT, *arguments], cwd=workspace.folder, check=True)
    folder = workspace.start("print('hi')\n", "--x")
    workspace.ended(folder)
    record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    assert record["command_typed"] == ["python", "train.py", "--x"]
    assert record["config"] == {"script": "train.py", "arguments": ["--x"]}
    assert record["config_hash"] in folder.name
    assert record["host"] == socket.gethostname()
    assert len(record["git"]["commit"]) == 40
    assert record["git"]["dirty"] is False
    assert {"callback", "environment", "path"} == {item["kind"] for item in record["injected"]}
    assert record["interpreter"]["path"].startswith(str(Path(sys.executable).parent))


def test_progress_follows_a_growing_run_by_the_trainings_own_clock(tmp_path: Path) -> None:
    live = LiveProgress(tmp_path)
    assert live.update().last_step is None
    write_points(tmp_path, {step: {"loss": 1.0 / step, "eval/acc": 0.5} for step in range(1, 11)})
    progress = live.update()
    assert (progress.last_step, progress.steps_per_second) == (10, pytest.approx(2.0))
    assert progress.last_loss == pytest.approx(0.1)
    assert progress.eta_seconds(30) == pytest.approx(10.0)
    assert progress.eta_seconds(None) is None


def test_a_loss_that_is_not_a_number_is_shown_as_such(tmp_path: Path) -> None:
    write_record(tmp_path / "r", state="failed", exit_code=1, ended="x", runtime={"total_steps": 40})
    write_points(tmp_path / "r", {1: {"loss": 0.5}, 2: {"loss": float("nan")}})
    (row,) = RunList(Services()).list_runs([tmp_path]).runs
    assert (row.last_step, row.total_steps, row.last_loss, row.has_summary) == (2, 40, "nan", True)


def test_of_several_ranks_the_lowest_is_shown(tmp_path: Path) -> None:
    for rank in (0, 1, 10):
        write_points(tmp_path / f"rank_{rank}", {1: {"loss": float(rank)}})
    assert [metric.points[0].value for metric in read_metrics(tmp_path)] == [0.0]


def test_a_hundred_finished_runs_are_listed_quickly_the_second_time(tmp_path: Path) -> None:
    for number in range(100):
        folder = write_record(tmp_path / f"r{number:03}", state="finished", exit_code=0, ended="x")
        write_points(folder, {step: {"loss": 1.0} for step in range(50)})
    runs = RunList(Services())
    first = runs.list_runs([tmp_path])
    began = time.perf_counter()
    second = runs.list_runs([tmp_path])
    seconds = time.perf_counter() - began
    assert second == first
    assert len(second.runs) == 100
    assert seconds < 0.25, "listing finished runs again must cost next to nothing"
