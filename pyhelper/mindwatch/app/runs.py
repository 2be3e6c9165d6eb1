"""Runs as lists show them."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.app.progress import Progress, ProgressBook, final_progress, has_summary
from mindwatch.app.services import Services
from mindwatch.logs import clean_text, last_lines, reason_line
from mindwatch.model.errors import BadUsageError, RunNotFoundError
from mindwatch.model.runs import whole_number
from mindwatch.protocol.messages import RunRow, RunsResult
from mindwatch.runs.catalog import Listing, Signature, file_signature, resolve_folder, resolve_run
from mindwatch.runs.logs import tail_text
from mindwatch.runs.records import RECORD_FILE, StoredRun
from mindwatch.runs.states import RunState, derive_state, explain, explain_elsewhere, is_active
from mindwatch.texts import current_language, translate

LAST_LINES = 12


@dataclass
class RunList:
    """Makes rows of runs; rows of ended runs are kept until their files change."""

    services: Services
    progress: ProgressBook = field(default_factory=ProgressBook)
    _rows: dict[Path, tuple[StoredRun, Signature, RunRow]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def list_runs(self, bases: Optional[list[Path]] = None) -> RunsResult:
        """Return all runs of the workspace, newest first."""
        listing = self._listing(bases)
        return RunsResult([self.row_of(run) for run in listing.runs], listing.problems)

    def row(self, folder: Path) -> RunRow:
        """Return one run by its folder; raises RunUnreadableError or RunNotFoundError."""
        run = self.read(folder)
        row = self.row_of(run)
        # Between the reading and the look at its processes a run may have ended, and said so.
        return row if row.is_active or run.record.has_ended else self.row_of(self.read(folder))

    def read(self, folder: Path) -> StoredRun:
        """Return what a run folder says."""
        folder = Path(os.path.abspath(folder))  # noqa: PTH100  links are kept as written
        if not (folder / RECORD_FILE).is_file():
            raise RunNotFoundError(
                translate("There is no run in {path}.", path=folder), translate("Refresh the list of runs.")
            )
        return self.services.catalog.read(folder)

    def find(self, named: str, bases: Optional[list[Path]] = None) -> StoredRun:
        """Find a run by folder, name, the beginning of its name, or `latest`."""
        folder = named_folder(named)
        if folder:
            return self.read(folder)
        return resolve_run(named, self._listing(bases))

    def find_folder(self, named: str, bases: Optional[list[Path]] = None) -> Path:
        """Find a run's folder likewise, also where its record cannot be read."""
        return named_folder(named) or resolve_folder(named, self._listing(bases))

    def _listing(self, bases: Optional[list[Path]]) -> Listing:
        return self.services.catalog.listing(self.services.summary_bases() if bases is None else bases)

    def row_of(self, run: StoredRun) -> RunRow:
        """Make the row of a run, or take the one that was made before when nothing can have changed."""
        viewpoint = self.services.viewpoint()
        state = derive_state(run, viewpoint)
        active = is_active(run, state, viewpoint)
        if active:
            return self._make(run, state, active)
        signature = (state, current_language(), file_signature(run.folder))
        with self._lock:
            known = self._rows.get(run.folder)
        # The catalogue gives the same object for as long as the run's small files are as they were.
        if known and known[0] is run and known[1] == signature:
            return known[2]
        self.progress.forget(run.folder)
        row = self._make(run, state, active)
        with self._lock:
            self._rows[run.folder] = (run, signature, row)
        return row

    def _make(self, run: StoredRun, state: RunState, active: bool) -> RunRow:
        progress = self.progress.live(run.folder) if active else final_progress(run.folder)
        lines = (
            last_lines(clean_text(tail_text(run.log_path)), LAST_LINES) if state in ("failed", "lost") else []
        )
        explanation = self._explain(run, state, active, reason_line(lines) if state == "failed" else "")
        return make_row(run, (state, active), progress, (explanation, lines))

    def _explain(self, run: StoredRun, state: RunState, active: bool, reason: str) -> str:
        viewpoint = self.services.viewpoint()
        if viewpoint.is_elsewhere(run) and not run.record.has_ended:
            return explain_elsewhere(run, active)
        return explain(
            run, state, reason, not run.record.has_ended and viewpoint.lives(run.record.supervisor)
        )


def named_folder(named: str) -> Optional[Path]:
    """Return the run folder that a word is the path of, or None; no word at all is refused."""
    if not named.strip():
        raise BadUsageError(
            translate("The name of the run is empty."), translate("Give a name, a folder or `latest`.")
        )
    folder = Path(os.path.abspath(os.path.expanduser(named)))  # noqa: PTH100, PTH111  links are kept as written
    # Path.is_file raises for names that no file system takes.
    return folder if os.path.isfile(folder / RECORD_FILE) else None  # noqa: PTH113


def make_row(
    run: StoredRun, state: tuple[RunState, bool], progress: Progress, told: tuple[str, list[str]]
) -> RunRow:
    """Put together what lists show; `state` says also whether it is active, `told` is the explanation and the
    last lines of the log.
    """
    record = run.record
    total = whole_number(run.runtime.get("total_steps"))
    return RunRow(
        run_folder=str(run.folder),
        name=record.name,
        experiment=record.experiment,
        workspace_folder=record.workspace_folder,
        state=state[0],
        is_active=state[1],
        log_path=str(run.log_path),
        summary_folder=str(run.folder),
        has_summary=has_summary(run.folder),
        created=record.created,
        started=record.started,
        ended=record.ended,
        training_pid=record.training.pid if record.training else None,
        exit_code=record.exit_code,
        exit_signal=record.exit_signal,
        stop_stage=record.stop_stage or (run.requested_stop if state[0] in ("stopping", "stopped") else ""),
        command=list(record.command),
        working_directory=record.cwd,
        last_step=progress.last_step,
        total_steps=total,
        last_loss="" if progress.last_loss is None else f"{progress.last_loss:.6g}",
        steps_per_second=progress.steps_per_second,
        eta_seconds=progress.eta_seconds(total),
        explanation=told[0],
        last_lines=told[1],
    )
