"""The main job on a real MindSpore training, through the real helper and the real command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helper_client import HelperClient, RequestFailed
from plain_training import PlainWorkspace
from real_training import STEPS_PER_EPOCH, training_python, training_script
from waiting import wait_for

from mindwatch.app.metrics import read_metrics

pytestmark = [
    pytest.mark.mindspore,
    pytest.mark.skipif(sys.platform == "win32", reason="MindSpore has no Windows version with hooks to test"),
]

OpenHelper = Callable[..., HelperClient]
LONG = ["--epochs", "100000", "--pause", "0.05"]

DEAF_STEP = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(args.pause)"
"""MindSpore's data pipeline sets a handler of its own, so the script has to insist."""


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[PlainWorkspace]:
    """A workspace whose summary base has blanks and Chinese characters."""
    made = PlainWorkspace(tmp_path / "工作区 one", {"summary.base": "汇总 base"})
    yield made
    made.clean_up()


@pytest.fixture
def open_helper(workspace: PlainWorkspace) -> Iterator[OpenHelper]:
    """Starts helpers that know the training's Python; ends them afterwards."""
    opened: list[HelperClient] = []

    def open_one(**settings: Any) -> HelperClient:
        client = HelperClient()
        opened.append(client)
        known = {"python.interpreter": training_python(), "summary.base": "汇总 base"}
        client.initialize(workspace.folder, settings={**known, **settings})
        return client

    yield open_one
    for client in opened:
        client.close()


def launch(workspace: PlainWorkspace, source: str, *arguments: str) -> dict[str, Any]:
    """A launch request for a script."""
    script = workspace.script("train.py", source)
    return {"workspace_folder": str(workspace.folder), "script": str(script), "arguments": list(arguments)}


def steps_of(run_folder: str) -> int:
    """How many points of the loss are on disk."""
    return next((len(m.points) for m in read_metrics(Path(run_folder)) if m.tag == "loss"), 0)


@pytest.mark.parametrize("declares", [True, False])
def test_a_script_is_monitored_whether_or_not_it_knows_a_summary_folder(
    open_helper: OpenHelper, workspace: PlainWorkspace, declares: bool
) -> None:
    helper = open_helper()
    request = launch(workspace, training_script(declares), "--epochs", "2")
    row = helper.command("training.start", request)
    push = helper.wait_for_push(
        "mindwatch/runsChanged", lambda push: [run["state"] for run in push["runs"]] == ["finished"], 120
    )
    ended = push["runs"][0]
    assert (ended["last_step"], ended["total_steps"]) == (2 * STEPS_PER_EPOCH, 2 * STEPS_PER_EPOCH)
    assert steps_of(row["run_folder"]) == 2 * STEPS_PER_EPOCH
    log = Path(row["log_path"]).read_text(encoding="utf-8")
    assert f"summary_dir: {row['run_folder'] if declares else 'not declared'}\n" in log
    assert log.endswith(f"Summary saved to {row['run_folder']}\n")
    assert "汇总 base" in row["run_folder"]
    record = json.loads((Path(row["run_folder"]) / "run.json").read_text(encoding="utf-8"))
    assert any(item["kind"] == "argument" for item in record["injected"]) is declares


def test_from_the_root_and_from_src_the_curves_land_in_the_same_place(workspace: PlainWorkspace) -> None:
    workspace.script("src/train.py", training_script())
    (workspace.folder / ".vscode").mkdir()
    rows = []
    for folder, script in ((workspace.folder, "src/train.py"), (workspace.folder / "src", "train.py")):
        words = ["run", "--json", "--", training_python(), script, "--epochs", "1"]
        done = subprocess.run(
            [sys.executable, "-m", "mindwatch", *words], cwd=folder, capture_output=True, check=True
        )
        rows.append(json.loads(done.stdout))
    bases = {Path(row["run_folder"]).parent for row in rows}
    assert bases == {workspace.folder / "summary"}
    assert rows[0]["command"][1] == rows[1]["command"][1] == "src/train.py"
    for row in rows:
        assert steps_of(row["run_folder"]) == STEPS_PER_EPOCH
    assert not (workspace.folder / "src" / "summary").exists()


def test_the_training_goes_on_when_helper_and_supervisor_are_killed_and_is_found_again(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    first = HelperClient()
    known = {"python.interpreter": training_python(), "summary.base": "汇总 base"}
    first.initialize(workspace.folder, settings=known)
    row = first.command("training.start", launch(workspace, training_script(), *LONG))
    wait_for(lambda: steps_of(row["run_folder"]) > 3, "the first points are on disk", 120)
    first.kill()
    record = workspace.runs.read(Path(row["run_folder"])).record
    assert record.supervisor is not None
    os.kill(record.supervisor.pid, signal.SIGKILL)
    before = steps_of(row["run_folder"])
    wait_for(lambda: steps_of(row["run_folder"]) > before + 5, "the training goes on")
    second = open_helper()
    push = second.wait_for_push(
        "mindwatch/runsChanged", lambda push: bool(push["runs"]) and push["runs"][0]["steps_per_second"]
    )
    assert push["runs"][0]["state"] == "running"
    assert push["runs"][0]["last_step"] >= before
    result = second.command("training.stop", {"run_folder": row["run_folder"]})
    assert result["stage"] == "interrupt"
    after = second.command("runs.list", {})["runs"][0]
    assert after["state"] == "stopped"
    assert steps_of(row["run_folder"]) == after["last_step"]


def test_a_training_that_ignores_sigint_is_stopped_by_sigterm(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    helper = open_helper(**{"stop.interruptGraceSeconds": 1})
    source = training_script().replace("time.sleep(args.pause)", DEAF_STEP)
    row = helper.command("training.start", launch(workspace, source, *LONG))
    wait_for(lambda: steps_of(row["run_folder"]) > 3, "the first points are on disk", 120)
    result = helper.command("training.stop", {"run_folder": row["run_folder"]})
    assert result["stage"] == "terminate"
    ended = helper.command("runs.list", {})["runs"][0]
    assert (ended["state"], ended["stop_stage"]) == ("stopped", "terminate")
    assert steps_of(row["run_folder"]) == ended["last_step"]


def test_a_base_that_cannot_be_written_starts_nothing(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    workspace.script("汇总 base", "a file in its place")
    with pytest.raises(RequestFailed) as caught:
        open_helper().command("training.start", launch(workspace, training_script()))
    assert caught.value.data["code"] == "summary_base_unwritable"
    assert "mindwatch.summary.base" in caught.value.data["next_step"]


def test_a_python_without_mindspore_is_told_with_one_that_has_it(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    helper = open_helper(**{"python.interpreter": sys.executable})
    request = launch(workspace, training_script())
    request["interpreter_candidates"] = [{"path": training_python(), "reason": "known to the editor"}]
    with pytest.raises(RequestFailed) as caught:
        helper.command("training.start", request)
    assert caught.value.data["code"] == "interpreter_without_mindspore"
    assert training_python() in caught.value.data["next_step"]
