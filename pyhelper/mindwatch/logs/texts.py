"""Log text as a person would read it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

ESCAPE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|"
    r"[()*+][0-9A-Za-z]|[@-Z\\-~])?"
)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]")

NOISE = re.compile(
    r"^\s*(?:[-=*_#~^ ]*$|mindspore/\S+\.(?:cc|h)[:(]\d+|- C\+\+ Call Stack|"
    r"\[(?:WARNING|INFO)\] [A-Z_]+\(\d+,[0-9a-f]+,)"
)
"""Lines that say nothing to the user: rules, carets, and what MindSpore says to its own developers."""

TRACEBACK = "Traceback (most recent call last):"
USER_CODE_BLOCK = re.compile(r"^\s*- Python Call Stack")
EXCEPTION = re.compile(r"^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:: .*|:?$)")
ONLY_PASSES_ON = re.compile(r"^RuntimeError: Distributed job exited with exception")
WITHOUT_TRACEBACK = re.compile(
    r"^(?:[A-Za-z_][\w.]*(?:Error|Exception): |\S+: error: |.*: can't open file |Segmentation fault|"
    r"Fatal Python error|Killed\b|.*No such file or directory$|.*command not found)"
)


def clean_text(text: str) -> str:
    """The text without terminal colours, with rewritten lines as they look at the end."""
    plain = CONTROL.sub("", ESCAPE.sub("", text))
    return "\n".join(_as_it_looks(line) for line in plain.split("\n"))


def last_lines(text: str, count: int) -> list[str]:
    """The last lines that say something, oldest first."""
    lines = [line.rstrip() for line in clean_text(text).split("\n")]
    telling = [line for line in lines if line.strip() and not NOISE.match(line)]
    return telling[-count:] if count > 0 else []


def reason_line(lines: Sequence[str]) -> str:
    """The line of a failure that says why, empty when there is none.

    Of a traceback it is the exception; of several the last, unless MindSpore reports an exception of the
    user's own code under "Python Call Stack", or the last one only passes on that a worker has failed.
    """
    exceptions = list(_exceptions(lines))
    blocks = [number for number, line in enumerate(lines) if USER_CODE_BLOCK.match(line)]
    in_user_code = [text for number, text in exceptions if blocks and number > blocks[-1]]
    if in_user_code:
        return in_user_code[0]
    original = [text for _, text in exceptions if not ONLY_PASSES_ON.match(text)]
    if original or exceptions:
        return (original or [text for _, text in exceptions])[-1]
    return next((line.strip() for line in reversed(lines) if WITHOUT_TRACEBACK.match(line)), "")


def _as_it_looks(line: str) -> str:
    """The last segment of a line that was rewritten with carriage returns."""
    if "\r" not in line:
        return line
    return next((segment for segment in reversed(line.split("\r")) if segment.strip()), "")


def _exceptions(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Line number and text of the exception that ends each traceback."""
    is_inside = False
    for number, line in enumerate(lines):
        if TRACEBACK in line:
            is_inside = True
        elif is_inside and line and not line[0].isspace() and EXCEPTION.match(line):
            yield number, line.strip()
            is_inside = False
