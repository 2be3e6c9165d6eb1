"""Where a path may end when nothing marks its end."""

from __future__ import annotations

import re

MOST_READINGS = 12
CLOSING = ".,;:!?)]}>\"'`，。；：！？）】》”’、…"
BLANK = re.compile(r"\s+")


def ends_of(text: str) -> list[int]:
    """The lengths of the readings of a text that begins with a path, the longest first.

    The path may end at every blank, with and without the punctuation before it. Of too many readings those
    next to both ends are kept: the whole text, and the first words.
    """
    cuts = [match.start() for match in BLANK.finditer(text)]
    ends: list[int] = []
    for cut in [len(text), *reversed(cuts)]:
        whole = len(text[:cut].rstrip())
        ends += [whole, len(text[:whole].rstrip(CLOSING))]
    ordered = sorted({end for end in ends if end}, reverse=True)
    return (
        ordered
        if len(ordered) <= MOST_READINGS
        else ordered[: MOST_READINGS // 2] + ordered[-MOST_READINGS // 2 :]
    )
