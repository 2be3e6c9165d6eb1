"""Hand a training to its supervisor, which will outlive us, and hear whether it started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional, Union

PACKAGES_FOLDER = Path(__file__).resolve().parents[2]
"""The folder that holds `mindwatch` and `mindwatch_runner`."""

BOOT_FOLDER = PACKAGES_FOLDER / "mindwatch_runner" / "boot"
"""What the training's PYTHONPATH starts with, so that the hooks load."""

ANSWER_SECONDS = 30.0

SILENT = "supervisor_silent"
FAILED = "supervisor_failed"


@dataclass(frozen=True)
class SupervisedTraining:
    """What the supervisor needs; the environment travels by pipe, so that no secret reaches the disk."""

    run_folder: str
    argv: list[str]
    cwd: str
    environment: dict[str, str]
    record: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Started:
    """The training runs under its supervisor."""

    training_pid: int
    supervisor_pid: int


@dataclass(frozen=True)
class NotStarted:
    """The supervisor's refusal: `code` says which, `reason` is what the system said of it, and `evidence` a
    line for those who look deeper. With the code `SILENT` it is not known whether anything runs.
    """

    code: str
    reason: str = ""
    evidence: str = ""


SupervisorAnswer = Union[Started, NotStarted]


def start_supervisor(training: SupervisedTraining, timeout: float = ANSWER_SECONDS) -> SupervisorAnswer:
    """Start a supervisor with this training and return its one line of answer.

    One that is slow is left alone: it may be about to start the training, and whoever killed it now would not
    know what it has done already.
    """
    request = json.dumps({"schema": 1, **vars(training)})
    child = subprocess.Popen(
        [sys.executable, "-m", "mindwatch_runner", "supervise"],
        cwd=training.run_folder,
        env=supervisor_environment(),
        start_new_session=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    try:
        answer, complaint = child.communicate(request, timeout=timeout)
    except subprocess.TimeoutExpired:
        threading.Thread(target=child.communicate, daemon=True, name=f"end of {child.pid}").start()
        return NotStarted(SILENT)
    return parse_answer(answer) or NotStarted(FAILED, evidence=last_line(complaint))


def supervisor_environment() -> dict[str, str]:
    """Return our environment with the runner on the path, and without the marks of a training that started
    us.
    """
    ours = {name: value for name, value in os.environ.items() if not name.startswith("MINDWATCH_RUN")}
    return {**ours, "PYTHONPATH": str(PACKAGES_FOLDER)}


def parse_answer(text: str) -> Optional[SupervisorAnswer]:
    """Read the supervisor's line; None when it is not one."""
    try:
        answer = json.loads(text)
        if answer["ok"]:
            return Started(int(answer["training_pid"]), int(answer["supervisor_pid"]))
        said = (str(answer.get(key, "")) for key in ("code", "reason", "text"))
        return NotStarted(*said)
    except (ValueError, KeyError, TypeError):
        return None


def last_line(text: str) -> str:
    """Return the last line that says something; empty when there is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
