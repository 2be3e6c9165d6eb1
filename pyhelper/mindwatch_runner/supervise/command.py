"""The life of a supervisor, from the request to the last line of the log."""

import contextlib
import os
import sys

from mindwatch_runner.run_folder import append_summary_line, has_event_files
from mindwatch_runner.supervise.detach import Answer, Report, report_on_stdout, run_detached
from mindwatch_runner.supervise.record import RunRecord
from mindwatch_runner.supervise.request import CannotStart, Request, read_request
from mindwatch_runner.supervise.reserve import release_room, reserve_room
from mindwatch_runner.supervise.training import allow_stop_signals, start_training
from mindwatch_runner.supervise.watch import Watch

LONGEST_PAUSE_BETWEEN_TRIES = 60.0
TRIES_TO_SAVE = 40


def supervise(already_detached: bool) -> int:
    """Read the request, start the training detached from us, print one line of JSON; 0 when it runs."""
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    try:
        request = read_request(text)
    except CannotStart as problem:
        report_on_stdout(_refusal(problem))
        return 1
    if already_detached:
        stay_beside(request, report_on_stdout)
        return 0
    answer = run_detached(lambda report: stay_beside(request, report), text)
    report_on_stdout(answer)
    return 0 if answer.get("ok") else 1


def stay_beside(request: Request, report: Report) -> None:
    """Start the training, report, wait for its end and record it."""
    # Stay in nobody's way: a folder that is some process's working directory cannot be unmounted.
    os.chdir(os.path.abspath(os.sep))
    allow_stop_signals()
    watch = Watch()
    record = RunRecord(request)
    record.starting()
    try:
        training = start_training(request)
    except CannotStart as problem:
        record.not_started(problem)
        report(_refusal(problem))
        return
    record.running(training)
    report({"ok": True, "training_pid": training.pid, "supervisor_pid": os.getpid()})
    reserve_room(request.run_folder)
    return_code = watch.until_end(training, record.refresh)
    if has_event_files(request.run_folder):
        with contextlib.suppress(OSError):
            append_summary_line(request.run_folder)
    release_room(request.run_folder)
    record.ended(return_code)
    _save_at_last(record, watch, request.run_folder)


def _save_at_last(record: RunRecord, watch: Watch, run_folder: str) -> None:
    # Half an hour for somebody to make room on the disk; nothing is left to do when the folder was removed.
    for attempt in range(TRIES_TO_SAVE):
        if record.is_saved or not os.path.isdir(run_folder):
            return
        watch.pause(min(2.0**attempt, LONGEST_PAUSE_BETWEEN_TRIES))
        record.save()


def _refusal(problem: CannotStart) -> Answer:
    return {"ok": False, "code": problem.code, "text": problem.text, "reason": problem.reason}
