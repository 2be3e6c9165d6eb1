"""All points of a run, by tag."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mindwatch.app.progress import event_files
from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary import EventFileReader


@dataclass(frozen=True)
class Metric:
    """One curve, in the order of its steps."""

    tag: str
    points: list[ScalarPoint]


def read_metrics(folder: Path) -> list[Metric]:
    """Read the curves of a run, sorted by tag; a file that cannot be read any more is left out."""
    by_tag: dict[str, list[ScalarPoint]] = {}
    for path in event_files(folder):
        reader = EventFileReader(path)
        try:
            while points := reader.read_new():
                for point in points:
                    by_tag.setdefault(point.tag, []).append(point)
        except OSError:
            continue
    return [
        Metric(tag, sorted(by_tag[tag], key=lambda point: (point.step, point.wall_time)))
        for tag in sorted(by_tag)
    ]
