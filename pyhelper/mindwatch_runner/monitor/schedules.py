"""MindSpore's own learning rate schedules, as formulas.

Asking the schedule itself takes milliseconds; these take a microsecond, and need no operator.
"""

import math
from typing import Any, Callable, Dict, Optional

Formula = Callable[[int], float]


def formula_of(schedule: Any) -> Optional[Formula]:
    """The formula of a stock schedule; None for one that somebody else wrote, or derived from it."""
    kind = type(schedule)
    if kind.__module__ != "mindspore.nn.learning_rate_schedule":
        return None
    make = _FORMULAS.get(kind.__name__)
    return make(schedule) if make is not None else None


def _exponential_decay(schedule: Any) -> Formula:
    rate, decay, steps = schedule.learning_rate, schedule.decay_rate, schedule.decay_steps
    part = _staired if schedule.is_stair else _smooth
    return lambda step: float(rate * decay ** part(step, steps))


def _natural_exp_decay(schedule: Any) -> Formula:
    rate, decay, steps = schedule.learning_rate, schedule.decay_rate, schedule.decay_steps
    if schedule.is_stair:
        return lambda step: float(rate * math.exp(-decay * (step // steps) * steps))
    return lambda step: float(rate * math.exp(-decay * step))


def _inverse_decay(schedule: Any) -> Formula:
    rate, decay, steps = schedule.learning_rate, schedule.decay_rate, schedule.decay_steps
    part = _staired if schedule.is_stair else _smooth
    return lambda step: float(rate / (1 + decay * part(step, steps)))


def _cosine_decay(schedule: Any) -> Formula:
    low, high, steps = schedule.min_lr, schedule.max_lr, schedule.decay_steps
    return lambda step: float(low + 0.5 * (high - low) * (1 + math.cos(math.pi * min(step, steps) / steps)))


def _polynomial_decay(schedule: Any) -> Formula:
    start, end = schedule.start_learning_rate, schedule.end_learning_rate
    steps, power, stretches = schedule.decay_steps, schedule.power, schedule.update_decay_steps

    def rate(step: int) -> float:
        length = steps * max(math.ceil(step / steps), 1) if stretches else steps
        done = step if stretches else min(step, steps)
        return float((start - end) * (1 - done / length) ** power + end)

    return rate


def _warm_up(schedule: Any) -> Formula:
    rate, steps = schedule.learning_rate, schedule.warmup_steps
    return lambda step: float(rate * min(step, steps) / steps)


def _smooth(step: int, steps: int) -> float:
    return step / steps


def _staired(step: int, steps: int) -> float:
    return step // steps


_FORMULAS: Dict[str, Callable[[Any], Formula]] = {
    "ExponentialDecayLR": _exponential_decay,
    "NaturalExpDecayLR": _natural_exp_decay,
    "InverseDecayLR": _inverse_decay,
    "CosineDecayLR": _cosine_decay,
    "PolynomialDecayLR": _polynomial_decay,
    "WarmUpLR": _warm_up,
}
