"""What may follow an option, judged from how a parser was told to read it."""

from __future__ import annotations

import ast
from typing import Optional

from mindwatch.analysis.trees import last_name, value_of
from mindwatch.model.arguments import ArgumentForm

TEXT_TYPES = {"str", "Path", "PurePath", "abspath", "expanduser", "realpath", "normpath", "fspath", "STRING"}
BOOLEAN_WORDS = ("bool", "true")
PATH_WORDS = ("path", "dir", "folder")


def form_of_type(type_node: Optional[ast.expr], default: Optional[ast.expr]) -> ArgumentForm:
    """The form of an option that takes one word, from its type and default."""
    if type_node is None:
        return form_of_default(default)
    name = last_name(type_node.func if isinstance(type_node, ast.Call) else type_node)
    source = ast.unparse(type_node).lower()
    if any(word in source for word in BOOLEAN_WORDS) or name == "literal_eval":
        return "boolean"
    return "value" if name in TEXT_TYPES or any(word in source for word in PATH_WORDS) else "other"


def form_of_default(default: Optional[ast.expr]) -> ArgumentForm:
    """The form of an option without a type: its default shows what it means."""
    value = value_of(default)
    if isinstance(value, bool):
        return "boolean"
    return "other" if isinstance(value, (int, float, complex)) else "value"
