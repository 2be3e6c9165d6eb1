"""The two messages we write, as protocol buffers prescribe them, each in the frame of a record."""

import struct
from typing import Dict, Iterable, List, Mapping, Set, Tuple

from mindwatch_runner.events.checksum import ChecksumOfVariants, masked, masked_crc32c

_WALL_TIME = struct.Struct("<Bd")  # Event.wall_time = 1
_STEP = b"\x10"  # Event.step = 2
_FILE_VERSION = b"\x1a"  # Event.file_version = 3
_SUMMARY = b"\x2a"  # Event.summary = 5
_VALUE = b"\x0a"  # Summary.value = 1
_TAG = b"\x0a"  # Summary.Value.tag = 1
_SIMPLE_VALUE = b"\x15"  # Summary.Value.simple_value = 2
_LENGTH = struct.Struct("<Q")
_CHECKSUM = struct.Struct("<I")
_WALL_TIME_LENGTH = _WALL_TIME.size
_FLOAT_LENGTH = 4
_LARGEST_FLOAT = 3.4028235677973366e38  # from here on the nearest float32 is infinity

Tags = Tuple[str, ...]


def version_record(wall_time: float) -> bytes:
    """The record that every event file starts with."""
    version = b"brain.Event:2"
    return _framed(_WALL_TIME.pack(0x09, wall_time) + _FILE_VERSION + _varint(len(version)) + version)


class ScalarsEncoder:
    """Makes records that hold all scalars of one step.

    Most steps have the same tags as the one before: their layout is worked out once and then filled in.
    """

    def __init__(self) -> None:
        self._layouts: Dict[Tuple[Tags, int], Layout] = {}
        self._seen: Set[Tuple[Tags, int]] = set()

    def record(self, wall_time: float, step: int, scalars: Mapping[str, float]) -> bytes:
        """One record, ready to be written."""
        step_bytes = _varint(step)
        key = (tuple(scalars), len(step_bytes))
        layout = self._layouts.get(key)
        if layout is None:
            layout = Layout(*key)
            if key not in self._seen:
                self._seen.add(key)
                return _framed(layout.event(wall_time, step_bytes, scalars.values()))
            layout.prepare_checksum()
            self._layouts[key] = layout
        return layout.record(wall_time, step_bytes, scalars.values())


class Layout:
    """The form of an event with these tags; only time, step and values are open."""

    def __init__(self, tags: Tags, step_length: int) -> None:
        heads = [_value_head(tag) for tag in tags]
        summary_length = sum(len(head) + _FLOAT_LENGTH for head in heads)
        after_step = _SUMMARY + _varint(summary_length)
        self._texts: List[bytes] = [after_step + heads[0], *heads[1:]]
        parts = "".join("{}sf".format(len(text)) for text in self._texts)
        self._struct = struct.Struct("<Bdc{}s{}".format(step_length, parts))
        self._step_length = step_length

    def prepare_checksum(self) -> None:
        """Worth its milliseconds for a layout that comes again and again."""
        model = self.event(0.0, bytes(self._step_length), [0.0] * len(self._texts))
        self._checksum = ChecksumOfVariants(model, self._open_places())
        length = _LENGTH.pack(len(model))
        self._frame_head = length + _CHECKSUM.pack(masked_crc32c(length))

    def event(self, wall_time: float, step_bytes: bytes, values: Iterable[float]) -> bytes:
        """The event with its values, which come in the order of the tags."""
        fields: List[object] = [0x09, wall_time, _STEP, step_bytes]
        for text, value in zip(self._texts, values):
            fields += (text, value)
        try:
            return self._struct.pack(*fields)
        except OverflowError:
            return self._struct.pack(*[_clipped(field) for field in fields])

    def record(self, wall_time: float, step_bytes: bytes, values: Iterable[float]) -> bytes:
        """The event in its frame."""
        event = self.event(wall_time, step_bytes, values)
        return b"".join((self._frame_head, event, _CHECKSUM.pack(masked(self._checksum.of(event)))))

    def _open_places(self) -> List[int]:
        step = _WALL_TIME_LENGTH + len(_STEP)
        places = list(range(1, _WALL_TIME_LENGTH)) + list(range(step, step + self._step_length))
        place = step + self._step_length
        for text in self._texts:
            place += len(text)
            places += range(place, place + _FLOAT_LENGTH)
            place += _FLOAT_LENGTH
        return places


def _value_head(tag: str) -> bytes:
    name = tag.encode("utf-8", "backslashreplace")
    inside = _TAG + _varint(len(name)) + name + _SIMPLE_VALUE
    return _VALUE + _varint(len(inside) + _FLOAT_LENGTH) + inside


def _framed(event: bytes) -> bytes:
    length = _LENGTH.pack(len(event))
    return b"".join(
        (length, _CHECKSUM.pack(masked_crc32c(length)), event, _CHECKSUM.pack(masked_crc32c(event)))
    )


def _clipped(field: object) -> object:
    if isinstance(field, float) and abs(field) >= _LARGEST_FLOAT:
        return float("inf") if field > 0 else float("-inf")
    return field


def _varint(number: int) -> bytes:
    if number < 0:
        number += 1 << 64
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)
