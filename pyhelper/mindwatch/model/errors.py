"""Everything that can go wrong for a reason the user can do something about.

Each class stands for one situation and has a `code` that never changes, since the editor, the CLI's `--json`
and scripts tell situations apart by it. `text` (what happened) and `next_step` (what to do now) are sentences
for the user, already in their language: they are composed where the error is raised, through
`mindwatch.texts`. `details` are lines of evidence, for example the last lines of a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class MindWatchError(Exception):
    """The root of the tree: a problem that can be told to the user as it is."""

    code = "mindwatch_error"

    def __init__(self, text: str, next_step: str = "", details: Iterable[str] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.next_step = next_step
        self.details = list(details)


class LaunchError(MindWatchError):
    """A training could not be started."""

    code = "launch_failed"


class ScriptMissingError(LaunchError):
    """The script does not exist or cannot be read."""

    code = "script_missing"


class ScriptNotPythonError(LaunchError):
    """The file to run is not a Python script."""

    code = "script_not_python"


class CommandNotFoundError(LaunchError):
    """The program of a whole command is not there."""

    code = "command_not_found"


class CommandNotExecutableError(LaunchError):
    """The program of a whole command is there but cannot be executed."""

    code = "command_not_executable"


class WorkingDirectoryMissingError(LaunchError):
    """The working directory does not exist or cannot be entered."""

    code = "working_directory_missing"


class InterpreterNotFoundError(LaunchError):
    """There is no Python at the given path, or none was found at all."""

    code = "interpreter_not_found"


class InterpreterWithoutMindSporeError(LaunchError):
    """The Python is there, but MindSpore cannot be imported in it."""

    code = "interpreter_without_mindspore"


class InterpreterTooOldError(LaunchError):
    """The Python is older than what a training with monitoring needs."""

    code = "interpreter_too_old"


class SummaryBaseUnwritableError(LaunchError):
    """The folder for run folders cannot be created or written."""

    code = "summary_base_unwritable"


class SummaryBaseFullError(LaunchError):
    """The disk that holds the folder for run folders is full."""

    code = "summary_base_full"


class RunFolderUnwritableError(LaunchError):
    """The folder of the run was created, but its log cannot be written."""

    code = "run_folder_unwritable"


class WorkspaceUntrustedError(LaunchError):
    """The workspace is not trusted, so nothing of it is started."""

    code = "workspace_untrusted"


class SupervisorFailedError(LaunchError):
    """The process that watches the training did not start."""

    code = "supervisor_failed"


class SupervisorSilentError(LaunchError):
    """The process that watches the training gave no answer in time, so the training may be starting."""

    code = "supervisor_silent"


class RunError(MindWatchError):
    """Something was asked of a run that it cannot give."""

    code = "run_failed"


class RunNotFoundError(RunError):
    """There is no run folder by that name or path."""

    code = "run_not_found"


class RunAmbiguousError(RunError):
    """Several runs have names that begin like the one that was given."""

    code = "run_ambiguous"


class RunNotActiveError(RunError):
    """The run has ended already."""

    code = "run_not_active"


class RunElsewhereError(RunError):
    """The run belongs to another machine, whose processes cannot be reached from this one."""

    code = "run_elsewhere"


class RunUnreadableError(RunError):
    """The record of a run is there but cannot be understood."""

    code = "run_unreadable"


class DashboardError(MindWatchError):
    """A dashboard could not be shown."""

    code = "dashboard_failed"


class DashboardPackageMissingError(DashboardError):
    """No Python at hand has the dashboard's package."""

    code = "dashboard_package_missing"


class DashboardEndedEarlyError(DashboardError):
    """The dashboard's server ended before it answered."""

    code = "dashboard_ended_early"


class DashboardNotReadyError(DashboardError):
    """The dashboard's server did not answer in time."""

    code = "dashboard_not_ready"


class BadUsageError(MindWatchError):
    """A request or a command line asks for something that makes no sense."""

    code = "bad_usage"


def error_classes() -> Iterator[type[MindWatchError]]:
    """Every class of the tree, the root first."""
    waiting: list[type[MindWatchError]] = [MindWatchError]
    while waiting:
        error_class = waiting.pop(0)
        yield error_class
        waiting += error_class.__subclasses__()
