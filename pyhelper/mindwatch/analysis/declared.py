"""Which command line arguments a script's own parser declares."""

from __future__ import annotations

import ast
from typing import Optional

from mindwatch.analysis.absl_reader import absl_arguments
from mindwatch.analysis.argparse_reader import (
    argparse_arguments,
    reads_command_line,
    reads_words_from_files,
)
from mindwatch.analysis.click_reader import click_arguments
from mindwatch.analysis.fire_reader import fire_arguments
from mindwatch.analysis.program import Program, ReadModule, load_program
from mindwatch.analysis.trees import dotted_name, parse
from mindwatch.model.arguments import ArgumentStyle, DeclaredArgument, DeclaredArguments

RUN_MINDFORMER = {
    "--config", "--run_mode", "--register_path", "--train_dataset_dir", "--load_checkpoint", "--use_parallel",
}  # fmt: skip
"""Options by which mindformers' own start script is recognised, whatever it is called."""

PICKING = {"pop", "remove", "insert", "index"}


def declared_arguments(source_text: str, read_module: Optional[ReadModule] = None) -> DeclaredArguments:
    """Read the declarations by syntax tree only, following the user's own modules a few steps."""
    tree = parse(source_text)
    if tree is None:
        return DeclaredArguments(problem="syntax_error")
    program = load_program(tree, read_module)
    arguments: list[DeclaredArgument] = []
    styles: list[ArgumentStyle] = []
    subcommands: list[str] = []
    for style, (found, words) in _readings(program).items():
        if found:
            styles.append(style)
            arguments += found
            subcommands += words
    return DeclaredArguments(
        tuple(arguments),
        tuple(styles),
        tuple(dict.fromkeys(subcommands)),
        "reads_argv" if _reads_argv(program) or reads_words_from_files(program) else "",
    )


def _readings(program: Program) -> dict[ArgumentStyle, tuple[list[DeclaredArgument], list[str]]]:
    """What each reader finds; each looks only at programs that import its parser."""
    readings: dict[ArgumentStyle, tuple[list[DeclaredArgument], list[str]]] = {
        "click": click_arguments(program),
        "absl": (absl_arguments(program), []),
        "fire": fire_arguments(program),
    }
    if reads_command_line(program):
        arguments, words = argparse_arguments(program)
        readings[_argparse_style(program, arguments)] = (arguments, words)
    return readings


def _argparse_style(program: Program, arguments: list[DeclaredArgument]) -> ArgumentStyle:
    """Whether these are the options of mindformers' start script."""
    names = {name for argument in arguments for name in argument.names}
    return "mindformers" if program.imports("mindformers") and names >= RUN_MINDFORMER else "argparse"


def _reads_argv(program: Program) -> bool:
    """Whether the program picks words from `sys.argv` by place or counts them."""
    for unit in program.units:
        for node in unit.nodes:
            if isinstance(node, ast.Subscript) and _is_argv(node.value) and _is_counted_place(node.slice):
                return True
            if isinstance(node, ast.Call) and _picks_from_argv(node):
                return True
    return False


def _picks_from_argv(call: ast.Call) -> bool:
    """Whether a call counts the words or takes one out."""
    if dotted_name(call.func) == "len":
        return _is_argv(*call.args)
    return isinstance(call.func, ast.Attribute) and call.func.attr in PICKING and _is_argv(call.func.value)


def _is_argv(*nodes: ast.expr) -> bool:
    """Whether it is `sys.argv`."""
    return any(dotted_name(node) in ("sys.argv", "argv") for node in nodes)


def _is_counted_place(place: ast.AST) -> bool:
    """False for `[0]`, the script itself, and for `[1:]`, all the words."""
    if isinstance(place, ast.Slice):
        is_all = place.upper is None and place.step is None
        return not (is_all and isinstance(place.lower, ast.Constant) and place.lower.value in (0, 1))
    return not (isinstance(place, ast.Constant) and place.value == 0)
