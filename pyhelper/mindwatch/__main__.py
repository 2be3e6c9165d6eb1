"""`python -m mindwatch`: the command line, and with `lsp` the language server."""

from __future__ import annotations

import sys
from pathlib import Path

LIBRARIES = Path(__file__).resolve().parents[1] / "_libs"


def main() -> None:
    """Find the libraries that a packaged extension brings along, then do as the command line does."""
    if LIBRARIES.is_dir():
        # In front: the helper's own versions count, whatever the Python that runs it has installed.
        sys.path.insert(0, str(LIBRARIES))
    from mindwatch.cli.main import main as run_command_line  # noqa: PLC0415  needs the path from above

    run_command_line()


if __name__ == "__main__":
    main()
