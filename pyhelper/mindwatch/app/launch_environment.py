"""The environment of a training: the user's, with the hooks on its path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mindwatch.process.supervisor import BOOT_FOLDER, PACKAGES_FOLDER
from mindwatch.protocol.messages import PlanItem
from mindwatch.texts import translate

OURS = "MINDWATCH_"
"""Variables that begin so belong to a run; those of a run that started us are not handed on."""


@dataclass(frozen=True)
class MonitoringChoices:
    """What the environment depends on; `interpreter` may be empty when none is known."""

    run_folder: str
    interpreter: str
    scalar_every_steps: int
    typed_in: Path


def training_environment(base: Mapping[str, str], choices: MonitoringChoices) -> dict[str, str]:
    """Return the whole environment of the training."""
    environment = {name: value for name, value in base.items() if not name.startswith(OURS)}
    environment.setdefault("PYTHONUNBUFFERED", "1")
    environment["PYTHONPATH"] = os.pathsep.join([str(BOOT_FOLDER), *user_python_path(base, choices.typed_in)])
    if choices.interpreter:
        bin_folder = os.path.dirname(choices.interpreter)  # noqa: PTH120
        environment["PATH"] = os.pathsep.join(part for part in (bin_folder, base.get("PATH", "")) if part)
    environment["MINDWATCH_RUN_FOLDER"] = choices.run_folder
    environment["MINDWATCH_SUMMARY_DIR"] = choices.run_folder
    environment["MINDWATCH_SCALAR_EVERY"] = str(choices.scalar_every_steps)
    return environment


def user_python_path(base: Mapping[str, str], typed_in: Path) -> list[str]:
    """Return the user's own entries, absolute; those that only this helper needs are left out, also when they
    go through a link. An empty entry between others is the directory where the command was typed.
    """
    own = {os.path.realpath(folder) for folder in (PACKAGES_FOLDER, PACKAGES_FOLDER / "_libs", BOOT_FOLDER)}
    given = base.get("PYTHONPATH", "")
    entries = [str(typed_in / entry) for entry in given.split(os.pathsep)] if given else []
    return [entry for entry in entries if os.path.realpath(entry) not in own]


def environment_items(base: Mapping[str, str], choices: MonitoringChoices) -> list[PlanItem]:
    """Say which variables are set and why."""
    items = [
        PlanItem(
            "environment", f"MINDWATCH_SUMMARY_DIR={choices.run_folder}", translate("where the hooks write")
        ),
        PlanItem(
            "environment",
            f"PYTHONPATH={BOOT_FOLDER}{os.pathsep}…",
            translate("loads the hooks, which act only when MindSpore is imported"),
        ),
    ]
    if choices.interpreter:
        bin_folder = os.path.dirname(choices.interpreter)  # noqa: PTH120
        why = translate("child processes and msrun use the same Python")
        items.append(PlanItem("environment", f"PATH={bin_folder}{os.pathsep}…", why))
    if "PYTHONUNBUFFERED" not in base:
        why = translate("the log shows each line at once")
        items.append(PlanItem("environment", "PYTHONUNBUFFERED=1", why))
    return items
