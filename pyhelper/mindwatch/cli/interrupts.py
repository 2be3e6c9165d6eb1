"""Ctrl+C while a training is watched: counted, then turned into a stop that each further one hurries."""

from __future__ import annotations

import signal
import threading
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Optional

from mindwatch.app.attached import AttachedRun
from mindwatch.app.stopping import Stops
from mindwatch.cli.follow import Screen
from mindwatch.cli.workspace import Place
from mindwatch.model.errors import MindWatchError
from mindwatch.protocol.messages import StopRequest

INTERRUPTED = 128 + signal.SIGINT
"""What a shell says of a program that Ctrl+C has ended."""


class InterruptCounter:
    """Counts interrupts as long as it is entered, instead of letting them break off what is going on."""

    def __init__(self) -> None:
        self.count = 0
        self._before: Any = None

    def __enter__(self) -> InterruptCounter:
        """Begin to count."""
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        """Let interrupts do again what they did before."""
        signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: object) -> None:
        # Nothing else is safe here: a lock taken in a handler may be held by the very code it interrupts.
        self.count += 1


@dataclass
class StopsByInterrupt:
    """The first interrupt stops the training, each further one moves the stop on."""

    place: Place
    run: AttachedRun
    screen: Screen
    interrupts: InterruptCounter
    _handled: int = 0
    _stops: Optional[Stops] = None
    _thread: Optional[threading.Thread] = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def handle(self) -> None:
        """React to the interrupts that have come since the last call."""
        while self._handled < self.interrupts.count:
            self._handled += 1
            if self._stops is None:
                self._stops = Stops(self.place.runs)
                self._thread = threading.Thread(target=self._stop, args=(self._stops,), daemon=True)
                self._thread.start()
            else:
                self._stops.escalate(self.run.stored.folder)

    def join(self) -> None:
        """Wait for a stop that is going on."""
        if self._thread:
            self._thread.join()

    def _stop(self, stops: Stops) -> None:
        request = StopRequest(str(self.run.stored.folder))
        try:
            result = stops.stop(request, lambda change: self._tell(change.text), self.run.stored)
            self._tell(result.text)
        except MindWatchError as error:
            self._tell(error.text)

    def _tell(self, text: str) -> None:
        with self._lock:
            self.screen.notice(text)
