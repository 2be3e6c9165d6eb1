"""A run that somebody watches from its start: what was known of it stays known when its folder goes."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from mindwatch.app.runs import RunList
from mindwatch.model.errors import RunError
from mindwatch.protocol.messages import RunRow
from mindwatch.runs.records import StoredRun
from mindwatch.texts import translate


class AttachedRun:
    """Reads one run again and again; a folder that is removed does not end the training."""

    def __init__(self, runs: RunList, folder: Path) -> None:
        self._runs = runs
        self._folder = folder
        self._row = runs.row(folder)
        self.stored: StoredRun = runs.read(folder)
        self.problem = ""

    def read(self) -> RunRow:
        """Return the row of the run now; `problem` says whether it is still what its files tell."""
        try:
            self._row = self._runs.row(self._folder)
            self.stored = self._runs.read(self._folder)
        except RunError as error:
            return self._row_from_memory(error)
        self.problem = ""
        return self._row

    def _row_from_memory(self, error: RunError) -> RunRow:
        training = self.stored.record.training
        if training is None or not self._runs.services.viewpoint().lives(training):
            explanation = translate(
                "{problem} The training has ended; how is not known.", problem=self._reason(error)
            )
            return dataclasses.replace(self._row, state="lost", is_active=False, explanation=explanation)
        self.problem = translate(
            "{problem} The training (process {pid}) still runs.",
            problem=self._reason(error),
            pid=training.pid,
        )
        return dataclasses.replace(self._row, is_active=True, explanation=self.problem)

    def _reason(self, error: RunError) -> str:
        if self._folder.is_dir():
            return error.text
        return translate("The folder of the run has been removed: {path}.", path=self._folder)
