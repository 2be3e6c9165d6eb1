"""Starts the user's command so that it shares nothing with us but its log."""

import os
import shutil
import signal
import subprocess
from typing import Dict, List

from mindwatch_runner.run_folder import LOG_NAME
from mindwatch_runner.supervise.request import CannotStart, Request

NEW_PROCESS_GROUP = 0x00000200
NO_WINDOW = 0x08000000


def start_training(request: Request) -> "subprocess.Popen[bytes]":
    """Start the command in its own session, its output going straight into train.log."""
    log = _open_log(request.run_folder)
    try:
        if not os.path.isdir(request.cwd):
            raise CannotStart("cwd_missing", "The working directory {} does not exist.".format(request.cwd))
        return _spawn(request, log)
    finally:
        os.close(log)


def allow_stop_signals() -> None:
    """Make sure that the training can be interrupted, however we were started ourselves.

    Ignored and blocked signals are inherited; caught ones are back at their default after exec.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})


def _open_log(run_folder: str) -> int:
    path = os.path.join(run_folder, LOG_NAME)
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as problem:
        text = "The log {} cannot be written: {}.".format(path, problem.strerror)
        raise CannotStart("cannot_write", text, problem.strerror or "") from problem


def _spawn(request: Request, log: int) -> "subprocess.Popen[bytes]":
    environment = dict(request.environment, MINDWATCH_SUPERVISOR_PID=str(os.getpid()))
    flags = NEW_PROCESS_GROUP | NO_WINDOW if os.name == "nt" else 0
    try:
        return subprocess.Popen(
            _command(request.argv, environment),
            cwd=request.cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=os.name != "nt",
            creationflags=flags,
        )
    except FileNotFoundError as problem:
        text = "The command {} was not found.".format(request.argv[0])
        raise CannotStart("command_not_found", text) from problem
    except (OSError, ValueError) as problem:
        text = "The command {} cannot be started: {}.".format(request.argv[0], problem)
        raise CannotStart("command_not_executable", text, _reason(problem)) from problem


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem)


def _command(argv: List[str], environment: Dict[str, str]) -> List[str]:
    # POSIX looks for the command on the training's own PATH by itself, Windows on ours.
    if os.name != "nt":
        return argv
    return [shutil.which(argv[0], path=environment.get("PATH")) or argv[0], *argv[1:]]
