"""Plan a training, and start it under its supervisor."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

import mindwatch
from mindwatch.app import interpreters
from mindwatch.app.launch_environment import training_environment
from mindwatch.app.planning import (
    Draft,
    all_items,
    config_hash,
    config_of,
    draft,
    experiment_of,
    final_words,
    to_plan,
)
from mindwatch.app.services import Services
from mindwatch.app.start_errors import Attempt, start_error, working_directory_missing
from mindwatch.model.errors import WorkspaceUntrustedError
from mindwatch.process.git import git_state
from mindwatch.process.supervisor import SILENT, NotStarted, SupervisedTraining, start_supervisor
from mindwatch.protocol.messages import LaunchPlan, LaunchRequest, PlanItem
from mindwatch.runs.folders import create_run_folder, discard_run_folder, prepare_summary_base
from mindwatch.runs.records import iso_time
from mindwatch.texts import translate


def plan(services: Services, request: LaunchRequest, typed_in: Optional[Path] = None) -> LaunchPlan:
    """Say what a launch would do; nothing is started, written or created."""
    require_trust(services)
    return to_plan(services, draft(services, request, typed_in))


def start(
    services: Services,
    request: LaunchRequest,
    typed_in: Optional[Path] = None,
    without_mindspore: bool = False,
) -> Path:
    """Start a training and return its run folder; it goes on whatever becomes of us."""
    require_trust(services)
    drafted = draft(services, request, typed_in)
    if drafted.needs_mindspore and not without_mindspore:
        require_mindspore(services, drafted)
    if not drafted.placement.working_directory.is_dir():
        raise working_directory_missing(drafted.placement.working_directory)
    prepare_summary_base(drafted.summary_base, services.free_bytes)
    now = services.clock()
    digest = config_hash(config_of(drafted))
    run_folder = create_run_folder(drafted.summary_base, experiment_of(drafted), digest, now)
    answer = start_supervisor(supervised_training(services, drafted, run_folder))
    if isinstance(answer, NotStarted):
        if answer.code != SILENT:
            discard_run_folder(run_folder)
        raise start_error(
            answer, Attempt(drafted.command.words[0], drafted.placement.working_directory, run_folder)
        )
    return run_folder


def require_trust(services: Services) -> None:
    """Refuse to work on what an untrusted workspace says."""
    if not services.trusted:
        raise WorkspaceUntrustedError(
            translate("This workspace is not trusted, so nothing of it is started."),
            translate("Trust the workspace, then launch again."),
        )


def require_mindspore(services: Services, drafted: Draft) -> None:
    """Refuse a Python without MindSpore; the others are asked only then, to name one that would do."""
    if drafted.interpreter is not None and not drafted.interpreter.problem:
        return
    others = interpreters.find_interpreters(
        services, drafted.workspace, drafted.request.interpreter_candidates
    ).interpreters
    interpreters.require_mindspore(drafted.interpreter, others)


def supervised_training(services: Services, drafted: Draft, run_folder: Path) -> SupervisedTraining:
    """Return everything the supervisor needs."""
    words, items = final_words(drafted, str(run_folder))
    items += all_items(services, drafted, run_folder.name)
    return SupervisedTraining(
        run_folder=str(run_folder),
        argv=words,
        cwd=str(drafted.placement.working_directory),
        environment=training_environment(services.environment, drafted.choices(run_folder.name)),
        record=static_record(services, drafted, run_folder, (words, items)),
    )


def static_record(
    services: Services, drafted: Draft, run_folder: Path, final: tuple[list[str], list[PlanItem]]
) -> dict[str, object]:
    """Return the part of run.json that is known before the start."""
    words, items = final
    config = config_of(drafted)
    return {
        "schema": 1,
        "name": run_folder.name,
        "experiment": experiment_of(drafted),
        "created": iso_time(services.clock()),
        "workspace_folder": str(drafted.workspace),
        "summary_base": str(drafted.summary_base),
        "command": words,
        "command_typed": list(drafted.typed),
        "cwd": str(drafted.placement.working_directory),
        "script": str(drafted.placement.source or ""),
        "interpreter": interpreter_record(drafted),
        "helper_version": mindwatch.__version__,
        "host": services.host,
        "config": config,
        "config_hash": config_hash(config),
        "git": git_state(drafted.workspace),
        "injected": [vars(item) for item in items],
        "parents": [],
    }


def interpreter_record(drafted: Draft) -> dict[str, object]:
    """Return what run.json says of the interpreter."""
    chosen = drafted.interpreter
    if chosen is None:
        return {}
    names = ("path", "reason", "python_version", "mindspore_version")
    return {name: getattr(chosen, name) for name in names}
