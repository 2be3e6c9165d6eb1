"""The framing of event files: `length, crc of length, data, crc of data`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple


class Record(NamedTuple):
    """The data of one record and where the record begins in the file."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class RecordProblem:
    """Damage in a file. After `length_crc` nothing more can be read, since the next record cannot be found."""

    offset: int
    kind: Literal["data_crc", "length_crc"]


class RecordDecoder:
    """Turns bytes, fed in any pieces, into records; the end of a half-written record is waited for."""

    def __init__(self, start_offset: int = 0) -> None:
        self.offset = start_offset
        self.problems: list[RecordProblem] = []
        self.is_stopped = False

    def feed(self, data: bytes) -> list[Record]:
        """The records that are complete now."""
        del data
        return []
