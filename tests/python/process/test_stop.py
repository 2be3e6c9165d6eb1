"""Stopping takes as little as it needs, and as much as it must."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from plain_training import DEAF, DEAF_TO_INTERRUPT, SLEEPER, PlainWorkspace
from waiting import wait_for

from mindwatch.app import stopping
from mindwatch.app.stopping import Stops, processes_of
from mindwatch.model.errors import RunNotActiveError
from mindwatch.process import stop, tree
from mindwatch.process.identity import is_alive, ps, ps_start_time, start_time_of
from mindwatch.process.stop import StopOutcome, StopPatience, Stopping, next_stage, send_stage
from mindwatch.process.tree import RunProcesses, find_tree
from mindwatch.protocol.messages import StopRequest, StopResult, StopStageChanged

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

WANDERER = """
import subprocess, sys
child = [sys.executable, "-c", "import time; print('child', flush=True); time.sleep(600)"]
subprocess.Popen(child, start_new_session=True)
subprocess.Popen(child)
"""


def quick(workspace: PlainWorkspace) -> PlainWorkspace:
    """Wait only shortly in each stage."""
    workspace.services.use_settings(
        {"stop.interruptGraceSeconds": 0.5, "stop.terminateGraceSeconds": 0.5}, {}
    )
    return workspace


@pytest.mark.parametrize(
    ("source", "stages"),
    [
        (SLEEPER, ["interrupt"]),
        (DEAF_TO_INTERRUPT, ["interrupt", "terminate"]),
        (DEAF, ["interrupt", "terminate", "kill"]),
    ],
)
def test_each_stage_is_told_written_down_and_taken_only_when_needed(
    workspace: PlainWorkspace, source: str, stages: list[str]
) -> None:
    folder = quick(workspace).start_until_ready(source)
    told: list[str] = []

    def listen(change: StopStageChanged) -> None:
        told.append(change.stage)
        assert json.loads((folder / "stop.json").read_text())["stage"] == change.stage

    result = workspace.stops.stop(StopRequest(str(folder)), listen)
    assert told == stages
    assert result.stage == stages[-1]
    row = workspace.runs.row(folder)
    assert (row.state, row.stop_stage) == ("stopped", stages[-1])


def test_immediately_kills_at_once(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(SLEEPER)
    assert workspace.stops.stop(StopRequest(str(folder), immediately=True)).stage == "kill"
    assert workspace.runs.row(folder).exit_signal == "SIGKILL"


def test_children_in_other_sessions_end_too(workspace: PlainWorkspace) -> None:
    folder = quick(workspace).start_until_ready(WANDERER + SLEEPER)
    wait_for(lambda: (folder / "train.log").read_text().count("child") == 2, "both children run")
    members = find_tree(processes_of(workspace.runs.read(folder)))
    assert len(members) == 3
    workspace.stops.stop(StopRequest(str(folder)))
    assert not [process for process in members if process.is_alive()]


def test_a_child_that_outlived_the_training_is_still_part_of_the_run(workspace: PlainWorkspace) -> None:
    folder = workspace.start(WANDERER + "import time; time.sleep(1)\n")
    workspace.ended(folder)
    orphans = find_tree(processes_of(workspace.runs.read(folder)))
    assert len(orphans) == 2
    Stopping(
        processes_of(workspace.runs.read(folder)), StopPatience(5, 5), lambda stage, grace: None
    ).carry_out()
    assert not [process for process in orphans if process.is_alive()]


def test_a_second_stop_hurries_the_first_and_both_hear_the_outcome(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(DEAF)
    results: list[StopResult] = []
    first_stage, request = threading.Event(), StopRequest(str(folder))
    first = threading.Thread(
        target=lambda: results.append(workspace.stops.stop(request, lambda change: first_stage.set()))
    )
    first.start()
    assert first_stage.wait(20)
    stage = ""
    while stage != "kill":
        # Ten seconds of patience in each stage: only hurrying brings us to the end in time.
        workspace.stops.escalate(folder)
        first.join(0.2)
        stage = results[0].stage if results else ""
    assert results[0].seconds < 9


def test_killing_cuts_a_stop_that_is_going_on_short(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(DEAF)
    stages: list[str] = []
    is_waiting = threading.Event()

    def hear(change: StopStageChanged) -> None:
        stages.append(change.stage)
        is_waiting.set()

    first = threading.Thread(target=lambda: workspace.stops.stop(StopRequest(str(folder)), hear))
    first.start()
    assert is_waiting.wait(20)
    assert workspace.stops.stop(StopRequest(str(folder), immediately=True)).stage == "kill"
    first.join()
    assert stages == ["interrupt", "kill"]


def test_a_stop_from_another_process_goes_on_where_the_first_got_to(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(DEAF_TO_INTERRUPT)
    (folder / "stop.json").write_text(json.dumps({"schema": 1, "requested": "x", "stage": "interrupt"}))
    told: list[str] = []
    Stops(workspace.runs).stop(StopRequest(str(folder)), lambda change: told.append(change.stage))
    assert told == ["terminate"]


@pytest.mark.parametrize(
    ("tried", "then"),
    [
        ("", "interrupt"),
        ("interrupt", "terminate"),
        ("terminate", "kill"),
        ("kill", "kill"),
        ("?", "interrupt"),
    ],
)
def test_a_repeated_stop_is_one_stage_further(tried: str, then: str) -> None:
    assert next_stage(tried) == then


def test_a_run_that_has_ended_is_not_stopped(workspace: PlainWorkspace) -> None:
    folder = workspace.start("print('done')")
    workspace.ended(folder)
    with pytest.raises(RunNotActiveError):
        workspace.stops.stop(StopRequest(str(folder)))
    assert not (folder / "stop.json").exists()


def test_a_reused_pid_is_never_signalled(tmp_path: Path) -> None:
    stranger = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True
    )
    try:
        run = RunProcesses(str(tmp_path), stranger.pid, "another boot:1", stranger.pid, 0)
        outcome = Stopping(run, StopPatience(0.2, 0.2), lambda stage, grace: None).carry_out()
        assert outcome.stage == "already_ended"
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_the_supervisor_is_never_part_of_the_tree(workspace: PlainWorkspace) -> None:
    folder = workspace.start_until_ready(SLEEPER)
    run = processes_of(workspace.runs.read(folder))
    assert run.supervisor_pid not in [process.pid for process in find_tree(run)]
    assert os.getpid() not in [process.pid for process in find_tree(run)]
    assert is_alive(run.supervisor_pid, start_time_of(run.supervisor_pid))


def test_one_ps_lists_all_processes_with_their_start_times(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def counted(*arguments: str) -> str:
        asked.append(arguments)
        return ps(*arguments)

    monkeypatch.setattr(tree, "ps", counted)
    own = next(process for process in tree.ps_processes() if process.pid == os.getpid())
    assert len(asked) == 1
    assert (own.parent, own.group, own.start_time) == (os.getppid(), os.getpgid(0), ps_start_time(own.pid))


def test_on_windows_nothing_is_ended_whose_start_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(stop, "WINDOWS", True)
    monkeypatch.setattr(stop, "taskkill", lambda pid, force: ended.append(pid))
    for start_time in ("", "another boot:1", start_time_of(os.getpid())):
        send_stage("kill", RunProcesses("", os.getpid(), start_time, 0, 0), [])
    assert ended == [os.getpid()]


def test_a_full_disk_and_a_listener_that_has_gone_do_not_keep_the_signals_from_being_sent(
    workspace: PlainWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(stopping, "write_stop_request", full)
    folder = workspace.start_until_ready(SLEEPER)
    assert workspace.stops.stop(StopRequest(str(folder)), full).stage == "interrupt"
    assert not workspace.runs.row(folder).is_active


def test_a_training_that_nothing_could_end_is_not_shown_as_stopping_for_ever(
    workspace: PlainWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = quick(workspace).start_until_ready(SLEEPER)

    def in_vain(going_on: Stopping) -> StopOutcome:
        going_on.tell("kill", 10.0)
        assert workspace.runs.row(folder).state == "stopping"
        return StopOutcome("still_alive", 10.0, (going_on.run.training_pid,))

    with monkeypatch.context() as patched:
        patched.setattr(Stopping, "carry_out", in_vain)
        assert "Still alive" in workspace.stops.stop(StopRequest(str(folder))).text
    assert workspace.runs.row(folder).state == "running"
    assert json.loads((folder / "stop.json").read_text())["stage"] == "kill"


def test_a_training_that_ends_well_after_an_abandoned_stop_is_finished(workspace: PlainWorkspace) -> None:
    waiting = "import os; os.mkfifo('go'); print('ready', flush=True); open('go').read()\n"
    folder = workspace.start_until_ready(waiting)
    (folder / "stop.json").write_text('{"schema": 1, "stage": "interrupt", "pursued_until": 1.0}')
    (workspace.folder / "go").write_text("go")
    row = workspace.ended(folder)
    assert (row.state, row.exit_code, row.stop_stage) == ("finished", 0, "")


def test_escaped_children_are_found_however_the_run_folder_is_spelled(
    workspace: PlainWorkspace, tmp_path: Path
) -> None:
    folder = quick(workspace).start_until_ready(WANDERER + SLEEPER)
    wait_for(lambda: (folder / "train.log").read_text().count("child") == 2, "both children run")
    (tmp_path / "link").symlink_to(folder)
    for spelling in (folder / ".." / folder.name, tmp_path / "link"):
        members = find_tree(processes_of(workspace.runs.read(spelling)))
        assert len(members) == 3
    record = workspace.runs.read(folder).record
    assert record.training is not None
    os.kill(record.training.pid, 9)
    wait_for(lambda: workspace.runs.row(folder).exit_signal, "the end is recorded")
    for spelling in (folder / ".." / folder.name, tmp_path / "link"):
        assert len(find_tree(processes_of(workspace.runs.read(spelling)))) == 2
    Stopping(processes_of(workspace.runs.read(folder)), StopPatience(5, 5), lambda *told: None).carry_out()
