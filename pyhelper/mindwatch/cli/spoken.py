"""Help in the user's language: declared when modules are loaded, translated once the language is known."""

from __future__ import annotations

from typing import Optional

import click

from mindwatch.texts import mark, translate

HEADINGS = {"Options": mark("Options"), "Commands": mark("Commands")}
BUILT_IN = {
    "Show this message and exit.": mark("Show this message and exit."),
    "Show the version and exit.": mark("Show the version and exit."),
}


class SpokenFormatter(click.HelpFormatter):
    """Writes click's own words in the user's language."""

    def write_usage(self, prog: str, args: str = "", prefix: Optional[str] = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, f"{translate('Usage:')} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write the heading of a section."""
        super().write_heading(translate(HEADINGS.get(heading, heading)))


class SpokenContext(click.Context):
    """A context whose help is translated."""

    formatter_class = SpokenFormatter


class SpokenCommand(click.Command):
    """A command whose help is translated."""

    context_class = SpokenContext

    def get_help_option(self, ctx: click.Context) -> Optional[click.Option]:
        """Return click's option with our words."""
        return spoken_option(super().get_help_option(ctx))


class SpokenGroup(click.Group):
    """A group of commands whose help is translated."""

    context_class = SpokenContext
    command_class = SpokenCommand

    def get_help_option(self, ctx: click.Context) -> Optional[click.Option]:
        """Return click's option with our words."""
        return spoken_option(super().get_help_option(ctx))


def paragraphs(*texts: str) -> str:
    """Put a help text together: paragraphs that are marked for translation, and examples, which are not."""
    return "\n\n".join(texts)


def examples(*lines: str) -> str:
    """Return lines to type, which click must not wrap."""
    return "\n".join(("\b", *lines))


def speak(command: click.Command) -> None:
    """Translate the help of a command, its options and its commands; the first paragraph is the short one."""
    spoken = [translate(text) for text in (command.help or "").split("\n\n")]
    command.help, command.short_help = "\n\n".join(spoken), spoken[0]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            spoken_option(parameter)
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        speak(inner)


def spoken_option(option: Optional[click.Option]) -> Optional[click.Option]:
    """Translate the help of an option in place; what is translated already stays."""
    if option is not None and option.help:
        option.help = translate(BUILT_IN.get(option.help, option.help))
    return option
