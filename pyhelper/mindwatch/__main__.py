"""`python -m mindwatch` and the command `mindwatch`: the one place that knows both doors, `cli` and `lsp`."""

from __future__ import annotations

import sys
from pathlib import Path

LIBRARIES = Path(__file__).resolve().parents[1] / "_libs"


def main() -> None:
    """Find the libraries that a packaged extension brings along, then open the door that is asked for."""
    if LIBRARIES.is_dir():
        # In front: the helper's own versions count, whatever the Python that runs it has installed.
        sys.path.insert(0, str(LIBRARIES))
    if sys.argv[1:] == ["lsp"]:
        # An editor waits for this one, and loading what draws on terminals would only delay it.
        serve_editor()
    from mindwatch.cli.group import run_group  # noqa: PLC0415  needs the path from above

    run_group(serve_editor)


def serve_editor() -> None:
    """Serve an editor over standard input and output; does not return."""
    from mindwatch.lsp.server import serve  # noqa: PLC0415  the command line must not load it

    serve()


if __name__ == "__main__":
    main()
