"""Runs work in a process of its own that nothing of the starter's can take down."""

import contextlib
import json
import os
import subprocess
import sys
from typing import Any, Callable, Dict

Answer = Dict[str, Any]
Report = Callable[[Answer], None]

DETACHED_PROCESS = 0x00000008
NEW_PROCESS_GROUP = 0x00000200


def run_detached(work: Callable[[Report], None], request_text: str) -> Answer:
    """Do the work in a detached process and hand back what it reports first."""
    if hasattr(os, "fork"):
        return run_in_grandchild(work)
    return run_in_new_interpreter(request_text)


def run_in_grandchild(work: Callable[[Report], None]) -> Answer:
    """The classic double fork: own session, no terminal, adopted by init."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        _work_and_exit(work, write_end)
    os.close(write_end)
    os.waitpid(child, 0)
    with os.fdopen(read_end, encoding="utf-8") as answers:
        return _parse(answers.readline())


def run_in_new_interpreter(request_text: str) -> Answer:
    """The same where there is no fork: the request is passed on to a process without a console."""
    flags = DETACHED_PROCESS | NEW_PROCESS_GROUP if os.name == "nt" else 0
    process = subprocess.Popen(
        [sys.executable, "-m", "mindwatch_runner", "supervise", "--already-detached"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        creationflags=flags,
        start_new_session=os.name != "nt",
    )
    if process.stdin is None or process.stdout is None:
        return _parse("")
    with process.stdin, process.stdout:
        process.stdin.write(request_text.encode("utf-8", "surrogateescape"))
        process.stdin.close()
        answer = _parse(process.stdout.readline().decode("utf-8"))
    # It is meant to outlive us; without this Popen warns that it does.
    process.returncode = 0
    return answer


def report_on_stdout(answer: Answer) -> None:
    """Print the answer as one line and let go of both outputs, so that nobody waits for us any more."""
    with contextlib.suppress(OSError):
        os.write(1, (json.dumps(answer, ensure_ascii=True) + "\n").encode("ascii"))
    release_standard_streams()


def release_standard_streams() -> None:
    """Point stdin, stdout and stderr at nothing."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    os.close(nothing)


def _work_and_exit(work: Callable[[Report], None], write_end: int) -> None:
    def report(answer: Answer) -> None:
        with contextlib.suppress(OSError):
            os.write(write_end, (json.dumps(answer) + "\n").encode("ascii"))
        os.close(write_end)

    try:
        release_standard_streams()
        work(report)
    finally:
        os._exit(0)


def _parse(line: str) -> Answer:
    if not line:
        return {
            "ok": False,
            "code": "supervisor_died",
            "text": "The supervisor ended before it could answer.",
        }
    answer = json.loads(line)
    return answer if isinstance(answer, dict) else {"ok": False, "code": "supervisor_died", "text": line}
