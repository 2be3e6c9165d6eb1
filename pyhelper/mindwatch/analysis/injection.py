"""Which of the declared arguments monitoring gives a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Optional

from mindwatch.model.arguments import DeclaredArgument, DeclaredArguments, InjectedArgument, WhyKey

SUMMARY_FOLDER_NAMES = frozenset({
    "summary_dir", "summary_path", "summary_folder", "summary_directory", "summary_base_dir",
    "summary_base", "summary_base_path", "summary_log_dir", "summary_save_dir", "summary_save_path",
    "summary_output_dir", "summary_root", "summaries_dir", "mindinsight_dir", "mindinsight_summary_dir",
    "tensorboard_dir", "tensorboard_path", "tensorboard_folder", "tensorboard_directory",
    "tensorboard_log_dir", "tensorboard_logdir", "tensorboard_log_path", "tensorboard_output_dir",
    "tb_dir", "tb_path", "tb_log_dir", "tb_logdir",
})  # fmt: skip
"""Names that can only mean a folder for summaries or TensorBoard files.

Left out on purpose: `log_dir`, `logdir` and `logging_dir` (often the text log), `output_dir`, `save_dir` and
`work_dir` (checkpoints too), `summary` (often a switch that prints one), `tensorboard` (often a switch).
"""

PROFILING_NAMES = frozenset({"enable_profiling", "enable_profile", "enable_profiler", "profile", "profiling"})
"""Names that can only mean a switch for profiling; they are used only if profiling is asked for."""

SHORTEST_ABBREVIATION = 3


def monitoring_arguments(
    declared: DeclaredArguments, given_arguments: Sequence[str], summary_folder: str, profiling: bool
) -> list[InjectedArgument]:
    """The arguments to add: declared by the script, unmistakable in meaning, and not given by the user."""
    if declared.problem or not declared.styles or _reads_flag_file(declared, given_arguments):
        return []
    injected: list[InjectedArgument] = []
    taken: set[str] = set()
    for argument in declared.arguments:
        wanted = _wanted(argument, summary_folder, profiling)
        if wanted is None or not _is_open(argument, declared, given_arguments) or taken & set(argument.names):
            continue
        if taken & set(argument.excludes):
            continue
        taken |= set(argument.names)
        injected.append(wanted)
    return injected


def with_injected_arguments(
    given_arguments: Sequence[str], injected: Sequence[InjectedArgument]
) -> list[str]:
    """The user's arguments with the injected ones where their parser accepts them.

    The options of the parser itself go to the front: nothing of it may follow a subcommand's own words or a
    bare `--`, and of an option given twice the last counts, which is then the user's. Those of a subcommand
    go right behind its word.
    """
    result: list[str] = []
    waiting = list(injected)
    for word in given_arguments:
        result.append(word)
        result += [item.word for item in waiting if item.after_word == word]
        waiting = [item for item in waiting if item.after_word != word]
    return [item.word for item in injected if not item.after_word] + result


def _wanted(argument: DeclaredArgument, summary_folder: str, profiling: bool) -> Optional[InjectedArgument]:
    """What monitoring would give to an option, or None."""
    flag = _long_name(argument)
    name = _plain_name(flag)
    after = argument.subcommand or ""
    if name in SUMMARY_FOLDER_NAMES and argument.form == "value":
        return InjectedArgument(flag, summary_folder, "summary_folder", after)
    if profiling and name in PROFILING_NAMES and argument.form in ("flag", "boolean"):
        value = None if argument.form == "flag" else argument.true_text
        why: WhyKey = "profiling"
        return InjectedArgument(flag, value, why, after)
    return None


def _long_name(argument: DeclaredArgument) -> str:
    """The option by its first long name, exactly as declared; empty when it has only short ones."""
    return next((name for name in argument.names if name.startswith("--")), "")


def _plain_name(flag: str) -> str:
    """`--summaryDir` and `--summary-dir` as `summary_dir`."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", flag.lstrip("-"))
    return words.replace("-", "_").lower()


def _reads_flag_file(declared: DeclaredArguments, given: Sequence[str]) -> bool:
    """Whether absl is told to read more options from a file, which we do not look into."""
    return "absl" in declared.styles and any(word.lstrip("-").startswith("flagfile") for word in given)


def _is_open(argument: DeclaredArgument, declared: DeclaredArguments, given: Sequence[str]) -> bool:
    """Whether the option may be added to what the user gave."""
    if argument.subcommand is None or _chosen_subcommand(declared, given) != argument.subcommand != "":
        return False
    if argument.position >= 0 and _positional_count(declared, given) > argument.position:
        return False
    known = {name for item in declared.arguments for name in item.names}
    closing = {*argument.names, *argument.excludes, *_negations(argument)}
    return not any(_means_one_of(word, closing, known) for word in given)


def _chosen_subcommand(declared: DeclaredArguments, given: Sequence[str]) -> str:
    """The first word that is a subcommand, as declared; empty when there is none."""
    return next((word for word in given if word in declared.subcommands), "")


def _positional_count(declared: DeclaredArguments, given: Sequence[str]) -> int:
    """How many words are neither options nor, as far as one can tell, the value of one."""
    count = 0
    after_option = False
    for word in given:
        is_option = word.startswith("-")
        if not is_option and not after_option and word not in declared.subcommands:
            count += 1
        after_option = is_option and "=" not in word
    return count


def _negations(argument: DeclaredArgument) -> set[str]:
    """How an option is switched off: `--no-profile`, `--noprofile`, `--no_profile`."""
    plain = [name.lstrip("-") for name in argument.names if name.startswith("--")]
    return {f"--{no}{name}" for name in plain for no in ("no", "no-", "no_")}


def _means_one_of(word: str, names: set[str], known: set[str]) -> bool:
    """Whether a word of the user's is one of these options, also abbreviated."""
    if not word.startswith("-"):
        return False
    option = word.split("=", maxsplit=1)[0]
    if option in names:
        return True
    if option in known:
        return False
    stem = option.lstrip("-").replace("-", "_")
    plain = {name.lstrip("-").replace("-", "_") for name in names}
    is_abbreviated = len(stem) >= SHORTEST_ABBREVIATION and any(name.startswith(stem) for name in plain)
    return is_abbreviated or _is_single_letter(option, plain)


def _is_single_letter(option: str, plain: set[str]) -> bool:
    """Whether it is `-s`, which Fire takes for the only parameter that begins with `s`."""
    return len(option) == 2 and option[1] != "-" and any(name.startswith(option[1]) for name in plain)
