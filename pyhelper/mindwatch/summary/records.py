"""The framing of event files: `length, checksum of length, data, checksum of data`."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Literal, NamedTuple, Optional

from mindwatch.summary.checksums import masked_crc32c
from mindwatch.texts import translate

HEADER = struct.Struct("<QI")
FOOTER = struct.Struct("<I")
LARGEST_RECORD = 1 << 30


class Record(NamedTuple):
    """The data of one record and where the record begins in the file."""

    offset: int
    data: bytes


@dataclass(frozen=True)
class RecordProblem:
    """Damage in a file; after `length_crc` nothing more can be read, as the next record cannot be found."""

    offset: int
    kind: Literal["data_crc", "length_crc"]

    @property
    def text(self) -> str:
        """The sentence for the user."""
        if self.kind == "data_crc":
            return translate("The record at byte {offset} is damaged and was left out.", offset=self.offset)
        return translate(
            "The file is damaged at byte {offset}; what follows cannot be read.", offset=self.offset
        )


class RecordDecoder:
    """Turns bytes, fed in any pieces, into records; the end of a half-written record is waited for.

    `offset` is where the next record begins, `problems` what was damaged; once `is_stopped` nothing is read
    any more.
    """

    def __init__(self, start_offset: int = 0) -> None:
        self.offset = start_offset
        self.problems: list[RecordProblem] = []
        self.is_stopped = False
        self._pending = b""

    @property
    def end_offset(self) -> int:
        """Where the bytes end that were fed so far."""
        return self.offset + len(self._pending)

    def feed(self, data: bytes) -> list[Record]:
        """The records that are complete now."""
        if self.is_stopped:
            return []
        buffer = self._pending + data
        records: list[Record] = []
        position = 0
        while (length := self._data_length(buffer, position)) is not None:
            record = self._checked_record(buffer, position, length)
            if record is not None:
                records.append(record)
            size = HEADER.size + length + FOOTER.size
            position += size
            self.offset += size
        self._pending = b"" if self.is_stopped else buffer[position:]
        return records

    def _data_length(self, buffer: bytes, position: int) -> Optional[int]:
        """The length of the record at a position, or None when it is not complete or not a record."""
        if len(buffer) - position < HEADER.size:
            return None
        length = valid_length(buffer, position)
        if length is None:
            self.problems.append(RecordProblem(self.offset, "length_crc"))
            self.is_stopped = True
            return None
        is_complete = len(buffer) - position >= HEADER.size + length + FOOTER.size
        return length if is_complete else None

    def _checked_record(self, buffer: bytes, position: int, length: int) -> Optional[Record]:
        """The record, or None and a problem when its data are damaged."""
        start = position + HEADER.size
        data = buffer[start : start + length]
        if masked_crc32c(data) == FOOTER.unpack_from(buffer, start + length)[0]:
            return Record(self.offset, data)
        self.problems.append(RecordProblem(self.offset, "data_crc"))
        return None


def valid_length(buffer: bytes, position: int) -> Optional[int]:
    """The length that the header at a position gives, or None when the header is damaged."""
    length, checksum = HEADER.unpack_from(buffer, position)
    if length > LARGEST_RECORD or masked_crc32c(buffer[position : position + 8]) != checksum:
        return None
    return int(length)
