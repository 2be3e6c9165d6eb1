"""Which of the declared arguments monitoring gives a value."""

from __future__ import annotations

from collections.abc import Sequence

from mindwatch.model.arguments import DeclaredArguments, InjectedArgument


def monitoring_arguments(
    declared: DeclaredArguments, given_arguments: Sequence[str], summary_folder: str, profiling: bool
) -> list[InjectedArgument]:
    """The arguments to add: declared by the script, unmistakable in meaning, and not given by the user."""
    del declared, given_arguments, summary_folder, profiling
    return []


def with_injected_arguments(
    given_arguments: Sequence[str], injected: Sequence[InjectedArgument]
) -> list[str]:
    """The user's arguments with the injected ones where their parser accepts them."""
    del injected
    return list(given_arguments)
