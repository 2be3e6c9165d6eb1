"""Make run folders: their names, and the base they lie in."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from mindwatch.model.errors import LaunchError, SummaryBaseFullError, SummaryBaseUnwritableError
from mindwatch.texts import translate

MINIMUM_FREE_BYTES = 64 * 1024 * 1024
"""Below this no training is started: its first log lines and event files would be cut off."""

LONGEST_EXPERIMENT = 48
ATTEMPTS = 600
FREE_BYTES = Callable[[Path], int]


def free_bytes(folder: Path) -> int:
    """Return what the disk of a folder still takes."""
    return shutil.disk_usage(folder).free


def experiment_name(text: str) -> str:
    """Make a name that every file system takes; letters of any script are kept."""
    kept = re.sub(r"[^\w.+-]+", "-", text, flags=re.UNICODE).strip("-._ ")
    return kept[:LONGEST_EXPERIMENT].rstrip("-._ ") or "run"


def prepare_summary_base(base: Path, measure: FREE_BYTES = free_bytes) -> None:
    """Create the summary base where it is missing, and refuse one that cannot be written or is full."""
    require_readable_name(base)
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base) as probe:
            probe.write(b"\0" * 4096)
            probe.flush()
        left = measure(base)
    except OSError as error:
        raise base_error(base, error) from error
    if left < MINIMUM_FREE_BYTES:
        raise full_base(base, left)


def base_error(base: Path, error: OSError) -> LaunchError:
    """Turn what the system says about the summary base into our error."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full_base(base, 0)
    return SummaryBaseUnwritableError(
        translate(
            "The summary base {path} cannot be written: {reason}.",
            path=base,
            reason=obstacle(base) or error.strerror or error,
        ),
        translate("Change the setting mindwatch.summary.base, or make that folder writable."),
    )


def obstacle(base: Path) -> str:
    """Say what stands where a folder should be, which the system words badly; empty when nothing does."""
    for place in (base, *base.parents):
        with contextlib.suppress(OSError):
            if place.is_symlink() and not place.exists():
                return translate("{path} is a link to something that does not exist", path=place)
            if place.is_file():
                return translate("{path} is a file, not a folder", path=place)
    return ""


def require_readable_name(base: Path) -> None:
    """Refuse a name that is no text: neither the record nor the editor could say it."""
    try:
        os.fsencode(base).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SummaryBaseUnwritableError(
            translate("The name of the summary base {path} is not valid UTF-8.", path=ascii(str(base))),
            translate("Set mindwatch.summary.base to a folder with another name."),
        ) from error


def full_base(base: Path, left: int) -> SummaryBaseFullError:
    """Say how little room the disk has."""
    return SummaryBaseFullError(
        translate(
            "The disk of the summary base {path} is full: {left} MB are free, {needed} MB are needed.",
            path=base,
            left=left // 1024**2,
            needed=MINIMUM_FREE_BYTES // 1024**2,
        ),
        translate("Delete old runs, or set mindwatch.summary.base to a folder on another disk."),
    )


def create_run_folder(base: Path, experiment: str, config_hash: str, now: datetime) -> Path:
    """Create a folder that no other launch has; one that is taken moves us to the next second's name."""
    for seconds in range(ATTEMPTS):
        stamp = (now + timedelta(seconds=seconds)).strftime("%Y%m%d_%H%M%S")
        folder = base / f"{experiment}_{config_hash}_{stamp}"
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise base_error(base, error) from error
        return folder
    raise SummaryBaseUnwritableError(
        translate("No free name for a run folder was found in {path}.", path=base),
        translate("Change the setting mindwatch.summary.base, or make that folder writable."),
    )


def discard_run_folder(folder: Path) -> None:
    """Remove the folder of a run that never started; one whose log says something is kept with its record."""
    log, record = folder / "train.log", folder / "run.json"
    with contextlib.suppress(OSError):
        if log.exists():
            if log.stat().st_size > 0:
                return
            log.unlink()
        record.unlink(missing_ok=True)
        folder.rmdir()
