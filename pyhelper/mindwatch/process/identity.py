"""Tell one process from every other that had or will have its pid."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

LINUX: bool = sys.platform.startswith("linux")
WINDOWS: bool = sys.platform == "win32"
MAC: bool = sys.platform == "darwin"

ENDED_STATES = "ZXx"
"""Process states of Linux's stat file that count as dead: zombies hold a pid and run nothing."""


def start_time_of(pid: int) -> str:
    """Return an opaque text that differs between two users of one pid; empty where the system cannot tell."""
    if LINUX:
        fields = linux_stat_fields(pid)
        return f"{boot_id()}:{fields[19]}" if fields else ""
    if MAC:
        return ps_column("lstart=", pid)
    return ""


def is_alive(pid: int, start_time: str) -> bool:
    """Say whether the recorded process still runs; an empty `start_time` matches by pid alone."""
    if pid <= 0 or not exists(pid):
        return False
    return not start_time or start_time_of(pid) == start_time


def exists(pid: int) -> bool:
    """Say whether some process runs under this pid; a zombie does not."""
    if LINUX:
        fields = linux_stat_fields(pid)
        return bool(fields) and fields[0] not in ENDED_STATES
    if WINDOWS:
        return exists_on_windows(pid)
    return ps_column("stat=", pid)[:1] not in ("", "Z")


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


def ps_column(column: str, pid: int) -> str:
    """Ask `ps` for one column of one process; empty when it is gone."""
    environment = {**os.environ, "LC_ALL": "C"}
    answer = subprocess.run(
        ["ps", "-o", column, "-p", str(pid)], capture_output=True, text=True, check=False, env=environment
    )
    return answer.stdout.strip()


def exists_on_windows(pid: int) -> bool:
    """Ask Windows for the exit code of a process; one that still runs has none."""
    import ctypes  # noqa: PLC0415  only Windows needs it

    kernel: Any = getattr(ctypes, "windll").kernel32  # noqa: B009  the name exists on Windows only
    query_limited_information, still_active = 0x1000, 259
    handle = kernel.OpenProcess(query_limited_information, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    answered = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return bool(answered) and code.value == still_active
