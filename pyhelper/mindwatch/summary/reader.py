"""An event file that may still be growing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Optional

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary.events import decode_event
from mindwatch.summary.records import RecordDecoder, RecordProblem

READ_BYTES = 16 * 1024 * 1024


class EventFileReader:
    """Gives the points of one file that were added since the last call; keeps no file open in between."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.restarts = 0
        self._decoder = RecordDecoder()
        self._identity: Optional[tuple[int, int]] = None

    @property
    def offset(self) -> int:
        """Where the next record begins that has not been read."""
        return self._decoder.offset

    @property
    def problems(self) -> list[RecordProblem]:
        """What was damaged in the file as it is now."""
        return list(self._decoder.problems)

    def read_new(self, max_bytes: int = READ_BYTES) -> list[ScalarPoint]:
        """The next points; empty when the end of the file is reached.

        The file is read in pieces of `max_bytes` until there is a point. A file that became shorter or was
        replaced is read again from its beginning, and `restarts` grows by one. Raises OSError when it cannot
        be read.
        """
        with self.path.open("rb") as stream:
            self._restart_if_replaced(os.fstat(stream.fileno()))
            stream.seek(self._decoder.end_offset)
            while not self._decoder.is_stopped:
                data = stream.read(max_bytes)
                if not data:
                    break
                points = [point for record in self._decoder.feed(data) for point in decode_event(record.data)]
                if points:
                    return points
        return []

    def _restart_if_replaced(self, status: os.stat_result) -> None:
        """Begin again when this is not the file we know, grown."""
        identity = (status.st_dev, status.st_ino)
        was_replaced = self._identity not in (None, identity) or status.st_size < self._decoder.end_offset
        self._identity = identity
        if was_replaced:
            self._decoder = RecordDecoder()
            self.restarts += 1
