"""Derive what a run is doing now, and say it in a sentence."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Optional

from mindwatch.model.runs import ProcessIdentity
from mindwatch.runs.records import StoredRun, last_change
from mindwatch.texts import translate

RunState = Literal["starting", "running", "stopping", "finished", "failed", "stopped", "lost"]
ACTIVE_STATES = ("starting", "running", "stopping")

LATELY_SECONDS = 15 * 60.0
"""A run of another machine whose files have not changed for longer is no longer counted as active."""

RECORDING_SECONDS = 5.0
"""How long a supervisor may take to write an end down before it counts as one that cannot be recorded."""

IsAlive = Callable[[ProcessIdentity], bool]


@dataclass
class Deaths:
    """Remembers since when trainings are dead whose end is not recorded."""

    _since: dict[ProcessIdentity, float] = field(default_factory=dict)

    def saw_alive(self, training: ProcessIdentity) -> None:
        """Remember that it lived: its death, once it is seen, is news."""
        self._since[training] = math.inf

    def seconds_dead(self, training: ProcessIdentity, now: float, last_sign: Callable[[], float]) -> float:
        """Return how long it has been dead; of one that we never saw alive its files tell when it was."""
        since = self._since.get(training)
        if since is None:
            since = self._since[training] = last_sign()
        elif since == math.inf:
            since = self._since[training] = now
        return now - since


@dataclass(frozen=True)
class Viewpoint:
    """From where a run is looked at: whose processes can be seen, on which machine, and when."""

    is_alive: IsAlive
    host: str = ""
    now: float = field(default_factory=time.time)
    deaths: Deaths = field(default_factory=Deaths)

    def is_elsewhere(self, run: StoredRun) -> bool:
        """Say whether the run belongs to another machine, whose processes cannot be seen from here."""
        return bool(run.record.host and self.host) and run.record.host != self.host

    def lives(self, process: Optional[ProcessIdentity]) -> bool:
        """Say whether there is such a process and it runs."""
        return process is not None and self.is_alive(process)


def derive_state(run: StoredRun, viewpoint: Viewpoint) -> RunState:
    """Compare the record with the processes that live: a record can be older than the truth."""
    if run.record.has_ended:
        return ended_state(run)
    if viewpoint.is_elsewhere(run):
        return going_on(run, viewpoint)
    if run.record.training is not None and viewpoint.lives(run.record.training):
        viewpoint.deaths.saw_alive(run.record.training)
        return going_on(run, viewpoint)
    if viewpoint.lives(run.record.supervisor) and not has_died_unrecorded(run, viewpoint):
        # Before the training was started, or in the moment between its end and the record of it.
        return "starting" if run.record.training is None else "running"
    return "stopped" if run.requested_stop else "lost"


def has_died_unrecorded(run: StoredRun, viewpoint: Viewpoint) -> bool:
    """Say whether a dead training's supervisor has had time enough to record the end, and could not."""
    training = run.record.training
    if training is None:
        return False
    dead = viewpoint.deaths.seconds_dead(training, viewpoint.now, lambda: last_change(run.folder))
    return dead >= RECORDING_SECONDS


def going_on(run: StoredRun, viewpoint: Viewpoint) -> RunState:
    """Return how a run is called that has not ended."""
    if run.record.training is None:
        return "starting"
    return "stopping" if run.is_being_stopped(viewpoint.now) else "running"


def is_active(run: StoredRun, state: RunState, viewpoint: Viewpoint) -> bool:
    """Say whether a run goes on; of another machine's that is known only by files that change."""
    if state not in ACTIVE_STATES:
        return False
    return not viewpoint.is_elsewhere(run) or viewpoint.now - last_change(run.folder) < LATELY_SECONDS


def ended_state(run: StoredRun) -> RunState:
    """Return how a recorded end is called."""
    if run.record.state in ("finished", "failed", "stopped"):
        return run.record.state  # type: ignore[return-value]  # the line above narrows it, mypy does not see it
    if run.record.stop_stage or run.requested_stop:
        return "stopped"
    return "finished" if run.record.exit_code == 0 else "failed"


def explain(run: StoredRun, state: RunState, reason: str, supervisor_lives: bool) -> str:
    """Say in one plain sentence what became of the run; `reason` is the line of its log that tells why it
    failed.
    """
    if state in ("lost", "stopped") and supervisor_lives and not run.record.has_ended:
        return translate(
            "The training has ended, but how it ended cannot be recorded in {path}: most likely the disk is "
            "full or that folder cannot be written. Make room: recording is tried again for half an hour.",
            path=run.folder,
        )
    if state in ("failed", "stopped"):
        return explain_end(run, state, reason)
    if state == "running" and not supervisor_lives:
        return translate("Running; its supervisor has gone, so the exit code will not be recorded.")
    sentences: dict[str, str] = {
        "starting": translate("Starting."),
        "running": translate("Running."),
        "stopping": translate("Stopping."),
        "finished": translate("Finished with exit code 0."),
        "lost": translate(
            "Lost: the training and its supervisor were both gone before an end was recorded; "
            "the machine may have been restarted, or both were killed."
        ),
    }
    return sentences[state]


def explain_elsewhere(run: StoredRun, active: bool) -> str:
    """Say what can be known of a run on another machine that has recorded no end."""
    if active:
        return translate(
            "Running on {host}, going by its files; its processes cannot be seen from this machine.",
            host=run.record.host,
        )
    changed = datetime.fromtimestamp(last_change(run.folder)).astimezone()
    return translate(
        "Was running on {host}; its files last changed at {time}, and whether it still runs cannot be seen "
        "from this machine.",
        host=run.record.host,
        time=changed.strftime("%Y-%m-%d %H:%M"),
    )


def explain_end(run: StoredRun, state: RunState, reason: str) -> str:
    """Say how a training ended that did not simply finish."""
    if state == "stopped":
        return explain_stop(run.record.stop_stage or run.requested_stop, run.record.has_ended)
    if run.record.exit_signal:
        ended = translate("Failed: killed by {signal}", signal=run.record.exit_signal)
    elif run.record.exit_code is not None:
        ended = translate("Failed with exit code {code}", code=run.record.exit_code)
    else:
        ended = translate("Failed")
    if reason:
        return f"{ended}: {with_input_hint(reason)}"
    hint = out_of_memory_hint(run.record.exit_signal)
    return f"{ended}: {hint}" if hint else f"{ended}."


def with_input_hint(reason: str) -> str:
    """Add to the exception of a training that wanted to be typed to why nobody could."""
    if not reason.startswith("EOFError"):
        return reason
    hint = translate("A training with monitoring has no standard input: give what it asks for as arguments.")
    return f"{reason}. {hint}"


def explain_stop(stage: str, end_is_recorded: bool) -> str:
    """Say which signal a stop took."""
    names = {"interrupt": "SIGINT", "terminate": "SIGTERM", "kill": "SIGKILL"}
    if not end_is_recorded:
        return translate("Stopped on request; its exit was not recorded, since the supervisor had gone.")
    return translate("Stopped on request after {signal}.", signal=names.get(stage, "SIGINT"))


def out_of_memory_hint(exit_signal: str) -> str:
    """Name the usual cause of a kill that nobody asked for."""
    if exit_signal != "SIGKILL":
        return ""
    return translate("if nobody killed it by hand, the machine most likely ran out of memory.")
