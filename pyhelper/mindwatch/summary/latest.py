"""The newest value of each tag, for lists of runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary.events import decode_event
from mindwatch.summary.records import HEADER, RecordDecoder, valid_length

TAIL_BYTES = 16 * 1024
LARGEST_TAIL = 4 * 1024 * 1024
TAIL_GROWTH = 8
HIGH_HALF_OF_LENGTH = b"\0\0\0\0"


class LatestPoints:
    """Keeps the newest point of each tag by wall time, of equal times the one added last."""

    def __init__(self) -> None:
        self.by_tag: dict[str, ScalarPoint] = {}

    def add(self, points: Iterable[ScalarPoint]) -> None:
        """Take note of points, in any order."""
        for point in points:
            known = self.by_tag.get(point.tag)
            if known is None or point.wall_time >= known.wall_time:
                self.by_tag[point.tag] = point


def latest_points(path: Path, tail_bytes: int = TAIL_BYTES) -> dict[str, ScalarPoint]:
    """The newest point of each tag near the end of a file, at a cost that does not grow with the file.

    Tags that were last written before the end that is read are missing. Raises OSError when the file cannot
    be read.
    """
    with path.open("rb") as stream:
        size = stream.seek(0, 2)
        while True:
            start = max(0, size - tail_bytes)
            stream.seek(start)
            data = stream.read(size - start)
            latest = _latest(data[0 if start == 0 else _first_record(data) :])
            if latest or start == 0 or tail_bytes >= LARGEST_TAIL:
                return latest
            tail_bytes *= TAIL_GROWTH  # the end is one large record, or none of scalars


def _latest(data: bytes) -> dict[str, ScalarPoint]:
    """The newest points of bytes that begin with a record."""
    latest = LatestPoints()
    for record in RecordDecoder().feed(data):
        latest.add(decode_event(record.data))
    return latest.by_tag


def _first_record(data: bytes) -> int:
    """Where the first record begins in bytes that begin anywhere: at a length with the right checksum."""
    zeros = data.find(HIGH_HALF_OF_LENGTH, 4)
    while 0 <= zeros <= len(data) - (HEADER.size - 4):
        if valid_length(data, zeros - 4) is not None:
            return zeros - 4
        zeros = data.find(HIGH_HALF_OF_LENGTH, zeros + 1)
    return len(data)
