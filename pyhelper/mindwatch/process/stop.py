"""Stop a run's whole tree: ask, insist, then force, and say which of them it took."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Optional

from mindwatch.process.identity import WINDOWS
from mindwatch.process.tree import Process, RunProcesses, find_tree

POLL_SECONDS = 0.05
KILL_SECONDS = 10.0
"""How long the kernel gets to remove processes after SIGKILL; one in an uninterruptible call may take longer.
"""

STAGES = ("interrupt", "terminate", "kill")
StageListener = Callable[[str, float], None]
"""Told each stage and how long it will be waited for, before its first signal is sent."""


@dataclass(frozen=True)
class StopPatience:
    """How long to wait after SIGINT and after SIGTERM."""

    interrupt_seconds: float
    terminate_seconds: float

    def after(self, stage: str) -> float:
        """Return how long the stage is waited for."""
        patience = {"interrupt": self.interrupt_seconds, "terminate": self.terminate_seconds}
        return patience.get(stage, KILL_SECONDS)


@dataclass(frozen=True)
class StopOutcome:
    """The last stage that was needed, or "already_ended" or "still_alive"."""

    stage: str
    seconds: float
    remaining: tuple[int, ...] = ()


@dataclass
class Stopping:
    """One stop in progress; `escalate` moves it on to its next stage at once."""

    run: RunProcesses
    patience: StopPatience
    tell: StageListener
    first_stage: str = "interrupt"
    clock: Callable[[], float] = time.monotonic
    _impatient: threading.Event = field(default_factory=threading.Event)
    _must_kill: threading.Event = field(default_factory=threading.Event)
    _finished: threading.Event = field(default_factory=threading.Event)
    _outcome: StopOutcome = field(default_factory=lambda: StopOutcome("still_alive", 0.0))
    _known: dict[int, Process] = field(default_factory=dict)

    def escalate(self) -> None:
        """Do not wait any longer in the present stage."""
        self._impatient.set()

    def kill_now(self) -> None:
        """Leave out every stage before the last."""
        self._must_kill.set()
        self._impatient.set()

    def wait(self) -> StopOutcome:
        """Wait for a stop that another thread carries out."""
        self._finished.wait()
        return self._outcome

    def carry_out(self) -> StopOutcome:
        """Go through the stages until nothing of the run is left."""
        try:
            self._outcome = self._go_through_stages()
        finally:
            self._finished.set()
        return self._outcome

    def _go_through_stages(self) -> StopOutcome:
        began = self.clock()
        if not self._tree():
            return StopOutcome("already_ended", 0.0)
        for stage in STAGES[STAGES.index(self.first_stage) :]:
            if stage != "kill" and self._must_kill.is_set():
                continue
            self._impatient.clear()
            self.tell(stage, self.patience.after(stage))
            send_stage(stage, self.run, self._tree())
            if self._ends_within(self.patience.after(stage), stage):
                return StopOutcome(stage, self.clock() - began)
        return StopOutcome("still_alive", self.clock() - began, tuple(p.pid for p in self._tree()))

    def _ends_within(self, seconds: float, stage: str) -> bool:
        """Wait until the tree is gone; newcomers of a tree that is being killed are killed too."""
        until = self.clock() + seconds
        while tree := self._tree():
            if self.clock() >= until or (stage != "kill" and self._is_hurried()):
                return False
            if stage == "kill":
                self._impatient.clear()
                send_stage(stage, self.run, tree)
            self._impatient.wait(POLL_SECONDS)
        return True

    def _is_hurried(self) -> bool:
        return self._impatient.is_set() or self._must_kill.is_set()

    def _tree(self) -> list[Process]:
        """Find what lives of the run, including processes known from before that have lost their leader."""
        self._known = {**self._known, **{process.pid: process for process in self._find()}}
        self._known = {pid: process for pid, process in self._known.items() if process.is_alive()}
        return list(self._known.values())

    def _find(self) -> list[Process]:
        if not WINDOWS:
            return find_tree(self.run)
        main = Process(self.run.training_pid, 0, 0, 0, self.run.training_start_time)
        return [main] if main.is_alive() else []


def send_stage(stage: str, run: RunProcesses, tree: list[Process]) -> None:
    """Send the stage's signal: an interrupt goes to the main group as Ctrl+C does, the others to each
    process.
    """
    if WINDOWS:
        if run.main_is_alive():
            taskkill(run.training_pid, force=stage != "interrupt")
    elif stage == "interrupt" and run.process_group > 1 and run.main_is_alive():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.process_group, signal.SIGINT)
    else:
        signal_each(tree, stage_signal(stage))


def stage_signal(stage: str) -> signal.Signals:
    """Return the signal of a stage."""
    names = {"interrupt": "SIGINT", "terminate": "SIGTERM", "kill": "SIGKILL"}
    return signal.Signals[names[stage]]


def signal_each(tree: list[Process], number: signal.Signals) -> None:
    """Signal each process, having looked once more that its pid is still its own."""
    for process in tree:
        if process.is_alive():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process.pid, number)


def taskkill(pid: int, force: bool) -> None:
    """End a tree on Windows, where a process without a window can only be ended by force."""
    flags = ["/F"] if force else []
    subprocess.run(["taskkill", "/T", *flags, "/PID", str(pid)], capture_output=True, check=False)


def next_stage(stage: Optional[str]) -> str:
    """Return where a repeated stop goes on: one stage further than the last one that was tried."""
    if stage not in STAGES:
        return "interrupt"
    return STAGES[min(STAGES.index(stage) + 1, len(STAGES) - 1)]
