"""An event file that may still be growing."""

from __future__ import annotations

from pathlib import Path

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary.records import RecordProblem

READ_BYTES = 16 * 1024 * 1024


class EventFileReader:
    """Gives the points of one file that were added since the last call; keeps no file open in between."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[RecordProblem] = []
        self.restarts = 0

    @property
    def offset(self) -> int:
        """Where the next record begins that has not been read."""
        return 0

    def read_new(self, max_bytes: int = READ_BYTES) -> list[ScalarPoint]:
        """The next points, at most `max_bytes` of the file; empty when there is nothing new.

        A file that became shorter is read again from its beginning and `restarts` grows by one.
        Raises OSError when the file cannot be read.
        """
        del max_bytes
        return []
