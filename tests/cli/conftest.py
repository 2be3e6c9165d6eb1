"""The command line as a person uses it: real processes in a real workspace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional

import pytest
from plain_training import PlainWorkspace


@dataclass
class Terminal:
    """Runs `mindwatch` in a workspace."""

    workspace: PlainWorkspace
    environment: dict[str, str]

    def run(self, *words: str, cwd: Optional[Path] = None, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a command to its end and check its exit code."""
        done = subprocess.run(
            [sys.executable, "-m", "mindwatch", *words],
            cwd=cwd or self.workspace.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode == code, f"exit code {done.returncode}: {done.stdout}\n{done.stderr}"
        return done

    def json(self, *words: str, **options: Any) -> Any:
        """Run a command with --json and read what it prints; constants that are not JSON are refused."""
        return json.loads(self.run(*words, **options).stdout, parse_constant=pytest.fail)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[PlainWorkspace]:
    """A workspace marked as one, cleaned of processes afterwards."""
    made = PlainWorkspace(tmp_path / "我的 workspace")
    (made.folder / ".vscode").mkdir()
    yield made
    made.clean_up()


@pytest.fixture
def terminal(workspace: PlainWorkspace) -> Terminal:
    """A terminal in which `python` is the Python of the tests and the language is English."""
    environment = {**workspace.services.environment, "LC_ALL": "C.UTF-8", "COLUMNS": "200"}
    environment["PYTHONPATH"] = os.environ["PYTHONPATH"]
    return Terminal(workspace, environment)
