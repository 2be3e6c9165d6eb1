"""Which arguments are added to a script, decided from its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from mindwatch.analysis import (
    declared_arguments,
    decode_source,
    imports_mindspore,
    monitoring_arguments,
    with_injected_arguments,
)
from mindwatch.model.arguments import DeclaredArguments, InjectedArgument
from mindwatch.protocol.messages import PlanItem
from mindwatch.texts import translate

LARGEST_SOURCE_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class ScriptFacts:
    """What was read from a script and the modules beside it."""

    declared: DeclaredArguments
    imports_mindspore: bool


def read_script(source: Path, workspace: Path) -> ScriptFacts:
    """Read what a script declares; a script that cannot be read declares nothing."""
    text = read_source(source)
    if text is None:
        return ScriptFacts(DeclaredArguments(), imports_mindspore=True)

    def read_module(name: str) -> Optional[str]:
        return read_user_module(name, source.parent, workspace)

    return ScriptFacts(declared_arguments(text, read_module), imports_mindspore(text, read_module))


def read_user_module(name: str, script_folder: Path, workspace: Path) -> Optional[str]:
    """Return the source of a module that lies beside the script or in the workspace folder."""
    parts = [part for part in name.split(".") if part]
    for folder in dict.fromkeys((script_folder, workspace)):
        base = folder.joinpath(*parts) if parts else folder
        for path in (base.with_name(base.name + ".py"), base / "__init__.py"):
            text = read_source(path) if path.is_file() else None
            if text is not None:
                return text
    return None


def read_source(path: Path) -> Optional[str]:
    """Return the text of a Python file, or None when it cannot be read or is too large to be one."""
    try:
        if path.stat().st_size > LARGEST_SOURCE_BYTES:
            return None
        return decode_source(path.read_bytes())
    except OSError:
        return None


def add_arguments(
    declared: DeclaredArguments, given: Sequence[str], summary_folder: str
) -> tuple[list[str], list[InjectedArgument]]:
    """Return the script's arguments as they will be, and which of them are ours."""
    injected = monitoring_arguments(declared, given, summary_folder, profiling=False)
    return with_injected_arguments(given, injected), injected


def argument_items(injected: Sequence[InjectedArgument]) -> list[PlanItem]:
    """Say which arguments are added and why."""
    reasons = {
        "summary_folder": translate("the script declares it; its summaries go into the run folder"),
        "profiling": translate("the script declares it; profiling was asked for"),
    }
    return [PlanItem("argument", argument.word, reasons[argument.why]) for argument in injected]


def script_warnings(facts: ScriptFacts, source: Path) -> list[str]:
    """Say what about a script stands in the way of monitoring."""
    warnings = []
    if facts.declared.problem == "syntax_error":
        warnings.append(
            translate("{path} has a syntax error, so it will most likely fail at once.", path=source)
        )
    if not facts.imports_mindspore:
        warnings.append(
            translate(
                "{path} does not seem to import MindSpore; without it nothing is recorded.", path=source.name
            )
        )
    return warnings
