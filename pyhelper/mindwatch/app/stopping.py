"""Stop a run, tell how far it has got, and let a second request hurry the first."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.app.runs import RunList
from mindwatch.model.errors import RunElsewhereError, RunError, RunNotActiveError
from mindwatch.process.stop import STAGES, StopOutcome, StopPatience, Stopping, next_stage
from mindwatch.process.tree import RunProcesses
from mindwatch.protocol.messages import StopRequest, StopResult, StopStage, StopStageChanged
from mindwatch.runs.records import StoredRun, give_up_stop_request, write_stop_request
from mindwatch.runs.states import ACTIVE_STATES, derive_state
from mindwatch.texts import translate

RECORD_SECONDS = 5.0
"""How long the supervisor gets to write the end down once nothing of the training is left."""

StopListener = Callable[[StopStageChanged], None]

log = logging.getLogger(__name__)


@dataclass
class Stops:
    """The stops that are going on in this process."""

    runs: RunList
    _going_on: dict[str, Stopping] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def stop(
        self,
        request: StopRequest,
        listener: Optional[StopListener] = None,
        known: Optional[StoredRun] = None,
    ) -> StopResult:
        """Stop the whole tree of a run; a second call for the same run moves the first one on and waits with
        it. `known` is what was read of the run before, in case its folder is gone.
        """
        run = known or self.runs.read(Path(request.run_folder))
        key = os.path.realpath(run.folder)
        with self._lock:
            earlier = self._going_on.get(key)
            if earlier is None:
                stopping = self._prepare(run, request.immediately, listener)
                self._going_on[key] = stopping
        if earlier is not None:
            if request.immediately:
                earlier.kill_now()
            else:
                earlier.escalate()
            return to_result(earlier.wait())
        try:
            outcome = self._carry_out(run, stopping)
        finally:
            with self._lock:
                del self._going_on[key]
        return to_result(further(outcome, self._await_record(run)))

    def escalate(self, folder: Path) -> bool:
        """Hurry a stop that is going on; False when there is none."""
        with self._lock:
            earlier = self._going_on.get(os.path.realpath(folder))
        if earlier is not None:
            earlier.escalate()
        return earlier is not None

    def _carry_out(self, run: StoredRun, stopping: Stopping) -> StopOutcome:
        """Stop; whatever keeps that from an end, the run must not be shown as stopping for ever."""
        has_ended = False
        try:
            outcome = stopping.carry_out()
            has_ended = outcome.stage != "still_alive"
            return outcome
        finally:
            if not has_ended:
                attempt(lambda: give_up_stop_request(run.folder, self.runs.services.clock()))

    def _prepare(self, run: StoredRun, immediately: bool, listener: Optional[StopListener]) -> Stopping:
        """Refuse a run that cannot be stopped from here; a stop that somebody else began is taken further."""
        self._require_active(run)
        settings = self.runs.services.settings_of(Path(run.record.workspace_folder))
        patience = StopPatience(settings.stop_interrupt_grace_seconds, settings.stop_terminate_grace_seconds)

        def tell(stage: str, grace: float) -> None:
            # Neither a full disk nor a listener that has gone may keep the signal from being sent.
            attempt(lambda: write_stop_request(run.folder, stage, self.runs.services.clock(), grace))
            change = StopStageChanged(str(run.folder), as_stage(stage), grace, stage_text(stage, grace))
            if listener:
                attempt(lambda: listener(change))

        first = "kill" if immediately else next_stage(run.requested_stop)
        return Stopping(processes_of(run), patience, tell, first)

    def _require_active(self, run: StoredRun) -> None:
        """Refuse a run that has ended or that another machine runs."""
        viewpoint = self.runs.services.viewpoint()
        if derive_state(run, viewpoint) not in ACTIVE_STATES:
            raise RunNotActiveError(
                translate("The run {name} has ended already.", name=run.record.name),
                translate("There is nothing to stop."),
            )
        if viewpoint.is_elsewhere(run):
            raise RunElsewhereError(
                translate(
                    "The run {name} belongs to the machine {host}, so it cannot be stopped from here.",
                    name=run.record.name,
                    host=run.record.host,
                ),
                translate(
                    "On {host}, use `mindwatch stop {name}`.", host=run.record.host, name=run.record.name
                ),
            )

    def _await_record(self, run: StoredRun) -> str:
        """Wait until the supervisor has written the end down, so that whoever asks next reads it; returns the
        stage that it took.
        """
        viewpoint = self.runs.services.viewpoint()
        limit = threading.Event()
        for _ in range(int(RECORD_SECONDS / 0.05)):
            supervised = viewpoint.lives(run.record.supervisor)
            with contextlib.suppress(RunError):
                record = self.runs.read(run.folder).record
                if record.has_ended:
                    return record.stop_stage
            if not supervised:
                break
            limit.wait(0.05)
        return ""


def further(outcome: StopOutcome, recorded_stage: str) -> StopOutcome:
    """Return the outcome with the stage that another stop of the same run has moved on to meanwhile."""
    if {outcome.stage, recorded_stage} <= set(STAGES):
        return dataclasses.replace(outcome, stage=max(outcome.stage, recorded_stage, key=STAGES.index))
    return outcome


def attempt(action: Callable[[], None]) -> None:
    """Do what is only told to others; a failure is logged and stops nothing."""
    try:
        action()
    except OSError as error:
        log.warning("a stop goes on without this: %s", error)


def processes_of(run: StoredRun) -> RunProcesses:
    """Return what the record says about processes."""
    training, supervisor = run.record.training, run.record.supervisor
    return RunProcesses(
        run_folder=started_folder(run),
        training_pid=training.pid if training else 0,
        training_start_time=training.start_time if training else "",
        process_group=run.record.process_group,
        supervisor_pid=supervisor.pid if supervisor else 0,
    )


def started_folder(run: StoredRun) -> str:
    """Return the run folder in the spelling that its processes were given: ours may go through a link."""
    if not run.record.summary_base:
        return str(run.folder)
    return str(Path(run.record.summary_base) / run.record.name)


def to_result(outcome: StopOutcome) -> StopResult:
    """Say in a sentence what it took."""
    texts = {
        "interrupt": translate("Stopped after SIGINT in {seconds:.1f} s.", seconds=outcome.seconds),
        "terminate": translate(
            "SIGINT was ignored; stopped after SIGTERM in {seconds:.1f} s.", seconds=outcome.seconds
        ),
        "kill": translate("Killed with SIGKILL after {seconds:.1f} s.", seconds=outcome.seconds),
        "already_ended": translate("The training had ended already."),
        "still_alive": translate(
            "Still alive after SIGKILL: processes {pids}. Most likely they wait for a device or a disk.",
            pids=", ".join(map(str, outcome.remaining)),
        ),
    }
    return StopResult(as_stage(outcome.stage), outcome.seconds, texts[outcome.stage])


def stage_text(stage: str, grace: float) -> str:
    """Say what is being tried and how long it will be waited for."""
    texts = {
        "interrupt": translate("Sent SIGINT; waiting up to {seconds:g} s.", seconds=grace),
        "terminate": translate("Still running; sent SIGTERM, waiting up to {seconds:g} s.", seconds=grace),
        "kill": translate("Sending SIGKILL to all its processes."),
    }
    return texts[stage]


def as_stage(stage: str) -> StopStage:
    """Narrow a stage to the wire's literals."""
    return stage  # type: ignore[return-value]  # the stages are those of process.stop, which mirror the wire's
