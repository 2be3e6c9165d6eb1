"""`mindwatch stop`: end a training, gently first."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Optional

import click

from mindwatch.app.stopping import Stops
from mindwatch.cli.output import print_json
from mindwatch.cli.workspace import open_place, workspace_options
from mindwatch.protocol.messages import StopRequest


@click.command()
@click.argument("run")
@workspace_options
@click.option("--now", is_flag=True, help="Kill at once, without asking first.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def stop(run: str, workspace: Optional[Path], summary_base: Optional[Path], now: bool, as_json: bool) -> None:
    """Stop RUN: SIGINT, then SIGTERM, then SIGKILL to all its processes.

    RUN is a folder, a name, the beginning of a name, or `latest`. A second stop of the same run moves on at
    once.
    """
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
