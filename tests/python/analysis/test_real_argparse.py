"""The real argparse takes what is added."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import pytest

from mindwatch.analysis import declared_arguments, monitoring_arguments, with_injected_arguments

FOLDER = "/data/汇总 1/-run=1"

SCRIPT = """
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--tb_dir", nargs="?")
    parser.add_argument("--profile", type=lambda text: text.lower() == "true")
    parser.add_argument("--enable_profiling", action="store_true")
    commands = parser.add_subparsers(dest="command")
    train = commands.add_parser("train")
    train.add_argument("data", nargs="*")
    train.add_argument("--summary_dir")
    train.add_argument("rest", nargs=argparse.REMAINDER)
    args = parser.parse_args()
"""


def parsed(given: list[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the script sees when it is started with the injected arguments."""
    source = textwrap.dedent(SCRIPT)
    declared = declared_arguments(source)
    words = with_injected_arguments(given, monitoring_arguments(declared, given, FOLDER, profiling=True))
    monkeypatch.setattr(sys, "argv", ["script.py", *words])
    names: dict[str, Any] = {}
    exec(compile(source, "script.py", "exec"), names)
    return names["args"]


def test_arguments_reach_parser_and_subcommand(monkeypatch: pytest.MonkeyPatch) -> None:
    args = parsed(["train", "a", "b"], monkeypatch)
    assert (args.tb_dir, args.profile, args.enable_profiling) == (FOLDER, True, True)
    assert (args.summary_dir, args.data) == (FOLDER, ["a", "b"])


def test_what_the_user_gave_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    args = parsed(["--tb_dir", "mine", "train", "--summary", "own", "--", "x"], monkeypatch)
    assert (args.tb_dir, args.summary_dir) == ("mine", "own")


def test_arguments_do_not_disturb_words_behind_a_bare_double_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    args = parsed(["train", "--", "x", "y"], monkeypatch)
    assert args.summary_dir == FOLDER
    assert args.data == ["x", "y"]
