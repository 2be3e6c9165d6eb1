"""Keeps something expensive to a small part of the time."""

from typing import Callable

LONGEST_COST_COUNTED = 0.02


class Governor:
    """Lets something start only when it has taken no more than the given fraction of the time so far."""

    def __init__(self, fraction: float, clock: Callable[[], float]) -> None:
        self._fraction = fraction
        self._clock = clock
        self._next = float("-inf")
        self._started = 0.0

    def may_start(self) -> bool:
        """Whether it is time again; if so, the clock is running."""
        self._started = self._clock()
        return self._started >= self._next

    def ended(self) -> None:
        """It is done. What a first call spends on warming up is not held against it for long."""
        now = self._clock()
        self._next = now + min(now - self._started, LONGEST_COST_COUNTED) / self._fraction
