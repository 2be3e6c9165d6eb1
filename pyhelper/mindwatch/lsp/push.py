"""What the helper tells the editor unasked."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

from mindwatch.app.runs import RunList
from mindwatch.protocol.codec import to_wire
from mindwatch.protocol.messages import PUSHES, RunRow, RunsChanged

POLL_SECONDS = 0.5
"""How often the files are looked at, and so how often at most the list is sent."""

PROGRESS_SECONDS = 1.0
"""How often at most the list is sent when only numbers of progress have moved, as each step does."""

PROGRESS_FIELDS = ("last_step", "last_loss", "steps_per_second", "eta_seconds")

METHODS = {message: method for method, message in PUSHES.items()}

log = logging.getLogger(__name__)


class Pushes:
    """Sends pushes from any thread; an editor that has gone away is no error."""

    def __init__(self, notify: Callable[[str, Any], None]) -> None:
        self._notify = notify

    def send(self, message: Any) -> None:
        """Send one of the declared pushes."""
        try:
            self._notify(METHODS[type(message)], to_wire(message))
        except (OSError, ValueError) as error:
            log.debug("a push was not sent: %s", error)


class RunWatcher:
    """Looks at the run folders again and again and tells of changes."""

    def __init__(self, runs: RunList, pushes: Pushes, clock: Callable[[], float] = time.monotonic) -> None:
        self._runs = runs
        self._pushes = pushes
        self._clock = clock
        self._sent = 0.0
        self._stopped = threading.Event()
        self._last: Optional[RunsChanged] = None
        self._thread = threading.Thread(target=self._watch, daemon=True, name="run watcher")
        self._problem = ""

    def start(self) -> None:
        """Begin to look; the first list is sent even if it is empty."""
        self._thread.start()

    def stop(self) -> None:
        """End without waiting for the next look."""
        self._stopped.set()

    def look_now(self) -> None:
        """Send the list again at the next look, changed or not."""
        self._last = None

    def _watch(self) -> None:
        while not self._stopped.is_set():
            self.look()
            self._stopped.wait(POLL_SECONDS)

    def look(self) -> None:
        """Look once, and tell what has changed."""
        try:
            listed = self._runs.list_runs()
        except Exception as error:
            # The watcher outlives whatever one look met.
            if str(error) != self._problem:
                log.exception("the runs could not be listed")
            self._problem = str(error)
            return
        now = RunsChanged(listed.runs, listed.problems)
        if self._is_due(now):
            self._last, self._sent = now, self._clock()
            self._pushes.send(now)

    def _is_due(self, now: RunsChanged) -> bool:
        """Say whether a list is sent: a state at once, numbers of progress not too often."""
        last = self._last
        if last is None or now == last:
            return last is None
        waited = self._clock() - self._sent
        return waited >= PROGRESS_SECONDS or not differ_in_progress_alone(last, now)


def differ_in_progress_alone(one: RunsChanged, other: RunsChanged) -> bool:
    """Say whether two lists tell the same but for numbers of progress."""
    if one.problems != other.problems or len(one.runs) != len(other.runs):
        return False
    # Rows of ended runs are the same object again.
    return all(a is b or without_progress(a) == without_progress(b) for a, b in zip(one.runs, other.runs))


def without_progress(row: RunRow) -> dict[str, object]:
    """Return a row without the numbers of progress."""
    return {name: value for name, value in vars(row).items() if name not in PROGRESS_FIELDS}
