"""Options declared with absl."""

from __future__ import annotations

import ast
from typing import Optional

from mindwatch.analysis.program import Program
from mindwatch.analysis.trees import dotted_name, keyword, text_of
from mindwatch.model.arguments import ArgumentForm, DeclaredArgument

FORMS: dict[str, ArgumentForm] = {
    "DEFINE_string": "value",
    "DEFINE_bool": "boolean",
    "DEFINE_boolean": "boolean",
}
PREFIX = "DEFINE_"


def absl_arguments(program: Program) -> list[DeclaredArgument]:
    """The options; absl defines them when a module is imported, so each definition counts."""
    if not program.imports("absl"):
        return []
    found = (_argument(call) for _, call in program.calls())
    return [argument for argument in found if argument is not None]


def _argument(call: ast.Call) -> Optional[DeclaredArgument]:
    """The option of one definition; None for other calls and for names that are computed."""
    function = dotted_name(call.func).split(".")[-1]
    if not function.startswith(PREFIX):
        return None
    name = text_of(call.args[0] if call.args else keyword(call, "name"))
    if not name:
        return None
    short = text_of(keyword(call, "short_name"))
    names = (f"--{name}", f"-{name}", *([f"-{short}", f"--{short}"] if short else []))
    return DeclaredArgument(names, FORMS.get(function, "other"), "true", line=call.lineno)
