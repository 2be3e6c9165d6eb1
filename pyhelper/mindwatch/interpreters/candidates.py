"""Where to look for Pythons, the best place first."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mindwatch.model.interpreters import Candidate
from mindwatch.texts import translate

WINDOWS = sys.platform == "win32"


def find_candidates(
    setting: str, proposed: Sequence[Candidate], workspace: Path, environment: Mapping[str, str]
) -> list[Candidate]:
    """List each Python once: the setting, then the editor's, then environments, then PATH."""
    found: dict[str, Candidate] = {}
    for candidate in all_candidates(setting, proposed, workspace, environment):
        found.setdefault(os.path.normcase(os.path.abspath(candidate.path)), candidate)  # noqa: PTH100
    return list(found.values())


def all_candidates(
    setting: str, proposed: Sequence[Candidate], workspace: Path, environment: Mapping[str, str]
) -> Iterator[Candidate]:
    """Give the candidates in order; those of the setting and of the editor even if nothing is there."""
    if setting:
        yield setting_candidate(setting, translate("set in mindwatch.python.interpreter"), environment)
    yield from (candidate for candidate in proposed if candidate.path)
    yield from existing(environment_candidates(workspace, environment))
    for name in ("python3", "python"):
        path = shutil.which(name, path=environment.get("PATH"))
        if path:
            yield Candidate(path, translate("found on PATH"))


def setting_candidate(setting: str, reason: str, environment: Mapping[str, str]) -> Candidate:
    """Return what a setting names; a bare word is looked up on PATH."""
    is_word = not os.path.dirname(setting)  # noqa: PTH120
    found = shutil.which(setting, path=environment.get("PATH")) if is_word else None
    return Candidate(found or setting, reason)


def environment_candidates(workspace: Path, environment: Mapping[str, str]) -> Iterator[Candidate]:
    """Give the Pythons of the active environment and of those in the workspace."""
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        if environment.get(name):
            yield Candidate(
                str(python_of(Path(environment[name]))), translate("active environment ({name})", name=name)
            )
    for name in (".venv", "venv"):
        yield Candidate(str(python_of(workspace / name)), translate("{name} in the workspace", name=name))


def python_of(prefix: Path) -> Path:
    """Return where an environment keeps its Python."""
    if not WINDOWS:
        return prefix / "bin" / "python"
    in_scripts = prefix / "Scripts" / "python.exe"
    return in_scripts if in_scripts.exists() else prefix / "python.exe"


def existing(candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """Drop the places where there is no Python."""
    return (candidate for candidate in candidates if Path(candidate.path).exists())
