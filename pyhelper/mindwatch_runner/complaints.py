"""The one way in which monitoring speaks up when something of its own has failed."""

import contextlib
import os
from typing import Set

LONGEST_EXPLANATION = 400

_said: Set[str] = set()


def complain_once(what_happened: str, what_is_missing: str) -> None:
    """Print one line, and never a second one about the same thing missing.

    In one write and past sys.stderr, which the user's script may have replaced.
    """
    if what_is_missing in _said:
        return
    _said.add(what_is_missing)
    what = " ".join(what_happened.split())[:LONGEST_EXPLANATION]
    line = "MindWatch: {}; training goes on, but {}\n".format(what, what_is_missing)
    with contextlib.suppress(OSError):
        os.write(2, line.encode("utf-8", "backslashreplace"))
