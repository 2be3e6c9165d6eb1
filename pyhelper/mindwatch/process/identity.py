"""Tell one process from every other that had or will have its pid."""

from __future__ import annotations

import functools
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

LINUX: bool = sys.platform.startswith("linux")
WINDOWS: bool = sys.platform == "win32"

ENDED_STATES = "ZXx"
"""Process states of Linux's stat file that count as dead: zombies hold a pid and run nothing."""

WINDOWS_MAY_ASK = 0x1000
WINDOWS_STILL_ACTIVE = 259


def start_time_of(pid: int) -> str:
    """Return an opaque text that differs between two users of one pid; empty when it is dead or unknown.

    The runner writes the same text into `run.json`.
    """
    if pid <= 0:
        return ""
    if LINUX:
        fields = linux_stat_fields(pid)
        return f"{boot_id()}:{fields[19]}" if fields and fields[0] not in ENDED_STATES else ""
    if WINDOWS:
        return windows_start_time(pid)
    return ps_start_time(pid)


def is_alive(pid: int, start_time: str) -> bool:
    """Say whether the recorded process still runs; an empty `start_time` proves nothing, so it counts as
    dead.
    """
    return bool(start_time) and start_time_of(pid) == start_time


def host_name() -> str:
    """Return the name of this machine; a pid and a start time mean nothing on another."""
    return platform.node()


def linux_stat_fields(pid: int) -> list[str]:
    """Return the fields of /proc/<pid>/stat after the command name, state first; empty when there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    # The command name may hold blanks and brackets: only the last bracket ends it.
    return text[text.rfind(")") + 2 :].split()


@functools.lru_cache(maxsize=1)
def boot_id() -> str:
    """Return what names this boot of the machine: start times count from it."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def ps_start_time(pid: int) -> str:
    """Ask `ps` when a living process began."""
    state, _, began = ps("-o", "stat=,lstart=", "-p", str(pid)).strip().partition(" ")
    return "" if state.startswith("Z") else " ".join(began.split())


def ps(*arguments: str) -> str:
    """Ask `ps`, in one language and one time zone, since its texts are compared with those of another day."""
    environment = {**os.environ, "LC_ALL": "C", "TZ": "UTC"}
    answer = subprocess.run(["ps", *arguments], capture_output=True, text=True, check=False, env=environment)
    return answer.stdout


def windows_start_time(pid: int) -> str:
    """Ask Windows when a process began; one that has an exit code has ended."""
    import ctypes  # noqa: PLC0415  only Windows needs it

    kernel: Any = getattr(ctypes, "windll").kernel32  # noqa: B009  the name exists on Windows only
    process = kernel.OpenProcess(WINDOWS_MAY_ASK, False, pid)
    if not process:
        return ""
    code = ctypes.c_ulong()
    times = [ctypes.c_ulonglong() for _ in range(4)]
    known = kernel.GetExitCodeProcess(process, ctypes.byref(code))
    known = known and kernel.GetProcessTimes(process, *map(ctypes.byref, times))
    kernel.CloseHandle(process)
    return f"windows:{times[0].value}" if known and code.value == WINDOWS_STILL_ACTIVE else ""
