"""`python -m mindwatch` and the command `mindwatch`: the one place that knows both doors, `cli` and `lsp`."""

from __future__ import annotations

import contextlib
import functools
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

LIBRARIES = Path(__file__).resolve().parents[1] / "_libs"


def main() -> None:
    """Open the door that is asked for."""
    with interrupts_end_us():
        open_door = load_door()
    open_door()


@contextlib.contextmanager
def interrupts_end_us() -> Iterator[None]:
    """Let Ctrl+C end us at once while libraries are loaded: there is nothing to clean up yet."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, usual)


def load_door() -> Callable[[], None]:
    """Find the libraries that a packaged extension brings along, then load what was asked for."""
    if LIBRARIES.is_dir():
        # In front: the helper's own versions count, whatever the Python that runs it has installed.
        sys.path.insert(0, str(LIBRARIES))
    if sys.argv[1:] == ["lsp"]:
        # An editor waits for this one, and loading what draws on terminals would only delay it.
        return load_editor_door()
    from mindwatch.cli.group import run_group  # noqa: PLC0415  needs the path from above

    return functools.partial(run_group, serve_editor)


def load_editor_door() -> Callable[[], None]:
    """Load what serves an editor."""
    from mindwatch.lsp.server import serve  # noqa: PLC0415  the command line must not load it

    return serve


def serve_editor() -> None:
    """Serve an editor over standard input and output; does not return."""
    load_editor_door()()


if __name__ == "__main__":
    main()
