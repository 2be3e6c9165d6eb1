"""Every number that the runner writes, compared with what the training itself knows."""

import json
import math
import struct
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from runner_integration import Supervised, kept_by, run_plain, start, tensorboard_scalars

pytestmark = pytest.mark.mindspore

MODES = ("graph", "pynative")
STEPS = list(range(1, 22))


@pytest.fixture(scope="module")
def supervised(tmp_path_factory):
    started = Supervised(tmp_path_factory.mktemp("运行 runs"))
    yield started
    started.clean_up()


@pytest.fixture(scope="module")
def fits(supervised):
    """{mode: (run with hooks, its own record, record without hooks)}."""
    found = {}
    for mode in MODES:
        run = start(supervised, "fit", mode, f"fit {mode}").wait(180)
        assert run.record["state"] == "finished", run.log
        found[mode] = (run, kept_by(run, supervised), run_plain(supervised.base, "fit", mode)[3])
    return found


@pytest.fixture(scope="module")
def scalars(fits):
    """{mode: what TensorBoard reads}."""
    return dict(zip(fits, tensorboard_scalars(*[run.folder for run, _, _ in fits.values()])))


@pytest.mark.parametrize("mode", MODES)
def test_losses_metrics_and_weights_are_bit_identical_with_and_without_hooks(fits, mode):
    _, with_hooks, without = fits[mode]
    assert with_hooks == without
    assert len(with_hooks["losses"]) == len(STEPS)


@pytest.mark.parametrize("mode", MODES)
def test_every_loss_is_written_exactly(fits, scalars, mode):
    losses = [struct.unpack("<f", bytes.fromhex(loss))[0] for loss in fits[mode][1]["losses"]]
    assert scalars[mode]["loss"] == dict(zip(STEPS, losses))


@pytest.mark.parametrize("mode", MODES)
def test_tensorboard_and_our_own_reader_agree(fits, scalars, mode):
    assert fits[mode][0].scalars() == scalars[mode]


@pytest.mark.parametrize("mode", MODES)
def test_the_learning_rate_follows_the_formula(scalars, mode):
    for step, rate in scalars[mode]["learning_rate"].items():
        part = min(step - 1, 18) / 18
        assert rate == pytest.approx(0.001 + 0.0495 * (1 + math.cos(math.pi * part)), rel=1e-6)
    assert list(scalars[mode]["learning_rate"]) == STEPS


@pytest.mark.parametrize("mode", MODES)
def test_epochs_and_evaluation_are_written_at_their_steps(fits, scalars, mode):
    assert scalars[mode]["epoch"] == {step: [1, 2, 1][(step - 1) // 7] for step in STEPS}
    for name in ("accuracy", "loss"):
        expected = {step: metrics[name] for step, metrics in fits[mode][1]["metrics"]}
        assert scalars[mode]["eval/" + name] == pytest.approx(expected)
        assert sorted(expected) == [7, 14]


@pytest.mark.parametrize("mode", MODES)
def test_pace_is_consistent_with_the_batches(scalars, mode):
    for step in STEPS:
        batch = 4 if step % 7 == 0 else 10
        seconds = scalars[mode]["step_time_ms"][step] / 1000
        assert scalars[mode]["samples_per_second"][step] * seconds == pytest.approx(batch, rel=1e-4)


@pytest.mark.parametrize("mode", MODES)
def test_the_log_names_the_run_folder_at_the_first_file_and_at_the_end(fits, mode):
    run = fits[mode][0]
    line = f"Summary saved to {run.folder}"
    lines = run.log.splitlines()
    assert lines.count(line) == 2
    assert lines[-1] == line


@pytest.mark.parametrize("mode", MODES)
def test_what_the_training_knows_about_itself_is_in_the_record(fits, mode):
    run = fits[mode][0]
    runtime = run.record["runtime"]
    assert runtime["mode"] == mode
    assert runtime["device_target"] == "CPU"
    assert runtime["mindspore_version"].count(".") >= 2
    assert (runtime["rank"], runtime["rank_size"], runtime["pid"]) == (0, 1, run.record["training"]["pid"])
    assert (runtime["total_steps"], runtime["epochs"], runtime["steps_per_epoch"]) == (21, 1, 7)


@pytest.mark.parametrize("mode", MODES)
def test_data_workers_write_nothing(fits, mode):
    (path,) = fits[mode][0].event_files()
    assert path.name.split(".")[-2] == str(fits[mode][0].record["training"]["pid"])


@pytest.fixture(scope="module")
def rates(supervised):
    run = start(supervised, "rates", "pynative", "rates").wait(240)
    assert run.record["state"] == "finished", run.log
    return run, kept_by(run, supervised)


def test_every_kind_of_learning_rate_is_read_as_mindspore_uses_it(rates):
    run, kept = rates
    found = run.scalars()
    for number, (name, expected) in enumerate(zip(kept["names"], kept["expected"])):
        steps = range(4 * number + 1, 4 * number + 5)
        for tag, values in zip(("learning_rate", "learning_rate/group_2"), expected):
            written = {step: found[tag][step] for step in steps if step in found[tag]}
            if name == "own" and values:
                # Asking it takes time, which is rationed: not each step is read, but what is read is right.
                assert written
                assert all(value == pytest.approx(values[step - steps[0]]) for step, value in written.items())
            else:
                assert list(written.values()) == pytest.approx(values or [], rel=1e-5), (name, tag)


def test_a_rate_that_cannot_be_read_safely_is_said_once(rates):
    run, _ = rates
    (line,) = [line for line in run.log.splitlines() if line.startswith("MindWatch")]
    assert line.endswith("; training goes on, but the learning rate is not recorded")
    assert "DrawingRate" in line


@pytest.fixture(scope="module", params=MODES)
def forms(supervised, request):
    run = start(supervised, "forms", request.param, f"forms {request.param}").wait(240)
    assert run.record["state"] == "finished", run.log
    return run, kept_by(run, supervised)


def test_every_form_of_loss_is_read_nan_and_infinity_included(forms):
    run, kept = forms
    (found,) = tensorboard_scalars(run.folder)
    assert list(found["loss"]) == list(range(1, 29))
    for step, expected in enumerate(kept["losses"], 1):
        value = found["loss"][step]
        assert struct.pack("<f", value) == struct.pack("<f", expected) or (
            math.isnan(value) and math.isnan(expected)
        )
    assert all(math.isnan(found["loss"][step]) for step in range(17, 21))
    assert math.isinf(found["loss"][21])


def test_evaluation_from_within_and_after_training_is_written(forms):
    run, kept = forms
    accuracies = [metrics["accuracy"] for metrics in kept["metrics"]]
    assert run.scalars()["eval/accuracy"] == pytest.approx({26: accuracies[0], 28: accuracies[1]})


def test_json_records_are_plain(fits):
    for run, _, _ in fits.values():
        assert json.loads((run.folder / "run.json").read_text())["schema"] == 1
