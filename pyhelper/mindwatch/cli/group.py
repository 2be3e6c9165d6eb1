"""All commands, and what they have in common at the edges: language, errors, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

import mindwatch
from mindwatch.cli import inspect_commands, run_command, stop_command
from mindwatch.cli.output import print_error
from mindwatch.cli.spoken import SpokenGroup, examples, paragraphs, speak
from mindwatch.model.errors import MindWatchError
from mindwatch.texts import language_of_environment, mark, use_language


@click.group(
    cls=SpokenGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=paragraphs(
        mark("Start MindSpore trainings with monitoring built in, and watch them."),
        examples("mindwatch run -- python train.py --epochs 3", "mindwatch runs", "mindwatch logs latest -f"),
    ),
)
@click.version_option(mindwatch.__version__, prog_name="mindwatch")
def group() -> None:
    """Hold all commands."""


@group.command(help=mark("Serve an editor over standard input and output (used by the VS Code extension)."))
@click.pass_obj
def lsp(serve_editor: Callable[[], None]) -> None:
    """Serve an editor."""
    serve_editor()


for command in (run_command.run, *inspect_commands.COMMANDS, stop_command.stop):
    group.add_command(command)


def run_group(serve_editor: Callable[[], None]) -> None:
    """Run what was typed and exit: 0, the training's code, 1 for our errors, 2 for wrong usage."""
    use_language(language_of_environment(os.environ))
    speak(group)
    try:
        group(prog_name="mindwatch", obj=serve_editor)
    except MindWatchError as error:
        print_error(error, as_json="--json" in before_command(sys.argv[1:]))
        sys.exit(1)
    except BrokenPipeError:
        # Whoever read our output has had enough; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def before_command(words: list[str]) -> list[str]:
    """Return our own words, without those of the training."""
    return words[: words.index("--")] if "--" in words else words
