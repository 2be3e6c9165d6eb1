"""Tells a process from another one that later got the same number."""

import platform
import subprocess
from typing import Any, Optional

WINDOWS_MAY_ASK = 0x1000
WINDOWS_STILL_ACTIVE = 259


# Not asked of sys.platform each time: type checkers would take the other systems' branches for dead.
_SYSTEM = platform.system()


def start_time(pid: int) -> str:
    """An opaque text that no other process with this number will have; empty when dead or unknown."""
    if _SYSTEM == "Linux":
        return _linux_start_time(pid)
    if _SYSTEM == "Darwin":
        return _darwin_start_time(pid)
    return ""


def is_alive(pid: int, started: str) -> bool:
    """Whether that very process still runs; a zombie counts as dead."""
    if _SYSTEM == "Windows":
        return _windows_is_alive(pid)
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
    import ctypes

    kernel: Any = vars(ctypes)["windll"].kernel32
    process = kernel.OpenProcess(WINDOWS_MAY_ASK, False, pid)
    if not process:
        return False
    code = ctypes.c_ulong()
    answered = kernel.GetExitCodeProcess(process, ctypes.byref(code))
    kernel.CloseHandle(process)
    return bool(answered) and code.value == WINDOWS_STILL_ACTIVE


def _text_of(path: str) -> Optional[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return None
