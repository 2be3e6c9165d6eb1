"""What to tell when a training was not started: the supervisor gives a code, the sentence is made here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mindwatch.model.errors import (
    CommandNotExecutableError,
    CommandNotFoundError,
    LaunchError,
    RunFolderUnwritableError,
    SupervisorFailedError,
    SupervisorSilentError,
    WorkingDirectoryMissingError,
)
from mindwatch.process.supervisor import SILENT, NotStarted
from mindwatch.texts import translate


@dataclass(frozen=True)
class Attempt:
    """What was to be started, for the sentences about it."""

    program: str
    working_directory: Path
    run_folder: Path


def start_error(answer: NotStarted, attempt: Attempt) -> LaunchError:
    """Turn the supervisor's answer into an error with the next step that helps."""
    if answer.code == "cwd_missing":
        return working_directory_missing(attempt.working_directory)
    if answer.code == SILENT:
        return silent(attempt)
    known = {
        "command_not_found": command_not_found,
        "command_not_executable": command_not_executable,
        "cannot_write": cannot_write,
    }
    return known.get(answer.code, failed)(answer, attempt)


def working_directory_missing(folder: Path) -> WorkingDirectoryMissingError:
    """Say which directory is missing."""
    return WorkingDirectoryMissingError(
        translate("The working directory {path} does not exist.", path=folder),
        translate("Open a folder that exists, or give another one."),
    )


def command_not_found(answer: NotStarted, attempt: Attempt) -> CommandNotFoundError:
    """Say which program is missing."""
    del answer
    return CommandNotFoundError(
        translate("The program {program} was not found.", program=attempt.program),
        translate("Check the name of the program, or give its whole path."),
    )


def command_not_executable(answer: NotStarted, attempt: Attempt) -> CommandNotExecutableError:
    """Say that the program is there and cannot be run."""
    return CommandNotExecutableError(
        translate("{program} cannot be run: {reason}.", program=attempt.program, reason=answer.reason),
        translate("Put the program that runs it in front, for example `bash`, or use `chmod +x` on it."),
    )


def cannot_write(answer: NotStarted, attempt: Attempt) -> RunFolderUnwritableError:
    """Say where the log could not be written."""
    return RunFolderUnwritableError(
        translate(
            "The log of the run cannot be written in {path}: {reason}.",
            path=attempt.run_folder,
            reason=answer.reason,
        ),
        translate("Make room on that disk, or change the setting mindwatch.summary.base."),
    )


def silent(attempt: Attempt) -> SupervisorSilentError:
    """Say that nothing is known; starting once more could make two trainings of one."""
    return SupervisorSilentError(
        translate("The start of {name} takes unusually long.", name=attempt.run_folder.name),
        translate("It may still be starting: look in the list of runs before starting again."),
        [str(attempt.run_folder)],
    )


def failed(answer: NotStarted, attempt: Attempt) -> SupervisorFailedError:
    """Say that our own part failed."""
    del attempt
    return SupervisorFailedError(
        translate("The training was not started, since the process that watches over it failed."),
        translate("Look at the details in MindWatch's output, then try again."),
        [line for line in (answer.code, answer.evidence) if line],
    )
