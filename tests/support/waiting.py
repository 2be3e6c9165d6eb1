"""Waiting for a condition with a limit, the only kind of waiting in tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def wait_for(condition: Callable[[], Value], what: str, limit: float = 30.0) -> Value:
    """Return the condition's first true value; fail with a sentence when there is none in time."""
    until = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < until, f"waited {limit:.0f} s in vain until {what}"
        time.sleep(0.02)
