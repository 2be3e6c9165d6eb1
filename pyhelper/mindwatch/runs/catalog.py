"""All runs below some summary bases, read again only where a file has changed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Union

from mindwatch.model.errors import RunAmbiguousError, RunNotFoundError, RunUnreadableError
from mindwatch.runs.records import RECORD_FILE, RUNTIME_FILE, STOP_FILE, StoredRun, read_run
from mindwatch.texts import translate

Signature = tuple[object, ...]
LATEST = "latest"


@dataclass(frozen=True)
class Listing:
    """The runs found, newest first, and sentences about those that could not be read."""

    runs: list[StoredRun]
    problems: list[str]
    unreadable: dict[Path, RunUnreadableError] = field(default_factory=dict)


class RunCatalog:
    """Remembers what it has read; safe to ask from several threads."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[Signature, StoredRun | RunUnreadableError]] = {}
        self._lock = threading.Lock()

    def listing(self, bases: Iterable[Path]) -> Listing:
        """Read all runs that lie directly in the bases; a base that is missing has none."""
        runs: list[StoredRun] = []
        problems: list[str] = []
        unreadable: dict[Path, RunUnreadableError] = {}
        for folder in run_folders(bases, problems):
            signature = signature_of(folder)
            if not signature[0]:
                continue  # A folder without a record is no run.
            try:
                runs.append(self._read(folder, signature))
            except RunUnreadableError as error:
                problems.append(error.text)
                unreadable[folder] = error
        runs.sort(key=lambda run: (run.record.created, run.folder.name), reverse=True)
        return Listing(runs, problems, unreadable)

    def read(self, folder: Path) -> StoredRun:
        """Read one run, from memory when its files are as they were."""
        return self._read(folder, signature_of(folder))

    def _read(self, folder: Path, signature: Signature) -> StoredRun:
        with self._lock:
            known = self._known.get(folder)
        if known is None or known[0] != signature:
            known = (signature, read_or_error(folder))
            with self._lock:
                self._known[folder] = known
        if isinstance(known[1], RunUnreadableError):
            raise known[1]
        return known[1]


def read_or_error(folder: Path) -> StoredRun | RunUnreadableError:
    """Read a run; a failure is remembered as well, so that it is not tried again until the file changes."""
    try:
        return read_run(folder)
    except RunUnreadableError as error:
        return error


def signature_of(folder: Path) -> Signature:
    """Return what changes when one of the run's small files does."""
    start = f"{folder}{os.sep}"
    return tuple(file_signature(start + name) for name in (RECORD_FILE, STOP_FILE, RUNTIME_FILE))


def file_signature(path: Union[Path, str]) -> Signature:
    """Return what a replacement of the file would change."""
    try:
        stat = os.stat(path)  # noqa: PTH116  a Path for each of many files costs more than the question
    except OSError:
        return ()
    return (stat.st_mtime_ns, stat.st_size, stat.st_ino)


def run_folders(bases: Iterable[Path], problems: list[str]) -> list[Path]:
    """Find the folders in the bases, each once even when two bases are the same."""
    found: dict[Path, None] = {}
    for base in dict.fromkeys(bases):
        try:
            with os.scandir(base) as entries:
                folders = [Path(entry.path) for entry in entries if entry.is_dir()]
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            problems.append(
                translate(
                    "The summary base {path} cannot be read: {reason}.",
                    path=base,
                    reason=error.strerror or error,
                )
            )
            continue
        found.update(dict.fromkeys(folders))
    return list(found)


def resolve_run(named: str, listing: Listing) -> StoredRun:
    """Find the run that a person means; one whose record cannot be read is told as such."""
    folder = resolve_folder(named, listing)
    if folder in listing.unreadable:
        raise listing.unreadable[folder]
    return next(run for run in listing.runs if run.folder == folder)


def resolve_folder(named: str, listing: Listing) -> Path:
    """Find the folder that a person means: `latest`, a whole name, or the beginning of one that is the only
    such.
    """
    if named == LATEST and listing.runs:
        return listing.runs[0].folder
    folders = [run.folder for run in listing.runs] + list(listing.unreadable)
    exact = [folder for folder in folders if folder.name == named]
    begins = [folder for folder in folders if folder.name.startswith(named) and named not in ("", LATEST)]
    matches = exact or begins
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise RunAmbiguousError(
            translate("{count} runs have names that begin with {name}.", count=len(matches), name=named),
            translate("Give more of the name."),
            [folder.name for folder in matches[:10]],
        )
    raise RunNotFoundError(
        translate("There is no run {name}.", name=named),
        translate(
            "`mindwatch runs` lists the runs that there are; --summary-base names another place to look."
        ),
    )
