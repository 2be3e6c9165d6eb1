"""The end of a run's log, without reading the rest."""

from __future__ import annotations

import os
from pathlib import Path

TAIL_BYTES = 64 * 1024


def tail_text(path: Path, size: int = TAIL_BYTES) -> str:
    """Return the last bytes of a file as text, from the first whole line on; empty when it cannot be read."""
    try:
        with path.open("rb") as stream:
            length = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, length - size))
            data = stream.read(size)
    except OSError:
        return ""
    if length > size:
        data = data[data.find(b"\n") + 1 :]
    return data.decode("utf-8", errors="replace")
