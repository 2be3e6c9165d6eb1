"""Messages as JSON values; the same for the wire and for the CLI's `--json`."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from mindwatch.model.errors import MindWatchError
from mindwatch.protocol.messages import ErrorData


def to_wire(message: Any) -> Any:
    """Return a message as plain JSON values; a float that JSON cannot write becomes text."""
    if dataclasses.is_dataclass(message) and not isinstance(message, type):
        return {field.name: to_wire(getattr(message, field.name)) for field in dataclasses.fields(message)}
    if isinstance(message, dict):
        return {key: to_wire(value) for key, value in message.items()}
    if isinstance(message, (list, tuple)):
        return [to_wire(value) for value in message]
    if isinstance(message, float) and not math.isfinite(message):
        return str(message)
    return message


def error_data(error: MindWatchError) -> ErrorData:
    """Return what travels of an error."""
    return ErrorData(error.code, error.text, error.next_step, error.details)
