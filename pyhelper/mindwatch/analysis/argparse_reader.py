"""Options declared with the standard library's argparse."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import Optional

from mindwatch.analysis.forms import form_of_type
from mindwatch.analysis.program import Program, Unit
from mindwatch.analysis.trees import is_true, keyword, last_name, text_of, texts_of, value_of
from mindwatch.model.arguments import ArgumentForm, DeclaredArgument

PARSING = {"parse_args", "parse_known_args", "parse_intermixed_args", "parse_known_intermixed_args"}
TRUE_CHOICES = ("True", "true", "1")
MAIN = ""


@dataclass(frozen=True)
class _Parser:
    """Where an option is added: which subcommand (None: unknown), and which exclusive group."""

    subcommand: Optional[str] = MAIN
    group: int = 0


@dataclass
class _Reading:
    """What was found so far."""

    arguments: list[tuple[DeclaredArgument, int]] = field(default_factory=list)
    parsers: dict[tuple[str, str], _Parser] = field(default_factory=dict)
    subcommands: list[str] = field(default_factory=list)
    has_subcommands: bool = False
    shared: set[str] = field(default_factory=set)


def reads_command_line(program: Program) -> bool:
    """Whether a parser of the program is given the real command line."""
    if not program.imports("argparse"):
        return False
    return any(last_name(call.func) in PARSING and _takes_the_real_words(call) for _, call in program.calls())


def reads_words_from_files(program: Program) -> bool:
    """Whether words such as `@arguments.txt` are replaced by what is in a file."""
    return any(keyword(call, "fromfile_prefix_chars") is not None for _, call in program.calls())


def argparse_arguments(program: Program) -> tuple[list[DeclaredArgument], list[str]]:
    """The options and the subcommands."""
    reading = _Reading()
    for _, call in program.calls():
        if last_name(call.func) == "add_parser":
            reading.has_subcommands = True
            parents = keyword(call, "parents")
            reading.shared |= {ast.unparse(item) for item in getattr(parents, "elts", [])}
    for unit in program.units:
        _read_unit(unit, reading)
    return _with_exclusions(reading.arguments), reading.subcommands


def _takes_the_real_words(call: ast.Call) -> bool:
    """False for `parse_args([])` and the like."""
    words = call.args[0] if call.args else keyword(call, "args")
    return not isinstance(words, (ast.List, ast.Tuple))


def _read_unit(unit: Unit, reading: _Reading) -> None:
    """Follow the parsers of one unit from variable to variable, and note what is added to them."""
    for node in unit.nodes:
        if isinstance(node, ast.Call) and last_name(node.func) == "add_argument":
            argument = _argument(node)
            parser = _parser_of(_receiver(node), unit, reading)
            if argument is not None:
                placed = replace(argument, subcommand=parser.subcommand)
                reading.arguments.append((placed, parser.group))
        elif isinstance(node, ast.Call) and last_name(node.func) == "add_parser" and node.args:
            name = text_of(node.args[0])
            reading.subcommands += [name] if name else []
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            parser = _parser_of(node.value, unit, reading)
            for target in node.targets:
                reading.parsers[_place(unit, target)] = parser


def _receiver(call: ast.Call) -> Optional[ast.expr]:
    """`p` of `p.method(…)`."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _place(unit: Unit, target: ast.expr) -> tuple[str, str]:
    """Where a variable lives: `self.x` and names of the module in the module, others in the function."""
    name = ast.unparse(target)
    owner = unit.module if unit.function is None or "." in name else f"{unit.module}:{unit.function.name}"
    return owner, name


def _parser_of(node: Optional[ast.expr], unit: Unit, reading: _Reading) -> _Parser:
    """The parser or group that an expression is."""
    if isinstance(node, ast.Call):
        method = last_name(node.func)
        if method == "add_parser":
            return _Parser(text_of(node.args[0]) if node.args else None)
        if method == "add_argument_group":
            return _parser_of(_receiver(node), unit, reading)
        if method == "add_mutually_exclusive_group":
            outer = _parser_of(_receiver(node), unit, reading)
            return _Parser(outer.subcommand, group=id(node))
        return _Parser()
    if node is None or ast.unparse(node) in reading.shared:
        return _Parser(None)
    known = reading.parsers.get(_place(unit, node)) or reading.parsers.get((unit.module, ast.unparse(node)))
    return known or _Parser(None if reading.has_subcommands else MAIN)


def _argument(call: ast.Call) -> Optional[DeclaredArgument]:
    """The option that one `add_argument` declares; None for a positional one and for computed names."""
    names = tuple(text_of(item) or "" for item in call.args)
    if not names or not all(name.startswith("-") for name in names):
        return None
    form, true_text = _form(call)
    return DeclaredArgument(names, form, true_text, line=call.lineno)


def _form(call: ast.Call) -> tuple[ArgumentForm, str]:
    """What follows the option."""
    action = keyword(call, "action")
    if action is not None and value_of(action) != "store":
        is_flag = value_of(action) == "store_true" or last_name(action) == "BooleanOptionalAction"
        return ("flag" if is_flag else "other"), ""
    takes_several = keyword(call, "nargs") is not None and value_of(keyword(call, "nargs")) != "?"
    is_half_known = any(word.arg is None for word in call.keywords)
    if takes_several or is_half_known or is_true(keyword(call, "required")):
        return "other", ""
    choices = texts_of(keyword(call, "choices"))
    if keyword(call, "choices") is not None:
        return _form_of_choices(choices)
    return form_of_type(keyword(call, "type"), keyword(call, "default")), "True"


def _form_of_choices(choices: tuple[object, ...]) -> tuple[ArgumentForm, str]:
    """A choice between yes and no is a boolean; every other is left alone."""
    written = [str(choice) for choice in choices]
    true_text = next((text for text in TRUE_CHOICES if text in written), "")
    return ("boolean", true_text) if true_text and len(choices) == 2 else ("other", "")


def _with_exclusions(found: list[tuple[DeclaredArgument, int]]) -> list[DeclaredArgument]:
    """Tell each option which others of its exclusive group rule it out."""
    result = []
    for argument, group in found:
        others = [item.names for item, other in found if group and other == group and item is not argument]
        result.append(replace(argument, excludes=tuple(name for names in others for name in names)))
    return result
