"""Commands that only look: `runs`, `show` and `metrics`."""

from __future__ import annotations

import csv
import math
import shlex
import sys
from pathlib import Path
from typing import Any, Optional

import click
from rich.table import Table
from rich.text import Text

from mindwatch.app.metrics import Metric, read_metrics
from mindwatch.cli.output import open_console, print_json, progress_line, readable_time, runs_table, say
from mindwatch.cli.spoken import SpokenCommand, paragraphs
from mindwatch.cli.workspace import open_place, workspace_options
from mindwatch.model.errors import BadUsageError
from mindwatch.protocol.codec import to_wire
from mindwatch.protocol.messages import RunRow
from mindwatch.runs.records import RECORD_FILE, read_object
from mindwatch.texts import mark, translate

json_option = click.option("--json", "as_json", is_flag=True, help=mark("Print JSON."))
run_argument = click.argument("run")
HOW_RUNS_ARE_NAMED = mark("RUN is a folder, a name, the beginning of a name, or `latest`.")


@click.command(cls=SpokenCommand, help=mark("List the runs, newest first."))
@workspace_options
@json_option
def runs(workspace: Optional[Path], summary_base: Optional[str], as_json: bool) -> None:
    """List the runs."""
    place = open_place(workspace, summary_base)
    listed = place.runs.list_runs()
    if as_json:
        print_json(listed)
        return
    if listed.runs:
        open_console().print(runs_table(listed.runs))
    else:
        print(translate("There are no runs in {path}.", path=place.services.summary_base_of(place.workspace)))
    for problem in listed.problems:
        print(translate("Warning: {text}", text=problem), file=sys.stderr)


@click.command(cls=SpokenCommand, help=paragraphs(mark("Show all that is known of RUN."), HOW_RUNS_ARE_NAMED))
@run_argument
@workspace_options
@json_option
def show(run: str, workspace: Optional[Path], summary_base: Optional[str], as_json: bool) -> None:
    """Show all that is known of a run."""
    place = open_place(workspace, summary_base)
    stored = place.runs.find(run)
    row = place.runs.row_of(stored)
    record = dict(read_object(stored.folder / RECORD_FILE))
    if as_json:
        print_json({**to_wire(row), "record": record})
        return
    console = open_console()
    say(console, translate("Run"), row.name)
    say(console, translate("State"), row.explanation)
    if row.last_step is not None:
        say(console, translate("Progress"), progress_line(row))
    say(console, translate("Folder"), row.run_folder)
    say(console, translate("Command"), shlex.join(row.command))
    say(console, translate("Directory"), row.working_directory)
    say(console, translate("Started"), readable_time(row.started))
    say(console, translate("Ended"), readable_time(row.ended))
    for line in row.last_lines:
        console.print(Text(f"  {line}"), soft_wrap=True)


@click.command(
    cls=SpokenCommand,
    help=paragraphs(
        mark("Print the curves of RUN."),
        mark("Without options a summary of each; with --tag, --csv or --json their points."),
        HOW_RUNS_ARE_NAMED,
    ),
)
@run_argument
@workspace_options
@click.option(
    "--tag", "tags", multiple=True, help=mark("Print the points of this curve; may be given several times.")
)
@click.option("--last", type=click.IntRange(min=1), help=mark("Only the last LAST points of each curve."))
@click.option("--csv", "as_csv", is_flag=True, help=mark("Print all points as CSV."))
@json_option
def metrics(
    run: str, tags: tuple[str, ...], last: Optional[int], as_csv: bool, as_json: bool, **where: Any
) -> None:
    """Print the curves of a run."""
    place = open_place(**where)
    stored = place.runs.find(run)
    folder = stored.folder
    found = read_metrics(folder)
    check_tags(tags, found)
    chosen = [
        Metric(m.tag, m.points[-last:] if last else m.points) for m in found if not tags or m.tag in tags
    ]
    if as_json:
        print_json({"run_folder": str(folder), "metrics": [metric_json(metric) for metric in chosen]})
    elif as_csv:
        print_csv(chosen)
    elif tags:
        print_points(chosen)
    elif chosen:
        open_console().print(metrics_table(chosen))
    else:
        print(without_curves(place.runs.row_of(stored)))


def check_tags(tags: tuple[str, ...], found: list[Metric]) -> None:
    """Refuse a curve that is not there, naming those that are."""
    known = [metric.tag for metric in found]
    missing = [tag for tag in tags if tag not in known]
    if missing:
        raise BadUsageError(
            translate("There is no curve {tag} in this run.", tag=missing[0]),
            translate("Its curves are: {tags}.", tags=", ".join(known))
            if known
            else translate("Nothing has been recorded in it."),
        )


def without_curves(row: RunRow) -> str:
    """Say that there are no curves, and whether some may still come."""
    if row.is_active:
        return translate("Nothing has been recorded yet; the run goes on.")
    return translate("This run has ended without recording any curve.")


def metric_json(metric: Metric) -> dict[str, object]:
    """Return a curve as JSON values; NaN and infinities are text."""
    points = [{"step": p.step, "wall_time": p.wall_time, "value": p.value} for p in metric.points]
    return {"tag": metric.tag, "points": points}


def print_csv(chosen: list[Metric]) -> None:
    """Print all points as CSV with one header."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["tag", "step", "wall_time", "value"])
    for metric in chosen:
        writer.writerows([p.tag, p.step, repr(p.wall_time), repr(p.value)] for p in metric.points)


def print_points(chosen: list[Metric]) -> None:
    """Print points one a line."""
    for metric in chosen:
        for point in metric.points:
            print(f"{metric.tag}\t{point.step}\t{point.value:.6g}")


def metrics_table(chosen: list[Metric]) -> Table:
    """Return one line for each curve."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    columns = (
        translate("Curve"),
        translate("Points"),
        translate("Step"),
        translate("Last"),
        translate("Lowest"),
        translate("Highest"),
        translate("Not finite"),
    )
    for index, name in enumerate(columns):
        table.add_column(name, justify="right" if index else "left", no_wrap=True)
    for metric in chosen:
        last = metric.points[-1]
        finite = [point.value for point in metric.points if math.isfinite(point.value)]
        lowest, highest = (f"{min(finite):.6g}", f"{max(finite):.6g}") if finite else ("", "")
        odd = len(metric.points) - len(finite)
        table.add_row(
            Text(metric.tag),
            str(len(metric.points)),
            str(last.step),
            f"{last.value:.6g}",
            lowest,
            highest,
            str(odd) if odd else "",
        )
    return table


COMMANDS = (runs, show, metrics)
