"""The checksum of event files: CRC-32C, masked."""

from typing import List


def _build_table() -> List[int]:
    table = []
    for number in range(256):
        for _ in range(8):
            number = number >> 1 ^ (0x82F63B78 if number & 1 else 0)  # noqa: PLW2901
        table.append(number)
    return table


_TABLE = _build_table()


def crc32c(data: bytes) -> int:
    """The plain checksum."""
    table = _TABLE
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def masked_crc32c(data: bytes) -> int:
    """The checksum as it stands in the file."""
    crc = crc32c(data)
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
