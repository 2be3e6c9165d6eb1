"""The files of a run folder: their names, and the few ways in which they are written.

Shared by the supervisor and the hooks. Every write is either one append or a write-then-rename.
"""

import contextlib
import json
import os
from typing import Any, Dict, Iterator, Optional

RECORD_NAME = "run.json"
LOG_NAME = "train.log"
RUNTIME_NAME = "runtime.json"
STOP_NAME = "stop.json"
EVENT_FILE_PREFIX = "events.out.tfevents."
RANK_FOLDER_PREFIX = "rank_"


def write_json(path: str, value: Dict[str, Any]) -> None:
    """Replace the file at once and for good: readers see the old text or the new, also after a power cut."""
    temporary = "{}.{}.tmp".format(path, os.getpid())
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    try:
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(os.path.dirname(path))


def read_json(path: str) -> Optional[Dict[str, Any]]:
    """The object in the file, or None when there is none that can be read."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def append_summary_line(run_folder: str) -> None:
    """Tell the reader of the log where the data is, on a line of its own."""
    append_log_line(run_folder, "Summary saved to {}".format(os.path.abspath(run_folder)))


def append_log_line(run_folder: str, line: str) -> None:
    """Append one line to the run's log; without a log (a run started by hand) it goes to stdout."""
    path = os.path.join(run_folder, LOG_NAME)
    data = os.fsencode(line + "\n")
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
    except OSError:
        os.write(1, data)
        return
    try:
        os.write(descriptor, data if _ends_with_newline(path) else b"\n" + data)
    finally:
        os.close(descriptor)


def has_event_files(run_folder: str) -> bool:
    """Whether the run, or one of its ranks, has left a file of points."""
    return any(name.startswith(EVENT_FILE_PREFIX) for name in _names_to_two_levels(run_folder))


def _names_to_two_levels(run_folder: str) -> Iterator[str]:
    for name in _names(run_folder):
        yield name
        if name.startswith(RANK_FOLDER_PREFIX):
            yield from _names(os.path.join(run_folder, name))


def _names(folder: str) -> Iterator[str]:
    try:
        yield from os.listdir(folder)
    except OSError:
        return


def _ends_with_newline(path: str) -> bool:
    with open(path, "rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def _sync_folder(folder: str) -> None:
    # Windows cannot open folders, and some network file systems cannot sync them; the file itself is safe.
    with contextlib.suppress(OSError):
        descriptor = os.open(folder or ".", os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
