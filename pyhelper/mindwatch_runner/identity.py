"""Tells a process from another one that later got the same number."""

import os
import platform
import subprocess
from typing import Any, Optional

WINDOWS_MAY_ASK = 0x1000
WINDOWS_STILL_ACTIVE = 259


# Not asked of sys.platform each time: type checkers would take the other systems' branches for dead.
_SYSTEM = platform.system()


def start_time(pid: int) -> str:
    """An opaque text that no other process with this number will have; empty when dead or unknown.

    The helper reads the same text from the system to recognise the process.
    """
    if _SYSTEM == "Linux":
        return _linux_start_time(pid)
    if _SYSTEM == "Windows":
        return _windows_start_time(pid)
    return _ps_start_time(pid)


def is_alive(pid: int, started: str) -> bool:
    """Whether that very process still runs; a zombie counts as dead, and without a start nothing is sure."""
    return bool(started) and start_time(pid) == started


def _linux_start_time(pid: int) -> str:
    stat = _text_of("/proc/{}/stat".format(pid))
    boot = _text_of("/proc/sys/kernel/random/boot_id")
    if stat is None:
        return ""
    # The name of the program stands in brackets and may hold brackets and spaces itself.
    state, *fields = stat[stat.rfind(")") + 1 :].split()
    if state in ("Z", "X"):
        return ""
    return "{}:{}".format((boot or "").strip(), fields[18])


def _ps_start_time(pid: int) -> str:
    # One language and one time zone: the text is compared with one of another day.
    answer = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        env=dict(os.environ, LC_ALL="C", TZ="UTC"),
    )
    state, _, started = answer.stdout.decode("utf-8", "replace").strip().partition(" ")
    return "" if state.startswith("Z") else " ".join(started.split())


def _windows_start_time(pid: int) -> str:
    # os.kill(pid, 0) would send Ctrl+C there.
    import ctypes

    kernel: Any = vars(ctypes)["windll"].kernel32
    process = kernel.OpenProcess(WINDOWS_MAY_ASK, False, pid)
    if not process:
        return ""
    code = ctypes.c_ulong()
    times = [ctypes.c_ulonglong() for _ in range(4)]
    known = kernel.GetExitCodeProcess(process, ctypes.byref(code))
    known = known and kernel.GetProcessTimes(process, *[ctypes.byref(time) for time in times])
    kernel.CloseHandle(process)
    return "windows:{}".format(times[0].value) if known and code.value == WINDOWS_STILL_ACTIVE else ""


def _text_of(path: str) -> Optional[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return None
