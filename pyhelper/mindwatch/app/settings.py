"""Settings as somebody sent them, checked against the declaration; bad values become the default."""

from __future__ import annotations

import dataclasses
import os
import re
from collections.abc import Mapping
from pathlib import Path

from mindwatch.model.settings import KEYS, Settings
from mindwatch.texts import translate

PREFIX = "mindwatch."
CHOICES = {"launch_working_directory": ("workspace", "script")}
LEAST = {
    "monitor_scalar_every_steps": 1,
    "stop_interrupt_grace_seconds": 0,
    "stop_terminate_grace_seconds": 0,
    "tensorboard_reload_interval_seconds": 1,
    "tensorboard_start_timeout_seconds": 5,
}


def read_settings(raw: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """Return usable settings and a sentence about each value that is not."""
    values: dict[str, object] = {}
    problems: list[str] = []
    for key, value in raw.items():
        field = KEYS.get(key[len(PREFIX) :] if key.startswith(PREFIX) else key)
        if field is None or value is None:
            continue
        accepted = accept(field, value)
        if accepted is None:
            problems.append(bad_value(key, field, value))
        else:
            values[field] = accepted
    return dataclasses.replace(Settings(), **values), problems  # type: ignore[arg-type]


def accept(field: str, value: object) -> object:
    """Return the value as the type of its field, or None when it cannot be one."""
    default = getattr(Settings(), field)
    if isinstance(default, bool) or isinstance(value, bool):
        return value if isinstance(default, bool) and isinstance(value, bool) else None
    if isinstance(default, str):
        fits = isinstance(value, str) and (field not in CHOICES or value in CHOICES[field])
        return value if fits else None
    if not isinstance(value, (int, float)) or value < LEAST.get(field, value):
        return None
    whole = isinstance(default, int)
    return None if whole and value != int(value) else type(default)(value)


def bad_value(key: str, field: str, value: object) -> str:
    """Say which value is not used and what is used instead."""
    return translate(
        "The setting {key} cannot be {value!r}; {default!r} is used.",
        key=key if key.startswith(PREFIX) else PREFIX + key,
        value=value,
        default=getattr(Settings(), field),
    )


def resolve_summary_base(pattern: str, workspace: Path, environment: Mapping[str, str]) -> Path:
    """Return the folder of the run folders; a relative path belongs to the workspace folder."""
    return absolute_in(workspace, expand(pattern or Settings().summary_base, workspace, environment))


def resolve_interpreter(setting: str, workspace: Path, environment: Mapping[str, str]) -> str:
    """Return the path of a Python; a bare word stays one, since it is looked up on PATH."""
    text = expand(setting, workspace, environment)
    return str(absolute_in(workspace, text)) if os.path.dirname(text) else text  # noqa: PTH120


def expand(pattern: str, workspace: Path, environment: Mapping[str, str]) -> str:
    """Fill in VS Code's variables and the home folder, alike for every setting that is a path."""
    replacements = {"workspaceFolder": str(workspace), "userHome": str(Path.home())}

    def value(match: re.Match[str]) -> str:
        name = match.group(1)
        return (
            environment.get(name[4:], "")
            if name.startswith("env:")
            else replacements.get(name, match.group(0))
        )

    return os.path.expanduser(re.sub(r"\$\{([^}]+)\}", value, pattern))  # noqa: PTH111  a bare word must stay one


def absolute_in(workspace: Path, text: str) -> Path:
    """Return a path of the workspace folder as an absolute one, with links as they are written."""
    return Path(os.path.abspath(workspace / text))  # noqa: PTH100
