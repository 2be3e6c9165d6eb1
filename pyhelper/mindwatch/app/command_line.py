"""Understand a typed command: where in it Python, the script and the script's arguments are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Optional

PYTHON_WORD = re.compile(r"^python(\d+(\.\d+)*)?(\.exe)?$", re.IGNORECASE)
SHELLS = ("bash", "sh", "zsh", "dash", "ksh")
FLAGS_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")


@dataclass(frozen=True)
class ParsedCommand:
    """A command with the places that matter; an index of -1 means that there is no such word.

    `arguments_at` is where the script's own arguments begin. When neither script nor module is known, nothing
    is ever added to the arguments.
    """

    words: tuple[str, ...]
    python_at: int = -1
    script_at: int = -1
    module_at: int = -1
    arguments_at: int = -1
    python_flags: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        """The script's own arguments."""
        return list(self.words[self.arguments_at :]) if self.arguments_at >= 0 else []

    @property
    def python(self) -> str:
        """The Python as typed, or empty."""
        return self.words[self.python_at] if self.python_at >= 0 else ""

    @property
    def script(self) -> str:
        """The script as typed, or empty."""
        return self.words[self.script_at] if self.script_at >= 0 else ""

    @property
    def module(self) -> str:
        """The module after -m, or empty."""
        return self.words[self.module_at] if self.module_at >= 0 else ""

    @property
    def switches_hooks_off(self) -> bool:
        """Say whether a flag of Python keeps it from looking at the environment or at site packages."""
        letters = "".join(flag[1:] for flag in self.python_flags if re.fullmatch(r"-[A-Za-z]+", flag))
        return any(letter in letters for letter in "EIS")


def parse_command(words: Sequence[str], known_python: bool = False) -> ParsedCommand:
    """Find Python, possibly behind msrun, mpirun, env and the like; a shell script is not looked into.

    With `known_python` the first word is Python whatever it is called.
    """
    command = ParsedCommand(tuple(words))
    if known_python:
        return parse_python(command, 0)
    if not words or program(words[0]) in SHELLS:
        return command
    python_at = next((index for index, word in enumerate(words) if PYTHON_WORD.match(program(word))), -1)
    script_at = next((index for index, word in enumerate(words) if word.endswith(".py")), -1)
    if python_at >= 0 and (script_at < 0 or python_at < script_at):
        return parse_python(command, python_at)
    if script_at >= 0 and (script_at == 0 or program(words[0]) in ("msrun", "mpirun", "mpiexec")):
        return ParsedCommand(command.words, script_at=script_at, arguments_at=script_at + 1)
    return command


def parse_python(command: ParsedCommand, python_at: int) -> ParsedCommand:
    """Read Python's own flags up to the script, the module or the end."""
    words, index = command.words, python_at + 1
    while index < len(words) and words[index].startswith("-") and words[index] != "-":
        word = words[index]
        module_letter = re.fullmatch(r"-[a-zA-Z]*m", word)
        if module_letter and index + 1 < len(words):
            flags = words[python_at + 1 : index + 1]
            return ParsedCommand(words, python_at, -1, index + 1, index + 2, flags)
        if re.fullmatch(r"-[a-zA-Z]*c", word):
            return ParsedCommand(words, python_at, python_flags=words[python_at + 1 : index])
        index += 2 if word in FLAGS_WITH_VALUE else 1
    flags = words[python_at + 1 : index]
    if index >= len(words) or words[index] == "-":
        return ParsedCommand(words, python_at, python_flags=flags)
    return ParsedCommand(words, python_at, index, -1, index + 1, flags)


def program(word: str) -> str:
    """Return the name of a program without its folder."""
    return PurePath(word.replace("\\", "/")).name


def replaced(words: Sequence[str], index: int, word: str) -> tuple[str, ...]:
    """Return the words with one of them changed."""
    return (*words[:index], word, *words[index + 1 :])


def option_value(word: str) -> Optional[tuple[str, str]]:
    """Split `--name=value`; None for any other word."""
    name, separator, value = word.partition("=")
    return (name + separator, value) if separator and name.startswith("-") else None
