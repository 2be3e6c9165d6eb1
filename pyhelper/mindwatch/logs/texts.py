"""Log text as a person would read it."""

from __future__ import annotations

from collections.abc import Sequence


def clean_text(text: str) -> str:
    """The text without terminal colours, with rewritten lines as they look at the end."""
    return text


def last_lines(text: str, count: int) -> list[str]:
    """The last lines that say something, oldest first."""
    return text.splitlines()[-count:]


def reason_line(lines: Sequence[str]) -> str:
    """The line of a failure that says why: of a traceback the innermost exception, else empty."""
    return lines[-1] if lines else ""
