"""Messages as JSON values; the same for the wire and for the CLI's `--json`."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any

from mindwatch.model.errors import MindWatchError
from mindwatch.protocol.messages import ErrorData


def to_wire(message: Any) -> Any:
    """Return a message as plain JSON values; a float that JSON cannot write becomes text."""
    if message is None or isinstance(message, (str, int)):
        return message  # Most values are: a list of hundreds of runs is sent again and again.
    if isinstance(message, float):
        return message if math.isfinite(message) else str(message)
    if isinstance(message, dict):
        return {key: to_wire(value) for key, value in message.items()}
    if isinstance(message, (list, tuple)):
        return [to_wire(value) for value in message]
    if dataclasses.is_dataclass(message) and not isinstance(message, type):
        kind: type = type(message)
        return {name: to_wire(getattr(message, name)) for name in field_names(kind)}
    return message


@functools.cache
def field_names(message_type: Any) -> tuple[str, ...]:
    """Return the names of a message's fields, looked up once."""
    return tuple(field.name for field in dataclasses.fields(message_type))


def error_data(error: MindWatchError) -> ErrorData:
    """Return what travels of an error."""
    return ErrorData(error.code, error.text, error.next_step, error.details)
