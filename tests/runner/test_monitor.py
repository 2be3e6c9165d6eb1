"""The parts of the monitor, one by one, on stand-ins for tensors, optimizers and schedules."""

import json
import random

import pytest

from mindwatch_runner import complaints
from mindwatch_runner.monitor.callbacks import TrainerMethods, _as_params, trainer_callback
from mindwatch_runner.monitor.evaluation import metric_scalars
from mindwatch_runner.monitor.governor import Governor
from mindwatch_runner.monitor.learning_rate import LearningRateReader
from mindwatch_runner.monitor.outputs import OutputsReader
from mindwatch_runner.monitor.pace import PaceReader
from mindwatch_runner.monitor.purity import is_free_of_effects
from mindwatch_runner.monitor.rank import Rank, find_rank
from mindwatch_runner.monitor.recorder import Recorder
from mindwatch_runner.monitor.training_monitor import TrainingMonitor


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class Batch:
    def __init__(self, *shape):
        self.shape = shape


class Flag:
    dtype = "Bool"
    size = 1

    def __init__(self, value):
        self.value = value

    def __float__(self):
        return float(self.value)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    monkeypatch.setattr(complaints, "_said", set())


def read(reader, params):
    scalars = {}
    reader.read(params, scalars)
    return scalars


def outputs(value):
    reader = OutputsReader()
    reader.begin({})
    return read(reader, {"net_outputs": value})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.5, {"loss": 0.5}),
        ((0.5, "logits"), {"loss": 0.5}),
        ([0.5], {"loss": 0.5}),
        ({"loss": 0.5, "other": 1.0}, {"loss": 0.5}),
        ({"whatever": 0.5}, {"loss": 0.5}),
        (None, {}),
        ((), {}),
        ((0.5, 0.0, 1024.0), {"loss": 0.5}),
        ((0.5, False, 1024.0), {"loss": 0.5, "overflow": 0.0, "loss_scale": 1024.0}),
        (
            (0.5, True, 2.0, 0.1, None),
            {"loss": 0.5, "overflow": 1.0, "loss_scale": 2.0, "learning_rate": 0.1},
        ),
        (
            (0.5, False, 2.0, (0.1, 0.2), 3.0, 4.0, 5.0),
            {"loss": 0.5, "overflow": 0.0, "loss_scale": 2.0, "learning_rate": 0.1, "grad_norm": 3.0},
        ),
    ],
)
def test_the_loss_is_found_in_what_the_network_returns(value, expected):
    assert outputs(value) == expected


def test_a_dict_without_a_loss_is_not_guessed_at():
    with pytest.raises(ValueError, match="without a 'loss'"):
        outputs({"a": 1.0, "b": 2.0})


def test_metrics_that_are_one_number_become_scalars():
    params = {"metrics": {"acc": 0.5, "per_class": [0.1, 0.2], "loss": 2}, "eval_results": {"eval_loss": 9.0}}
    assert metric_scalars(params) == {"eval/acc": 0.5, "eval/loss": 2.0}
    assert metric_scalars({}) == {}


def pace(clock, **params):
    reader = PaceReader(clock)
    reader.begin(params)
    reader.resume()
    return reader


def test_step_time_is_from_end_to_end():
    clock = Clock()
    reader = pace(clock)
    for seconds, batch in ((0.5, 8), (0.25, 4)):
        clock.now += seconds
        params = {"train_dataset_element": (Batch(batch, 3),)}
        reader.count(1, params)
        assert read(reader, params) == {"step_time_ms": 1000 * seconds, "samples_per_second": batch / seconds}


def test_evaluation_and_the_gap_between_epochs_do_not_count():
    clock = Clock()
    reader = pace(clock)
    clock.now += 0.25
    reader.lap()  # an evaluation begins
    clock.now += 1000
    reader.resume()
    clock.now += 0.25
    reader.count(1, {})
    assert read(reader, {}) == {"step_time_ms": 500.0}
    clock.now += 1000
    reader.resume()  # an epoch begins
    clock.now += 0.125
    reader.count(1, {})
    assert read(reader, {}) == {"step_time_ms": 125.0}


def test_steps_that_are_not_recorded_count_for_the_mean():
    clock = Clock()
    reader = pace(clock)
    for _ in range(4):
        clock.now += 0.5
        reader.count(1, {"train_dataset_element": (Batch(8),)})
        reader.lap()
    assert read(reader, {}) == {"step_time_ms": 500.0, "samples_per_second": 16.0}


class BatchDataset:
    def __init__(self, size, drop):
        self.batch_size = size
        self.drop_remainder = drop


@pytest.mark.parametrize(("start", "expected"), [(0, [8, 8, 3]), (1, [3, 3, 3])])
def test_only_batches_that_may_be_smaller_are_asked_for_their_shape(start, expected):
    clock = Clock()
    params = {"train_dataset": BatchDataset(8, False), "batch_num": 3, "cur_step_num": start}
    reader = pace(clock, **params)
    sizes = []
    for step in range(start + 1, start + 4):
        clock.now += 1.0
        params.update(cur_step_num=step, train_dataset_element=(Batch(3),))
        reader.count(1, params)
        sizes.append(read(reader, params)["samples_per_second"])
    assert sizes == expected


class MapDataset:
    def __init__(self, child):
        self.children = [child]


def test_a_sunk_dataset_counts_all_steps_of_a_sink():
    clock = Clock()
    params = {"dataset_sink_mode": True, "train_dataset": MapDataset(BatchDataset(8, False))}
    reader = pace(clock, **params)
    clock.now += 2.0
    reader.count(100, params)
    assert read(reader, params) == {"step_time_ms": 20.0, "samples_per_second": 400.0}


def test_a_batch_of_unknown_size_gives_no_rate():
    clock = Clock()
    for params in ({}, {"train_dataset_element": ()}, {"train_dataset_element": (Batch(),)}):
        reader = pace(clock)
        clock.now += 1.0
        reader.count(1, params)
        assert read(reader, params) == {"step_time_ms": 1000.0}


class _ConvertToCell:
    def __init__(self, parameter):
        self.learning_rate = parameter

    def construct(self, step):
        raise AssertionError("never asked")


class ListParameter:
    def __init__(self, values):
        self.values = values

    def asnumpy(self):
        return self

    def tolist(self):
        return list(self.values)


class _IteratorLearningRate(_ConvertToCell):
    pass


class Schedule:
    def __init__(self, factor):
        self.factor = factor

    def construct(self, step):
        return self.factor * step


class Optimizer:
    def __init__(self, rate, **more):
        self.learning_rate = rate
        self.global_step = 0
        vars(self).update(more)


def rates(optimizer, steps=3, clock=None):
    reader = LearningRateReader(clock or Clock())
    reader.begin({"optimizer": optimizer})
    found = []
    for step in range(1, steps + 1):
        reader._global_step = optimizer.global_step = step
        found.append(read(reader, {}))
    return found


def test_a_constant_rate_is_read_each_time():
    reader = LearningRateReader(Clock())
    optimizer = Optimizer(0.5)
    reader.begin({"optimizer": optimizer})
    assert read(reader, {}) == {"learning_rate": 0.5}
    optimizer.learning_rate = 0.25
    assert read(reader, {}) == {"learning_rate": 0.25}


def test_groups_have_a_tag_each():
    shared = 0.5
    optimizer = Optimizer([shared, shared, 0.25], is_group_lr=True)
    assert rates(optimizer, 1) == [{"learning_rate": 0.5, "learning_rate/group_2": 0.25}]
    optimizer = Optimizer([_ConvertToCell(0.5), _ConvertToCell(0.125)], is_group_lr=True)
    assert rates(optimizer, 1) == [{"learning_rate": 0.5, "learning_rate/group_2": 0.125}]


def test_optimizers_with_param_groups_are_understood():
    optimizer = Optimizer(None, param_groups=[{"lr": 0.5}, {"lr": 0.25}])
    assert rates(optimizer, 1) == [{"learning_rate": 0.5, "learning_rate/group_2": 0.25}]


def test_the_optimizer_is_found_in_the_training_network():
    network = Batch()
    network.optimizer = Optimizer(0.5)
    reader = LearningRateReader(Clock())
    reader.begin({"optimizer": None, "train_network": network})
    assert read(reader, {}) == {"learning_rate": 0.5}
    reader.begin({"optimizer": None, "train_network": Batch()})
    assert read(reader, {}) == {}


def test_what_the_step_told_itself_is_not_read_again():
    reader = LearningRateReader(Clock())
    reader.begin({"optimizer": Optimizer(0.5)})
    scalars = {"learning_rate": 0.125}
    reader.read({}, scalars)
    assert scalars == {"learning_rate": 0.125}


class Counting:
    calls = 0

    def construct(self, step):
        self.calls += 1
        return 0.1


class Drawing:
    def construct(self, step):
        return random.uniform(0, 1) * step


def helper_that_prints(step):
    print(step)
    return step


class Indirect:
    def construct(self, step):
        return helper_that_prints(step)


class Nested:
    def construct(self, step):
        return [print(n) for n in range(step)]


def harmless_helper(step):
    return 2 * step


class Harmless:
    def construct(self, step):
        if step < 10:
            return harmless_helper(step)
        return max(step, 3) ** 0.5


@pytest.mark.parametrize("kind", [Counting, Drawing, Indirect, Nested])
def test_a_schedule_that_may_have_effects_is_never_asked(kind, capfd):
    assert not is_free_of_effects(kind())
    assert rates(Optimizer(kind())) == [{}, {}, {}]
    (line,) = capfd.readouterr().err.splitlines()
    assert line.endswith("; training goes on, but the learning rate is not recorded")


def test_a_schedule_without_effects_may_be_asked():
    assert is_free_of_effects(Harmless())
    assert is_free_of_effects(Schedule(2.0))


def test_a_schedule_is_not_asked_in_automatic_parallel(capfd):
    reader = LearningRateReader(Clock())
    reader.begin({"optimizer": Optimizer(Harmless()), "parallel_mode": "semi_auto_parallel"})
    assert read(reader, {}) == {}
    assert "learning rate is not recorded" in capfd.readouterr().err


def test_a_list_of_rates_is_read_at_the_step_before():
    values = [0.5, 0.25, 0.125]
    optimizer = Optimizer(_IteratorLearningRate(ListParameter(values)))
    reader = LearningRateReader(Clock())
    found = []
    for step in (1, 2, 3, 9):
        optimizer.global_step = step
        reader.begin({"optimizer": optimizer})
        found.append(read(reader, {})["learning_rate"])
    assert found == [*values, 0.125]


def test_a_list_that_is_changed_is_noticed_within_a_second():
    clock = Clock()
    parameter = ListParameter([0.5, 0.5])
    optimizer = Optimizer(_IteratorLearningRate(parameter))
    reader = LearningRateReader(clock)
    reader.begin({"optimizer": optimizer})
    assert read(reader, {}) == {"learning_rate": 0.5}
    parameter.values = [0.25, 0.25]
    clock.now += 1.0
    assert read(reader, {}) == {"learning_rate": 0.25}


def test_the_governor_keeps_to_its_fraction():
    clock = Clock()
    governor = Governor(0.01, clock)
    starts = 0
    for _ in range(10_000):
        if governor.may_start():
            starts += 1
            clock.now += 0.005
            governor.ended()
        clock.now += 0.005
    assert 0.9 < (clock.now - 100) * 0.01 / (starts * 0.005) < 1.1


def test_the_rank_comes_from_the_launcher():
    assert find_rank({}) == Rank(0, 1)
    assert find_rank({"RANK_ID": "3", "RANK_SIZE": "8"}) == Rank(3, 8)
    assert find_rank({"MS_NODE_ID": "1", "MS_WORKER_NUM": "2"}) == Rank(1, 2)
    assert find_rank({"RANK_ID": "x", "RANK_SIZE": ""}) == Rank(0, 1)


class State:
    global_step = 5
    max_steps = 10
    epoch_step = 4
    global_batch_size = 16


def test_the_other_trainers_words_are_understood():
    params = _as_params(State(), {"loss": 0.5, "grad_norm": 2.0, "optimizer": Optimizer(0.1)})
    assert (params["cur_step_num"], params["cur_epoch_num"], params["total_steps"]) == (5, 2, 10)
    reader = OutputsReader()
    assert read(reader, params) == {"loss": 0.5, "grad_norm": 2.0}
    clock = Clock()
    speed = pace(clock, **params)
    clock.now += 1.0
    speed.count(1, params)
    assert read(speed, params)["samples_per_second"] == 16.0
    assert isinstance(trainer_callback(State), (TrainerMethods, State))


class Recorded:
    def __init__(self, monitor):
        self.steps = []
        monitor._recorder = self
        self.file = self
        self.rank = None

    def record(self, step, scalars):
        self.steps.append((step, dict(scalars)))


def test_a_resumed_training_starts_at_its_own_step(tmp_path):
    clock = Clock()
    monitor = TrainingMonitor(str(tmp_path), 1, clock)
    recorded = Recorded(monitor)
    monitor.train_begin({"cur_step_num": 100, "epoch_num": 2, "batch_num": 50})
    clock.now += 0.5
    monitor.step_end({"cur_step_num": 101, "net_outputs": 1.0})
    assert recorded.steps == [(101, {"loss": 1.0, "step_time_ms": 500.0})]
    assert json.loads((tmp_path / "runtime.json").read_text())["total_steps"] == 200


def test_a_step_with_nothing_to_tell_is_not_recorded(tmp_path):
    monitor = TrainingMonitor(str(tmp_path), 1, Clock())
    recorded = Recorded(monitor)
    monitor._readers = []
    monitor.train_begin({})
    monitor.step_end({"cur_step_num": 1})
    assert recorded.steps == []


class InterruptedFile:
    """A file whose write is interrupted, before or after it has reached the disk."""

    def __init__(self, reached_disk):
        self.reached_disk = reached_disk
        self.written = []
        self.interrupt = True

    def open_if_needed(self, first):
        pass

    def length(self):
        return len(self.written)

    length_on_disk = length

    def write(self, points):
        if self.interrupt and not self.reached_disk:
            self.interrupt = False
            raise KeyboardInterrupt
        self.written += points
        if self.interrupt:
            self.interrupt = False
            raise KeyboardInterrupt


@pytest.mark.parametrize("reached_disk", [True, False])
def test_an_interrupted_write_neither_loses_nor_doubles_a_point(tmp_path, reached_disk):
    recorder = Recorder(str(tmp_path))
    recorder.file = InterruptedFile(reached_disk)
    recorder._watcher = recorder
    with pytest.raises(KeyboardInterrupt):
        recorder.record(1, {"loss": 1.0})
    recorder.record(2, {"loss": 2.0})
    recorder.write()
    assert [step for _, step, _ in recorder.file.written] == [1, 2]
