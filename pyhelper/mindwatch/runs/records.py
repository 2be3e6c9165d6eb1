"""Read what a run folder says, and write the one file in it that is ours."""

from __future__ import annotations

import contextlib
import json
import math
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


STOP_SLACK_SECONDS = 5.0
"""How much longer than a stage's grace a stop counts as pursued: moving on and writing take time too."""


@dataclass(frozen=True)
class StopNote:
    """What `stop.json` says: the stage that was reached, empty when nobody asked, and until when (in seconds
    since the epoch) somebody sees to it. A stop whose helper died or gave up is not pursued for ever.
    """

    stage: str = ""
    pursued_until: float = math.inf


@dataclass(frozen=True)
class StoredRun:
    """A run folder as it was read."""

    folder: Path
    record: RunRecord
    stop: StopNote = StopNote()
    runtime: Mapping[str, object] = field(default_factory=dict)

    @property
    def requested_stop(self) -> str:
        """The stage of a stop that was asked for at any time, or empty."""
        return self.stop.stage

    def is_being_stopped(self, now: float) -> bool:
        """Say whether somebody still sees to a stop that was asked for."""
        return bool(self.stop.stage) and now < self.stop.pursued_until

    @property
    def log_path(self) -> Path:
        """Where the training's output goes."""
        return self.folder / LOG_FILE


def read_run(folder: Path) -> StoredRun:
    """Read a run folder; raises RunUnreadableError when its record is missing, broken or too new."""
    try:
        data = json.loads((folder / RECORD_FILE).read_bytes())
        if not isinstance(data, dict):
            raise ValueError("no object")
        record = parse_record(data, folder.name)
    except UnknownRecordSchema as error:
        raise unreadable(
            folder,
            translate("it was written by a newer MindWatch (schema {schema})", schema=error.schema),
            translate("Update MindWatch to read this run."),
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        damaged = translate("run.json is damaged")
        reason = (error.strerror or damaged) if isinstance(error, OSError) else damaged
        next_step = translate("The run's files are still there: open the folder to look at its log.")
        raise unreadable(folder, reason, next_step) from error
    return StoredRun(
        folder, record, read_stop(folder), {**read_object(folder / RUNTIME_FILE), **record.runtime}
    )


def unreadable(folder: Path, reason: str, next_step: str) -> RunUnreadableError:
    """Say which record cannot be read and why."""
    return RunUnreadableError(
        translate("The record of the run {name} cannot be read: {reason}.", name=folder.name, reason=reason),
        next_step,
    )


def read_stop(folder: Path) -> StopNote:
    """Return what is known of a stop; a file that cannot be read says at least that one was asked for."""
    path = folder / STOP_FILE
    if not path.exists():
        return StopNote()
    said = read_object(path)
    until = said.get("pursued_until")
    known = isinstance(until, (int, float)) and not isinstance(until, bool)
    return StopNote(text(said.get("stage")) or "interrupt", float(str(until)) if known else math.inf)


def read_object(path: Path) -> Mapping[str, object]:
    """Return a JSON object from a file; an empty one when there is none or it is broken."""
    try:
        return mapping(json.loads(path.read_bytes()))
    except (OSError, ValueError, RecursionError):
        return {}


def write_stop_request(folder: Path, stage: str, now: datetime, grace: float) -> None:
    """Leave word, before the signal, that this end was asked for and how long it is waited for."""
    until = now.timestamp() + grace + STOP_SLACK_SECONDS
    requested = text(read_object(folder / STOP_FILE).get("requested")) or iso_time(now)
    replace_stop_file(folder, {"requested": requested, "stage": stage, "pursued_until": until})


def give_up_stop_request(folder: Path, now: datetime) -> None:
    """Leave word that nobody sees to the stop any more: an end from now on is the training's own."""
    said = read_object(folder / STOP_FILE)
    if said:
        replace_stop_file(folder, {**said, "pursued_until": now.timestamp()})


def replace_stop_file(folder: Path, values: Mapping[str, object]) -> None:
    """Write the file, whole or not at all."""
    temporary = folder / f".{STOP_FILE}.{os.getpid()}"
    try:
        temporary.write_text(json.dumps({"schema": 1, **values}), encoding="utf-8")
        temporary.replace(folder / STOP_FILE)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def last_change(folder: Path) -> float:
    """Return when a run's files last changed, in seconds since the epoch; 0 when there are none."""
    newest = 0.0
    for place in (folder, *folder.glob("rank_*")):
        with contextlib.suppress(OSError), os.scandir(place) as entries:
            newest = max([newest, *(entry.stat().st_mtime for entry in entries)])
    return newest


def iso_time(moment: datetime) -> str:
    """Return a moment as the files of a run write it: ISO 8601 in UTC."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")
