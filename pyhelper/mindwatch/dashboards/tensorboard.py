"""TensorBoard as a server: how it is started and which URL says that it is ready."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

LAUNCHER = Path(__file__).parent / "launchers" / "serve_tensorboard.py"
DATA_PATH = "/data/runs"
"""Answered only when TensorBoard's own application serves below the secret path."""

TOKEN_BYTES = 24


@dataclass(frozen=True)
class TensorBoardServer:
    """One server to start; `path_prefix` is its secret and differs for each."""

    interpreter: str
    folder: str
    title: str
    reload_seconds: float
    path_prefix: str = field(default_factory=lambda: "/" + secrets.token_urlsafe(TOKEN_BYTES), repr=False)

    @property
    def argv(self) -> list[str]:
        """The command line, which other users of the machine can read."""
        return [self.interpreter, str(LAUNCHER)]

    @property
    def request(self) -> str:
        """The first line on its standard input."""
        names = ("folder", "title", "reload_seconds", "path_prefix")
        return json.dumps({name: getattr(self, name) for name in names}) + "\n"

    def url(self, port: int) -> str:
        """Return the address of the page."""
        return f"http://127.0.0.1:{port}{self.path_prefix}/"


@dataclass(frozen=True)
class ListeningServer:
    """What the launcher said when the server was bound."""

    port: int
    version: str


def parse_ready_line(line: str) -> Optional[ListeningServer]:
    """Read the launcher's line; None for anything else that was printed."""
    try:
        said = json.loads(line)
        return ListeningServer(int(said["port"]), str(said["version"])) if said.get("ready") else None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
