"""Puts points on disk at once, and stands everything that can happen to a disk."""

import atexit
import os
from time import time
from typing import Callable, Dict, Optional

from mindwatch_runner import identity
from mindwatch_runner.complaints import complain_once
from mindwatch_runner.events.encoding import scalars_event
from mindwatch_runner.events.event_file import EventFile
from mindwatch_runner.monitor.rank import Rank
from mindwatch_runner.run_folder import RANK_FOLDER_PREFIX, append_summary_line

SECONDS_BETWEEN_TRIES = 60.0
SECONDS_BETWEEN_LOOKS = 1.0


class Recorder:
    """The event file of this process, made with its first point. Forked children never write to it."""

    def __init__(self, run_folder: str, clock: Callable[[], float] = time) -> None:
        self._run_folder = run_folder
        self._clock = clock
        self._pid = os.getpid()
        self._file: Optional[EventFile] = None
        self._has_announced = False
        self._next_try = 0.0
        self._next_look = 0.0
        self.rank = Rank(0, 1)

    def record(self, step: int, scalars: Dict[str, float]) -> None:
        """Write the points of one step; after a failure the next try is a minute later."""
        now = self._clock()
        if now < self._next_try or os.getpid() != self._pid:
            return
        try:
            if self._file is None:
                self._file = EventFile(self._folder(), now)
            self._file.append(scalars_event(now, step, scalars.items()))
            self._look_after_file(now)
        except OSError as problem:
            self._step_aside(now, step, problem)
        else:
            if not self._has_announced:
                self._announce()

    def _folder(self) -> str:
        if self.rank.size < 2:
            return self._run_folder
        folder = os.path.join(self._run_folder, "{}{}".format(RANK_FOLDER_PREFIX, self.rank.number))
        # Only this level: a run folder that somebody removed must not come back.
        if not os.path.isdir(folder):
            os.mkdir(folder)
        return folder

    def _look_after_file(self, now: float) -> None:
        if now < self._next_look or self._file is None:
            return
        self._next_look = now + SECONDS_BETWEEN_LOOKS
        if not self._file.is_on_disk():
            raise FileNotFoundError("{} was removed".format(self._file.path))

    def _step_aside(self, now: float, step: int, problem: OSError) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        self._next_try = now + SECONDS_BETWEEN_TRIES
        complain_once(
            "no points can be written to {} at step {} ({})".format(self._run_folder, step, problem),
            "they are missing until it works again (one try a minute)",
        )

    def _announce(self) -> None:
        self._has_announced = True
        if self.rank.number == 0:
            append_summary_line(self._run_folder)
            _announce_at_exit_if_alone(self._run_folder, self._pid)


def _announce_at_exit_if_alone(run_folder: str, own_pid: int) -> None:
    given = os.environ.get("MINDWATCH_SUPERVISOR_PID", "")
    supervisor = int(given) if given.isdigit() else 0
    started = identity.start_time(supervisor) if supervisor else ""

    def announce() -> None:
        # The supervisor has the last word, when there still is one.
        if os.getpid() == own_pid and not identity.is_alive(supervisor, started):
            try:
                append_summary_line(run_folder)
            except OSError as problem:
                complain_once("{!r}".format(problem), "the last line of the log is missing")

    atexit.register(announce)
