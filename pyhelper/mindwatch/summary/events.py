"""TensorBoard's `Event` messages, read without protobuf."""

from __future__ import annotations

from typing import Optional

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary.tensors import scalar_of_tensor
from mindwatch.summary.wire import (
    BYTES,
    DOUBLE,
    FIXED32,
    FIXED64,
    FLOAT,
    VARINT,
    Field,
    MalformedMessageError,
    fields,
    signed,
)

WALL_TIME, STEP, SUMMARY = 1, 2, 5
VALUE = 1
TAG, SIMPLE_VALUE, TENSOR, METADATA = 1, 2, 8, 9
PLUGIN_DATA, PLUGIN_NAME = 1, 1
SCALARS_PLUGIN = "scalars"


def decode_event(data: bytes) -> list[ScalarPoint]:
    """The scalars of one event, plain or as tensors; nothing for other events and for malformed ones."""
    try:
        return _scalars(data)
    except MalformedMessageError:
        return []


def _scalars(data: bytes) -> list[ScalarPoint]:
    """The scalars of one event; raises when the bytes are no message."""
    wall_time, step = 0.0, 0
    values: list[tuple[str, float]] = []
    for field in fields(data, 0, len(data)):
        if field.number == WALL_TIME and field.kind == FIXED64:
            wall_time = DOUBLE.unpack_from(data, field.start)[0]
        elif field.number == STEP and field.kind == VARINT:
            step = signed(field.value)
        elif field.number == SUMMARY and field.kind == BYTES:
            values += _summary_values(data, field)
    return [ScalarPoint(tag, step, wall_time, value) for tag, value in values]


def _summary_values(data: bytes, summary: Field) -> list[tuple[str, float]]:
    """Tag and value of every scalar in a summary."""
    values = []
    for field in fields(data, summary.start, summary.end):
        if field.number == VALUE and field.kind == BYTES:
            named = _named_value(data, field)
            if named is not None:
                values.append(named)
    return values


def _named_value(data: bytes, summary_value: Field) -> Optional[tuple[str, float]]:
    """Tag and value, or None when it is not a scalar."""
    tag, value, plugin = "", None, SCALARS_PLUGIN
    for field in fields(data, summary_value.start, summary_value.end):
        if field.number == SIMPLE_VALUE and field.kind == FIXED32:
            value = float(FLOAT.unpack_from(data, field.start)[0])
        elif field.kind != BYTES:
            continue
        elif field.number == TAG:
            tag = data[field.start : field.end].decode("utf-8", "replace")
        elif field.number == TENSOR:
            value = scalar_of_tensor(data, field.start, field.end)
        elif field.number == METADATA:
            plugin = _plugin_name(data, field) or plugin
    return None if value is None or plugin != SCALARS_PLUGIN else (tag, value)


def _plugin_name(data: bytes, metadata: Field) -> str:
    """The dashboard a value is meant for, empty when it is not said."""
    for field in fields(data, metadata.start, metadata.end):
        if field.number == PLUGIN_DATA and field.kind == BYTES:
            for item in fields(data, field.start, field.end):
                if item.number == PLUGIN_NAME and item.kind == BYTES:
                    return data[item.start : item.end].decode("utf-8", "replace")
    return ""
