"""TensorFlow's `TensorProto` with a single number in it, the way newer writers store scalars."""

from __future__ import annotations

import struct
from typing import Optional

from mindwatch.summary.wire import BYTES, DOUBLE, FLOAT, VARINT, Field, fields, signed, varint

CONTENT_FORMATS = {
    1: "<f", 2: "<d", 3: "<i", 4: "<B", 5: "<h", 6: "<b",
    9: "<q", 10: "<?", 17: "<H", 19: "<e", 22: "<I", 23: "<Q",
}  # fmt: skip
"""Data type number to the layout of one element in `tensor_content`."""

HALF, BFLOAT16 = 19, 14
DTYPE, SHAPE, CONTENT = 1, 2, 4
FLOAT_VALUES, DOUBLE_VALUES, HALF_VALUES = 5, 6, 13
INTEGER_VALUES = {7, 10, 11, 16, 17}


def scalar_of_tensor(data: bytes, start: int, end: int) -> Optional[float]:
    """The number, or None when the tensor has no element, several, or text."""
    dtype, content, value = 0, b"", None
    for field in fields(data, start, end):
        if field.number == DTYPE:
            dtype = field.value
        elif field.number == SHAPE and not _has_one_element(data, field):
            return None
        elif field.number == CONTENT:
            content = data[field.start : field.end]
        elif value is None:
            value = _first_value(data, field, dtype)
    return _number_of_content(content, dtype) if content else value


def _has_one_element(data: bytes, shape: Field) -> bool:
    """Whether all dimensions of a shape are 1."""
    for dimension in fields(data, shape.start, shape.end):
        if dimension.number == 2 and dimension.kind == BYTES:
            sizes = [item.value for item in fields(data, dimension.start, dimension.end) if item.number == 1]
            if sizes != [1]:
                return False
    return True


def _first_value(data: bytes, field: Field, dtype: int) -> Optional[float]:
    """The first number of one of the typed lists, packed or not."""
    size = field.end - field.start
    if field.number == FLOAT_VALUES and size >= FLOAT.size:
        return float(FLOAT.unpack_from(data, field.start)[0])
    if field.number == DOUBLE_VALUES and size >= DOUBLE.size:
        return float(DOUBLE.unpack_from(data, field.start)[0])
    if field.number not in INTEGER_VALUES and field.number != HALF_VALUES:
        return None
    if field.kind != VARINT and size == 0:
        return None
    number = field.value if field.kind == VARINT else varint(data, field.start, field.end)[0]
    return float(signed(number)) if field.number != HALF_VALUES else _half(number & 0xFFFF, dtype)


def _number_of_content(content: bytes, dtype: int) -> Optional[float]:
    """The number in `tensor_content`."""
    if dtype == BFLOAT16 and len(content) == 2:
        return _half(int.from_bytes(content, "little"), dtype)
    layout = CONTENT_FORMATS.get(dtype)
    if layout is None or struct.calcsize(layout) != len(content):
        return None
    return float(struct.unpack(layout, content)[0])


def _half(bits: int, dtype: int) -> float:
    """A 16 bit float of either kind."""
    if dtype == BFLOAT16:
        return float(FLOAT.unpack(struct.pack("<I", bits << 16))[0])
    return float(struct.unpack("<e", struct.pack("<H", bits))[0])
