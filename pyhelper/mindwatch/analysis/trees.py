"""Small questions about syntax trees."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import Optional, Union

LARGEST_SOURCE = 2_000_000
FunctionNode = Union[ast.FunctionDef, ast.AsyncFunctionDef]


def parse(source_text: str) -> Optional[ast.Module]:
    """The tree of a source, or None when it is not Python (of a version we can read)."""
    if len(source_text) > LARGEST_SOURCE:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python thinks of the user's escapes is not our business
            return ast.parse(source_text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def dotted_name(node: Optional[ast.AST]) -> str:
    """`a.b.c` of a name or an attribute of names, else empty."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def last_name(node: Optional[ast.AST]) -> str:
    """The last word of a name: `c` of `a.b.c` and of `f().c`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def text_of(node: Optional[ast.AST]) -> Optional[str]:
    """The string that a literal is, else None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def value_of(node: Optional[ast.AST]) -> object:
    """The value of a constant, else None."""
    return node.value if isinstance(node, ast.Constant) else None


def keyword(call: ast.Call, name: str) -> Optional[ast.expr]:
    """The value that a call gives to a keyword."""
    return next((word.value for word in call.keywords if word.arg == name), None)


def is_true(node: Optional[ast.AST]) -> bool:
    """Whether a node is the literal `True`."""
    return value_of(node) is True


def texts_of(node: Optional[ast.AST]) -> tuple[object, ...]:
    """The constants in a literal list, tuple or set."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return tuple(value_of(item) for item in node.elts)
    return ()


def in_source_order(nodes: Iterator[ast.AST]) -> list[ast.AST]:
    """Nodes that have a place in the source, in the order a reader meets them."""
    placed = [node for node in nodes if hasattr(node, "lineno")]
    return sorted(placed, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)))
