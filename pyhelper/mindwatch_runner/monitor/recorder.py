"""Takes points as they come and has each on disk within a second, whatever the training does next.

A slow training's points are written one by one, a fast one's in bunches of a fifth of a second: done after
each step, encoding and writing would find the processor's caches cold and cost several times as much.
The training's own thread does it: one beside it would at times be descheduled with Python's lock in its hands
and keep the training waiting. There is one, for points whose training stands still before they are written.
"""

import atexit
import os
import threading
from collections import deque
from time import monotonic, time
from typing import Callable, Deque, Dict, List, Optional

from mindwatch_runner import identity
from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.points_file import Point, PointsFile
from mindwatch_runner.run_folder import append_summary_line

SECONDS_TO_COLLECT = 0.2
SECONDS_TO_STAND_STILL = 0.4


class Recorder:
    """The points on their way to the file. Forked children never write."""

    def __init__(self, run_folder: str) -> None:
        self.file = PointsFile(run_folder)
        self._run_folder = run_folder
        self._is_off = False
        self._waiting: Deque[Point] = deque()
        self._next_write = 0.0
        self._writing = threading.Lock()
        self._is_closing = threading.Event()
        self._watcher: Optional[threading.Thread] = None

    def record(self, step: int, scalars: Dict[str, float]) -> None:
        """Take the points of one step."""
        if self._is_off:
            return
        self._waiting.append((time(), step, scalars))
        # Not the wall clock: when that is set back, nothing would be written until it has caught up.
        now = monotonic()
        if now >= self._next_write:
            self.write()
            self._next_write = now + SECONDS_TO_COLLECT
            if self._watcher is None:
                self._start_watcher()

    def write(self) -> None:
        """Put on disk what has been taken so far."""
        if self._is_off:
            return
        with self._writing:
            # Looked at under the lock only: the other thread may just have written them.
            points = list(self._waiting)
            if points:
                self._write_points(points)

    def _write_points(self, points: List[Point]) -> None:
        self.file.open_if_needed(points[0])
        before = self.file.length()
        try:
            self.file.write(points)
        except BaseException:
            # An interrupt may come before or after the write; no point is to be lost or there twice.
            if self.file.length_on_disk() != before:
                self._forget(points)
            raise
        self._forget(points)

    def _forget(self, points: List[Point]) -> None:
        for _ in points:
            self._waiting.popleft()

    def _start_watcher(self) -> None:
        self._watcher = threading.Thread(target=self._watch, name="MindWatch", daemon=True)
        atexit.register(self._finish, _supervisor_watch(os.environ.get("MINDWATCH_SUPERVISOR_PID", "")))
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._switch_off)
        try:
            self._watcher.start()
        except RuntimeError as problem:
            complain_once("{!r}".format(problem), "its last points are written only when the next ones come")

    def _watch(self) -> None:
        try:
            while not self._is_closing.wait(SECONDS_TO_STAND_STILL):
                since_last_write = monotonic() - self._next_write + SECONDS_TO_COLLECT
                if self._waiting and since_last_write > SECONDS_TO_STAND_STILL:
                    self.write()
        except Exception as problem:
            self._switch_off()
            complain_once("the writer failed ({!r})".format(problem), "no more points are recorded")

    def _switch_off(self) -> None:
        self._is_off = True

    def _finish(self, supervisor_is_alive: Callable[[], bool]) -> None:
        self._is_closing.set()
        try:
            self.write()
            # The supervisor has the last word, when there still is one.
            if not self._is_off and self.file.is_announced and not supervisor_is_alive():
                append_summary_line(self._run_folder)
        except Exception as problem:
            complain_once("{!r}".format(problem), "the end of its curves may be missing")


def _supervisor_watch(given: str) -> Callable[[], bool]:
    pid = int(given) if given.isdigit() else 0
    started = identity.start_time(pid) if pid else ""
    return lambda: identity.is_alive(pid, started)
