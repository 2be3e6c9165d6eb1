"""How far a run has come, from its event files, read only where they have grown."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary import EventFileReader, latest_points

EVENT_FILE_MARK = ".tfevents."
ANY_SUMMARY_MARK = "events.out."
RATE_WINDOW_SECONDS = 30.0
RATE_WINDOW_POINTS = 2000


@dataclass(frozen=True)
class Progress:
    """The newest point of the training; `last_loss` is None when there is none yet."""

    last_step: Optional[int] = None
    last_loss: Optional[float] = None
    steps_per_second: Optional[float] = None

    def eta_seconds(self, total_steps: Optional[int]) -> Optional[float]:
        """Return how long the rest takes at the present rate."""
        if self.last_step is None or not total_steps or not self.steps_per_second:
            return None
        return max(0.0, (total_steps - self.last_step) / self.steps_per_second)


@dataclass
class LiveProgress:
    """Follows the event files of one run that is going on."""

    folder: Path
    _readers: dict[Path, EventFileReader] = field(default_factory=dict)
    _recent: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=RATE_WINDOW_POINTS))
    _step: Optional[int] = None
    _loss: Optional[float] = None

    def update(self) -> Progress:
        """Read what is new."""
        for path in event_files(self.folder):
            reader = self._readers.setdefault(path, EventFileReader(path))
            try:
                while points := reader.read_new():
                    self._take(points)
            except OSError:
                continue  # The file went away: the run's folder is being deleted.
        return Progress(self._step, self._loss, self._rate())

    def _take(self, points: Iterable[ScalarPoint]) -> None:
        for point in points:
            if point.tag.startswith("eval/"):
                continue
            if point.tag == "loss":
                self._loss = point.value
            if self._step is None or point.step > self._step:
                self._step = point.step
                self._recent.append((point.wall_time, point.step))

    def _rate(self) -> Optional[float]:
        """Return steps a second over the last half minute, by the training's own clock."""
        if len(self._recent) < 2:
            return None
        last_time, last_step = self._recent[-1]
        first_time, first_step = next(
            (time, step) for time, step in self._recent if last_time - time <= RATE_WINDOW_SECONDS
        )
        if first_step == last_step:
            first_time, first_step = self._recent[-2]
        seconds = last_time - first_time
        return (last_step - first_step) / seconds if seconds > 0 else None


class ProgressBook:
    """Keeps a reader for each run that is going on; safe to ask from several threads."""

    def __init__(self) -> None:
        self._live: dict[Path, LiveProgress] = {}
        self._lock = threading.Lock()

    def live(self, folder: Path) -> Progress:
        """Return the progress of a run that is going on."""
        with self._lock:
            return self._live.setdefault(folder, LiveProgress(folder)).update()

    def forget(self, folder: Path) -> None:
        """Drop what was kept for a run that has ended."""
        with self._lock:
            self._live.pop(folder, None)


def final_progress(folder: Path) -> Progress:
    """Return the last point of a run that has ended, from the ends of its files."""
    step: Optional[int] = None
    loss: Optional[ScalarPoint] = None
    for path in event_files(folder):
        try:
            newest = latest_points(path)
        except OSError:
            continue
        steps = [point.step for tag, point in newest.items() if not tag.startswith("eval/")]
        step = max([*steps, step or 0]) if steps else step
        found = newest.get("loss")
        loss = found if found and (loss is None or found.step >= loss.step) else loss
    return Progress(step, loss.value if loss else None, None)


def event_files(folder: Path) -> list[Path]:
    """Return the event files of a run: its own or, of several ranks, those of the lowest."""
    own = names_with(folder, EVENT_FILE_MARK)
    if own:
        return own
    ranks = sorted(folder.glob("rank_*"), key=lambda path: (len(path.name), path.name))
    return next((files for files in (names_with(rank, EVENT_FILE_MARK) for rank in ranks) if files), [])


def has_summary(folder: Path) -> bool:
    """Say whether a folder, or one directly in it, holds an event file of any kind."""
    if names_with(folder, ANY_SUMMARY_MARK):
        return True
    try:
        with os.scandir(folder) as entries:
            inner = [Path(entry.path) for entry in entries if entry.is_dir()]
    except OSError:
        return False
    return any(names_with(path, ANY_SUMMARY_MARK) for path in inner)


def names_with(folder: Path, mark: str) -> list[Path]:
    """Return the files of a folder with a mark in their names, oldest name first."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if mark in entry.name)
    except OSError:
        return []
