"""The one monitor of the process: counts steps over all its trainings and has each due step recorded."""

import os
from time import perf_counter
from typing import Any, Callable, Dict, List, Mapping

from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.evaluation import metric_scalars
from mindwatch_runner.monitor.learning_rate import LearningRateReader
from mindwatch_runner.monitor.outputs import OutputsReader
from mindwatch_runner.monitor.overview import write_overview
from mindwatch_runner.monitor.pace import PaceReader
from mindwatch_runner.monitor.rank import find_rank
from mindwatch_runner.monitor.recorder import Recorder

Params = Dict[str, Any]
Scalars = Dict[str, float]


class TrainingMonitor:
    """Step numbers go on from one training of the process to its next."""

    def __init__(self, run_folder: str, every: int, clock: Callable[[], float] = perf_counter) -> None:
        self._run_folder = run_folder
        self._every = max(1, every)
        self._recorder = Recorder(run_folder)
        self._pace = PaceReader(clock)
        # Reading the loss waits for the step to be computed; all that is timed comes after it.
        self._readers: List[Any] = [OutputsReader(), self._pace, LearningRateReader(clock)]
        self._offset = 0
        self._step = 0
        self._next_due = 1

    def train_begin(self, params: Params) -> None:
        """Carry on counting, and write down what kind of training this is."""
        start = params.get("cur_step_num") or 0
        self._offset = self._step - start if start < self._step else 0
        # A training that is resumed starts at a step of its own.
        self._step = start + self._offset
        self._next_due = self._step + 1
        self._pace.resume()
        for reader in list(self._readers):
            try:
                reader.begin(params)
            except Exception as problem:
                self._drop(reader, problem)
        rank = self._recorder.file.rank = find_rank(os.environ)
        if rank.number == 0:
            write_overview(self._run_folder, params, self._step, rank)

    def epoch_begin(self) -> None:
        """What happened between two epochs is nobody's step."""
        self._pace.resume()

    def step_end(self, params: Params) -> None:
        """Record the step when it is due."""
        step = params["cur_step_num"] + self._offset
        self._pace.count(step - self._step, params)
        self._step = step
        if step < self._next_due:
            self._pace.lap()
            return
        self._next_due = step + self._every
        scalars: Scalars = {}
        for reader in self._readers:
            try:
                reader.read(params, scalars)
            except Exception as problem:
                self._drop(reader, problem)
        epoch = params.get("cur_epoch_num")
        if epoch is not None:
            scalars["epoch"] = epoch
        if scalars:
            self._recorder.record(step, scalars)

    def evaluation_begin(self) -> None:
        """The time that follows belongs to no step."""
        self._pace.lap()
        self._recorder.write()

    def train_end(self) -> None:
        """Nothing more will come for a while."""
        self._recorder.write()

    def evaluation_end(self, params: Params) -> None:
        """Record the metrics at the step up to which the network was trained."""
        self._pace.resume()
        if self._step:
            scalars = metric_scalars(params)
            if scalars:
                self._recorder.record(self._step, scalars)

    def _drop(self, reader: Any, problem: Exception) -> None:
        self._readers = [other for other in self._readers if other is not reader]
        complain_once(
            "{!r} in {} at step {}".format(problem, type(reader).__name__, self._step), reader.missing
        )


def monitor_from_environment(environment: Mapping[str, str]) -> TrainingMonitor:
    """The monitor that the helper asked for."""
    every = environment.get("MINDWATCH_SCALAR_EVERY", "1")
    return TrainingMonitor(environment["MINDWATCH_RUN_FOLDER"], int(every) if every.isdigit() else 1)
