"""The checksum of event files: CRC-32C, masked.

In plain Python the usual byte by byte loop costs more than all the rest of a record. A checksum is linear, so
for records that differ in a few known places only, the bytes in those places can be looked up one by one.
"""

from array import array
from functools import reduce
from operator import getitem, itemgetter, xor
from typing import List, Sequence


def _byte_table() -> "array[int]":
    table = array("I")
    for number in range(256):
        for _ in range(8):
            number = number >> 1 ^ (0x82F63B78 if number & 1 else 0)  # noqa: PLW2901
        table.append(number)
    return table


# What a byte adds to the checksum when this many bytes follow it.
_tables: "List[array[int]]" = [_byte_table()]


def crc32c(data: bytes) -> int:
    """The plain checksum."""
    table = _tables[0]
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def masked(crc: int) -> int:
    """The checksum as it stands in the file."""
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def masked_crc32c(data: bytes) -> int:
    """The checksum of the data as it stands in the file."""
    return masked(crc32c(data))


class ChecksumOfVariants:
    """The checksum of byte strings that differ from a model in the given places only (two or more)."""

    def __init__(self, model: bytes, places: Sequence[int]) -> None:
        blank = bytearray(model)
        for place in places:
            blank[place] = 0
        self._of_blank = crc32c(bytes(blank))
        self._bytes_in_places = itemgetter(*places)
        self._tables = [_table(len(model) - 1 - place) for place in places]

    def of(self, data: bytes) -> int:
        """The plain checksum."""
        return reduce(xor, map(getitem, self._tables, self._bytes_in_places(data)), self._of_blank)


def _table(bytes_that_follow: int) -> "array[int]":
    first = _tables[0]
    while len(_tables) <= bytes_that_follow:
        _tables.append(array("I", [first[crc & 0xFF] ^ crc >> 8 for crc in _tables[-1]]))
    return _tables[bytes_that_follow]
