"""A process is more than its pid."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from waiting import wait_for

from mindwatch.process.identity import is_alive, ps_start_time, start_time_of, windows_start_time
from mindwatch_runner import identity as runner_identity


def test_this_process_is_alive_under_its_start_time() -> None:
    assert is_alive(os.getpid(), start_time_of(os.getpid()))


def test_a_pid_without_a_start_time_proves_nothing() -> None:
    assert not is_alive(os.getpid(), "")
    assert not runner_identity.is_alive(os.getpid(), "")


def test_another_process_with_the_same_pid_is_not_the_one_recorded() -> None:
    assert not is_alive(os.getpid(), "another boot:123")


def test_there_is_no_process_without_a_pid() -> None:
    assert not is_alive(0, "")
    assert not is_alive(-1, "")


def test_a_zombie_is_dead() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    born = start_time_of(child.pid)
    assert is_alive(child.pid, born)
    assert child.stdin is not None
    child.stdin.close()
    wait_for(lambda: not is_alive(child.pid, born), "the child is a zombie")
    child.wait()


def test_helper_and_runner_write_the_same_start_time() -> None:
    assert runner_identity.start_time(os.getpid()) == start_time_of(os.getpid())


def test_helper_and_runner_read_the_same_from_ps_whatever_the_time_zone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = ps_start_time(os.getpid())
    assert re.fullmatch(r"\w{3} \w{3} \d+ \d\d:\d\d:\d\d \d{4}", told)
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert told == ps_start_time(os.getpid()) == vars(runner_identity)["_ps_start_time"](os.getpid())


class FakeKernel:
    """Windows as far as we ask it: process 7 runs, process 8 has ended, there is no other."""

    def OpenProcess(self, access: int, inherit: bool, pid: int) -> int:
        return pid if pid in (7, 8) else 0

    def GetExitCodeProcess(self, process: int, code: Any) -> int:
        code._obj.value = 259 if process == 7 else 1
        return 1

    def GetProcessTimes(self, process: int, *times: Any) -> int:
        times[0]._obj.value = 134_000_000_000_000_000 + process
        return 1

    def CloseHandle(self, process: int) -> int:
        return 1


def test_on_windows_a_process_is_known_by_the_time_of_its_creation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=FakeKernel()), raising=False)
    for ask in (windows_start_time, vars(runner_identity)["_windows_start_time"]):
        assert [ask(pid) for pid in (7, 8, 9)] == ["windows:134000000000000007", "", ""]
