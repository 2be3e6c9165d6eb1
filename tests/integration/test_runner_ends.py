"""All the ways in which a real training, its supervisor or its disk can come to an end."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from runner_integration import Supervised, run_plain, start, tensorboard_scalars, wait_until
from runner_support import is_running, read_scalars

pytestmark = pytest.mark.mindspore

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@pytest.fixture(scope="module")
def supervised(tmp_path_factory):
    started = Supervised(tmp_path_factory.mktemp("runs"))
    yield started
    started.clean_up()


def steps_said(run):
    """The last step that the training has printed."""
    said = re.findall(r"^step (\d+)$", run.log, re.MULTILINE)
    return int(said[-1]) if said else 0


def steps_written(run):
    return max((max(read_scalars(path).get("loss", [0])) for path in run.event_files()), default=0)


@pytest.fixture(scope="module")
def killed(supervised):
    """{signal: (finished run, the last step that was said before the signal)}."""
    runs = {number: start(supervised, "forever", "graph", number.name) for number in SIGNALS}
    found = {}
    for number, run in runs.items():
        wait_until(lambda run=run: steps_said(run) >= 40, "some steps", 180)
        said = steps_said(run)
        wait_until(lambda run=run, said=said: steps_written(run) >= said, "the points of these steps", 5)
        os.kill(run.answer["training_pid"], number)
        found[number] = (run.wait(), said)
    return found


@pytest.fixture(scope="module")
def scalars_of_killed(killed):
    return dict(zip(killed, tensorboard_scalars(*[run.folder for run, _ in killed.values()])))


@pytest.mark.parametrize("number", SIGNALS)
def test_points_are_kept_and_readable_whatever_ended_the_training(killed, scalars_of_killed, number):
    _run, said = killed[number]
    steps = list(scalars_of_killed[number]["loss"])
    assert steps == list(range(1, len(steps) + 1))
    assert len(steps) >= said
    assert sorted(scalars_of_killed[number]) == [
        "epoch", "learning_rate", "loss", "samples_per_second", "step_time_ms"
    ]  # fmt: skip


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_signal_is_recorded(killed, number):
    record = killed[number][0].record
    assert (record["state"], record["exit_code"], record["exit_signal"]) == ("failed", None, number.name)


def test_an_interrupt_is_recorded_as_what_mindspore_makes_of_it(killed):
    # Its data pipeline answers SIGINT itself, by ending the process with SIGTERM, with and without the hooks.
    record = killed[signal.SIGINT][0].record
    assert (record["state"], record["exit_signal"]) in (("failed", "SIGTERM"), ("failed", "SIGINT"))


@pytest.mark.parametrize("number", SIGNALS)
def test_the_log_ends_with_the_folder(killed, number):
    run, _ = killed[number]
    assert run.log.splitlines()[-1] == f"Summary saved to {run.folder}"
    assert run.log.count(f"Summary saved to {run.folder}\n") == 2


def test_a_failing_script_shows_the_same_traceback_and_keeps_its_points(supervised):
    run = start(supervised, "fails", "graph", "fails").wait(180)
    code, _output, errors, _ = run_plain(supervised.base, "fails", "graph")
    traceback = errors[errors.index("Traceback") :].splitlines()
    assert traceback[-1] == "ValueError: the user's own mistake"
    log = run.log[run.log.index("Traceback") :].splitlines()
    assert log[: len(traceback)] == traceback
    assert log[len(traceback) :] == [f"Summary saved to {run.folder}"]
    assert (run.record["state"], run.record["exit_code"]) == ("failed", code)
    assert list(run.scalars()["loss"]) == [1, 2, 3]


def test_without_its_supervisor_the_training_goes_on_and_has_the_last_word(supervised):
    run = start(supervised, "forever", "graph", "orphan")
    wait_until(lambda: steps_said(run) >= 10, "some steps", 180)
    os.kill(run.answer["supervisor_pid"], signal.SIGKILL)
    wait_until(lambda: not is_running(run.answer["supervisor_pid"]), "the supervisor to be gone")
    said = steps_said(run)
    wait_until(lambda: steps_written(run) >= said + 50, "more points")
    (supervised.base / "orphan.json").write_text("end")
    wait_until(lambda: not is_running(run.answer["training_pid"]), "the end of the training")
    assert run.log.splitlines()[-1] == f"Summary saved to {run.folder}"
    assert run.log.count("Summary saved to") == 2
    assert list(run.scalars()["loss"]) == list(range(1, steps_said(run) + 1))
    assert run.record["state"] == "running"


def test_a_run_folder_that_vanishes_costs_one_line_and_no_training(supervised):
    run = start(
        supervised, "forever", "graph", "vanishing", MINDWATCH_RUN_FOLDER=str(supervised.base / "gone")
    )
    wait_until(lambda: steps_said(run) >= 100, "some steps", 180)
    (supervised.base / "vanishing.json").write_text("end")
    assert run.wait().record["state"] == "finished"
    lines = [line for line in run.log.splitlines() if line.startswith("MindWatch: ")]
    assert [line.split("; ")[1] for line in lines] == [
        "training goes on, but versions and number of steps are not recorded",
        "training goes on, but its curves have a gap until writing works again (one try a minute)",
    ]
    assert run.event_files() == []
