"""`mindwatch run`: start a training, show it, and end as it ended."""

from __future__ import annotations

import signal
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

import click

from mindwatch.app import training
from mindwatch.app.stopping import Stops
from mindwatch.cli.follow import Follower, LogReader, PlainScreen, Screen, TerminalScreen
from mindwatch.cli.output import open_console, print_environment, print_json, print_plan
from mindwatch.cli.workspace import Place, open_place, workspace_options
from mindwatch.model.errors import InterpreterWithoutMindSporeError, MindWatchError
from mindwatch.protocol.messages import LaunchRequest, RunRow, StopRequest
from mindwatch.texts import translate


@dataclass(frozen=True)
class RunOptions:
    """How a training is started and shown."""

    detach: bool
    dry_run: bool
    force: bool
    as_json: bool


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--name", default="", help="Name of the experiment (default: the script's).")
@workspace_options
@click.option(
    "--cwd",
    type=click.Choice(["workspace", "script"]),
    help="Where the training runs (default: the setting).",
)
@click.option("--detach", is_flag=True, help="Return once the training runs.")
@click.option("--dry-run", is_flag=True, help="Only show what would be started and what is added to it.")
@click.option("--force", is_flag=True, help="Start even if the Python has no MindSpore.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the run as JSON; the training's output goes to stderr."
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, required=True)
def run(
    name: str,
    workspace: Optional[Path],
    summary_base: Optional[Path],
    cwd: Optional[str],
    command: tuple[str, ...],
    **flags: Any,
) -> None:
    """Run COMMAND, a MindSpore training as you would type it, with monitoring.

    The plan is shown first. Ctrl+C stops the training gracefully, a second one hurries. The exit code is
    the training's, or 128 plus the number of the signal that ended it. Closing the terminal does not end
    the training.

    \b
    mindwatch run -- python train.py --epochs 3
    mindwatch run --detach -- msrun --worker_num=2 train.py
    """
    place = open_place(workspace, summary_base, launch__workingDirectory=cwd)
    request = LaunchRequest(str(place.workspace), "", [], list(command), name)
    sys.exit(launch(place, request, RunOptions(**flags)))


def launch(place: Place, request: LaunchRequest, options: RunOptions) -> int:
    """Show the plan, start, show the training; returns the exit code."""
    plan = training.plan(place.services, request, place.typed_in)
    if options.dry_run and options.as_json:
        print_json(plan)
        return 0
    console = open_console(to_stderr=options.as_json)
    print_plan(console, plan)
    if options.dry_run:
        print_environment(console, plan)
        return 0
    folder = start(place, request, options)
    console.print(
        translate("Started {name}", name=folder.name), soft_wrap=True, highlight=False, markup=False
    )
    if options.detach:
        if options.as_json:
            print_json(place.runs.row(folder))
        return 0
    row = show(place, folder, options)
    if options.as_json:
        print_json(row)
    else:
        console.print(row.explanation, soft_wrap=True, highlight=False, markup=False)
    return exit_code(row)


def start(place: Place, request: LaunchRequest, options: RunOptions) -> Path:
    """Start the training; a Python without MindSpore can be insisted on."""
    try:
        return training.start(place.services, request, place.typed_in, without_mindspore=options.force)
    except InterpreterWithoutMindSporeError as error:
        hint = translate("`--force` starts it anyway.")
        raise InterpreterWithoutMindSporeError(
            error.text, f"{error.next_step} {hint}", error.details
        ) from error


def show(place: Place, folder: Path, options: RunOptions) -> RunRow:
    """Show the training until it ends; interrupts become stops."""
    screen = choose_screen(options)
    follower = Follower(LogReader(folder / "train.log"), lambda: place.runs.row(folder), screen)
    interrupts = Interrupts(place, folder, screen)

    def interrupted(number: int, frame: object) -> None:
        # Only this much is safe in a signal handler; the stop itself runs in a thread.
        interrupts.count += 1
        follower.wake.set()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        row = follower.follow(interrupts.handle)
        interrupts.join()
        return place.runs.row(folder) if interrupts.count else row
    finally:
        screen.close()
        signal.signal(signal.SIGINT, before)


def choose_screen(options: RunOptions) -> Screen:
    """Draw progress on a terminal only."""
    if options.as_json:
        return PlainScreen(sys.stderr.buffer)
    return TerminalScreen(open_console()) if sys.stdout.isatty() else PlainScreen(sys.stdout.buffer)


@dataclass
class Interrupts:
    """What Ctrl+C does: the first stops, each further one moves the stop on."""

    place: Place
    folder: Path
    screen: Screen
    count: int = 0
    _handled: int = 0
    _stops: Optional[Stops] = None
    _thread: Optional[threading.Thread] = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def handle(self) -> None:
        """React to the interrupts that have come since the last call."""
        while self._handled < self.count:
            self._handled += 1
            if self._stops is None:
                self._stops = Stops(self.place.runs)
                self._thread = threading.Thread(target=self._stop, args=(self._stops,), daemon=True)
                self._thread.start()
            else:
                self._stops.escalate(self.folder)

    def join(self) -> None:
        """Wait for a stop that is going on."""
        if self._thread:
            self._thread.join()

    def _stop(self, stops: Stops) -> None:
        try:
            result = stops.stop(StopRequest(str(self.folder)), lambda change: self._tell(change.text))
            self._tell(result.text)
        except MindWatchError as error:
            self._tell(error.text)

    def _tell(self, text: str) -> None:
        with self._lock:
            self.screen.notice(text)


def exit_code(row: RunRow) -> int:
    """Return what a shell would have said of the training."""
    if row.exit_code is not None:
        return row.exit_code & 0xFF
    if row.exit_signal:
        number = getattr(signal, row.exit_signal, None)
        return 128 + int(number) if number else 1
    return 1
