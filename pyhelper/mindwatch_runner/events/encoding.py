"""The two messages we write, as protocol buffers prescribe them, and the frame around each."""

import struct
from typing import Dict, Iterable, Tuple

from mindwatch_runner.events.checksum import masked_crc32c

_WALL_TIME = struct.Struct("<Bd")  # Event.wall_time = 1
_STEP = b"\x10"  # Event.step = 2
_FILE_VERSION = b"\x1a"  # Event.file_version = 3
_SUMMARY = b"\x2a"  # Event.summary = 5
_VALUE = b"\x0a"  # Summary.value = 1
_TAG = b"\x0a"  # Summary.Value.tag = 1
_SIMPLE_VALUE = b"\x15"  # Summary.Value.simple_value = 2
_FLOAT = struct.Struct("<f")
_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")

_value_heads: Dict[str, bytes] = {}
_length_frames: Dict[int, bytes] = {}


def version_event(wall_time: float) -> bytes:
    """The event that every event file starts with."""
    version = b"brain.Event:2"
    return _WALL_TIME.pack(0x09, wall_time) + _FILE_VERSION + _varint(len(version)) + version


def scalars_event(wall_time: float, step: int, scalars: Iterable[Tuple[str, float]]) -> bytes:
    """All scalars of one step in one event."""
    summary = b"".join([_value_head(tag) + _float32(value) for tag, value in scalars])
    return b"".join(
        (_WALL_TIME.pack(0x09, wall_time), _STEP, _varint(step), _SUMMARY, _varint(len(summary)), summary)
    )


def framed(event: bytes) -> bytes:
    """The event as a record of the file."""
    return b"".join((_length_frame(len(event)), event, _CHECKSUM.pack(masked_crc32c(event))))


def _value_head(tag: str) -> bytes:
    # There are few tags and many steps.
    head = _value_heads.get(tag)
    if head is None:
        name = tag.encode("utf-8")
        inside = _TAG + _varint(len(name)) + name + _SIMPLE_VALUE
        head = _value_heads[tag] = _VALUE + _varint(len(inside) + _FLOAT.size) + inside
    return head


def _length_frame(length: int) -> bytes:
    frame = _length_frames.get(length)
    if frame is None:
        data = _LENGTH.pack(length)
        frame = _length_frames[length] = data + _CHECKSUM.pack(masked_crc32c(data))
    return frame


def _float32(value: float) -> bytes:
    try:
        return _FLOAT.pack(value)
    except OverflowError:
        return _FLOAT.pack(float("inf") if value > 0 else float("-inf"))


def _varint(number: int) -> bytes:
    if number < 0:
        number += 1 << 64
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)
