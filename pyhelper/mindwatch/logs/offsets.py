"""Offsets in UTF-16 code units, as VS Code and LSP count them."""

from __future__ import annotations

import re
from bisect import bisect_left

BEYOND_ONE_UNIT = re.compile("[\U00010000-\U0010ffff]")


class Utf16Offsets:
    """Turns offsets into a text into UTF-16 offsets."""

    def __init__(self, text: str) -> None:
        self._wide = [match.start() for match in BEYOND_ONE_UNIT.finditer(text)]

    def of(self, index: int) -> int:
        """How many code units stand before the character at `index`."""
        return index + bisect_left(self._wide, index)
