"""What is shown on terminals of every width, and while a log grows."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from plain_training import PlainWorkspace, write_record
from rich.console import Console

from mindwatch.cli import follow
from mindwatch.cli.follow import LogReader, PlainScreen, TerminalScreen
from mindwatch.cli.output import readable_time, runs_table, shortened

NAME = "resnet50_cifar10_0123abcd_20261130_100000"


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("short", 5, "short"),
        (NAME, 30, "resnet50_cifa…_20261130_100000"),
        (NAME, 10, "r…0_100000"),
        (NAME, 1, "…"),
        ("手写数字识别_20261130_100000", 23, "手写数…_20261130_100000"),
    ],
)
def test_a_name_is_shortened_in_its_middle(name: str, width: int, shown: str) -> None:
    assert shortened(name, width) == shown


def test_a_narrow_terminal_shows_the_end_of_the_name_and_the_state(tmp_path: Path) -> None:
    workspace = PlainWorkspace(tmp_path)
    write_record(workspace.summary_base / NAME, state="finished", exit_code=0)
    console = Console(width=50, file=io.StringIO())
    console.print(runs_table(workspace.runs.list_runs().runs))
    assert "_20261130_100000  finished" in console.file.getvalue()


def test_a_time_that_is_none_is_shown_as_it_is() -> None:
    assert readable_time("") == ""
    assert readable_time("yesterday") == "yesterday"


def test_a_log_that_became_shorter_is_read_from_its_beginning(tmp_path: Path) -> None:
    reader = LogReader(tmp_path / "train.log")
    assert reader.read_new() == b""
    reader.path.write_bytes(b"a long line\n")
    assert reader.read_new() == b"a long line\n"
    reader.path.write_bytes(b"new\n")
    assert (reader.read_new(), reader.read_new()) == (b"new\n", b"")


def test_an_open_line_is_ended_before_our_last_sentence() -> None:
    stream = io.BytesIO()
    screen = PlainScreen(stream)
    screen.close()
    screen.output(b"no end")
    screen.close()
    screen.close()
    assert stream.getvalue() == b"no end\n"


def test_the_progress_is_drawn_again_only_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = PlainWorkspace(tmp_path)
    row = workspace.runs.row(write_record(workspace.summary_base / NAME, state="finished", exit_code=0))
    monkeypatch.setattr(follow, "progress_line", lambda row: lines.pop(0))
    lines = ["step 1", "step 1", "step 2"]
    console = Console(force_terminal=True, file=io.StringIO())
    screen = TerminalScreen(console)
    drawn = []
    for _ in range(3):
        screen.progress(row)
        drawn.append(len(console.file.getvalue()))
    screen.close()
    assert drawn[0] == drawn[1] < drawn[2]
