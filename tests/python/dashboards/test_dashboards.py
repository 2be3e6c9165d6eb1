"""Servers of dashboards, with a stand-in for TensorBoard that keeps to its public interface."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from plain_training import fake_package
from waiting import wait_for

from mindwatch.app.dashboards import Dashboards
from mindwatch.app.services import Services
from mindwatch.dashboards.tensorboard import TensorBoardServer, parse_ready_line
from mindwatch.dashboards.traces import DashboardNote, state_folder, write_note
from mindwatch.model.errors import (
    DashboardEndedEarlyError,
    DashboardError,
    DashboardNotReadyError,
    DashboardPackageMissingError,
    WorkspaceUntrustedError,
)
from mindwatch.process.identity import is_alive, start_time_of
from mindwatch.protocol.messages import DashboardExited, DashboardInfo, DashboardOpenRequest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="groups of POSIX")

STAND_IN = """
import http.server, os, sys, threading

class TensorBoard:
    def configure(self, argv):
        self.flags = dict(word[2:].split("=", 1) for word in argv[1:])
    def launch(self):
        prefix = self.flags["path_prefix"]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path.startswith(prefix + "/") else 404)
                self.end_headers()
            def log_message(self, *arguments):
                pass
        server = http.server.ThreadingHTTPServer((self.flags["host"], int(self.flags["port"])), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return "http://127.0.0.1:%d%s/" % (server.server_address[1], prefix)
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A folder with a package that behaves as TensorBoard does."""
    folder = fake_package(tmp_path / "library", "tensorboard", "2.21.0")
    (folder / "tensorboard").mkdir()
    (folder / "tensorboard" / "__init__.py").write_text("")
    (folder / "tensorboard" / "version.py").write_text("VERSION = '2.21.0'\n")
    (folder / "tensorboard" / "program.py").write_text(STAND_IN)
    return folder


@pytest.fixture
def services(tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> Services:
    """Services whose setting names this Python, in which the stand-in is installed."""
    monkeypatch.setenv("PYTHONPATH", str(library))
    environment = {**os.environ, "PYTHONPATH": str(library), "XDG_STATE_HOME": str(tmp_path / "state")}
    made = Services(trusted=True, workspace_folders=[tmp_path], environment=environment)
    made.use_settings({"tensorboard.interpreter": sys.executable}, {})
    return made


@pytest.fixture
def dashboards(services: Services) -> Iterator[Dashboards]:
    """Dashboards that are closed afterwards."""
    made = Dashboards(services)
    yield made
    made.close_all()


def request(folder: Path) -> DashboardOpenRequest:
    """Ask for a folder."""
    folder.mkdir(exist_ok=True, parents=True)
    return DashboardOpenRequest(str(folder), str(folder))


def status(info: DashboardInfo, path: str) -> int:
    """The answer to a GET on the server's port."""
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(info.url).port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_server_answers_below_its_secret_path_alone(dashboards: Dashboards, tmp_path: Path) -> None:
    info = dashboards.open(request(tmp_path / "我的 run"))
    assert (status(info, urlsplit(info.url).path), status(info, "/"), status(info, "/data/runs")) == (
        200,
        404,
        404,
    )
    assert (info.version, info.title) == ("2.21.0", "我的 run")
    assert len(urlsplit(info.url).path) > 30


def test_the_secret_is_on_no_command_line_and_in_no_file(dashboards: Dashboards, tmp_path: Path) -> None:
    info = dashboards.open(request(tmp_path / "run"))
    secret = urlsplit(info.url).path.strip("/")
    assert secret not in repr(TensorBoardServer("python", "/f", "t", 2.0, f"/{secret}"))
    assert secret.encode() not in Path(f"/proc/{info.pid}/cmdline").read_bytes()
    for path in (tmp_path / "state").rglob("*"):
        assert path.is_dir() or secret not in path.read_text(), path


def test_one_folder_has_one_server_however_often_it_is_asked_for(
    dashboards: Dashboards, tmp_path: Path
) -> None:
    with ThreadPoolExecutor(3) as pool:
        infos = list(pool.map(lambda number: dashboards.open(request(tmp_path / "run")), range(3)))
    assert len({info.pid for info in infos}) == 1
    assert dashboards.open(request(tmp_path / "other")).pid != infos[0].pid


def test_closing_ends_the_server_and_forgets_it(dashboards: Dashboards, tmp_path: Path) -> None:
    info = dashboards.open(request(tmp_path / "run"))
    born = start_time_of(info.pid)
    assert dashboards.close(info.dashboard_id).stopped
    assert not is_alive(info.pid, born)
    assert not dashboards.close(info.dashboard_id).stopped
    assert dashboards.open(request(tmp_path / "run")).pid != info.pid


def test_the_server_ends_with_the_last_who_uses_it_however_they_spell_its_folder(
    dashboards: Dashboards, tmp_path: Path
) -> None:
    first = dashboards.open(request(tmp_path / "run"))
    (tmp_path / "link").symlink_to(tmp_path / "run")
    second = dashboards.open(request(tmp_path / "link"))
    third = dashboards.open(request(tmp_path / "run"))
    born = start_time_of(first.pid)
    assert first.dashboard_id == second.dashboard_id == third.dashboard_id
    for one in (second, first):
        assert not dashboards.close(one.dashboard_id).stopped
        assert is_alive(first.pid, born)
    assert dashboards.close(third.dashboard_id).stopped
    assert not is_alive(first.pid, born)


def test_closing_all_asks_nobody_who_still_uses_them(dashboards: Dashboards, tmp_path: Path) -> None:
    infos = [dashboards.open(request(tmp_path / "run")) for _ in range(3)]
    born = start_time_of(infos[0].pid)
    dashboards.close_all()
    assert not is_alive(infos[0].pid, born)


def test_where_no_state_can_be_kept_one_temporary_folder_serves_the_whole_process(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in its place")
    environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
    assert state_folder(environment) == state_folder(environment)


def test_an_end_that_nobody_asked_for_is_told(services: Services, tmp_path: Path) -> None:
    heard: list[DashboardExited] = []
    dashboards = Dashboards(services, heard.append)
    info = dashboards.open(request(tmp_path / "run"))
    os.kill(info.pid, 9)
    wait_for(lambda: heard, "the end is told")
    assert (heard[0].dashboard_id, heard[0].exit_code) == (info.dashboard_id, -9)
    dashboards.close_all()
    assert len(heard) == 1


@pytest.mark.parametrize(
    ("program", "error", "hint"),
    [
        (
            "raise ModuleNotFoundError(\"No module named 'pkg_resources'\")\n",
            DashboardEndedEarlyError,
            "-m pip install 'setuptools<81'",
        ),
        ("import nothing_like_it\n", DashboardEndedEarlyError, "-m pip install nothing_like_it"),
        ("raise RuntimeError('odd')\n", DashboardEndedEarlyError, sys.executable),
        (
            STAND_IN.replace("return", "threading.Event().wait(); return"),
            DashboardNotReadyError,
            "startTimeout",
        ),
        (STAND_IN.replace("200 if", "500 if"), DashboardNotReadyError, "startTimeout"),
    ],
)
def test_a_server_that_does_not_come_up_is_explained(
    services: Services, tmp_path: Path, library: Path, program: str, error: type[DashboardError], hint: str
) -> None:
    (library / "tensorboard" / "program.py").write_text(program)
    services.use_settings(
        {"tensorboard.interpreter": sys.executable, "tensorboard.startTimeoutSeconds": 5}, {}
    )
    dashboards = Dashboards(services)
    with pytest.raises(error) as caught:
        dashboards.open(request(tmp_path / "run"))
    assert hint in caught.value.next_step
    dashboards.close_all()


def test_a_python_without_tensorboard_is_named_with_the_command_that_helps(
    services: Services, tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "")
    with pytest.raises(DashboardPackageMissingError) as caught:
        Dashboards(services).open(request(tmp_path / "run"))
    assert f"{sys.executable} -m pip install tensorboard" in caught.value.next_step


def test_the_setting_may_be_relative_to_the_workspace(
    services: Services, dashboards: Dashboards, tmp_path: Path
) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "python").symlink_to(sys.executable)
    services.use_settings({"tensorboard.interpreter": "${workspaceFolder}/python"}, {})
    assert dashboards.open(request(tmp_path / "run")).version == "2.21.0"


def test_a_server_that_is_still_loading_ends_when_its_starter_does(
    services: Services, tmp_path: Path, library: Path
) -> None:
    (library / "tensorboard" / "program.py").write_text("import threading\nthreading.Event().wait()\n")
    server = TensorBoardServer(sys.executable, str(tmp_path), "t", 2.0)
    with subprocess.Popen(
        server.argv, stdin=subprocess.PIPE, env=dict(services.environment), start_new_session=True
    ) as loading:
        assert loading.stdin is not None
        loading.stdin.write(server.request.encode())
        loading.stdin.close()
        assert loading.wait(20) in (0, -9)


def test_the_first_entry_of_the_path_stays_when_python_left_the_scripts_folder_out(
    services: Services, dashboards: Dashboards, tmp_path: Path
) -> None:
    services.environment = {**services.environment, "PYTHONSAFEPATH": "1"}
    assert dashboards.open(request(tmp_path / "run")).version == "2.21.0"


def test_a_folder_that_is_not_there_and_an_untrusted_workspace_are_refused(
    services: Services, tmp_path: Path
) -> None:
    with pytest.raises(DashboardError, match="not a folder"):
        Dashboards(services).open(DashboardOpenRequest(str(tmp_path / "none"), str(tmp_path)))
    services.trusted = False
    with pytest.raises(WorkspaceUntrustedError):
        Dashboards(services).open(request(tmp_path / "run"))


def test_a_server_that_is_still_starting_ends_when_all_are_closed(
    services: Services, tmp_path: Path, library: Path
) -> None:
    started = tmp_path / "started"
    (library / "tensorboard" / "program.py").write_text(
        f"import pathlib, threading\npathlib.Path({str(started)!r}).touch()\nthreading.Event().wait()\n"
    )
    dashboards = Dashboards(services)
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(dashboards.open, request(tmp_path / "run"))
        wait_for(started.exists, "the server is starting")
        dashboards.close_all()
        with pytest.raises(DashboardError):
            opening.result(20)


def test_a_leftover_of_a_dead_helper_is_swept_and_one_of_a_living_helper_is_not(
    services: Services, dashboards: Dashboards, tmp_path: Path
) -> None:
    kept, orphan = dashboards.open(request(tmp_path / "kept")), dashboards.open(request(tmp_path / "orphan"))
    born = start_time_of(orphan.pid)
    write_note(state_folder(services.environment), DashboardNote(orphan.pid, born, os.getpid(), "dead:1"))
    Dashboards(services).sweep()
    wait_for(lambda: not is_alive(orphan.pid, born), "the orphan is gone")
    assert is_alive(kept.pid, start_time_of(kept.pid))


@pytest.mark.parametrize(
    "line", ["", "ready", "[]", "{}", '{"ready": false}', '{"ready": true, "port": "x"}']
)
def test_what_is_not_the_ready_line_is_ignored(line: str) -> None:
    assert parse_ready_line(line) is None


def test_the_ready_line_is_understood() -> None:
    assert parse_ready_line('{"ready": true, "port": 6006, "version": "2.21.0"}') is not None
