"""Puts points on disk, and stands everything that can happen to a disk."""

import os
from time import monotonic
from typing import Callable, Dict, Optional, Sequence, Tuple

from mindwatch_runner.complaints import complain_once
from mindwatch_runner.events.encoding import ScalarsEncoder
from mindwatch_runner.events.event_file import EventFile
from mindwatch_runner.monitor.rank import Rank
from mindwatch_runner.run_folder import RANK_FOLDER_PREFIX, append_summary_line

SECONDS_BETWEEN_TRIES = 60.0
SECONDS_BETWEEN_LOOKS = 1.0

# Wall time, step, scalars.
Point = Tuple[float, int, Dict[str, float]]


class PointsFile:
    """The event file of this process, made with its first point; a minute after a failure, a new one."""

    def __init__(self, run_folder: str, clock: Callable[[], float] = monotonic) -> None:
        self._run_folder = run_folder
        self._clock = clock
        self._encoder = ScalarsEncoder()
        self._file: Optional[EventFile] = None
        self._next_try = float("-inf")
        self._next_look = float("-inf")
        self.rank = Rank(0, 1)
        self.is_announced = False

    def open_if_needed(self, first: Point) -> None:
        """Make the file before its first point, unless it is too early to try again."""
        wall_time, step, _ = first
        if self._file is None and self._clock() >= self._next_try:
            try:
                self._file = EventFile(self._folder(), wall_time)
            except OSError as problem:
                self._step_aside(step, problem)

    def write(self, points: Sequence[Point]) -> None:
        """Append the points in one go. Points that cannot be written are lost, and that is said once."""
        if self._file is None:
            return
        try:
            self._file.append(b"".join([self._encoder.record(*point) for point in points]))
            self._look_after_file(self._file)
            self._announce()
        except OSError as problem:
            self._step_aside(points[0][1], problem)

    def length(self) -> int:
        """How much was written to the file."""
        return self._file.length if self._file is not None else 0

    def length_on_disk(self) -> int:
        """The same as the disk sees it, which knows better when a write was interrupted on its way back."""
        return self._file.length_on_disk() if self._file is not None else 0

    def _folder(self) -> str:
        if self.rank.size < 2:
            return self._run_folder
        folder = os.path.join(self._run_folder, "{}{}".format(RANK_FOLDER_PREFIX, self.rank.number))
        # Only this level: a run folder that somebody removed must not come back.
        if not os.path.isdir(folder):
            os.mkdir(folder)
        return folder

    def _look_after_file(self, file: EventFile) -> None:
        now = self._clock()
        if now >= self._next_look:
            self._next_look = now + SECONDS_BETWEEN_LOOKS
            if not file.is_on_disk():
                raise FileNotFoundError("{} was removed".format(file.path))

    def _announce(self) -> None:
        if not self.is_announced and self.rank.number == 0:
            self.is_announced = True
            append_summary_line(self._run_folder)

    def _step_aside(self, step: int, problem: OSError) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        self._next_try = self._clock() + SECONDS_BETWEEN_TRIES
        complain_once(
            "no points can be written to {} from step {} on ({})".format(self._run_folder, step, problem),
            "its curves have a gap until writing works again (one try a minute)",
        )
