"""Open and close TensorBoard; one server a folder for all who want it, and none outlives this process."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Optional

from mindwatch.app.dashboard_errors import dashboard_error, package_missing
from mindwatch.app.interpreters import find_interpreters
from mindwatch.app.launch_environment import OURS, user_python_path
from mindwatch.app.services import Services
from mindwatch.app.training import require_trust
from mindwatch.dashboards.readiness import answers
from mindwatch.dashboards.tensorboard import DATA_PATH, ListeningServer, TensorBoardServer, parse_ready_line
from mindwatch.dashboards.traces import DashboardNote, read_notes, remove_old_logs, state_folder, write_note
from mindwatch.interpreters.candidates import setting_candidate
from mindwatch.interpreters.choice import choose_for_dashboard
from mindwatch.logs import clean_text, last_lines
from mindwatch.model.errors import (
    DashboardEndedEarlyError,
    DashboardError,
    DashboardNotReadyError,
    RunUnreadableError,
)
from mindwatch.model.interpreters import Candidate, Interpreter
from mindwatch.process.identity import is_alive, start_time_of
from mindwatch.process.server import ServerCommand, ServerProcess, kill_leftover
from mindwatch.protocol.messages import (
    DashboardCloseResult,
    DashboardExited,
    DashboardInfo,
    DashboardOpenRequest,
)
from mindwatch.runs.logs import tail_text
from mindwatch.runs.records import RECORD_FILE
from mindwatch.texts import translate

EXIT_LINES = 12
POLL_SECONDS = 0.05


@dataclass
class OpenDashboard:
    """A server that answers, the note that would tell of it after our death, and how many use it."""

    info: DashboardInfo
    process: ServerProcess
    note_path: Path
    leases: int = 1


@dataclass
class Dashboards:
    """The servers of this process; `on_exit` hears of those that end unasked.

    Each answer of `open` is a lease that one `close` gives back, so that whoever closes a page does not end
    the server of another page on the same folder, however either spells it. Logs and notes lie in
    `state_folder`; where that cannot be written, in one temporary folder for the whole life of this process.
    """

    services: Services
    on_exit: Callable[[DashboardExited], None] = lambda exited: None
    _open: dict[str, OpenDashboard] = field(default_factory=dict)
    _starting: dict[str, ServerProcess] = field(default_factory=dict)
    _locks: dict[str, threading.Lock] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _closed: threading.Event = field(default_factory=threading.Event)
    _numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, sys.maxsize)))

    def open(self, request: DashboardOpenRequest) -> DashboardInfo:
        """Return a server for the folder, which may have been started before."""
        require_trust(self.services)
        folder = os.path.realpath(request.folder)
        if not os.path.isdir(folder):  # noqa: PTH112
            raise DashboardError(
                translate("{path} is not a folder.", path=request.folder),
                translate("Choose a folder with summaries."),
            )
        with self._lock:
            lock = self._locks.setdefault(folder, threading.Lock())
        with lock:
            return self._lease(folder) or self._start(folder, request)

    def close(self, dashboard_id: str) -> DashboardCloseResult:
        """Give a lease back; the last stops the server and all its children."""
        with self._lock:
            folder, found = next(
                (item for item in self._open.items() if item[1].info.dashboard_id == dashboard_id), ("", None)
            )
            if found is None:
                return DashboardCloseResult(False)
            found.leases -= 1
            if found.leases > 0:
                return DashboardCloseResult(False)
            del self._open[folder]
        end(found)
        return DashboardCloseResult(True)

    def close_all(self) -> None:
        """Stop all servers whoever uses them, also those that are just starting; nothing can be opened
        afterwards.
        """
        self._closed.set()
        for starting in list(self._starting.values()):
            starting.kill()
        with self._lock:
            all_open = list(self._open.values())
            self._open.clear()
        for known in all_open:
            end(known)

    def sweep(self) -> None:
        """Kill servers whose helper has died in a way that let them live, and remove old logs."""
        folder = state_folder(self.services.environment)
        for path, note in read_notes(folder):
            if not is_alive(note.helper_pid, note.helper_start_time):
                kill_leftover(note.pid, note.start_time)
                path.unlink(missing_ok=True)
        remove_old_logs(folder, time.time())

    def _lease(self, folder: str) -> Optional[DashboardInfo]:
        """Give out a server that runs already."""
        with self._lock:
            known = self._open.get(folder)
            if known is None or known.process.exit_code() is not None:
                return None
            known.leases += 1
            return known.info

    def _start(self, folder: str, request: DashboardOpenRequest) -> DashboardInfo:
        workspace = Path(request.workspace_folder)
        settings = self.services.settings_of(workspace)
        interpreter = self._interpreter(folder, request)
        title = Path(folder).name
        server = TensorBoardServer(
            interpreter.path, folder, title, settings.tensorboard_reload_interval_seconds
        )
        state, number = state_folder(self.services.environment), next(self._numbers)
        log_path = state / f"tensorboard-{os.getpid()}-{number}.log"
        process = self._spawn(folder, server, log_path)
        try:
            listening = self._await_ready(process, server, settings.tensorboard_start_timeout_seconds)
        except BaseException:
            process.kill()
            raise
        finally:
            self._starting.pop(folder, None)
        note = DashboardNote(process.pid, process.start_time, os.getpid(), start_time_of(os.getpid()))
        info = DashboardInfo(
            f"tensorboard-{number}",
            "tensorboard",
            request.folder,
            title,
            server.url(listening.port),
            process.pid,
            listening.version,
            str(log_path),
        )
        dashboard = OpenDashboard(info, process, write_note(state, note))
        with self._lock:
            self._open[folder] = dashboard
        threading.Thread(target=self._watch, args=(folder, dashboard), daemon=True).start()
        return info

    def _spawn(self, folder: str, server: TensorBoardServer, log_path: Path) -> ServerProcess:
        environment = {
            name: value for name, value in self.services.environment.items() if not name.startswith(OURS)
        }
        environment["PYTHONPATH"] = os.pathsep.join(user_python_path(environment, Path.cwd()))
        try:
            process = ServerProcess(ServerCommand(server.argv, server.request, log_path, environment))
        except OSError as error:
            raise dashboard_error(DashboardEndedEarlyError, server.interpreter, [str(error)]) from error
        self._starting[folder] = process
        return process

    def _await_ready(
        self, process: ServerProcess, server: TensorBoardServer, timeout: float
    ) -> ListeningServer:
        """Wait for the first of: data answered, its end, ours, the time limit."""
        until, listening = time.monotonic() + timeout, None
        while time.monotonic() < until and not self._closed.is_set():
            if process.exit_code() is not None:
                raise dashboard_error(DashboardEndedEarlyError, server.interpreter, log_end(process.log_path))
            if listening is None:
                line = process.next_line(POLL_SECONDS)
                listening = parse_ready_line(line) if line else None
            elif answers(listening.port, server.path_prefix + DATA_PATH):
                return listening
            else:
                self._closed.wait(POLL_SECONDS)
        raise dashboard_error(DashboardNotReadyError, server.interpreter, log_end(process.log_path), timeout)

    def _interpreter(self, folder: str, request: DashboardOpenRequest) -> Interpreter:
        """Find a Python with TensorBoard: the setting's, the run's own, the workspace's, any other."""
        workspace = Path(request.workspace_folder)
        setting = self.services.tensorboard_setting(workspace)
        if setting:
            candidate = setting_candidate(
                setting, translate("set in mindwatch.tensorboard.interpreter"), self.services.environment
            )
            asked = self.services.probe.ask(candidate)
            if not asked.tensorboard_version:
                raise package_missing(asked)
            return asked
        own = self._run_interpreter(folder)
        if own and own.tensorboard_version:
            return own
        found = find_interpreters(self.services, workspace, request.interpreter_candidates)
        ordered = [found.chosen, *found.interpreters] if found.chosen else found.interpreters
        chosen = choose_for_dashboard(ordered)
        if chosen is None:
            raise package_missing(own or found.chosen)
        return chosen

    def _run_interpreter(self, folder: str) -> Optional[Interpreter]:
        """Return the Python that the run in this folder used."""
        if not (Path(folder) / RECORD_FILE).exists():
            return None
        try:
            path = self.services.catalog.read(Path(folder)).record.interpreter_path
        except RunUnreadableError:
            return None
        return self.services.probe.ask(Candidate(path, translate("the run's own"))) if path else None

    def _watch(self, folder: str, dashboard: OpenDashboard) -> None:
        """Tell of an end that nobody asked for."""
        exit_code = dashboard.process.wait()
        with self._lock:
            is_unasked = self._open.get(folder) is dashboard
            if is_unasked:
                del self._open[folder]
        if is_unasked:
            end(dashboard)
            lines = log_end(dashboard.process.log_path)
            self.on_exit(
                DashboardExited(dashboard.info.dashboard_id, dashboard.info.folder, exit_code, lines)
            )


def end(dashboard: OpenDashboard) -> None:
    """Stop a server with all its children, and forget that it was there."""
    dashboard.process.kill()
    dashboard.note_path.unlink(missing_ok=True)


def log_end(path: Path) -> list[str]:
    """Return the last lines of a server's log."""
    return last_lines(clean_text(tail_text(path)), EXIT_LINES)
