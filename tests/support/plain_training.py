"""Workspaces, scripts and runs of plain Python, through the real supervisor, for tests without MindSpore."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional

from waiting import wait_for

from mindwatch.app import training
from mindwatch.app.runs import RunList
from mindwatch.app.services import Services
from mindwatch.app.stopping import Stops
from mindwatch.protocol.messages import LaunchRequest, RunRow, StopRequest
from mindwatch_runner.events.encoding import ScalarsEncoder
from mindwatch_runner.events.event_file import EventFile

SLEEPER = "import time\nprint('ready', flush=True)\nwhile True: time.sleep(0.05)\n"

DEAF_TO_INTERRUPT = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n" + SLEEPER

DEAF = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + DEAF_TO_INTERRUPT


@dataclass
class PlainWorkspace:
    """A workspace folder in which plain scripts are started; `clean_up` leaves no process behind."""

    folder: Path
    settings: dict[str, object] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Create the folder and what works on it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        bin_folder = str(Path(sys.executable).parent)
        path = os.pathsep.join([bin_folder, os.environ["PATH"]])
        self.services = Services(
            trusted=True,
            workspace_folders=[self.folder],
            environment={**os.environ, "PATH": path, **self.environment},
        )
        self.services.use_settings(self.settings, {})
        self.runs = RunList(self.services)
        self.stops = Stops(self.runs)

    @property
    def summary_base(self) -> Path:
        """Where the runs are."""
        return self.services.summary_base_of(self.folder)

    def script(self, name: str, source: str) -> Path:
        """Write a script."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
        return path

    def request(self, *words: str, experiment: str = "") -> LaunchRequest:
        """Ask for a whole command."""
        return LaunchRequest(str(self.folder), "", [], list(words), experiment)

    def start(self, source: str, *arguments: str, typed_in: Optional[Path] = None) -> Path:
        """Write a script and start it; returns its run folder."""
        self.script("train.py", source)
        request = self.request("python", "train.py", *arguments)
        return training.start(self.services, request, typed_in, without_mindspore=True)

    def start_until_ready(self, source: str, *arguments: str) -> Path:
        """Start a script and wait for its first line."""
        folder = self.start(source, *arguments)
        wait_for((folder / "train.log").read_bytes, "the script prints")
        return folder

    def ended(self, folder: Path) -> RunRow:
        """Wait for the end of a run and return its row."""
        wait_for(lambda: not self.runs.row(folder).is_active, "the run ends")
        return self.runs.row(folder)

    def clean_up(self) -> None:
        """Kill what still runs."""
        for row in self.runs.list_runs().runs:
            if row.is_active:
                self.stops.stop(StopRequest(row.run_folder, immediately=True))


def write_record(folder: Path, **values: Any) -> Path:
    """Write a run.json as the supervisor would."""
    folder.mkdir(parents=True, exist_ok=True)
    record = {"schema": 1, "name": folder.name, "created": "2026-11-30T10:00:00.000+00:00", **values}
    (folder / "run.json").write_text(json.dumps(record), encoding="utf-8")
    return folder


def write_points(folder: Path, steps: dict[int, dict[str, float]], seconds_per_step: float = 0.5) -> Path:
    """Write an event file as the hooks would."""
    folder.mkdir(parents=True, exist_ok=True)
    written, encoder = EventFile(str(folder), 1_796_037_700.0), ScalarsEncoder()
    for step, scalars in steps.items():
        written.append(encoder.record(1_796_037_700.0 + step * seconds_per_step, step, scalars))
    written.close()
    return Path(written.path)


def fake_package(folder: Path, name: str, version: str) -> Path:
    """Make a folder that, on PYTHONPATH, looks to every question as if a package were installed."""
    (folder / f"{name}-{version}.dist-info").mkdir(parents=True, exist_ok=True)
    return folder
