"""A server that belongs to us: it lives in a group of its own and dies with us, however we end."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Optional

from mindwatch.process.identity import WINDOWS, start_time_of

TERMINATE_SECONDS = 2.0


@dataclass(frozen=True)
class ServerCommand:
    """How to start a server; `first_line` reaches it on standard input, which then stays open as its
    lifeline.
    """

    argv: Sequence[str]
    first_line: str
    log_path: Path
    environment: Mapping[str, str]


class ServerProcess:
    """A started server; whoever holds it must `kill` it."""

    def __init__(self, command: ServerCommand) -> None:
        self.log_path = command.log_path
        with private_file(command.log_path) as log:
            self._process = subprocess.Popen(
                list(command.argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=command.log_path.parent,
                env=dict(command.environment),
                start_new_session=True,
            )
        self.pid = self._process.pid
        self.start_time = start_time_of(self.pid)
        self._lines: queue.Queue[Optional[str]] = queue.Queue()
        self._killing = threading.Lock()
        threading.Thread(target=self._read_output, daemon=True, name=f"output of {self.pid}").start()
        with contextlib.suppress(BrokenPipeError):
            self._stdin.write(command.first_line.encode("utf-8"))
            self._stdin.flush()

    @property
    def _stdin(self) -> IO[bytes]:
        stream = self._process.stdin
        assert stream is not None  # It was asked for above.
        return stream

    def next_line(self, timeout: float) -> Optional[str]:
        """Return the next line of standard output, or None at its end or when there is none in time."""
        try:
            return self._lines.get(timeout=timeout)
        except queue.Empty:
            return None

    def exit_code(self) -> Optional[int]:
        """Return how it ended, or None while it runs."""
        return self._process.poll()

    def wait(self) -> int:
        """Wait for its end."""
        return self._process.wait()

    def kill(self) -> None:
        """End it with all its children; returns when it is gone."""
        with self._killing:
            if self._process.poll() is None:
                end_group(self._process.pid, signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(TERMINATE_SECONDS)
            # Children may outlive the first process, and a group's number stays taken while it has members.
            end_group(self._process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
            self._process.wait()
            with contextlib.suppress(OSError):
                self._stdin.close()

    def _read_output(self) -> None:
        """Keep the pipe empty for as long as the server lives."""
        stream = self._process.stdout
        assert stream is not None  # It was asked for above.
        with stream:
            for line in stream:
                self._lines.put(line.decode("utf-8", errors="replace"))
        self._lines.put(None)


def private_file(path: Path) -> IO[bytes]:
    """Create a file that only this user can read."""
    return os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab")


def end_group(pid: int, number: signal.Signals) -> None:
    """Signal a whole group that we started."""
    if WINDOWS:
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(pid)], capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def kill_leftover(pid: int, start_time: str) -> None:
    """End the group of a server whose owner is dead, if the pid is still its own."""
    if start_time and start_time_of(pid) == start_time:
        end_group(pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        until = time.monotonic() + TERMINATE_SECONDS
        while start_time_of(pid) == start_time and time.monotonic() < until:
            threading.Event().wait(0.02)
