"""run.json is read forgivingly, from memory when it can be, and never half."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_training import write_record

from mindwatch.model.errors import RunAmbiguousError, RunNotFoundError, RunUnreadableError
from mindwatch.model.runs import ProcessIdentity, parse_record
from mindwatch.runs.catalog import RunCatalog, resolve_folder, resolve_run
from mindwatch.runs.records import (
    StopNote,
    give_up_stop_request,
    last_change,
    read_run,
    read_stop,
    write_stop_request,
)
from mindwatch.runs.states import Deaths, Viewpoint, derive_state, explain, is_active

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
TRAINING = {"pid": 11, "start_time": "a", "process_group": 11}
SUPERVISOR = {"pid": 10, "start_time": "s"}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
keys = st.sampled_from(
    ["name", "command", "training", "exit_code", "runtime", "state", "interpreter", "started"]
)


@given(st.dictionaries(keys, json_values) | json_values)
def test_no_json_breaks_the_reading(data: object) -> None:
    assert parse_record(data, "fallback").name


def test_unknown_keys_are_ignored_and_absent_ones_are_empty(tmp_path: Path) -> None:
    run = read_run(write_record(tmp_path / "r", colour="blue", training=TRAINING))
    assert run.record.training == ProcessIdentity(11, "a")
    assert run.record.exit_code is None


def test_a_newer_schema_is_a_clear_problem(tmp_path: Path) -> None:
    with pytest.raises(RunUnreadableError, match=r"newer MindWatch \(schema 2\)"):
        read_run(write_record(tmp_path / "r", schema=2))


def test_a_broken_record_is_a_problem_of_that_run_alone(tmp_path: Path) -> None:
    write_record(tmp_path / "good")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "run.json").write_text('{"schema": 1, "na')
    (tmp_path / "not a run").mkdir()
    listing = RunCatalog().listing([tmp_path, tmp_path, tmp_path / "missing"])
    assert [run.folder.name for run in listing.runs] == ["good"]
    assert len(listing.problems) == 1
    assert "bad" in listing.problems[0]


def test_a_changed_record_is_read_again_and_an_unchanged_one_is_not(tmp_path: Path) -> None:
    catalog, folder = RunCatalog(), write_record(tmp_path / "r", state="running")
    first = catalog.read(folder)
    assert catalog.read(folder) is first
    write_record(folder, state="finished", exit_code=0)
    assert catalog.read(folder).record.exit_code == 0


@pytest.mark.parametrize("text", ["[]", "null", "[" * 100_000, "\udcff", '{"schema": 1,'])
def test_what_is_no_record_is_damaged(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(RunUnreadableError, match="damaged"):
        read_run(tmp_path)


def test_a_run_that_cannot_be_read_is_found_and_told_so(tmp_path: Path) -> None:
    write_record(tmp_path / "train_2", schema=2)
    write_record(tmp_path / "train_1")
    listing = RunCatalog().listing([tmp_path])
    assert resolve_folder("train_2", listing) == tmp_path / "train_2"
    with pytest.raises(RunUnreadableError, match="newer"):
        resolve_run("train_2", listing)
    with pytest.raises(RunAmbiguousError):
        resolve_run("train", listing)


def test_the_newest_run_comes_first(tmp_path: Path) -> None:
    for number in range(3):
        write_record(tmp_path / f"r{number}", created=f"2026-11-30T10:00:0{number}.000+00:00")
    assert [run.folder.name for run in RunCatalog().listing([tmp_path]).runs] == ["r2", "r1", "r0"]


def test_a_run_is_found_by_name_by_its_beginning_and_as_the_latest(tmp_path: Path) -> None:
    for name in ("train_1_a", "train_1_b", "train_1", "eval_1"):
        write_record(tmp_path / name)
    listing = RunCatalog().listing([tmp_path])
    assert resolve_run("train_1", listing).folder.name == "train_1"
    assert resolve_run("ev", listing).folder.name == "eval_1"
    assert resolve_run("latest", listing) is listing.runs[0]
    with pytest.raises(RunAmbiguousError, match="3 runs"):
        resolve_run("train", listing)
    with pytest.raises(RunNotFoundError, match="no run nothing"):
        resolve_run("nothing", listing)


def test_a_stop_request_keeps_when_it_was_first_asked_for(tmp_path: Path) -> None:
    write_stop_request(tmp_path, "interrupt", NOW, 1)
    write_stop_request(tmp_path, "kill", datetime(2027, 1, 1, tzinfo=timezone.utc), 1)
    assert json.loads((tmp_path / "stop.json").read_text())["requested"].startswith("2026-11-30")
    assert read_stop(tmp_path).stage == "kill"
    assert [path.name for path in tmp_path.iterdir()] == ["stop.json"]


def seen_with(alive: set[int], seconds_later: float = 1.0, host: str = "here") -> Viewpoint:
    """A look at noon, from a machine on which these processes run."""
    return Viewpoint(lambda process: process.pid in alive, host, NOW.timestamp() + seconds_later)


def test_a_stop_that_nobody_sees_to_any_more_is_not_shown_for_ever(tmp_path: Path) -> None:
    folder = write_record(tmp_path / "r", state="running", training=TRAINING, supervisor=SUPERVISOR)
    write_stop_request(folder, "interrupt", NOW, 15)
    states = [derive_state(read_run(folder), seen_with({10, 11}, seconds)) for seconds in (1, 15, 60)]
    assert states == ["stopping", "stopping", "running"]
    give_up_stop_request(folder, NOW)
    assert derive_state(read_run(folder), seen_with({10, 11}, 0.001)) == "running"
    assert read_stop(folder).stage == "interrupt"


def test_a_stop_file_of_another_version_or_broken_counts_as_pursued(tmp_path: Path) -> None:
    assert read_stop(tmp_path) == StopNote()
    (tmp_path / "stop.json").write_text('{"stage": "kill", "pursued_until": true}')
    assert read_stop(tmp_path) == StopNote("kill")
    (tmp_path / "stop.json").write_text("{")
    assert read_stop(tmp_path) == StopNote("interrupt")


def test_of_another_machine_the_files_tell_and_nothing_is_called_lost(tmp_path: Path) -> None:
    folder = write_record(
        tmp_path / "r", state="running", host="there", training=TRAINING, supervisor=SUPERVISOR
    )
    run, changed = read_run(folder), (folder / "run.json").stat().st_mtime - NOW.timestamp()
    lately, later = seen_with(set(), changed + 60), seen_with(set(), changed + 3600)
    assert (derive_state(run, lately), is_active(run, "running", lately)) == ("running", True)
    assert (derive_state(run, later), is_active(run, "running", later)) == ("running", False)
    assert derive_state(run, seen_with(set(), host="there")) == "lost"


def test_an_end_that_cannot_be_recorded_is_told_once_recording_would_be_over(tmp_path: Path) -> None:
    folder = write_record(tmp_path / "r", state="running", training=TRAINING, supervisor=SUPERVISOR)
    run, deaths, noon = read_run(folder), Deaths(), last_change(folder)

    def state(alive: set[int], seconds: float) -> str:
        return derive_state(run, Viewpoint(lambda one: one.pid in alive, "", noon + seconds, deaths))

    seen = [state({10, 11}, 60), state({10}, 100), state({10}, 104), state({10}, 106)]
    assert seen == ["running", "running", "running", "lost"]
    assert "cannot be recorded" in explain(run, "lost", "", supervisor_lives=True)
    deaths = Deaths()
    assert (state({10}, 1), state({10}, 9)) == ("running", "lost")
    deaths = Deaths()
    assert state({10}, 9) == "lost", "whoever looks only once goes by the files"


def test_a_program_that_wanted_to_be_typed_to_is_told_why_nobody_could(tmp_path: Path) -> None:
    run = read_run(write_record(tmp_path / "r", state="failed", exit_code=1))
    assert "no standard input" in explain(run, "failed", "EOFError: EOF when reading a line", False)


@pytest.mark.parametrize(
    ("record", "alive", "stop_asked", "state", "words"),
    [
        ({"state": "starting", "supervisor": SUPERVISOR}, {10}, False, "starting", "Starting"),
        (
            {"state": "running", "training": TRAINING, "supervisor": SUPERVISOR},
            {10, 11},
            False,
            "running",
            "Running.",
        ),
        (
            {"state": "running", "training": TRAINING, "supervisor": SUPERVISOR},
            {11},
            False,
            "running",
            "has gone",
        ),
        (
            {"state": "running", "training": TRAINING, "supervisor": SUPERVISOR},
            {11},
            True,
            "stopping",
            "Stopping",
        ),
        ({"state": "running", "training": TRAINING, "supervisor": SUPERVISOR}, set(), False, "lost", "Lost"),
        (
            {"state": "running", "training": TRAINING, "supervisor": SUPERVISOR},
            set(),
            True,
            "stopped",
            "not recorded",
        ),
        ({"state": "finished", "exit_code": 0, "ended": "x"}, {11}, False, "finished", "exit code 0"),
        ({"state": "failed", "exit_code": 1, "ended": "x"}, set(), False, "failed", "code 1: the reason"),
        ({"state": "failed", "exit_signal": "SIGSEGV"}, set(), False, "failed", "SIGSEGV: the reason"),
        (
            {"state": "stopped", "exit_signal": "SIGINT", "stop_stage": "interrupt"},
            set(),
            True,
            "stopped",
            "SIGINT",
        ),
    ],
)
def test_the_state_shown_follows_the_processes_that_live(
    tmp_path: Path, record: dict[str, object], alive: set[int], stop_asked: bool, state: str, words: str
) -> None:
    folder = write_record(tmp_path / "r", **record)
    if stop_asked:
        write_stop_request(folder, "interrupt", NOW, 15)
    run = read_run(folder)
    shown = derive_state(run, seen_with(alive))
    assert shown == state
    assert words in explain(run, shown, "the reason", 10 in alive)


def test_a_kill_that_nobody_asked_for_is_explained(tmp_path: Path) -> None:
    run = read_run(write_record(tmp_path / "r", state="failed", exit_signal="SIGKILL"))
    assert "out of memory" in explain(run, "failed", "", False)
