"""Read what a run folder says, and write the one file in it that is ours."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from mindwatch.model.errors import RunUnreadableError
from mindwatch.model.runs import RunRecord, UnknownRecordSchema, mapping, parse_record, text
from mindwatch.texts import translate

RECORD_FILE = "run.json"
STOP_FILE = "stop.json"
RUNTIME_FILE = "runtime.json"
LOG_FILE = "train.log"


@dataclass(frozen=True)
class StoredRun:
    """A run folder as it was read; `requested_stop` is the stage of a stop that was asked for, or empty."""

    folder: Path
    record: RunRecord
    requested_stop: str = ""
    runtime: Mapping[str, object] = field(default_factory=dict)

    @property
    def log_path(self) -> Path:
        """Where the training's output goes."""
        return self.folder / LOG_FILE


def read_run(folder: Path) -> StoredRun:
    """Read a run folder; raises RunUnreadableError when its record is missing, broken or too new."""
    try:
        data = json.loads((folder / RECORD_FILE).read_bytes())
        record = parse_record(data, folder.name)
    except UnknownRecordSchema as error:
        raise unreadable(
            folder,
            translate("it was written by a newer MindWatch (schema {schema})", schema=error.schema),
            translate("Update MindWatch to read this run."),
        ) from error
    except (OSError, ValueError) as error:
        next_step = translate("The run's files are still there: open the folder to look at its log.")
        raise unreadable(folder, str(error), next_step) from error
    return StoredRun(
        folder, record, read_stop_stage(folder), {**read_object(folder / RUNTIME_FILE), **record.runtime}
    )


def unreadable(folder: Path, reason: str, next_step: str) -> RunUnreadableError:
    """Say which record cannot be read and why."""
    return RunUnreadableError(
        translate("The record of the run {name} cannot be read: {reason}.", name=folder.name, reason=reason),
        next_step,
    )


def read_stop_stage(folder: Path) -> str:
    """Return the stage of the stop that was asked for; empty when nobody did."""
    path = folder / STOP_FILE
    return (text(read_object(path).get("stage")) or "interrupt") if path.exists() else ""


def read_object(path: Path) -> Mapping[str, object]:
    """Return a JSON object from a file; an empty one when there is none or it is broken."""
    try:
        return mapping(json.loads(path.read_bytes()))
    except (OSError, ValueError):
        return {}


def write_stop_request(folder: Path, stage: str, now: datetime) -> None:
    """Leave word, before the signal, that this end was asked for; whole or not at all."""
    requested = text(read_object(folder / STOP_FILE).get("requested")) or iso_time(now)
    temporary = folder / f".{STOP_FILE}.{os.getpid()}"
    temporary.write_text(json.dumps({"schema": 1, "requested": requested, "stage": stage}), encoding="utf-8")
    temporary.replace(folder / STOP_FILE)


def iso_time(moment: datetime) -> str:
    """Return a moment as the files of a run write it: ISO 8601 in UTC."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")
