"""`mindwatch run`: start a training, show it, and end as it ended."""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import click

from mindwatch.app import training
from mindwatch.app.attached import AttachedRun
from mindwatch.cli.follow import Follower, LogReader, PlainScreen, Screen, TerminalScreen
from mindwatch.cli.interrupts import INTERRUPTED, InterruptCounter, StopsByInterrupt
from mindwatch.cli.output import open_console, print_environment, print_json, print_plan
from mindwatch.cli.spoken import SpokenCommand, examples, paragraphs
from mindwatch.cli.workspace import Place, open_place, workspace_options
from mindwatch.model.errors import (
    InterpreterWithoutMindSporeError,
    LaunchError,
    SummaryBaseFullError,
    SummaryBaseUnwritableError,
)
from mindwatch.protocol.messages import LaunchRequest, RunRow
from mindwatch.texts import mark, translate


@dataclass(frozen=True)
class RunOptions:
    """How a training is started and shown."""

    detach: bool
    dry_run: bool
    force: bool
    as_json: bool


@click.command(
    cls=SpokenCommand,
    context_settings={"allow_interspersed_args": False},
    help=paragraphs(
        mark("Run COMMAND, a MindSpore training as you would type it, with monitoring."),
        mark(
            "The plan is shown first. Ctrl+C stops the training gracefully, a second one hurries. The exit "
            "code is the training's, or 128 plus the number of the signal that ended it."
        ),
        mark(
            "Closing the terminal does not end the training. It therefore has no standard input: a script "
            "that asks there finds the end of it at once, so give what it asks for as arguments."
        ),
        examples(
            "mindwatch run -- python train.py --epochs 3",
            "mindwatch run --detach -- msrun --worker_num=2 train.py",
        ),
    ),
)
@click.option("--name", default="", help=mark("Name of the experiment (default: the script's)."))
@workspace_options
@click.option(
    "--cwd",
    type=click.Choice(["workspace", "script"]),
    help=mark("Where the training runs (default: the setting)."),
)
@click.option("--detach", is_flag=True, help=mark("Return once the training runs."))
@click.option(
    "--dry-run", is_flag=True, help=mark("Only show what would be started and what is added to it.")
)
@click.option("--force", is_flag=True, help=mark("Start even if the Python has no MindSpore."))
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help=mark("Print the run as JSON; the training's output goes to stderr."),
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, required=True)
def run(
    name: str,
    workspace: Optional[Path],
    summary_base: Optional[str],
    cwd: Optional[str],
    command: tuple[str, ...],
    **flags: Any,
) -> None:
    """Start a training and show it."""
    if command[0].startswith("-"):
        raise click.UsageError(
            translate(
                "The command begins with the option {option}. MindWatch's own options stand before `--`.",
                option=command[0],
            )
        )
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
    # From here on an interrupt must not break off what may have started a training already.
    with InterruptCounter() as interrupts:
        folder = start(place, request, options)
        console.print(translate("Started {path}", path=folder), soft_wrap=True, highlight=False, markup=False)
        is_interrupted_early = interrupts.count > 0
        if options.detach and not is_interrupted_early:
            if options.as_json:
                print_json(place.runs.row(folder))
            return 0
        row = show(place, folder, options, interrupts)
    if options.as_json:
        print_json(row)
    else:
        console.print(row.explanation, soft_wrap=True, highlight=False, markup=False)
    return INTERRUPTED if is_interrupted_early else exit_code(row)


def start(place: Place, request: LaunchRequest, options: RunOptions) -> Path:
    """Start the training; refusals that an option overcomes name it."""
    try:
        return training.start(place.services, request, place.typed_in, without_mindspore=options.force)
    except InterpreterWithoutMindSporeError as error:
        raise with_hint(error, translate("`--force` starts it anyway.")) from error
    except (SummaryBaseUnwritableError, SummaryBaseFullError) as error:
        raise with_hint(error, translate("`--summary-base` names another folder for this once.")) from error


def with_hint(error: LaunchError, hint: str) -> LaunchError:
    """Return the error with one more way out."""
    return type(error)(error.text, f"{error.next_step} {hint}", error.details)


def show(place: Place, folder: Path, options: RunOptions, interrupts: InterruptCounter) -> RunRow:
    """Show the training until it ends; interrupts become stops."""
    run = AttachedRun(place.runs, folder)
    screen = choose_screen(options)
    follower = Follower(LogReader(run.stored.log_path), run.read, screen)
    stops = StopsByInterrupt(place, run, screen, interrupts)
    if interrupts.count:
        screen.notice(translate("Interrupted during the start: the training is stopped."))

    told = ""

    def look() -> None:
        nonlocal told
        if run.problem and run.problem != told:
            screen.notice(run.problem + " " + translate("Ctrl+C stops it."))
        told = run.problem
        stops.handle()

    try:
        row = follower.follow(look)
        stops.join()
        return run.read() if interrupts.count else row
    finally:
        screen.close()


def choose_screen(options: RunOptions) -> Screen:
    """Draw progress on a terminal only."""
    if options.as_json:
        return PlainScreen(sys.stderr.buffer)
    return TerminalScreen(open_console()) if sys.stdout.isatty() else PlainScreen(sys.stdout.buffer)


def exit_code(row: RunRow) -> int:
    """Return what a shell would have said of the training."""
    if row.exit_code is not None:
        return row.exit_code & 0xFF
    if row.exit_signal:
        number = getattr(signal, row.exit_signal, None)
        return 128 + int(number) if number else 1
    return 1
