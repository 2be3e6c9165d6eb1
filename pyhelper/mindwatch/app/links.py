"""Paths in text that exist on this machine."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Optional

from mindwatch.app.services import Services
from mindwatch.logs import find_links
from mindwatch.model.errors import RunUnreadableError
from mindwatch.model.links import FoundPath, PathReading
from mindwatch.protocol.messages import LinkSpan, LinksRequest, LinksResult
from mindwatch.runs.records import RECORD_FILE

PathKind = Literal["file", "folder", ""]
REMEMBERED_PATHS = 20_000
RECHECK_SECONDS = 2.0
"""A path is looked at again after this time: logs name files that are about to be written."""


@dataclass
class PathKinds:
    """Remembers which paths exist, since logs name the same ones again and again."""

    clock: Callable[[], float] = time.monotonic
    _known: OrderedDict[str, tuple[PathKind, float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def kind(self, path: str) -> PathKind:
        """Say what is at a path; empty for nothing and for devices, which must not be opened."""
        now = self.clock()
        with self._lock:
            known = self._known.get(path)
        if known and now - known[1] < RECHECK_SECONDS:
            return known[0]
        kind = look(path)
        with self._lock:
            self._known[path] = (kind, now)
            self._known.move_to_end(path)
            if len(self._known) > REMEMBERED_PATHS:
                self._known.popitem(last=False)
        return kind


def look(path: str) -> PathKind:
    """Ask the file system."""
    try:
        if os.path.isdir(path):  # noqa: PTH112  thousands of calls a second
            return "folder"
        return "file" if os.path.isfile(path) else ""  # noqa: PTH113
    except (OSError, ValueError):
        return ""


def is_remote(path: str) -> bool:
    """Say whether a path names a host, as `\\\\host\\share` does on Windows, with either kind of slash."""
    return path.replace("\\", "/").startswith("//")


@dataclass
class LinkFinder:
    """Finds the links of log lines."""

    services: Services
    kinds: PathKinds = field(default_factory=PathKinds)

    def find(self, request: LinksRequest) -> LinksResult:
        """Return the links of all lines; `line` is the index in the request."""
        folders = self._places(request)
        links = [
            span
            for index, line in enumerate(request.lines)
            for found in find_links(line)
            if (span := self._resolve(index, found, folders))
        ]
        return LinksResult(links)

    def _places(self, request: LinksRequest) -> list[str]:
        """Return where relative paths are looked for: the run's working directory, its folder, the base
        folder.
        """
        places: list[str] = []
        if request.run_folder:
            # The log is readable even if the record is not.
            with contextlib.suppress(RunUnreadableError):
                places.append(self.services.catalog.read(Path(request.run_folder)).record.cwd)
            places.append(request.run_folder)
        places.append(request.base_folder)
        return [place for place in places if place]

    def _readings(self, found: FoundPath) -> Iterator[PathReading]:
        """Give the readings that may be looked at, the longest first.

        A path on another machine is none: the mere question would send this user's name, and a hash of the
        password, to whatever host a log names.
        """
        return (reading for reading in found.readings() if not is_remote(reading.path_text))

    def _resolve(self, index: int, found: FoundPath, places: Sequence[str]) -> Optional[LinkSpan]:
        """Take the longest reading that exists."""
        for reading in self._readings(found):
            for place in [""] if Path(reading.path_text).is_absolute() else places:
                path = os.path.normpath(os.path.join(place, os.path.expanduser(reading.path_text)))  # noqa: PTH111, PTH118
                kind = self.kinds.kind(path)
                if kind:
                    return LinkSpan(
                        index,
                        reading.start,
                        reading.end,
                        found.kind,
                        path,
                        kind == "folder",
                        found.line_number,
                        found.column,
                        self._run_folder_of(path),
                    )
        return None

    def _run_folder_of(self, path: str) -> str:
        """Return the run folder that a path is or lies in, or empty."""
        for folder in (path, *map(str, list(Path(path).parents)[:2])):
            if self.kinds.kind(os.path.join(folder, RECORD_FILE)) == "file":  # noqa: PTH118
                return folder
        return ""
