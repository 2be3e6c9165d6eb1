"""Paths found in text. Offsets are UTF-16 code units, as in VS Code and LSP."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

LinkKind = Literal["summary", "profiler", "checkpoint", "tensorboard", "log", "source", "file"]


@dataclass(frozen=True)
class PathReading:
    """One way to read where a path begins and ends."""

    start: int
    end: int
    path_text: str


@dataclass(frozen=True)
class FoundPath:
    """A piece of text that looks like a path; whether it exists is not known here.

    `line_number` and `column` count from 1; 0 means none. A path with blanks cannot be told from the words
    after it, so `shorter` holds the other possible readings, the longest first.
    """

    start: int
    end: int
    kind: LinkKind
    path_text: str
    line_number: int = 0
    column: int = 0
    shorter: tuple[PathReading, ...] = ()

    def readings(self) -> Iterator[PathReading]:
        """All readings, the longest first: take the first that exists."""
        yield PathReading(self.start, self.end, self.path_text)
        yield from self.shorter
