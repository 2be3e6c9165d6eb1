"""Log text for people."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindwatch.logs import clean_text, last_lines, reason_line

LOGS = Path(__file__).resolve().parents[2] / "data" / "logs"


def lines_of(name: str) -> list[str]:
    return (LOGS / name).read_text(encoding="utf-8").splitlines()


def test_terminal_colours_and_titles_are_removed() -> None:
    assert clean_text("\x1b[1;31mred\x1b[0m \x1b]0;title\x07plain\x1b(B") == "red plain"


def test_a_rewritten_line_looks_as_it_did_at_the_end() -> None:
    assert clean_text("10%\r50%\r100%\r\nnext\r\n") == "100%\nnext\n"


def test_a_profiler_that_rewrites_its_line_leaves_one_segment() -> None:
    text = clean_text("\n".join(lines_of("profiler.log")))
    assert "\r" not in text
    assert "Start parsing profiling data: /proj/prof out/" in text


def test_last_lines_skip_rules_blanks_and_developers_notes() -> None:
    text = "a\n\n-----\n- C++ Call Stack: (For framework developers)\nmindspore/a/b.cc:12 Func\n  ^~~~\nb\n"
    assert last_lines(text, 5) == ["a", "b"]
    assert last_lines(text, 1) == ["b"]
    assert last_lines(text, 0) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("dataset_error.log", "KeyError: 'boom'"),
        ("shape_error.log", "ValueError: For 'MatMul' the input dimensions must be equal"),
        ("nan_loss.log", "ValueError: In epoch: "),
        ("msrun_worker_failed.log", "RuntimeError: "),
        ("healthy_run.log", ""),
    ],
)
def test_the_reason_of_a_real_failure_is_found(name: str, reason: str) -> None:
    found = reason_line(lines_of(name))
    assert found.startswith(reason)
    assert bool(found) == bool(reason)
    assert "Distributed job exited" not in found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            'Traceback (most recent call last):\n  File "a.py", line 1, in f\nmy.own.Trouble: x\nepoch: 3',
            "my.own.Trouble: x",
        ),
        (
            "Traceback (most recent call last):\nKeyError: 1\n\nDuring handling of the above exception, "
            "another exception occurred:\n\nTraceback (most recent call last):\n  File\nValueError: 2",
            "ValueError: 2",
        ),
        (
            '  File "a.py", line 1\n    print 1\n    ^\nSyntaxError: Missing parentheses',
            "SyntaxError: Missing parentheses",
        ),
        (
            "usage: a.py [-h]\na.py: error: unrecognized arguments: --x",
            "a.py: error: unrecognized arguments: --x",
        ),
        (
            "python: can't open file '/a.py': [Errno 2] No such file",
            "python: can't open file '/a.py': [Errno 2] No such file",
        ),
        ("Segmentation fault (core dumped)", "Segmentation fault (core dumped)"),
        ("2025 - ERROR - Traceback (most recent call last):\n  File\nKeyboardInterrupt", "KeyboardInterrupt"),
        ("epoch: 1\nall good", ""),
        ("", ""),
    ],
)
def test_the_reason_is_found_in_every_kind_of_ending(text: str, reason: str) -> None:
    assert reason_line(text.splitlines()) == reason


@given(st.text())
def test_any_text_is_survived(text: str) -> None:
    cleaned = clean_text(text)
    assert clean_text(cleaned) == cleaned
    assert reason_line(last_lines(text, 20)) is not None
