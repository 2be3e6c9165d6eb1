"""Options declared with click."""

from __future__ import annotations

import ast
from typing import Optional

from mindwatch.analysis.forms import form_of_type
from mindwatch.analysis.program import Program
from mindwatch.analysis.trees import FunctionNode, dotted_name, is_true, keyword, last_name, text_of, value_of
from mindwatch.model.arguments import ArgumentForm, DeclaredArgument

OPTION_NAMES = {"click.option", "option"}
ROOT_NAMES = {"click.command", "click.group", "command", "group"}
COMMAND_METHODS = {"command", "group"}
DROPPED_ENDINGS = ("_command", "_cmd", "_group", "_grp")
UNUSUAL = ("multiple", "count", "nargs", "flag_value", "callback")


def click_arguments(program: Program) -> tuple[list[DeclaredArgument], list[str]]:
    """The options and the subcommands."""
    if not program.imports("click"):
        return [], []
    commands = _commands(program)
    roots = [name for name in commands.values() if name == ""]
    is_sure = len(roots) == 1 and not any(
        last_name(call.func) == "add_command" for _, call in program.calls()
    )
    arguments = []
    seen: set[ast.Call] = set()
    for function, subcommand in commands.items():
        for call in _options(function):
            seen.add(call)
            place = subcommand if is_sure or subcommand else None
            arguments += _argument(call, place)
    loose = "" if is_sure and len(commands) == 1 else None
    for _, call in program.calls():
        if call not in seen and dotted_name(call.func) in OPTION_NAMES:
            arguments += _argument(call, loose)
    return arguments, [name for name in commands.values() if name]


def _commands(program: Program) -> dict[FunctionNode, Optional[str]]:
    """The functions that are commands, with the word that calls them: empty for the root."""
    commands: dict[FunctionNode, Optional[str]] = {}
    for function in program.functions.values():
        for decorator in function.decorator_list:
            target = decorator.func if isinstance(decorator, ast.Call) else decorator
            name = dotted_name(target)
            if name in ROOT_NAMES:
                commands[function] = ""
            elif "." in name and last_name(target) in COMMAND_METHODS:
                commands[function] = _word(decorator, function)
    return commands


def _word(decorator: ast.expr, function: FunctionNode) -> Optional[str]:
    """The word that calls a subcommand; versions of click disagree on some names, then it is unknown."""
    if isinstance(decorator, ast.Call):
        given = decorator.args[0] if decorator.args else keyword(decorator, "name")
        if given is not None:
            return text_of(given)
    return None if function.name.endswith(DROPPED_ENDINGS) else function.name.lower().replace("_", "-")


def _options(function: FunctionNode) -> list[ast.Call]:
    """The options among a function's decorators."""
    calls = [decorator for decorator in function.decorator_list if isinstance(decorator, ast.Call)]
    return [call for call in calls if dotted_name(call.func) in OPTION_NAMES]


def _argument(call: ast.Call, subcommand: Optional[str]) -> list[DeclaredArgument]:
    """The option, once for its yes and once for its no if it has both; nothing for computed names."""
    texts = [text_of(item) for item in call.args]
    names = [text for text in texts if text and text.startswith("-")]
    if not names or None in texts:
        return []
    positive = tuple(name.split("/")[0].strip() for name in names)
    negative = tuple(name.split("/")[1].strip() for name in names if "/" in name)
    form = "flag" if negative else _form(call)
    yes = DeclaredArgument(positive, form, "true", subcommand, excludes=negative, line=call.lineno)
    no = DeclaredArgument(negative, "other", "", subcommand, excludes=positive, line=call.lineno)
    return [yes, no] if negative else [yes]


def _form(call: ast.Call) -> ArgumentForm:
    """What follows the option."""
    if is_true(keyword(call, "is_flag")):
        return "flag"
    if any(keyword(call, name) is not None for name in UNUSUAL) or is_true(keyword(call, "required")):
        return "other"
    if any(word.arg is None for word in call.keywords):
        return "other"
    type_node = keyword(call, "type")
    if isinstance(type_node, ast.Call) and last_name(type_node.func) == "Choice":
        return "other"
    if value_of(keyword(call, "is_flag")) is None and keyword(call, "is_flag") is not None:
        return "other"
    return form_of_type(type_node, keyword(call, "default"))
