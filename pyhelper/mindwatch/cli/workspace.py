"""Which workspace folder is meant, and which settings hold for it."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import click

from mindwatch.app.runs import RunList
from mindwatch.app.services import Services
from mindwatch.app.settings import absolute_in, expand
from mindwatch.model.errors import BadUsageError
from mindwatch.texts import mark, translate

MARKS = (".vscode", ".git", "pyproject.toml")


@dataclass(frozen=True)
class Place:
    """Where a command line works."""

    services: Services
    runs: RunList
    workspace: Path
    typed_in: Path


def workspace_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say where the runs are."""
    base = click.option("--summary-base", help=mark("Folder of the run folders (default: the setting)."))
    workspace = click.option(
        "--workspace",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        help=mark(
            "Workspace folder (default: the nearest folder above with .vscode, .git or pyproject.toml)."
        ),
    )
    return workspace(base(command))


def open_place(workspace: Optional[Path], summary_base: Optional[str], **overrides: Optional[str]) -> Place:
    """Put the services together for a workspace; options win over its settings file."""
    typed_in = Path.cwd()
    folder = workspace.absolute() if workspace else find_workspace(typed_in)
    raw = read_workspace_settings(folder)
    if summary_base is not None:
        raw["summary.base"] = typed_base(summary_base, folder, typed_in)
    raw.update({name.replace("__", "."): value for name, value in overrides.items() if value is not None})
    services = Services(trusted=True, workspace_folders=[folder])
    for problem in services.use_settings(raw, {}):
        print(translate("Warning: {text}", text=problem), file=sys.stderr)
    return Place(services, RunList(services), folder, typed_in)


def typed_base(typed: str, workspace: Path, typed_in: Path) -> str:
    """Return the summary base with its variables filled in; a relative one belongs to where it was typed."""
    if not typed.strip():
        raise BadUsageError(
            translate("--summary-base is empty."), translate("Name a folder, or leave the option out.")
        )
    return str(absolute_in(typed_in, expand(typed, workspace, os.environ)))


def find_workspace(folder: Path) -> Path:
    """Return the nearest folder above that looks like a workspace; the home folder does not count."""
    home = Path.home()
    for candidate in (folder, *folder.parents):
        if candidate != home and any((candidate / mark).exists() for mark in MARKS):
            return candidate
    return folder


def read_workspace_settings(folder: Path) -> dict[str, object]:
    """Return our settings from the workspace's settings file; an unreadable one is said and left alone."""
    path = folder / ".vscode" / "settings.json"
    try:
        settings = json.loads(without_comments(path.read_text(encoding="utf-8-sig")))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        text = translate("{path} is not used: {reason}.", path=path, reason=error)
        print(translate("Warning: {text}", text=text), file=sys.stderr)
        return {}
    found = settings if isinstance(settings, dict) else {}
    return {key[len("mindwatch.") :]: value for key, value in found.items() if key.startswith("mindwatch.")}


def without_comments(text: str) -> str:
    """Turn JSON as VS Code allows it, with comments and trailing commas, into plain JSON."""
    pattern = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
    plain = pattern.sub(lambda match: match.group(1) or " ", text)
    trailing = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
    return trailing.sub(lambda match: match.group(1) or "", plain)
