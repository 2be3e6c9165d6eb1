"""Pythons of the user's machine."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A Python worth a question; `reason` says, for the user, where it comes from."""

    path: str
    reason: str


@dataclass(frozen=True)
class Interpreter:
    """A Python that was asked; `problem` is a sentence, empty when MindSpore trainings can run in it.

    Versions are empty where the package is missing. `prefix` tells environments apart.
    """

    path: str
    reason: str
    python_version: str = ""
    mindspore_version: str = ""
    tensorboard_version: str = ""
    prefix: str = ""
    problem: str = ""
