"""What dashboards leave on disk: a log each, and a note of which process it is, so that leftovers can be
found.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

OLD_LOG_SECONDS = 24 * 3600


@dataclass(frozen=True)
class DashboardNote:
    """The processes of a dashboard and of the helper that started it, each by pid and start time."""

    pid: int
    start_time: str
    helper_pid: int
    helper_start_time: str


def state_folder(environment: Mapping[str, str]) -> Path:
    """Return this user's folder for our traces, readable by nobody else."""
    folder = user_state_folder(environment) / "mindwatch" / "dashboards"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)
    except OSError:
        # A home that cannot be written must not keep a dashboard from starting.
        return temporary_folder()
    return folder


@functools.lru_cache(maxsize=1)
def temporary_folder() -> Path:
    """Return this process's one folder where there is no better place."""
    return Path(tempfile.mkdtemp(prefix="mindwatch-"))


def user_state_folder(environment: Mapping[str, str]) -> Path:
    """Return where programs of this user keep state on this system."""
    if sys.platform == "win32":
        return Path(environment.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(environment.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")


def write_note(folder: Path, note: DashboardNote) -> Path:
    """Note a dashboard that was just started."""
    path = folder / f"{note.pid}.json"
    path.write_text(json.dumps(asdict(note)), encoding="utf-8")
    return path


def read_notes(folder: Path) -> Iterator[tuple[Path, DashboardNote]]:
    """Give all notes; one that cannot be read is removed."""
    for path in folder.glob("*.json"):
        try:
            yield path, DashboardNote(**json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            path.unlink(missing_ok=True)


def remove_old_logs(folder: Path, now: float) -> None:
    """Remove logs that nobody will look at any more."""
    for path in folder.glob("*.log"):
        try:
            if now - os.stat(path).st_mtime > OLD_LOG_SECONDS:  # noqa: PTH116
                path.unlink()
        except OSError:
            continue  # Another helper was faster.
