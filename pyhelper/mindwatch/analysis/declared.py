"""Which command line arguments a script's own parser declares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from mindwatch.model.arguments import DeclaredArguments

ReadModule = Callable[[str], Optional[str]]
"""Source of a module beside the script by its dotted name as imported, or None when it is not the user's own."""


def declared_arguments(source_text: str, read_module: Optional[ReadModule] = None) -> DeclaredArguments:
    """Read the declarations by syntax tree only, following the user's own modules a few steps."""
    del source_text, read_module
    return DeclaredArguments()
