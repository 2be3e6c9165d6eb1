"""A little room on the disk, kept so that the end of a training that has filled it can still be recorded."""

import contextlib
import os

RESERVE_NAME = ".reserve"
RESERVED_BYTES = 32 * 1024


def reserve_room(run_folder: str) -> None:
    """Take room; where that fails, the record is tried for again and again as ever."""
    with contextlib.suppress(OSError), open(os.path.join(run_folder, RESERVE_NAME), "xb") as file:
        # Random, for a file system that compresses would give zeros no room.
        file.write(os.urandom(RESERVED_BYTES))
        file.flush()
        os.fsync(file.fileno())


def release_room(run_folder: str) -> None:
    """Give the room back, to be used at once."""
    with contextlib.suppress(OSError):
        os.unlink(os.path.join(run_folder, RESERVE_NAME))
