"""The newest value of each tag, for lists of runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mindwatch.model.metrics import ScalarPoint

TAIL_BYTES = 64 * 1024


class LatestPoints:
    """Keeps the newest point of each tag, by wall time, and nothing else."""

    def __init__(self) -> None:
        self.by_tag: dict[str, ScalarPoint] = {}

    def add(self, points: Iterable[ScalarPoint]) -> None:
        """Take note of points, in any order."""
        del points


def latest_points(path: Path, tail_bytes: int = TAIL_BYTES) -> dict[str, ScalarPoint]:
    """The newest point of each tag that occurs near the end of a file; reads no more than that end.

    Raises OSError when the file cannot be read.
    """
    del path, tail_bytes
    return {}
