"""The real TensorBoard over HTTP, as the editor's panel and a stripping proxy see it."""

from __future__ import annotations

import http.client
import http.server
import json
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin, urlsplit

import pytest
from helper_client import HelperClient, RequestFailed
from plain_training import write_points, write_record
from real_training import training_python, training_script
from waiting import wait_for

from mindwatch.app.metrics import read_metrics
from mindwatch.process.identity import is_alive, start_time_of

pytestmark = [
    pytest.mark.mindspore,
    pytest.mark.skipif(sys.platform == "win32", reason="groups of POSIX"),
]

STEPS = 1500
"""More than TensorBoard keeps of a curve when nobody asks for all."""


def get(url: str) -> tuple[int, bytes]:
    """A GET that uses no proxy from the environment."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=30)
    try:
        connection.request("GET", parts.path + (f"?{parts.query}" if parts.query else ""))
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def curve(url: str, run: str, tag: str) -> list[list[float]]:
    """A curve as TensorBoard's page asks for it: wall time, step, value."""
    status, body = get(f"{url}data/plugin/scalars/scalars?run={quote(run)}&tag={quote(tag)}")
    return json.loads(body) if status == 200 else []


@pytest.fixture
def helper(tmp_path: Path) -> Iterator[HelperClient]:
    """A helper that knows a Python with TensorBoard."""
    client = HelperClient({"XDG_STATE_HOME": str(tmp_path / "state")})
    client.initialize(tmp_path, settings={"python.interpreter": training_python()})
    yield client
    client.close()


@pytest.fixture
def run_folder(tmp_path: Path) -> Path:
    """A run with a long curve that has a hole."""
    folder = write_record(tmp_path / "汇总 base" / "训练 1", state="finished", exit_code=0, ended="x")
    points = {step: {"loss": 1.0 / step} for step in range(1, STEPS + 1)}
    points[700] = {"loss": float("nan")}
    write_points(folder, points)
    return folder


def open_dashboard(helper: HelperClient, folder: Path) -> dict[str, Any]:
    """Ask for TensorBoard."""
    return helper.command("dashboards.open", {"folder": str(folder), "workspace_folder": str(folder)}, 120)


def test_it_shows_exactly_the_points_on_disk(helper: HelperClient, run_folder: Path) -> None:
    url = open_dashboard(helper, run_folder)["url"]
    wait_for(lambda: len(curve(url, ".", "loss")) == STEPS, "all points are shown", 60)
    shown = curve(url, ".", "loss")
    (metric,) = read_metrics(run_folder)
    assert [point[1] for point in shown] == [point.step for point in metric.points]
    assert [str(point[2]).lower() for point in shown] == [str(point.value) for point in metric.points]


def test_without_its_secret_nothing_is_answered(helper: HelperClient, run_folder: Path) -> None:
    url = open_dashboard(helper, run_folder)["url"]
    root = f"http://127.0.0.1:{urlsplit(url).port}"
    for path in ("/", "/data/runs", "/data/environment", "/index.html", "/wrong/data/runs"):
        assert get(root + path)[0] == 404, path
    assert get(url + "data/runs")[0] == 200


def test_it_works_when_a_proxy_strips_a_prefix(helper: HelperClient, run_folder: Path) -> None:
    url = open_dashboard(helper, run_folder)["url"]
    port, secret = urlsplit(url).port, urlsplit(url).path

    class Stripping(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            prefix = f"/proxy/{port}"
            inside = self.path.startswith(prefix + "/")
            status, body = get(f"http://127.0.0.1:{port}{self.path[len(prefix) :]}") if inside else (404, b"")
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stripping) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            page = f"http://127.0.0.1:{proxy.server_port}/proxy/{port}{secret}"
            status, body = get(page)
            assert status == 200
            named = re.findall(rb'(?:src|href)="([^"#:]+)"', body)
            assert named, "the page names its script"
            for path in named:
                assert get(urljoin(page, path.decode()))[0] == 200, path
            wait_for(lambda: len(curve(page, ".", "loss")) == STEPS, "the points pass the proxy", 60)
        finally:
            proxy.shutdown()
            thread.join()


def test_it_follows_a_running_training_and_reuses_its_server(helper: HelperClient, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(training_script(), encoding="utf-8")
    arguments = ["--epochs", "100000", "--pause", "0.05"]
    request = {"workspace_folder": str(tmp_path), "script": str(script), "arguments": arguments}
    row = helper.command("training.start", request)
    folder = Path(row["run_folder"])
    try:
        info = open_dashboard(helper, folder)
        wait_for(lambda: len(curve(info["url"], ".", "loss")) > 3, "the first points are shown", 120)
        before = len(curve(info["url"], ".", "loss"))
        wait_for(lambda: len(curve(info["url"], ".", "loss")) > before, "more points are shown", 60)
        assert open_dashboard(helper, folder)["pid"] == info["pid"]
    finally:
        helper.command("training.stop", {"run_folder": row["run_folder"]})


def test_it_dies_when_the_helper_is_killed(run_folder: Path, tmp_path: Path) -> None:
    client = HelperClient({"XDG_STATE_HOME": str(tmp_path / "state")})
    client.initialize(tmp_path, settings={"python.interpreter": training_python()})
    pid = open_dashboard(client, run_folder)["pid"]
    born = start_time_of(pid)
    assert is_alive(pid, born)
    client.kill()
    wait_for(lambda: not is_alive(pid, born), "TensorBoard is gone", 20)


def test_it_dies_with_an_orderly_end_and_when_it_is_closed(run_folder: Path, tmp_path: Path) -> None:
    client = HelperClient({"XDG_STATE_HOME": str(tmp_path / "state")})
    client.initialize(tmp_path, settings={"python.interpreter": training_python()})
    first = open_dashboard(client, run_folder)
    born = start_time_of(first["pid"])
    assert client.command("dashboards.close", {"dashboard_id": first["dashboard_id"]}) == {"stopped": True}
    assert not is_alive(first["pid"], born)
    second = open_dashboard(client, run_folder)
    born = start_time_of(second["pid"])
    client.close()
    assert not is_alive(second["pid"], born)


def test_a_missing_tensorboard_is_told_with_the_command_that_installs_it(
    tmp_path: Path, run_folder: Path
) -> None:
    client = HelperClient({"XDG_STATE_HOME": str(tmp_path / "state")})
    client.initialize(tmp_path, settings={"tensorboard.interpreter": sys.executable})
    with pytest.raises(RequestFailed) as caught:
        open_dashboard(client, run_folder)
    assert caught.value.data["code"] == "dashboard_package_missing"
    assert f"{sys.executable} -m pip install tensorboard" in caught.value.data["next_step"]
    client.close()
