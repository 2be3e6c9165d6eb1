"""Text and JSON on the terminal."""

from __future__ import annotations

import io
import json
import shlex
import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Optional

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from mindwatch.model.errors import MindWatchError
from mindwatch.protocol.codec import error_data, to_wire
from mindwatch.protocol.messages import LaunchPlan, RunRow, RunState
from mindwatch.texts import translate

STATE_STYLES = {
    "starting": "cyan",
    "running": "cyan",
    "stopping": "yellow",
    "finished": "green",
    "failed": "red",
    "stopped": "yellow",
    "lost": "magenta",
}


STAMP_LENGTH = len("_20261130_120000")
SHORTEST_NAME = STAMP_LENGTH + 4

PIPE_WIDTH = 400
"""What reads a pipe has no edge at which lines would have to be cut."""


def prepare_streams() -> None:
    """Let a terminal that cannot show a character show its number instead of ending us."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def open_console(to_stderr: bool = False) -> Console:
    """Return a console on standard output or standard error."""
    stream = sys.stderr if to_stderr else sys.stdout
    return Console(stderr=to_stderr, width=None if stream.isatty() else PIPE_WIDTH)


def print_json(message: Any) -> None:
    """Print a message as JSON that any parser takes."""
    speaks_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(to_wire(message), ensure_ascii=not speaks_unicode, indent=2, allow_nan=False))


def print_error(error: MindWatchError, as_json: bool) -> None:
    """Say what is wrong and what to do, on standard error; as JSON on standard output."""
    if as_json:
        print_json({"error": error_data(error)})
        return
    print(translate("Error: {text}", text=error.text), file=sys.stderr)
    for line in error.details:
        print(f"  {line}", file=sys.stderr)
    if error.next_step:
        print(error.next_step, file=sys.stderr)


def print_plan(console: Console, plan: LaunchPlan) -> None:
    """Show in a few lines what will happen; the environment is told by --dry-run alone."""
    if plan.interpreter:
        found = plan.interpreter
        with_mindspore = translate("MindSpore {version}", version=found.mindspore_version or "–")
        line = f"Python {found.python_version}, {with_mindspore} ({found.path}; {found.reason})"
        say(console, translate("Python"), line)
    say(console, translate("Command"), shlex.join(plan.command))
    for item in plan.items:
        if item.kind != "environment":
            say(
                console,
                translate("adds") if item.kind in ("argument", "callback") else translate("path"),
                f"{item.text} – {item.why}",
            )
    for warning in plan.warnings:
        console.print(Text(translate("Warning: {text}", text=warning), style="yellow"), soft_wrap=True)


def print_environment(console: Console, plan: LaunchPlan) -> None:
    """Show which variables are set."""
    for item in plan.items:
        if item.kind == "environment":
            say(console, translate("environment"), f"{item.text} – {item.why}")


def say(console: Console, label: str, value: str) -> None:
    """Print one labelled line; values are never taken for markup."""
    console.print(Text.assemble((f"{label}: ", "bold"), value), soft_wrap=True, highlight=False)


@dataclass(frozen=True)
class RunName:
    """A run's name, shortened in its middle: its beginning tells the experiment, its end the run."""

    name: str

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Say how much room the name takes, and how little it can do with."""
        width = cell_len(self.name)
        return Measurement(min(width, SHORTEST_NAME), width)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Show what there is room for."""
        yield Text(shortened(self.name, options.max_width), no_wrap=True, overflow="crop")


def shortened(name: str, width: int) -> str:
    """Return a name that takes at most so many cells of a terminal, its end whole while that fits."""
    if cell_len(name) <= width:
        return name
    end = name[-min(STAMP_LENGTH, max(width - 2, 0)) :] if width > 2 else ""
    return set_cell_size(name, max(width - cell_len(end) - 1, 0)) + "…" + end


def readable_time(moment: str) -> str:
    """Return a moment of a record in the time of this machine's user; what is no moment stays as it is."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except ValueError:
        return moment


def runs_table(rows: list[RunRow]) -> Table:
    """Return the runs as a table."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = (translate("Run"), translate("State"), translate("Step"), translate("Loss"), translate("ETA"))
    for index, name in enumerate(columns):
        # Where room is short the names give way, and they alone.
        table.add_column(name, no_wrap=index > 0, justify="right" if index > 1 else "left")
    for row in rows:
        state = Text(state_text(row.state), style=STATE_STYLES[row.state])
        table.add_row(RunName(row.name), state, steps(row), row.last_loss, duration(row.eta_seconds))
    return table


def state_text(state: RunState) -> str:
    """Return the word for a state."""
    words = {
        "starting": translate("starting"),
        "running": translate("running"),
        "stopping": translate("stopping"),
        "finished": translate("finished"),
        "failed": translate("failed"),
        "stopped": translate("stopped"),
        "lost": translate("lost"),
    }
    return words[state]


def steps(row: RunRow) -> str:
    """Return how far a run is, `120/640` or what is known of it."""
    if row.last_step is None:
        return ""
    return f"{row.last_step}/{row.total_steps}" if row.total_steps else str(row.last_step)


def duration(seconds: Optional[float]) -> str:
    """Return a duration as a person would write it; empty when it is not known."""
    if seconds is None:
        return ""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours}h{minutes:02d}m"
    return f"{minutes}m{whole % 60:02d}s" if minutes else f"{whole}s"


def progress_line(row: RunRow) -> str:
    """Return one line that tells where a training is."""
    parts = []
    if row.last_step is not None:
        parts.append(translate("step {steps}", steps=steps(row)))
    if row.last_loss:
        parts.append(translate("loss {loss}", loss=row.last_loss))
    if row.steps_per_second:
        parts.append(translate("{rate:.3g} steps/s", rate=row.steps_per_second))
    if row.eta_seconds is not None:
        parts.append(translate("{duration} left", duration=duration(row.eta_seconds)))
    return "  ".join(parts) or row.explanation
