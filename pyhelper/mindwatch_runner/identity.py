"""Tells a process from another one that later got the same number."""

import subprocess
import sys
from typing import Optional


def start_time(pid: int) -> str:
    """An opaque text that no other process with this number will have; empty when dead or unknown."""
    if sys.platform.startswith("linux"):
        return _linux_start_time(pid)
    if sys.platform == "darwin":
        return _darwin_start_time(pid)
    return ""


def is_alive(pid: int, started: str) -> bool:
    """Whether that very process still runs; a zombie counts as dead."""
    if sys.platform.startswith("linux") or sys.platform == "darwin":
        return bool(started) and start_time(pid) == started
    return _windows_is_alive(pid)


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


def _darwin_start_time(pid: int) -> str:
    answer = subprocess.run(
        ["/bin/ps", "-o", "stat=,lstart=", "-p", str(pid)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
        env={"LC_ALL": "C"},
    )
    state, _, started = answer.stdout.decode("utf-8", "replace").strip().partition(" ")
    return "" if state.startswith("Z") else started.strip()


def _windows_is_alive(pid: int) -> bool:
    # os.kill(pid, 0) would send Ctrl+C there.
    if sys.platform != "win32":
        return False
    import ctypes

    kernel = ctypes.windll.kernel32
    process = kernel.OpenProcess(0x1000, False, pid)
    if not process:
        return False
    code = ctypes.c_ulong()
    answered = kernel.GetExitCodeProcess(process, ctypes.byref(code))
    kernel.CloseHandle(process)
    return bool(answered) and code.value == 259


def _text_of(path: str) -> Optional[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return None
