"""`mindwatch logs`: print what a training has written."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Optional

import click

from mindwatch.cli.follow import Follower, LogReader, PlainScreen
from mindwatch.cli.inspect_commands import HOW_RUNS_ARE_NAMED, json_option, run_argument
from mindwatch.cli.output import print_json
from mindwatch.cli.spoken import SpokenCommand, paragraphs
from mindwatch.cli.workspace import open_place, workspace_options
from mindwatch.model.errors import BadUsageError
from mindwatch.runs.records import LOG_FILE
from mindwatch.texts import mark, translate


@click.command(cls=SpokenCommand, help=paragraphs(mark("Print the log of RUN."), HOW_RUNS_ARE_NAMED))
@run_argument
@workspace_options
@click.option(
    "-f", "--follow", is_flag=True, help=mark("Go on showing what is written until the training ends.")
)
@click.option("-n", "--lines", type=click.IntRange(min=0), help=mark("Only the last LINES lines."))
@json_option
def logs(run: str, lines: Optional[int], follow: bool, as_json: bool, **where: Any) -> None:
    """Print the log of a run."""
    if follow and as_json:
        raise BadUsageError(
            translate("--follow and --json do not go together."), translate("Leave one of them out.")
        )
    place = open_place(**where)
    # A run whose record cannot be read still has its log.
    folder = place.runs.find_folder(run)
    path = folder / LOG_FILE
    reader = LogReader(path, 0 if lines is None else offset_of_last_lines(path, lines))
    if as_json:
        print_json({"run_folder": str(folder), "log_path": str(path), "lines": all_lines(reader)})
        return
    screen = PlainScreen(sys.stdout.buffer)
    if follow:
        Follower(reader, lambda: place.runs.row(folder), screen).follow()
        return
    while data := reader.read_new():
        screen.output(data)


def all_lines(reader: LogReader) -> list[str]:
    """Return the rest of a log as the lines that a terminal would count."""
    *lines, rest = b"".join(iter(reader.read_new, b"")).decode("utf-8", errors="replace").split("\n")
    return [*lines, rest] if rest else lines


def offset_of_last_lines(path: Path, count: int) -> int:
    """Return where the last lines begin, read from the end so that a long log costs nothing."""
    if not path.exists():
        return 0
    with path.open("rb") as stream:
        position = end = stream.seek(0, os.SEEK_END)
        if count == 0:
            return end
        newlines = 0
        while position > 0:
            size = min(64 * 1024, position)
            position -= size
            stream.seek(position)
            block = stream.read(size)
            for index in range(len(block) - 1, -1, -1):
                if block[index] == 0x0A and position + index != end - 1:
                    newlines += 1
                    if newlines == count:
                        return position + index + 1
    return 0
