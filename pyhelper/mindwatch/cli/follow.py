"""Show a training's output as it comes, with one line of progress below it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Optional, Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from mindwatch.cli.output import progress_line
from mindwatch.protocol.messages import RunRow

POLL_SECONDS = 0.1
READ_BYTES = 1024 * 1024


class Screen(Protocol):
    """What shows a training."""

    def output(self, data: bytes) -> None:
        """Show more of the log."""

    def progress(self, row: RunRow) -> None:
        """Show where the training is."""

    def notice(self, text: str) -> None:
        """Show a sentence of ours."""

    def close(self) -> None:
        """Leave the terminal as it was."""


@dataclass
class PlainScreen:
    """Passes the training's bytes on as they are; our own sentences go to standard error."""

    stream: BinaryIO
    is_in_line: bool = False

    def output(self, data: bytes) -> None:
        """Pass on, at once."""
        self.stream.write(data)
        self.stream.flush()
        self.is_in_line = not data.endswith(b"\n")

    def progress(self, row: RunRow) -> None:
        """Show nothing: a log is no place for a line that changes."""

    def notice(self, text: str) -> None:
        """Show a sentence of ours."""
        print(text, file=sys.stderr, flush=True)

    def close(self) -> None:
        """End the line that the training has left open: our last sentence follows."""
        if self.is_in_line:
            self.output(b"\n")


class TerminalScreen:
    """Prints whole lines above one that is drawn again and again."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._live = Live(Text(""), console=console, auto_refresh=False, transient=True)
        self._live.start()
        self._tail = b""
        self._shown = ""

    def output(self, data: bytes) -> None:
        """Print the lines that are complete now; of a rewritten line its last form."""
        *lines, self._tail = (self._tail + data).split(b"\n")
        for line in lines:
            self._print(line)

    def _print(self, line: bytes) -> None:
        text = line.decode("utf-8", errors="replace").rstrip("\r").rsplit("\r", 1)[-1]
        self._console.print(Text.from_ansi(text), soft_wrap=True, highlight=False)

    def progress(self, row: RunRow) -> None:
        """Draw the line anew where it has changed."""
        text = progress_line(row)
        if text != self._shown:
            line = Text(text, style="cyan", no_wrap=True, overflow="ellipsis")
            self._live.update(line, refresh=True)
            self._shown = text

    def notice(self, text: str) -> None:
        """Print a sentence of ours."""
        self._console.print(Text(text, style="yellow"), soft_wrap=True)

    def close(self) -> None:
        """Print what has no line end and remove the progress."""
        if self._tail:
            self._print(self._tail)
            self._tail = b""
        self._live.stop()


@dataclass
class LogReader:
    """Reads what a log has gained; keeps no file open. A log that has become shorter is another one."""

    path: Path
    offset: int = 0

    def read_new(self) -> bytes:
        """Return the next piece; empty when there is nothing new."""
        try:
            with self.path.open("rb") as stream:
                if stream.seek(0, os.SEEK_END) < self.offset:
                    self.offset = 0
                stream.seek(self.offset)
                data = stream.read(READ_BYTES)
        except OSError:
            return b""
        self.offset += len(data)
        return data


@dataclass
class Follower:
    """Follows one run until it has ended."""

    reader: LogReader
    read_row: Callable[[], RunRow]
    screen: Screen

    def follow(self, at_each_look: Optional[Callable[[], None]] = None) -> RunRow:
        """Show the log until the end."""
        while True:
            # The row is read before the log: what was written before the end is then surely shown.
            row = self.read_row()
            while data := self.reader.read_new():
                self.screen.output(data)
            if not row.is_active:
                return row
            self.screen.progress(row)
            if at_each_look:
                at_each_look()
            time.sleep(POLL_SECONDS)
