"""Waits for the training without spinning, and passes stop signals on to it."""

import contextlib
import os
import select
import signal
import subprocess
from types import FrameType
from typing import Callable, Optional

SECONDS_BETWEEN_LOOKS = 1.0


class Watch:
    """Sleeps until the training ends, a signal comes or a second has passed."""

    def __init__(self) -> None:
        self._training: Optional["subprocess.Popen[bytes]"] = None
        self._asked_early: Optional[int] = None
        self._wake: Optional[int] = None
        if hasattr(signal, "SIGCHLD"):
            self._wake = _wake_on_signals()
            signal.signal(signal.SIGCHLD, _do_nothing)
            signal.signal(signal.SIGHUP, _do_nothing)
        signal.signal(signal.SIGINT, self._pass_on)
        signal.signal(signal.SIGTERM, self._pass_on)

    def until_end(self, training: "subprocess.Popen[bytes]", each_second: Callable[[], None]) -> int:
        """Wait for the training and give its return code, as Popen counts it."""
        self._training = training
        if self._asked_early is not None:
            self._pass_on(self._asked_early, None)
        while True:
            code = training.poll() if self._wake is not None else _windows_wait(training)
            if code is not None:
                return code
            self.pause(SECONDS_BETWEEN_LOOKS)
            each_second()

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than to the next signal."""
        if self._wake is None:
            return
        select.select([self._wake], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            os.read(self._wake, 4096)

    def _pass_on(self, number: int, frame: Optional[FrameType]) -> None:
        if self._training is None:
            self._asked_early = number
        elif self._training.returncode is None:
            with contextlib.suppress(OSError):
                _signal_tree(self._training.pid, number)


def _signal_tree(pid: int, number: int) -> None:
    if hasattr(os, "killpg"):
        os.killpg(pid, number)
    else:
        os.kill(pid, getattr(signal, "CTRL_BREAK_EVENT", number))


def _wake_on_signals() -> int:
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, False)
    os.set_blocking(write_end, False)
    signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    return read_end


def _windows_wait(training: "subprocess.Popen[bytes]") -> Optional[int]:
    # There the system does the waiting; on POSIX Popen.wait(timeout) would poll twenty times a second.
    try:
        return training.wait(SECONDS_BETWEEN_LOOKS)
    except subprocess.TimeoutExpired:
        return None


def _do_nothing(number: int, frame: Optional[FrameType]) -> None:
    """A caught signal wakes us; an ignored one would not, and would be inherited by the training."""
