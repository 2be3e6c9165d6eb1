"""All commands, and what they have in common at the edges: language, errors, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

import mindwatch
from mindwatch.cli import inspect_commands, logs_command, run_command, stop_command
from mindwatch.cli.interrupts import INTERRUPTED
from mindwatch.cli.output import prepare_streams, print_error
from mindwatch.cli.spoken import SpokenGroup, examples, paragraphs, speak
from mindwatch.model.errors import BadUsageError, MindWatchError
from mindwatch.texts import language_of_environment, mark, translate, use_language


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


for command in (run_command.run, *inspect_commands.COMMANDS, logs_command.logs, stop_command.stop):
    group.add_command(command)


def run_group(serve_editor: Callable[[], None]) -> None:
    """Run what was typed and exit: 0, the training's code, 1 for our errors, 2 for wrong usage,
    130 for Ctrl+C.
    """
    as_json = "--json" in own_words(sys.argv[1:])
    try:
        prepare_streams()
        use_language(language_of_environment(os.environ))
        speak(group)
        sys.exit(group(prog_name="mindwatch", obj=serve_editor, standalone_mode=False) or 0)
    except MindWatchError as error:
        print_error(error, as_json)
        sys.exit(1)
    except click.ClickException as error:
        tell_wrong_usage(error, as_json)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # Whoever read our output has had enough; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def tell_wrong_usage(error: click.ClickException, as_json: bool) -> None:
    """Let click say what is wrong, or say it as JSON like every other error."""
    if not as_json:
        error.show()
        return
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "mindwatch"
    hint = translate("`{command} --help` tells how it is used.", command=command)
    print_error(BadUsageError(error.format_message(), hint), as_json)


def own_words(words: list[str]) -> list[str]:
    """Return the words that are ours: those of a training, behind its command's first word, are not."""
    before = words[: words.index("--")] if "--" in words else words
    command = group.commands.get(before[0]) if before else None
    if command is None or command.context_settings.get("allow_interspersed_args", True):
        return before
    takes_value = {name for p in command.params if not getattr(p, "is_flag", True) for name in p.opts}
    index = 1
    while index < len(before) and before[index].startswith("-"):
        index += 2 if before[index] in takes_value else 1
    return before[:index]
