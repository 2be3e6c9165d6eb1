"""The entry point; `lsp` goes its own way, since an editor waits for it and needs nothing of a terminal."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["lsp"] and "--help" not in sys.argv:
        from mindwatch.lsp.server import serve  # noqa: PLC0415  click and rich would only delay the editor

        serve()
    from mindwatch.cli.group import run_group  # noqa: PLC0415

    run_group()
