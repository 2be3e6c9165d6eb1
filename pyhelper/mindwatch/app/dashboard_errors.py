"""What to tell when TensorBoard cannot be shown, with the command that helps."""

from __future__ import annotations

import re
from typing import Optional

from mindwatch.app.interpreters import pip_command
from mindwatch.logs import reason_line
from mindwatch.model.errors import DashboardEndedEarlyError, DashboardError, DashboardPackageMissingError
from mindwatch.model.interpreters import Interpreter
from mindwatch.texts import translate

MISSING_MODULE = re.compile(r"No module named '([\w.]+)'")
PACKAGES = {"pkg_resources": "'setuptools<81'", "google": "protobuf", "six": "six", "yaml": "pyyaml"}
"""Modules whose package on the index has another name."""


def package_missing(interpreter: Optional[Interpreter]) -> DashboardPackageMissingError:
    """Say that no Python has TensorBoard and how this one gets it."""
    if interpreter is None or not interpreter.python_version:
        return DashboardPackageMissingError(
            interpreter.problem if interpreter else translate("No Python with TensorBoard was found."),
            translate("Set mindwatch.tensorboard.interpreter to a Python that has TensorBoard."),
        )
    return DashboardPackageMissingError(
        translate("{path} has no TensorBoard.", path=interpreter.path),
        translate("Install it with `{command}`.", command=pip_command(interpreter.path, "tensorboard")),
    )


def dashboard_error(
    kind: type[DashboardError], interpreter: str, lines: list[str], timeout: float = 0.0
) -> DashboardError:
    """Say how the server failed; a missing module is answered with the command that installs it."""
    if kind is not DashboardEndedEarlyError:
        return kind(
            translate("TensorBoard did not answer within {seconds:g} s.", seconds=timeout),
            translate("Try again, or raise mindwatch.tensorboard.startTimeoutSeconds."),
            lines,
        )
    missing = MISSING_MODULE.search("\n".join(lines))
    next_step = translate(
        "Its last lines are in the details; the Python it ran in is {path}.", path=interpreter
    )
    if missing:
        module = missing.group(1).split(".")[0]
        command = pip_command(interpreter, PACKAGES.get(module, module))
        next_step = translate("Install it with `{command}`.", command=command)
    reason = reason_line(lines) or (lines[-1] if lines else "")
    return kind(translate("TensorBoard ended before it answered: {reason}", reason=reason), next_step, lines)
