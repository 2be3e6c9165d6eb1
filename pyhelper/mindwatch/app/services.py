"""The composition root: what use cases need from the world enters here, so tests can replace it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from mindwatch.app.settings import read_settings, resolve_interpreter, resolve_summary_base
from mindwatch.interpreters.probe import InterpreterProbe
from mindwatch.model.runs import ProcessIdentity
from mindwatch.model.settings import Settings
from mindwatch.process.identity import host_name, is_alive
from mindwatch.runs.catalog import RunCatalog
from mindwatch.runs.folders import free_bytes
from mindwatch.runs.states import Deaths, Viewpoint


def now_in_local_time() -> datetime:
    """Return the present moment, aware of the user's time zone, which names run folders."""
    return datetime.now(timezone.utc).astimezone()


def process_is_alive(process: ProcessIdentity) -> bool:
    """Ask the system whether a recorded process still runs."""
    return is_alive(process.pid, process.start_time)


@dataclass
class Services:
    """The world as use cases see it; `trusted` decides whether anything may be started."""

    trusted: bool = False
    workspace_folders: list[Path] = field(default_factory=list)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    clock: Callable[[], datetime] = now_in_local_time
    free_bytes: Callable[[Path], int] = free_bytes
    is_alive: Callable[[ProcessIdentity], bool] = process_is_alive
    host: str = field(default_factory=host_name)
    probe: InterpreterProbe = field(default_factory=InterpreterProbe)
    catalog: RunCatalog = field(default_factory=RunCatalog)
    deaths: Deaths = field(default_factory=Deaths)
    settings: Settings = field(default_factory=Settings)
    settings_by_folder: dict[Path, Settings] = field(default_factory=dict)

    def use_settings(
        self, raw: Mapping[str, object], raw_by_folder: Mapping[str, Mapping[str, object]]
    ) -> list[str]:
        """Take new settings, whole; returns sentences about values that are not used."""
        self.settings, problems = read_settings(raw)
        by_folder: dict[Path, Settings] = {}
        for folder, own in raw_by_folder.items():
            by_folder[Path(folder)], more = read_settings({**raw, **own})
            problems += [problem for problem in more if problem not in problems]
        self.settings_by_folder = by_folder
        return problems

    def viewpoint(self) -> Viewpoint:
        """Return from where runs are looked at, now."""
        return Viewpoint(self.is_alive, self.host, self.clock().timestamp(), self.deaths)

    def settings_of(self, workspace: Path) -> Settings:
        """Return the settings of a workspace folder."""
        return self.settings_by_folder.get(workspace, self.settings)

    def python_setting(self, workspace: Path) -> str:
        """Return the Python that is set for trainings in a workspace folder, or empty."""
        return resolve_interpreter(
            self.settings_of(workspace).python_interpreter, workspace, self.environment
        )

    def tensorboard_setting(self, workspace: Path) -> str:
        """Return the Python that is set for TensorBoard in a workspace folder, or empty."""
        return resolve_interpreter(
            self.settings_of(workspace).tensorboard_interpreter, workspace, self.environment
        )

    def summary_base_of(self, workspace: Path) -> Path:
        """Return where the run folders of a workspace folder lie."""
        return resolve_summary_base(self.settings_of(workspace).summary_base, workspace, self.environment)

    def summary_bases(self) -> list[Path]:
        """Return the summary bases of all workspace folders."""
        return [self.summary_base_of(workspace) for workspace in self.workspace_folders]
