"""Decide, before anything starts, everything that monitoring will add or change."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.app import arguments, interpreters
from mindwatch.app.command_line import ParsedCommand, parse_command, program
from mindwatch.app.launch_environment import MonitoringChoices, environment_items
from mindwatch.app.placement import Directories, Placement, absolute, place, with_word
from mindwatch.app.services import Services
from mindwatch.model.arguments import DeclaredArguments
from mindwatch.model.errors import BadUsageError, ScriptNotPythonError
from mindwatch.model.interpreters import Candidate, Interpreter
from mindwatch.model.settings import Settings
from mindwatch.protocol.messages import LaunchPlan, LaunchRequest, PlanItem
from mindwatch.runs.folders import experiment_name
from mindwatch.texts import translate

RUN_PLACEHOLDER = "{run}"
GIVES_WAY = ("python", "python3", "python.exe", "python3.exe")
"""Words that leave open which Python: a setting decides. Whoever types a version or a path means that one."""


@dataclass(frozen=True)
class Draft:
    """A plan with what is needed to carry it out."""

    request: LaunchRequest
    workspace: Path
    typed_in: Path
    typed: tuple[str, ...]
    settings: Settings
    summary_base: Path
    placement: Placement
    interpreter: Optional[Interpreter]
    declared: DeclaredArguments
    warnings: list[str] = field(default_factory=list)

    @property
    def command(self) -> ParsedCommand:
        """The command as it will run, without the arguments that are added."""
        return self.placement.command

    @property
    def needs_mindspore(self) -> bool:
        """Say whether we know which Python will run the training."""
        return bool(self.command.python or self.command.script)

    def choices(self, run_name: str) -> MonitoringChoices:
        """Return what the environment of the training depends on."""
        path = self.interpreter.path if self.interpreter else ""
        folder = str(self.summary_base / run_name)
        return MonitoringChoices(folder, path, self.settings.monitor_scalar_every_steps, self.typed_in)


def draft(services: Services, request: LaunchRequest, typed_in: Optional[Path] = None) -> Draft:
    """Understand a request and look at everything it names; nothing is started or written."""
    workspace = Path(request.workspace_folder)
    settings = services.settings_of(workspace)
    directories = Directories(typed_in or workspace, workspace, settings.launch_working_directory == "script")
    typed = typed_words(request)
    command = parse_command(typed)
    if request.script and not command.script:
        raise ScriptNotPythonError(
            translate("{path} is not a Python script.", path=request.script),
            translate("Choose a file that ends in .py, or launch the whole command from the command line."),
        )
    placement = place(command, directories)
    interpreter = interpreter_for(services, request, placement.command, directories)
    name_interpreter(services, placement, interpreter)
    declared, warnings = look_at_script(placement, settings, workspace)
    return Draft(
        request,
        workspace,
        directories.typed_in,
        typed,
        settings,
        services.summary_base_of(workspace),
        placement,
        interpreter,
        declared,
        [*placement.warnings, *warnings],
    )


def typed_words(request: LaunchRequest) -> tuple[str, ...]:
    """Return the command as the user gave it; a script alone is run by Python."""
    words = (request.script, *request.arguments) if request.script else tuple(request.command)
    if not words or not words[0]:
        raise BadUsageError(
            translate("There is nothing to run."),
            translate("Give a script or a command, for example `python train.py`."),
        )
    return words


def look_at_script(
    placement: Placement, settings: Settings, workspace: Path
) -> tuple[DeclaredArguments, list[str]]:
    """Return what the script declares, empty when nothing may be added, and warnings about it."""
    warnings = []
    if placement.command.switches_hooks_off:
        warnings.append(
            translate("The flags -E, -I and -S keep Python from loading the hooks: nothing will be recorded.")
        )
    if placement.source is None:
        return DeclaredArguments(), warnings
    facts = arguments.read_script(placement.source, workspace)
    warnings += arguments.script_warnings(facts, placement.source)
    return facts.declared if settings.launch_inject_arguments else DeclaredArguments(), warnings


def interpreter_for(
    services: Services, request: LaunchRequest, command: ParsedCommand, directories: Directories
) -> Optional[Interpreter]:
    """Return the Python the command names, else the one chosen for the workspace."""
    typed = command.python
    if typed and os.path.dirname(typed):  # noqa: PTH120
        path = os.path.abspath(directories.typed_in / typed)  # noqa: PTH100
        return services.probe.ask(Candidate(path, translate("named in the command")))
    beside = python_beside_msrun(command, directories.typed_in)
    if beside:
        return services.probe.ask(Candidate(beside, translate("beside {path}", path=command.words[0])))
    on_path = path_of(services, typed) if typed else ""
    is_open = not services.python_setting(directories.workspace) and not request.interpreter_candidates
    if typed and (typed.lower() not in GIVES_WAY or (on_path and is_open)):
        reason = translate("what `{word}` is on PATH", word=typed)
        return services.probe.ask(Candidate(on_path or typed, reason))
    found = interpreters.find_interpreters(services, directories.workspace, request.interpreter_candidates)
    return found.chosen


def python_beside_msrun(command: ParsedCommand, typed_in: Path) -> str:
    """Return the Python of the environment that an msrun given by its path belongs to, or empty."""
    word = command.words[0]
    if command.python or program(word) != "msrun" or not os.path.dirname(word):  # noqa: PTH120
        return ""
    beside = absolute(typed_in / word).parent / "python"
    return str(beside) if beside.is_file() else ""


def path_of(services: Services, word: str) -> str:
    """Return what a bare word is on PATH, or empty."""
    found = shutil.which(word, path=services.environment.get("PATH"))
    return os.path.abspath(found) if found else ""  # noqa: PTH100


def name_interpreter(services: Services, placement: Placement, interpreter: Optional[Interpreter]) -> None:
    """Put the interpreter into the command, and say so where it is another than the word would have been."""
    before = placement.command
    placement.command = with_interpreter(before, interpreter)
    if interpreter is None or before.python_at != 0 or placement.command.python == before.python:
        return
    if os.path.dirname(before.python) or path_of(services, before.python) == interpreter.path:  # noqa: PTH120
        return
    text = f"{before.python} → {interpreter.path}"
    placement.items.append(PlanItem("path", text, interpreter.reason))


def with_interpreter(command: ParsedCommand, interpreter: Optional[Interpreter]) -> ParsedCommand:
    """Name the interpreter by its path; behind msrun and the like PATH does it, and `python3.10` stays as
    typed.
    """
    if interpreter is None:
        return command
    is_path = bool(os.path.dirname(command.python))  # noqa: PTH120
    if is_path or (command.python_at == 0 and command.python.lower() in GIVES_WAY):
        return with_word(command, command.python_at, interpreter.path)
    if command.script_at == 0:
        return parse_command((interpreter.path, *command.words), known_python=True)
    return command


def to_plan(services: Services, drafted: Draft) -> LaunchPlan:
    """Show a draft; `{run}` stands for the name that the run folder will get."""
    folder = str(drafted.summary_base / RUN_PLACEHOLDER)
    words, items = final_words(drafted, folder)
    return LaunchPlan(
        experiment=experiment_of(drafted),
        command=words,
        working_directory=str(drafted.placement.working_directory),
        summary_base=str(drafted.summary_base),
        config_hash=config_hash(config_of(drafted)),
        interpreter=interpreters.to_info(drafted.interpreter) if drafted.interpreter else None,
        items=[*items, *all_items(services, drafted, RUN_PLACEHOLDER)],
        warnings=drafted.warnings,
    )


def final_words(drafted: Draft, summary_folder: str) -> tuple[list[str], list[PlanItem]]:
    """Return the command with the arguments that are added, and what these are."""
    command = drafted.command
    if command.arguments_at < 0:
        return list(command.words), []
    given, injected = arguments.add_arguments(drafted.declared, command.arguments, summary_folder)
    return [*command.words[: command.arguments_at], *given], arguments.argument_items(injected)


def all_items(services: Services, drafted: Draft, run_name: str) -> list[PlanItem]:
    """Say what is added besides arguments."""
    every = drafted.settings.monitor_scalar_every_steps
    what = translate("MindWatch's monitor, every {count} steps", count=every)
    once = translate("MindWatch's monitor, every step")
    why = translate("records loss, learning rate, speed and evaluation without touching the training")
    data = translate("the log, the curves and the record of the run")
    if run_name == RUN_PLACEHOLDER:
        data = translate("the log, the curves and the record of the run; `{{run}}` is named at the start")
    return [
        PlanItem("callback", once if every == 1 else what, why),
        *environment_items(services.environment, drafted.choices(run_name)),
        *drafted.placement.items,
        PlanItem("path", str(drafted.summary_base / run_name), data),
    ]


def experiment_of(drafted: Draft) -> str:
    """Return the experiment's name: as given, else that of the script or the module."""
    command = drafted.command
    fallback = Path(command.script).stem or command.module.split(".")[-1] or Path(drafted.typed[0]).stem
    return experiment_name(drafted.request.experiment or fallback)


def config_of(drafted: Draft) -> dict[str, object]:
    """Return what makes two runs the same configuration.

    Neither the interpreter nor the launch directory nor what monitoring adds is part of it, and neither is
    the text of the script: which code ran is told by the git commit.
    """
    command = drafted.command
    if command.module:
        return {"script": "", "module": command.module, "arguments": command.arguments}
    if not command.script:
        return {"script": "", "arguments": list(command.words)}
    source = str(drafted.placement.source)
    inside = os.path.relpath(source, drafted.workspace)
    script = source if inside.startswith("..") else inside.replace(os.sep, "/")
    return {"script": script, "arguments": command.arguments}


def config_hash(config: dict[str, object]) -> str:
    """Return eight hex digits that stand for a configuration."""
    canonical = json.dumps(config, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()[:8]
