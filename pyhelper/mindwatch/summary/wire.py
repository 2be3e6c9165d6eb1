"""The protobuf wire format, as much of it as event files need."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
DOUBLE = struct.Struct("<d")
FLOAT = struct.Struct("<f")


class MalformedMessageError(ValueError):
    """The bytes are not a protobuf message; stays inside this room."""


class Field(NamedTuple):
    """One field of a message: a varint's `value`, or else where its bytes are."""

    number: int
    kind: int
    value: int
    start: int
    end: int


def fields(data: bytes, start: int, end: int) -> Iterator[Field]:
    """The fields of the message between two positions, in the order they were written."""
    position = start
    while position < end:
        key, position = varint(data, position, end)
        number, kind = key >> 3, key & 7
        if kind == VARINT:
            value, position = varint(data, position, end)
            yield Field(number, kind, value, position, position)
            continue
        length, position = _length(data, position, end, kind)
        if position + length > end:
            raise MalformedMessageError
        yield Field(number, kind, 0, position, position + length)
        position += length


def varint(data: bytes, position: int, end: int) -> tuple[int, int]:
    """An unsigned number and the position after it."""
    value = shift = 0
    while position < end and shift < 64:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7
    raise MalformedMessageError


def signed(value: int) -> int:
    """A varint read as int64."""
    value &= 0xFFFFFFFFFFFFFFFF
    return value - (1 << 64) if value >> 63 else value


def _length(data: bytes, position: int, end: int, kind: int) -> tuple[int, int]:
    """How many bytes a field has and where they begin."""
    if kind == BYTES:
        return varint(data, position, end)
    if kind == FIXED64:
        return 8, position
    if kind == FIXED32:
        return 4, position
    raise MalformedMessageError
