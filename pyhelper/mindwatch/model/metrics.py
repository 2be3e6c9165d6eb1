"""Numbers that a training reports."""

from __future__ import annotations

from typing import NamedTuple


class ScalarPoint(NamedTuple):
    """One value of one curve. `wall_time` is seconds since the epoch; `value` may be NaN or infinite.

    A named tuple and not a dataclass, since a run has millions of them and it is made in a fifth of the time.
    """

    tag: str
    step: int
    wall_time: float
    value: float
