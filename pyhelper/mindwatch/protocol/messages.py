"""The wire between the extension and the helper, declared once.

`tests/contract/generate.py` writes `extension/src/generated/messages.ts` from this file, so both sides are
checked by a compiler. Field names are the same in Python, on the wire, in TypeScript and in `--json`.
Offsets into text are UTF-16 code units, as in VS Code and LSP. Numbers that may be NaN travel as text, since
JSON has no NaN. Times are ISO 8601 in UTC; paths are absolute.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Optional

RunState = Literal["starting", "running", "stopping", "finished", "failed", "stopped", "lost"]
LinkKind = Literal["summary", "profiler", "checkpoint", "tensorboard", "log", "source", "file"]
PlanItemKind = Literal["argument", "environment", "callback", "path"]
StopStage = Literal["interrupt", "terminate", "kill", "already_ended", "still_alive"]


@dataclass(frozen=True)
class ErrorData:
    """`data` of every JSON-RPC error the helper answers with: what happened and what to do next."""

    code: str
    text: str
    next_step: str
    details: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class InterpreterCandidate:
    """A Python the editor proposes, with the reason that is shown to the user."""

    path: str
    reason: str


@dataclass(frozen=True)
class InterpreterInfo:
    """A Python that was asked what it has. `problem` is empty when it can train MindSpore."""

    path: str
    reason: str
    python_version: str
    mindspore_version: str
    tensorboard_version: str
    problem: str


@dataclass(frozen=True)
class InterpretersRequest:
    """Which Pythons are there for this workspace folder; the editor's candidates come first."""

    workspace_folder: str
    candidates: list[InterpreterCandidate] = field(default_factory=list)


@dataclass(frozen=True)
class InterpretersResult:
    """All Pythons found, best first; `chosen` is the path a launch would use, or empty."""

    chosen: str
    interpreters: list[InterpreterInfo]


@dataclass(frozen=True)
class LaunchRequest:
    """What the user wants to run. `script` and `arguments`, or a whole `command` when `script` is empty."""

    workspace_folder: str
    script: str
    arguments: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    experiment: str = ""
    interpreter_candidates: list[InterpreterCandidate] = field(default_factory=list)


@dataclass(frozen=True)
class PlanItem:
    """One thing monitoring adds or changes, and why."""

    kind: PlanItemKind
    text: str
    why: str


@dataclass(frozen=True)
class LaunchPlan:
    """What a launch would do, for the user to see first. `{run}` stands for the run folder's name."""

    experiment: str
    command: list[str]
    working_directory: str
    summary_base: str
    config_hash: str
    interpreter: Optional[InterpreterInfo]
    items: list[PlanItem]
    warnings: list[str]


@dataclass(frozen=True)
class RunRow:
    """One run as lists show it. `run_folder` identifies it."""

    run_folder: str
    name: str
    experiment: str
    workspace_folder: str
    state: RunState
    is_active: bool
    log_path: str
    summary_folder: str
    has_summary: bool
    created: str
    started: str
    ended: str
    training_pid: Optional[int]
    exit_code: Optional[int]
    exit_signal: str
    stop_stage: str
    command: list[str]
    working_directory: str
    last_step: Optional[int]
    total_steps: Optional[int]
    last_loss: str
    steps_per_second: Optional[float]
    eta_seconds: Optional[float]
    explanation: str
    last_lines: list[str]


@dataclass(frozen=True)
class RunsRequest:
    """List the runs of the workspace folders given at initialisation."""


@dataclass(frozen=True)
class RunsResult:
    """All runs, newest first, and what stood in the way of reading some."""

    runs: list[RunRow]
    problems: list[str]


@dataclass(frozen=True)
class StopRequest:
    """Stop a run's whole process tree. `immediately` skips the graceful stages."""

    run_folder: str
    immediately: bool = False


@dataclass(frozen=True)
class StopResult:
    """Which stage it took. `text` is the sentence to show."""

    stage: StopStage
    seconds: float
    text: str


@dataclass(frozen=True)
class LinksRequest:
    """Find links in `lines`; relative paths belong to the run's working directory, else to `base_folder`."""

    lines: list[str]
    run_folder: str = ""
    base_folder: str = ""


@dataclass(frozen=True)
class LinkSpan:
    """A path in a line of text that exists on disk. `line_number` and `column` count from 1; 0 means none."""

    line: int
    start: int
    end: int
    kind: LinkKind
    path: str
    is_folder: bool
    line_number: int
    column: int
    run_folder: str


@dataclass(frozen=True)
class LinksResult:
    """Links in the order of the text."""

    links: list[LinkSpan]


@dataclass(frozen=True)
class DashboardOpenRequest:
    """Open TensorBoard on a run folder or any folder with event files."""

    folder: str
    workspace_folder: str
    interpreter_candidates: list[InterpreterCandidate] = field(default_factory=list)


@dataclass(frozen=True)
class DashboardInfo:
    """A dashboard server that answers. `url` carries a secret token: never log or show it."""

    dashboard_id: str
    kind: Literal["tensorboard"]
    folder: str
    title: str
    url: str
    pid: int
    version: str
    log_path: str


@dataclass(frozen=True)
class DashboardCloseRequest:
    """Give one answer to `dashboards.open` back; the server stops with the last."""

    dashboard_id: str


@dataclass(frozen=True)
class DashboardCloseResult:
    """Whether the server has stopped; it has not while another answer to `dashboards.open` is in use."""

    stopped: bool


@dataclass(frozen=True)
class RunsChanged:
    """Push: the list of runs as it is now. Sent only on change and at most twice a second.

    When nothing but numbers of progress have moved it is at most once a second.
    """

    runs: list[RunRow]
    problems: list[str]


@dataclass(frozen=True)
class StopStageChanged:
    """Push: a stop has moved on to its next stage and waits at most `grace_seconds`."""

    run_folder: str
    stage: StopStage
    grace_seconds: float
    text: str


@dataclass(frozen=True)
class DashboardExited:
    """Push: a dashboard server ended without being asked to."""

    dashboard_id: str
    folder: str
    exit_code: Optional[int]
    last_lines: list[str]


@dataclass(frozen=True)
class SettingsRejected:
    """Push: some settings cannot be used, one sentence each, told once; the default holds for those."""

    problems: list[str]


@dataclass(frozen=True)
class InitializationOptions:
    """`initializationOptions` of the LSP handshake; every field may be missing."""

    locale: str = "en"
    trusted: bool = False
    settings: dict[str, object] = field(default_factory=dict)
    settings_by_folder: dict[str, dict[str, object]] = field(default_factory=dict)


@dataclass(frozen=True)
class SettingsChanged:
    """Notification from the editor: settings or trust as they are now, whole."""

    trusted: bool
    settings: dict[str, object]
    settings_by_folder: dict[str, dict[str, object]]


COMMANDS: dict[str, tuple[type, type]] = {
    "mindwatch.helper.interpreters.list": (InterpretersRequest, InterpretersResult),
    "mindwatch.helper.training.plan": (LaunchRequest, LaunchPlan),
    "mindwatch.helper.training.start": (LaunchRequest, RunRow),
    "mindwatch.helper.training.stop": (StopRequest, StopResult),
    "mindwatch.helper.runs.list": (RunsRequest, RunsResult),
    "mindwatch.helper.links.find": (LinksRequest, LinksResult),
    "mindwatch.helper.dashboards.open": (DashboardOpenRequest, DashboardInfo),
    "mindwatch.helper.dashboards.close": (DashboardCloseRequest, DashboardCloseResult),
}
"""Requests over `workspace/executeCommand`: name to (argument, result)."""

PUSHES: dict[str, type] = {
    "mindwatch/runsChanged": RunsChanged,
    "mindwatch/stopStageChanged": StopStageChanged,
    "mindwatch/dashboardExited": DashboardExited,
    "mindwatch/settingsRejected": SettingsRejected,
}
"""Notifications from the helper to the editor."""

EDITOR_NOTIFICATIONS: dict[str, type] = {
    "mindwatch/settingsChanged": SettingsChanged,
}
"""Notifications from the editor to the helper."""
