"""The learning rate that the step just done has used, read without touching the compiled graph."""

import sys
from typing import Any, Callable, Dict, List, Optional, Tuple

from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.governor import Governor
from mindwatch_runner.monitor.outputs import mean
from mindwatch_runner.monitor.purity import is_free_of_effects
from mindwatch_runner.monitor.schedules import formula_of

# The rate at the given step of the optimizer; None when this step's was not read.
Source = Callable[[int], Optional[float]]

MOST_GROUPS = 8
PART_OF_TIME_FOR_SCHEDULES = 0.005
SECONDS_A_LIST_IS_TRUSTED = 1.0


class LearningRateReader:
    """Knows the kinds of learning rate that MindSpore's optimizers have.

    The first parameter group is `learning_rate`, others with a rate of their own `learning_rate/group_<n>`.
    """

    missing = "the learning rate is not recorded"

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._optimizer: Any = None
        self._groups: Any = None
        self._global_step: Any = 0
        self._holder: Dict[str, Any] = {}
        self._resolved: Any = None
        self._needs_step = False
        self._sources: List[Tuple[str, Source]] = []
        self._may_evaluate = True

    def begin(self, params: Dict[str, Any]) -> None:
        """Find the optimizer of this training."""
        self._optimizer = _find_optimizer(params)
        self._groups = getattr(self._optimizer, "param_groups", None)
        self._holder = {}
        self._may_evaluate = params.get("parallel_mode") in (None, "stand_alone", "data_parallel")

    def read(self, params: Dict[str, Any], scalars: Dict[str, float]) -> None:
        """Add the rates, unless the step itself has told them already."""
        if "learning_rate" in scalars or self._optimizer is None:
            return
        if self._groups is not None:
            _add_group_rates(self._groups, scalars)
            return
        # Asking the optimizer itself is slow: it is a Cell, which looks its attributes up in several places.
        rate = self._holder.get("learning_rate")
        if rate is None or rate is not self._resolved:
            self._resolve()
        # The optimizer has counted the step just done already; constant rates need no number.
        used = max(int(self._global_step) - 1, 0) if self._needs_step else 0
        for tag, source in self._sources:
            value = source(used)
            if value is not None:
                scalars[tag] = value

    def _resolve(self) -> None:
        self._needs_step = False
        self._holder = _holder_of_rate(self._optimizer)
        self._global_step = self._optimizer.global_step
        self._resolved = self._holder["learning_rate"]
        self._sources = _named(self._sources_of(self._resolved))

    def _sources_of(self, rate: Any) -> List[Source]:
        if getattr(self._optimizer, "is_group_lr", False):
            distinct = {id(one): one for one in rate}
            return [self._source(one) for one in list(distinct.values())[:MOST_GROUPS]]
        return [self._source(rate)]

    def _source(self, rate: Any) -> Source:
        kind = type(rate).__name__
        if kind == "_ConvertToCell":
            return _constant(rate.learning_rate)
        if kind == "_IteratorLearningRate":
            self._needs_step = True
            return _listed(rate.learning_rate, self._clock)
        if not hasattr(rate, "construct"):
            return _constant(rate)
        self._needs_step = True
        return formula_of(rate) or self._evaluated(rate)

    def _evaluated(self, schedule: Any) -> Source:
        if not self._may_evaluate or not is_free_of_effects(schedule):
            complain_once(
                "asking {} for its value could change the training".format(type(schedule).__name__),
                self.missing,
            )
            return lambda step: None
        governor = Governor(PART_OF_TIME_FOR_SCHEDULES, self._clock)
        mindspore: Any = sys.modules["mindspore"]

        def value(step: int) -> Optional[float]:
            if not governor.may_start():
                return None
            answer = schedule.construct(mindspore.Tensor([step], mindspore.int32))
            governor.ended()
            return mean(answer)

        return value


def _find_optimizer(params: Dict[str, Any]) -> Any:
    optimizer: Any = params.get("optimizer")
    if optimizer is None:
        optimizer = getattr(params.get("train_network"), "optimizer", None)
    # LARS stands around another optimizer, which is the one that has the rate.
    if type(optimizer).__name__ == "LARS":
        optimizer = optimizer.opt
    # AdaFactor works its rate out for itself then; what stands in its attribute is not used.
    if type(optimizer).__name__ == "AdaFactor" and float(mean(optimizer.learning_rate)) == 0.0:
        return None
    return optimizer


def _holder_of_rate(optimizer: Any) -> Dict[str, Any]:
    places = [vars(optimizer), *[vars(optimizer).get(name) for name in ("_params", "_cells", "_params_list")]]
    for place in places:
        if isinstance(place, dict) and place.get("learning_rate") is not None:
            return place
    return {"learning_rate": optimizer.learning_rate}


def _named(sources: List[Source]) -> List[Tuple[str, Source]]:
    tags = ["learning_rate"] + ["learning_rate/group_{}".format(n + 1) for n in range(1, len(sources))]
    return list(zip(tags, sources))


def _constant(parameter: Any) -> Source:
    # Read each time: callbacks that change the rate write into this parameter.
    return lambda step: float(parameter)


def _listed(parameter: Any, clock: Callable[[], float]) -> Source:
    values: List[float] = []
    trusted_until = float("-inf")

    def value(step: int) -> Optional[float]:
        nonlocal values, trusted_until
        now = clock()
        if now >= trusted_until:
            values, trusted_until = parameter.asnumpy().tolist(), now + SECONDS_A_LIST_IS_TRUSTED
        return values[min(step, len(values) - 1)]

    return value


def _add_group_rates(groups: Any, scalars: Dict[str, float]) -> None:
    for number, group in enumerate(list(groups)[:MOST_GROUPS]):
        tag = "learning_rate/group_{}".format(number + 1) if number else "learning_rate"
        scalars[tag] = float(group["lr"])
