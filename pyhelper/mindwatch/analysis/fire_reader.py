"""Options that Python Fire makes of the parameters of a function or class."""

from __future__ import annotations

import ast
from typing import Optional

from mindwatch.analysis.forms import form_of_default, form_of_type
from mindwatch.analysis.program import Program
from mindwatch.analysis.trees import FunctionNode, dotted_name, keyword, text_of
from mindwatch.model.arguments import DeclaredArgument

FIRE_NAMES = {"fire.Fire", "Fire"}


def fire_arguments(program: Program) -> tuple[list[DeclaredArgument], list[str]]:
    """The options and the subcommands of what is given to `fire.Fire`."""
    arguments: list[DeclaredArgument] = []
    subcommands: list[str] = []
    if not program.imports("fire"):
        return arguments, subcommands
    for _, call in program.calls():
        if dotted_name(call.func) in FIRE_NAMES and keyword(call, "command") is None and len(call.args) == 1:
            for function, word in _functions(call.args[0], program):
                arguments += _parameters(function, word)
                subcommands += [word] if word else []
    return arguments, subcommands


def _functions(component: ast.expr, program: Program) -> list[tuple[FunctionNode, str]]:
    """The functions that the command line can reach, with the word that reaches them."""
    if isinstance(component, ast.Dict):
        named = [(text_of(key), dotted_name(value)) for key, value in zip(component.keys, component.values)]
        return [(program.functions[name], word) for word, name in named if word and name in program.functions]
    name = dotted_name(component)
    if name in program.functions:
        return [(program.functions[name], "")]
    definition = program.classes.get(name)
    if definition is None:
        return []
    methods = [node for node in definition.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    reachable = [method for method in methods if method.name == "__init__" or not method.name.startswith("_")]
    return [(method, "" if method.name == "__init__" else method.name) for method in reachable]


def _parameters(function: FunctionNode, subcommand: str) -> list[DeclaredArgument]:
    """The parameters as options; those before `*` may also be given by position."""
    plain = function.args.args[1:] if _is_method(function) else function.args.args
    missing: list[Optional[ast.expr]] = [None] * len(plain)
    defaults = [*missing, *function.args.defaults][-len(plain) :] if plain else []
    found = [_argument(item, default, place) for place, (item, default) in enumerate(zip(plain, defaults))]
    for item, default in zip(function.args.kwonlyargs, function.args.kw_defaults):
        found.append(_argument(item, default, -1))
    return [
        DeclaredArgument(item.names, item.form, "True", subcommand, position=item.position, line=item.line)
        for item in found
    ]


def _is_method(function: FunctionNode) -> bool:
    """Whether the first parameter is filled in by Python."""
    return bool(function.args.args) and function.args.args[0].arg in ("self", "cls")


def _argument(item: ast.arg, default: Optional[ast.expr], position: int) -> DeclaredArgument:
    """One parameter as an option; Fire takes it with `_` and `-`, and with one dash or two."""
    names = dict.fromkeys((f"--{item.arg}", f"--{item.arg.replace('_', '-')}", f"-{item.arg}"))
    form = form_of_default(default) if item.annotation is None else form_of_type(item.annotation, default)
    return DeclaredArgument(tuple(names), form, position=position, line=item.lineno)
