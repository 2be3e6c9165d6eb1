"""Ctrl+C in a real terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from plain_training import DEAF, DEAF_TO_INTERRUPT, SLEEPER
from waiting import wait_for

if sys.platform == "win32":
    pytest.skip("terminals of POSIX", allow_module_level=True)

import pty

CONTROL_C = b"\x03"


class PseudoTerminal:
    """A terminal with `mindwatch run` in its foreground."""

    def __init__(self, terminal) -> None:
        self.master, side = pty.openpty()
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mindwatch", "run", "--force", "--", "python", "train.py"],
            cwd=terminal.workspace.folder,
            env={**terminal.environment, "TERM": "xterm"},
            stdin=side,
            stdout=side,
            stderr=side,
            preexec_fn=lambda: take_terminal(side),  # noqa: PLW1509  nothing else makes it the terminal's owner
        )
        os.close(side)

    def wait_for(self, text: bytes) -> None:
        """Read until the text has been shown."""

        def shown() -> bool:
            with contextlib.suppress(OSError):
                self.seen += os.read(self.master, 65536)
            return text in self.seen

        wait_for(shown, f"the terminal shows {text!r}; so far {self.seen[-500:]!r}")

    def press(self, key: bytes) -> None:
        """Press a key."""
        os.write(self.master, key)

    def end(self) -> int:
        """Read the rest and return the exit code."""
        while self.process.poll() is None:
            try:
                self.seen += os.read(self.master, 65536)
            except OSError:
                break
        return self.process.wait(30)


def take_terminal(side: int) -> None:
    """Make the terminal that of a new session, with Ctrl+C at work."""
    import fcntl
    import termios

    os.setsid()
    fcntl.ioctl(side, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def opened(terminal) -> Iterator[list[PseudoTerminal]]:
    """Terminals that are closed afterwards."""
    made: list[PseudoTerminal] = []
    yield made
    for one in made:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait(30)
        os.close(one.master)


def test_ctrl_c_stops_gracefully_and_says_so(terminal, opened) -> None:
    terminal.workspace.script("train.py", SLEEPER)
    opened.append(PseudoTerminal(terminal))
    opened[0].wait_for(b"ready")
    opened[0].press(CONTROL_C)
    assert opened[0].end() == 128 + signal.SIGINT
    assert b"Sent SIGINT" in opened[0].seen
    assert b"Stopped after SIGINT" in opened[0].seen
    assert b"mindwatch/cli" not in opened[0].seen, "the interrupt is the training's, not ours"
    assert terminal.workspace.runs.list_runs().runs[0].state == "stopped"


def test_ctrl_c_during_the_start_leaves_no_training_behind(terminal, opened) -> None:
    terminal.workspace.script("train.py", SLEEPER)
    opened.append(PseudoTerminal(terminal))
    opened[0].wait_for(b"the log, the curves")
    opened[0].press(CONTROL_C)
    assert opened[0].end() in {128 + signal.SIGINT, -signal.SIGINT}
    assert b"mindwatch/cli" not in opened[0].seen, "the interrupt is the training's, not ours"
    assert not [row for row in terminal.workspace.runs.list_runs().runs if row.is_active]


@pytest.mark.parametrize(
    ("source", "presses", "stage"), [(DEAF_TO_INTERRUPT, 2, "terminate"), (DEAF, 3, "kill")]
)
def test_each_further_ctrl_c_hurries(terminal, opened, source: str, presses: int, stage: str) -> None:
    terminal.workspace.script("train.py", source)
    opened.append(PseudoTerminal(terminal))
    opened[0].wait_for(b"ready")
    for sentence in (b"Sent SIGINT", b"sent SIGTERM", b"Sending SIGKILL")[:presses]:
        opened[0].press(CONTROL_C)
        opened[0].wait_for(sentence)
    assert opened[0].end() == 128 + (signal.SIGKILL if stage == "kill" else signal.SIGTERM)
    assert terminal.workspace.runs.list_runs().runs[0].stop_stage == stage


def test_progress_is_one_line_that_does_not_stay(terminal, opened) -> None:
    terminal.workspace.script("train.py", "print('first')\nprint('bar 1\\rbar 2')\nprint('no end', end='')\n")
    opened.append(PseudoTerminal(terminal))
    assert opened[0].end() == 0
    assert b"first\r\n" in opened[0].seen
    assert b"bar 2" in opened[0].seen
    assert b"bar 1" not in opened[0].seen
    assert b"no end" in opened[0].seen
