"""Decide which Python a training gets, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Optional

from mindwatch.model.interpreters import Interpreter
from mindwatch.texts import translate


@dataclass(frozen=True)
class Preferences:
    """What was said about Pythons: the path from the setting and the one selected in the editor, or empty."""

    setting: str = ""
    selected: str = ""


def choose(interpreters: Sequence[Interpreter], preferences: Preferences) -> Optional[Interpreter]:
    """Pick a Python: the setting's in any case, the editor's if it can train, else the first that can."""
    by_path = {interpreter.path: interpreter for interpreter in interpreters}
    if preferences.setting:
        return by_path.get(preferences.setting)
    selected = by_path.get(preferences.selected)
    if selected and not selected.problem:
        return selected
    able = [interpreter for interpreter in interpreters if not interpreter.problem]
    if not able:
        return selected or (interpreters[0] if interpreters else None)
    if len(able) == 1 and len(interpreters) > 1:
        return replace(
            able[0], reason=translate("{reason}; the only one with MindSpore", reason=able[0].reason)
        )
    return able[0]


def choose_for_dashboard(interpreters: Sequence[Interpreter]) -> Optional[Interpreter]:
    """Pick the first Python that has TensorBoard; whether it can train does not matter."""
    return next((interpreter for interpreter in interpreters if interpreter.tensorboard_version), None)
