"""`mindwatch stop`: end a training, gently first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Optional

import click

from mindwatch.app.stopping import Stops
from mindwatch.cli.inspect_commands import HOW_RUNS_ARE_NAMED, json_option, run_argument
from mindwatch.cli.output import print_json
from mindwatch.cli.spoken import SpokenCommand, paragraphs
from mindwatch.cli.workspace import open_place, workspace_options
from mindwatch.protocol.messages import StopRequest
from mindwatch.texts import mark


@click.command(
    cls=SpokenCommand,
    help=paragraphs(
        mark("Stop RUN: SIGINT, then SIGTERM, then SIGKILL to all its processes."),
        HOW_RUNS_ARE_NAMED,
        mark("A second stop of the same run moves on at once."),
    ),
)
@run_argument
@workspace_options
@click.option("--now", is_flag=True, help=mark("Kill at once, without asking first."))
@json_option
def stop(run: str, workspace: Optional[Path], summary_base: Optional[str], now: bool, as_json: bool) -> None:
    """Stop a run."""
    place = open_place(workspace, summary_base)
    folder = place.runs.find(run).folder
    result = Stops(place.runs).stop(
        StopRequest(str(folder), now), lambda change: print(change.text, file=sys.stderr, flush=True)
    )
    if as_json:
        print_json(result)
    else:
        print(result.text)
    sys.exit(1 if result.stage == "still_alive" else 0)
