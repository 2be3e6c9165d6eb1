"""Which Pythons there are for a workspace, and which one a launch uses."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from mindwatch.app.services import Services
from mindwatch.interpreters.candidates import find_candidates, setting_candidate
from mindwatch.interpreters.choice import Preferences, choose
from mindwatch.interpreters.probe import is_too_old
from mindwatch.model.errors import (
    InterpreterNotFoundError,
    InterpreterTooOldError,
    InterpreterWithoutMindSporeError,
    LaunchError,
)
from mindwatch.model.interpreters import Candidate, Interpreter
from mindwatch.protocol.messages import (
    InterpreterCandidate,
    InterpreterInfo,
    InterpretersRequest,
    InterpretersResult,
)
from mindwatch.texts import translate


@dataclass(frozen=True)
class FoundInterpreters:
    """All Pythons that answered or failed to, and the one to use."""

    interpreters: list[Interpreter]
    chosen: Optional[Interpreter]


def list_interpreters(services: Services, request: InterpretersRequest) -> InterpretersResult:
    """Ask all Pythons there are for a workspace folder; of an untrusted one none, for asking runs them."""
    if not services.trusted:
        return InterpretersResult("", [])
    found = find_interpreters(services, Path(request.workspace_folder), request.candidates)
    infos = [to_info(interpreter) for interpreter in found.interpreters]
    if found.chosen is None:
        return InterpretersResult("", infos)
    chosen = to_info(found.chosen)
    others = [info for info in infos if info.path != chosen.path]
    return InterpretersResult(chosen.path, [chosen, *sorted(others, key=lambda info: bool(info.problem))])


def find_interpreters(
    services: Services, workspace: Path, proposed: Sequence[InterpreterCandidate]
) -> FoundInterpreters:
    """Ask all Pythons and choose one."""
    setting = services.python_setting(workspace)
    candidates = [Candidate(candidate.path, candidate.reason) for candidate in proposed]
    asked = services.probe.ask_all(find_candidates(setting, candidates, workspace, services.environment))
    preferences = Preferences(
        setting_candidate(setting, "", services.environment).path if setting else "",
        candidates[0].path if candidates else "",
    )
    return FoundInterpreters(asked, choose(asked, preferences))


def require_mindspore(interpreter: Optional[Interpreter], others: Sequence[Interpreter]) -> Interpreter:
    """Return an interpreter in which MindSpore trainings run, or raise what the user can do."""
    if interpreter is None:
        raise InterpreterNotFoundError(
            translate("No Python was found to run the training with."),
            translate(
                "Install Python 3.9 to 3.12, or set mindwatch.python.interpreter to the Python to use."
            ),
        )
    if interpreter.problem:
        raise unfit(interpreter, others)
    return interpreter


def unfit(interpreter: Interpreter, others: Sequence[Interpreter]) -> LaunchError:
    """Say what is wrong with an interpreter and which other would do, or how to install MindSpore in it."""
    able = next((other for other in others if not other.problem), None)
    if able:
        next_step = translate(
            "{path} has MindSpore {version}: select it, or run the command with it.",
            path=able.path,
            version=able.mindspore_version,
        )
    elif not interpreter.python_version:
        next_step = translate("Select another Python, or correct mindwatch.python.interpreter.")
    elif is_too_old(interpreter):
        next_step = translate("Install a newer Python with MindSpore, or select another Python.")
    else:
        command = pip_command(os.path.normpath(interpreter.path), "mindspore")
        next_step = translate("Install it with `{command}`, or select another Python.", command=command)
    if not interpreter.python_version:
        return InterpreterNotFoundError(interpreter.problem, next_step)
    error = InterpreterTooOldError if is_too_old(interpreter) else InterpreterWithoutMindSporeError
    return error(interpreter.problem, next_step)


def pip_command(interpreter: str, package: str) -> str:
    """Return a command to type, with the interpreter quoted when it has to be."""
    quoted = f'"{interpreter}"' if " " in interpreter else interpreter
    return f"{quoted} -m pip install {package}"


def to_info(interpreter: Interpreter) -> InterpreterInfo:
    """Return what doors show of an interpreter."""
    return InterpreterInfo(
        path=interpreter.path,
        reason=interpreter.reason,
        python_version=interpreter.python_version,
        mindspore_version=interpreter.mindspore_version,
        tensorboard_version=interpreter.tensorboard_version,
        problem=interpreter.problem,
    )
