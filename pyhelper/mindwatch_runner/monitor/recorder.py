"""Takes points from the training's thread and has them on disk within a tenth of a second.

Encoding and writing beside the training keeps the cost of a step small: done between two computations, both
would find the processor's caches cold and take several times as long. And a KeyboardInterrupt, which only
ever reaches the main thread, cannot come between a point and its file.
"""

import atexit
import os
import threading
from collections import deque
from time import time
from typing import Callable, Deque, Dict, Optional

from mindwatch_runner import identity
from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.points_file import Point, PointsFile
from mindwatch_runner.run_folder import append_summary_line

SECONDS_TO_COLLECT = 0.05
SECONDS_TO_FINISH = 5.0
MOST_POINTS_WAITING = 50_000


class Recorder:
    """The queue of points and the thread behind it. Forked children never write."""

    def __init__(self, run_folder: str) -> None:
        self.file = PointsFile(run_folder)
        self._run_folder = run_folder
        self._is_off = False
        self._waiting: Deque[Point] = deque(maxlen=MOST_POINTS_WAITING)
        self._has_come = threading.Event()
        self._is_closing = threading.Event()
        self._thread: Optional[threading.Thread] = None

    def record(self, step: int, scalars: Dict[str, float]) -> None:
        """Take the points of one step; from here on they are the other thread's."""
        if self._thread is None and not self._is_off:
            self._start()
        if not self._is_off:
            self._waiting.append((time(), step, scalars))
            if not self._has_come.is_set():
                self._has_come.set()

    def close(self) -> None:
        """Have everything written that was taken."""
        if self._thread is not None and not self._is_off:
            self._is_closing.set()
            self._has_come.set()
            self._thread.join(SECONDS_TO_FINISH)

    def _start(self) -> None:
        self._thread = threading.Thread(target=self._write_what_comes, name="MindWatch", daemon=True)
        try:
            self._thread.start()
        except RuntimeError as problem:
            self._give_up(problem)
            return
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._switch_off)
        atexit.register(self._finish, _supervisor_watch(os.environ.get("MINDWATCH_SUPERVISOR_PID", "")))

    def _switch_off(self) -> None:
        self._is_off = True

    def _write_what_comes(self) -> None:
        try:
            while not self._is_closing.is_set():
                self._has_come.wait()
                self._has_come.clear()
                self._write()
                # A slow training's points are written as they come, a fast one's in bunches.
                self._is_closing.wait(SECONDS_TO_COLLECT)
            self._write()
        except Exception as problem:
            self._give_up(problem)

    def _give_up(self, problem: Exception) -> None:
        self._switch_off()
        complain_once("the writer failed ({!r})".format(problem), "no more points are recorded")

    def _write(self) -> None:
        points = []
        while self._waiting:
            points.append(self._waiting.popleft())
        self.file.write(points)

    def _finish(self, supervisor_is_alive: Callable[[], bool]) -> None:
        self.close()
        # The supervisor has the last word, when there still is one.
        if not self._is_off and self.file.is_announced and not supervisor_is_alive():
            try:
                append_summary_line(self._run_folder)
            except OSError as problem:
                complain_once("{!r}".format(problem), "the last line of the log is missing")


def _supervisor_watch(given: str) -> Callable[[], bool]:
    pid = int(given) if given.isdigit() else 0
    started = identity.start_time(pid) if pid else ""
    return lambda: identity.is_alive(pid, started)
