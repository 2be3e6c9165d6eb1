"""Ask git which code is about to run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Optional

GIT_SECONDS = 5.0


def git_state(folder: Path) -> Optional[dict[str, object]]:
    """Return the commit and whether tracked files differ from it; None where there is no repository or no
    git.
    """
    commit = git(folder, "rev-parse", "HEAD")
    if not commit:
        return None
    changes = git(folder, "status", "--porcelain", "--untracked-files=no")
    return {"commit": commit.strip(), "dirty": bool(changes)}


def git(folder: Path, *arguments: str) -> str:
    """Return git's answer; empty when it fails. No lock is taken: the user may be using git right now."""
    try:
        answer = subprocess.run(
            ["git", "-C", str(folder), *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=GIT_SECONDS,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout if answer.returncode == 0 else ""
