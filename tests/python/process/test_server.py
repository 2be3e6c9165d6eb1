"""A server of ours dies with us, whatever happens to either."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import wait_for

from mindwatch.process.identity import is_alive, start_time_of
from mindwatch.process.server import ServerCommand, ServerProcess, kill_leftover

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of POSIX")

WITH_CHILD = """
import subprocess, sys, time
print(sys.stdin.readline().strip(), flush=True)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def start(tmp_path: Path, source: str) -> ServerProcess:
    """Start a server from its source."""
    command = ServerCommand(
        [sys.executable, "-c", source], "secret\n", tmp_path / "server.log", dict(os.environ)
    )
    return ServerProcess(command)


def test_the_first_line_reaches_it_and_a_kill_takes_its_children(tmp_path: Path) -> None:
    server = start(tmp_path, WITH_CHILD)
    try:
        assert (server.next_line(30) or "").strip() == "secret"
        child = int(server.next_line(30) or "0")
        born = start_time_of(child)
        assert is_alive(child, born)
    finally:
        server.kill()
    assert server.exit_code() is not None
    wait_for(lambda: not is_alive(child, born), "the child has gone")


def test_its_log_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    server = start(tmp_path, "import sys; print('trouble', file=sys.stderr)")
    assert server.wait() == 0
    server.kill()
    assert (tmp_path / "server.log").read_text() == "trouble\n"
    assert stat.S_IMODE((tmp_path / "server.log").stat().st_mode) == 0o600


def test_the_end_of_its_output_is_told_at_once(tmp_path: Path) -> None:
    server = start(tmp_path, "print('only line')")
    assert (server.next_line(30) or "").strip() == "only line"
    assert server.next_line(30) is None
    server.kill()


def test_a_leftover_is_killed_only_if_it_is_the_one_that_was_noted() -> None:
    stranger = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True
    )
    try:
        kill_leftover(stranger.pid, "another boot:1")
        assert stranger.poll() is None
        kill_leftover(stranger.pid, start_time_of(stranger.pid))
        assert stranger.wait(20) == -signal.SIGKILL
    finally:
        stranger.kill()
        stranger.wait()
