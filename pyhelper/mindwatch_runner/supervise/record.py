"""run.json: what is known about the run, kept on disk at every change."""

import os
import signal
import subprocess
import time
from datetime import datetime
from typing import Any, Dict, Optional

from mindwatch_runner.identity import start_time
from mindwatch_runner.run_folder import RECORD_NAME, RUNTIME_NAME, STOP_NAME, read_json, write_json
from mindwatch_runner.supervise.request import CannotStart, Request


class RunRecord:
    """The run's record. A write that fails (a full disk) is kept in mind and tried again, never raised."""

    def __init__(self, request: Request) -> None:
        self._folder = request.run_folder
        self._values: Dict[str, Any] = {"schema": 1, **request.record}
        self._runtime_stamp: Optional[int] = None
        self.is_saved = False

    def starting(self) -> None:
        """Say that we are about to start the training."""
        pid = os.getpid()
        self._change(state="starting", supervisor={"pid": pid, "start_time": start_time(pid)})

    def running(self, training: "subprocess.Popen[bytes]") -> None:
        """Say who the training is."""
        pid = training.pid
        self._change(
            state="running",
            training={"pid": pid, "start_time": start_time(pid), "process_group": pid},
            started=_now(),
        )

    def not_started(self, problem: CannotStart) -> None:
        """Say why there is no training."""
        self._change(state="failed", ended=_now(), explanation=problem.text, exit_code=None, exit_signal=None)

    def ended(self, return_code: int) -> None:
        """Say how the training ended: by itself, by a signal, or because it was asked to stop."""
        self._take_runtime()
        stop = read_json(os.path.join(self._folder, STOP_NAME))
        # An interrupted training may well end with code 0; but so may one that ignored a stop long ago.
        was_stopped = stop is not None and (return_code != 0 or is_pursued(stop))
        by_itself = "finished" if return_code == 0 else "failed"
        self._change(
            state="stopped" if was_stopped else by_itself,
            ended=_now(),
            exit_code=return_code if return_code >= 0 else None,
            exit_signal=signal_name(-return_code) if return_code < 0 else None,
            stop_stage=stop.get("stage") if stop is not None and was_stopped else None,
        )

    def refresh(self) -> None:
        """Take over what the hooks have found out meanwhile, and catch up on a write that failed."""
        if self._take_runtime() or not self.is_saved:
            self.save()

    def save(self) -> bool:
        """Write the record; False when that is not possible at present."""
        try:
            write_json(os.path.join(self._folder, RECORD_NAME), self._values)
        except OSError:
            self.is_saved = False
        else:
            self.is_saved = True
        return self.is_saved

    def _change(self, **values: Any) -> None:
        self._values.update(values)
        self.save()

    def _take_runtime(self) -> bool:
        path = os.path.join(self._folder, RUNTIME_NAME)
        try:
            stamp = os.stat(path).st_mtime_ns
        except OSError:
            return False
        if stamp == self._runtime_stamp:
            return False
        self._runtime_stamp = stamp
        self._values["runtime"] = read_json(path) or {}
        return True


def is_pursued(stop: Dict[str, Any]) -> bool:
    """Whether somebody still sees to the stop; one that does not say until when counts as such."""
    until = stop.get("pursued_until")
    return not isinstance(until, (int, float)) or time.time() < until


def signal_name(number: int) -> str:
    """SIGKILL for 9; the number itself for signals without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return "SIG{}".format(number)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="milliseconds")
