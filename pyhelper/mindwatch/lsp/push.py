"""What the helper tells the editor unasked."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Optional

from mindwatch.app.runs import RunList
from mindwatch.protocol.codec import to_wire
from mindwatch.protocol.messages import PUSHES, RunsChanged

POLL_SECONDS = 0.5
"""How often the files are looked at, and so how often at most the list is sent."""

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

    def __init__(self, runs: RunList, pushes: Pushes) -> None:
        self._runs = runs
        self._pushes = pushes
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
            self._look()
            self._stopped.wait(POLL_SECONDS)

    def _look(self) -> None:
        try:
            listed = self._runs.list_runs()
        except Exception as error:
            # The watcher outlives whatever one look met.
            if str(error) != self._problem:
                log.exception("the runs could not be listed")
            self._problem = str(error)
            return
        now = RunsChanged(listed.runs, listed.problems)
        if now != self._last:
            self._last = now
            self._pushes.send(now)
