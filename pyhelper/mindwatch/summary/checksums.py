"""The checksum of event files: CRC-32C (Castagnoli), masked as TensorFlow does.

A compiled implementation is used when one of the well-known packages happens to be there; the table below
does the same at about a tenth of a microsecond a byte.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

POLYNOMIAL = 0x82F63B78
MASK_DELTA = 0xA282EAD8
KNOWN_ANSWER = (b"123456789", 0xE3069283)
COMPILED = (("google_crc32c", "value"), ("crc32c", "crc32c"))


def _table() -> tuple[int, ...]:
    """The checksum of each single byte."""
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = (value >> 1) ^ (POLYNOMIAL if value & 1 else 0)
        table.append(value)
    return tuple(table)


_TABLE = _table()


def crc32c_in_python(data: bytes) -> int:
    """CRC-32C without any package."""
    table = _TABLE
    value = 0xFFFFFFFF
    for byte in data:
        value = table[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def _best_implementation() -> Callable[[bytes], int]:
    """A compiled implementation that gives the known answer, else our own."""
    for module_name, function_name in COMPILED:
        try:
            compiled: Callable[[bytes], int] = getattr(importlib.import_module(module_name), function_name)
            if compiled(KNOWN_ANSWER[0]) == KNOWN_ANSWER[1]:
                return compiled
        except (ImportError, AttributeError, TypeError):
            continue
    return crc32c_in_python


crc32c: Callable[[bytes], int] = _best_implementation()


def masked_crc32c(data: bytes) -> int:
    """The checksum as it is stored beside the data."""
    value = crc32c(data)
    return (((value >> 15) | (value << 17)) + MASK_DELTA) & 0xFFFFFFFF
