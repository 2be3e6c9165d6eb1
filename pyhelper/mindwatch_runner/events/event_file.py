"""One event file on disk."""

import contextlib
import os
import re
from typing import Tuple

from mindwatch_runner.events.encoding import version_record
from mindwatch_runner.run_folder import EVENT_FILE_PREFIX


class EventFile:
    """A new event file that only ever grows by whole records."""

    def __init__(self, folder: str, wall_time: float) -> None:
        self.path, self._descriptor = _create(folder, int(wall_time))
        self.length = 0
        try:
            self.append(version_record(wall_time))
        except OSError:
            self.close()
            os.unlink(self.path)
            raise

    def append(self, record: bytes) -> None:
        """Write one record; when it does not fit, the file is left as it was and OSError is raised."""
        try:
            written = os.write(self._descriptor, record)
        except OSError:
            self._cut_back()
            raise
        if written != len(record):
            self._cut_back()
            raise OSError("only a part of a record could be written")
        self.length += written

    def length_on_disk(self) -> int:
        """How long the file is by now."""
        return os.fstat(self._descriptor).st_size

    def is_on_disk(self) -> bool:
        """False when somebody has removed the file under us, so that nobody will ever read it."""
        return os.fstat(self._descriptor).st_nlink > 0

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)

    def _cut_back(self) -> None:
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, self.length)


def _create(folder: str, seconds: int) -> Tuple[str, int]:
    host = re.sub(r"[^A-Za-z0-9_-]", "-", _host_name()) or "localhost"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
    number = 0
    while True:
        name = "{}{}.{}.{}.{}".format(EVENT_FILE_PREFIX, seconds, host, os.getpid(), number)
        path = os.path.join(folder, name)
        try:
            return path, os.open(path, flags, 0o644)
        except FileExistsError:
            number += 1


def _host_name() -> str:
    return os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
