"""A process is more than its pid."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from waiting import wait_for

from mindwatch.process.identity import exists, is_alive, start_time_of
from mindwatch_runner import identity as runner_identity


def test_this_process_is_alive_under_its_start_time() -> None:
    assert is_alive(os.getpid(), start_time_of(os.getpid()))
    assert is_alive(os.getpid(), "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no start time to compare")
def test_another_process_with_the_same_pid_is_not_the_one_recorded() -> None:
    assert not is_alive(os.getpid(), "another boot:123")


def test_there_is_no_process_without_a_pid() -> None:
    assert not is_alive(0, "")
    assert not is_alive(-1, "")


def test_a_zombie_is_dead() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    try:
        wait_for(lambda: not exists(child.pid), "the child is a zombie")
        assert not is_alive(child.pid, "")
    finally:
        child.wait()


def test_helper_and_runner_write_the_same_start_time() -> None:
    assert runner_identity.start_time(os.getpid()) == start_time_of(os.getpid())
