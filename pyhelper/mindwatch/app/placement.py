"""Where a command runs, and how its words must read there to mean what they meant where they were typed."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.app.command_line import ParsedCommand, option_value, replaced
from mindwatch.model.errors import ScriptMissingError, ScriptNotPythonError
from mindwatch.protocol.messages import PlanItem
from mindwatch.texts import translate


@dataclass
class Placement:
    """A command made ready for its working directory; `source` is the file whose parser will read the
    arguments.
    """

    command: ParsedCommand
    working_directory: Path
    source: Optional[Path] = None
    items: list[PlanItem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Directories:
    """Where the command was typed, the workspace folder, and whether the script's own folder is preferred."""

    typed_in: Path
    workspace: Path
    prefer_script_folder: bool = False


def place(command: ParsedCommand, directories: Directories) -> Placement:
    """Choose the working directory and rewrite what would otherwise be looked for in the wrong place."""
    if command.module:
        placement = place_module(command, directories)
    elif command.script:
        placement = place_script(command, directories)
    else:
        placement = Placement(command, directories.typed_in)
        if directories.typed_in != directories.workspace:
            placement.items.append(runs_where_it_was_typed(directories.typed_in))
        placement.warnings.append(
            translate("The script of this command is not known, so no argument is added to it.")
        )
    if placement.working_directory != directories.typed_in:
        name_program(placement, directories.typed_in)
        rewrite_arguments(placement, directories.typed_in)
        why = translate(
            "relative paths mean the same from wherever you launch (mindwatch.launch.workingDirectory)"
        )
        placement.items.append(
            PlanItem("path", translate("runs in {path}", path=placement.working_directory), why)
        )
    return placement


def runs_where_it_was_typed(folder: Path) -> PlanItem:
    """Say that a command whose script is unknown is left where it was typed."""
    why = translate("where the command was typed: what its words name is not known")
    return PlanItem("path", translate("runs in {path}", path=folder), why)


def name_program(placement: Placement, typed_in: Path) -> None:
    """Name a program that was given by a relative path so that it is found from the working directory."""
    word = placement.command.words[0]
    is_relative = bool(os.path.dirname(word)) and not os.path.isabs(word)  # noqa: PTH117, PTH120
    # A script or a Python in front is named elsewhere.
    if not is_relative or 0 in (placement.command.script_at, placement.command.python_at):
        return
    path = absolute(typed_in / word)
    if path.is_file() and path != absolute(placement.working_directory / word):
        placement.command = with_word(placement.command, 0, str(path))
        why = translate("the same file, as seen from the working directory")
        placement.items.append(PlanItem("path", f"{word} → {path}", why))


def place_script(command: ParsedCommand, directories: Directories) -> Placement:
    """Find the script and name it so that it is found from the working directory."""
    source = find_script(command.script, directories)
    folder = source.parent if directories.prefer_script_folder else directories.workspace
    seen_from_there = absolute(folder / command.script)
    if seen_from_there == source:
        return Placement(command, folder, source)
    word = short_path(source, folder)
    placement = Placement(with_word(command, command.script_at, word), folder, source)
    placement.items.append(
        PlanItem(
            "path", f"{command.script} → {word}", translate("the script, as seen from the working directory")
        )
    )
    return placement


def find_script(typed: str, directories: Directories) -> Path:
    """Look for the script where the command was typed, then in the workspace folder."""
    for folder in (directories.typed_in, directories.workspace):
        path = absolute(folder / typed)
        if path.is_file():
            return path
    path = absolute(directories.typed_in / typed)
    if path.is_dir():
        raise ScriptNotPythonError(
            translate("{path} is a folder, not a Python script.", path=path),
            translate("Give the script to run."),
        )
    raise ScriptMissingError(
        translate("The script {path} does not exist.", path=path),
        translate("Check its name, or launch from the folder in which it is."),
    )


def place_module(command: ParsedCommand, directories: Directories) -> Placement:
    """Keep the directory in which the module was typed, unless the workspace folder has it too."""
    for folder in (directories.workspace, directories.typed_in):
        source = module_source(command.module, folder)
        if source:
            return Placement(command, folder, source)
    return Placement(command, directories.typed_in)


def module_source(module: str, folder: Path) -> Optional[Path]:
    """Return the file that `python -m module` runs from this folder, or None when it is not there."""
    base = folder.joinpath(*module.split("."))
    for path in (base.with_suffix(".py") if module else base, base / "__main__.py"):
        if path.is_file():
            return path
    return None


def rewrite_arguments(placement: Placement, typed_in: Path) -> None:
    """Rewrite arguments that name files where the command was typed and would not be found from where it
    runs.
    """
    first = placement.command.arguments_at if placement.command.arguments_at >= 0 else 1
    for index in range(first, len(placement.command.words)):
        word = placement.command.words[index]
        name, value = option_value(word) or ("", word)
        new = moved(value, typed_in, placement.working_directory)
        if new is None:
            continue
        placement.command = with_word(placement.command, index, name + new)
        why = translate("the same file, as seen from the working directory")
        placement.items.append(PlanItem("path", f"{word} → {name}{new}", why))


def moved(value: str, typed_in: Path, folder: Path) -> Optional[str]:
    """Return a relative path as seen from another folder, or None when the word can stay as it is.

    A bare word that happens to be the name of a folder is more likely a subcommand or a mode, so it stays.
    """
    if not value or value.startswith("-") or Path(value).is_absolute() or "://" in value:
        return None
    path, there = typed_in / value, folder / value
    try:
        is_path = path.is_file() or (
            path.is_dir() and ("/" in value or os.sep in value or value.startswith("."))
        )
        if not is_path or (there.exists() and there.samefile(path)):
            return None
    except (OSError, ValueError):
        return None
    return short_path(absolute(path), folder)


def with_word(command: ParsedCommand, index: int, word: str) -> ParsedCommand:
    """Return the command with one word changed."""
    return ParsedCommand(**{**vars(command), "words": replaced(command.words, index, word)})


def absolute(path: Path) -> Path:
    """Make a path absolute without following links: a user's link is what they want to read."""
    return Path(os.path.abspath(path))  # noqa: PTH100  resolve() would follow links


def short_path(path: Path, folder: Path) -> str:
    """Return a path relative to a folder above it, else absolute."""
    return str(path.relative_to(folder)) if folder == path.parent or folder in path.parents else str(path)
