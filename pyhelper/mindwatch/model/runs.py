"""What is known of a training run: its record on disk, read forgivingly, as a frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

RECORD_SCHEMA = 1
"""The newest `run.json` that this version understands."""


@dataclass(frozen=True)
class ProcessIdentity:
    """A process beyond its pid; `start_time` is opaque and empty where the system has none."""

    pid: int
    start_time: str


@dataclass(frozen=True)
class RunRecord:
    """A run as `run.json` tells it; what is absent there is empty here, for it is unknown."""

    name: str
    experiment: str = ""
    created: str = ""
    workspace_folder: str = ""
    summary_base: str = ""
    command: tuple[str, ...] = ()
    cwd: str = ""
    script: str = ""
    interpreter_path: str = ""
    config_hash: str = ""
    host: str = ""
    state: str = ""
    supervisor: Optional[ProcessIdentity] = None
    training: Optional[ProcessIdentity] = None
    process_group: int = 0
    started: str = ""
    ended: str = ""
    exit_code: Optional[int] = None
    exit_signal: str = ""
    stop_stage: str = ""
    runtime: Mapping[str, object] = field(default_factory=dict)

    @property
    def has_ended(self) -> bool:
        """Say whether the supervisor saw the training end."""
        return bool(self.ended) or self.exit_code is not None or bool(self.exit_signal)


class UnknownRecordSchema(ValueError):
    """The record was written by a newer version and may mean something else."""

    def __init__(self, schema: int) -> None:
        super().__init__(
            f"run.json has schema {schema}; this version of MindWatch reads up to {RECORD_SCHEMA}"
        )
        self.schema = schema


def parse_record(data: object, fallback_name: str) -> RunRecord:
    """Read a record from parsed JSON; wrong types count as absent, a newer schema is refused."""
    source = mapping(data)
    schema = whole_number(source.get("schema"))
    if schema is not None and schema > RECORD_SCHEMA:
        raise UnknownRecordSchema(schema)
    training = mapping(source.get("training"))
    return RunRecord(
        name=text(source.get("name")) or fallback_name,
        experiment=text(source.get("experiment")),
        created=text(source.get("created")),
        workspace_folder=text(source.get("workspace_folder")),
        summary_base=text(source.get("summary_base")),
        command=texts(source.get("command")),
        cwd=text(source.get("cwd")),
        script=text(source.get("script")),
        interpreter_path=text(mapping(source.get("interpreter")).get("path")),
        config_hash=text(source.get("config_hash")),
        host=text(source.get("host")),
        state=text(source.get("state")),
        supervisor=identity(source.get("supervisor")),
        training=identity(training),
        process_group=whole_number(training.get("process_group")) or 0,
        started=text(source.get("started")),
        ended=text(source.get("ended")),
        exit_code=whole_number(source.get("exit_code")),
        exit_signal=text(source.get("exit_signal")),
        stop_stage=text(source.get("stop_stage")),
        runtime=mapping(source.get("runtime")),
    )


def identity(value: object) -> Optional[ProcessIdentity]:
    """Read a process; None when it has no usable pid."""
    source = mapping(value)
    pid = whole_number(source.get("pid"))
    return ProcessIdentity(pid, text(source.get("start_time"))) if pid and pid > 0 else None


def text(value: object) -> str:
    """Return a text, or an empty one for anything else."""
    return value if isinstance(value, str) else ""


def texts(value: object) -> tuple[str, ...]:
    """Return the texts of a list, or nothing for anything else."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def whole_number(value: object) -> Optional[int]:
    """Return an int; a bool or anything else is None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def mapping(value: object) -> Mapping[str, object]:
    """Return an object of JSON, or an empty one for anything else."""
    return value if isinstance(value, dict) else {}
