"""The language server, over its real standard input and output."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helper_client import HelperClient, RequestFailed
from plain_training import DEAF_TO_INTERRUPT, SLEEPER, PlainWorkspace, write_record
from waiting import wait_for

from mindwatch.protocol.messages import COMMANDS

OpenHelper = Callable[..., HelperClient]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def launch(workspace: PlainWorkspace, source: str) -> dict[str, Any]:
    """A launch request for a script, as the editor sends it."""
    script = workspace.script("train.py", source)
    candidates = [{"path": sys.executable, "reason": "selected in the Python extension"}]
    return {
        "workspace_folder": str(workspace.folder),
        "script": str(script),
        "interpreter_candidates": candidates,
    }


def states(push: dict[str, Any]) -> list[str]:
    """The states in a list of runs."""
    return [run["state"] for run in push["runs"]]


def test_the_handshake_offers_every_declared_command(
    workspace: PlainWorkspace, environment: dict[str, str]
) -> None:
    client = HelperClient(environment)
    capabilities = client.initialize(workspace.folder)["capabilities"]
    assert set(capabilities["executeCommandProvider"]["commands"]) == set(COMMANDS)
    assert capabilities["documentLinkProvider"]
    assert capabilities["positionEncoding"] == "utf-16"
    assert client.close() == 0


def test_the_first_list_of_runs_comes_unasked_even_if_it_is_empty(helper: HelperClient) -> None:
    assert helper.wait_for_push("mindwatch/runsChanged") == {"runs": [], "problems": []}
    assert helper.command("runs.list", {}) == {"runs": [], "problems": []}


def test_a_plan_tells_what_will_be_added(helper: HelperClient, workspace: PlainWorkspace) -> None:
    plan = helper.command("training.plan", launch(workspace, "import mindspore\n"))
    assert plan["interpreter"]["reason"] == "selected in the Python extension"
    assert {"callback", "environment", "path"} <= {item["kind"] for item in plan["items"]}


@posix
def test_start_list_and_stop(helper: HelperClient, workspace: PlainWorkspace) -> None:
    row = helper.command("training.start", launch(workspace, SLEEPER))
    assert row["state"] in ("starting", "running")
    helper.wait_for_push("mindwatch/runsChanged", lambda push: states(push) == ["running"])
    log = Path(row["log_path"])
    wait_for(log.read_bytes, "the script prints")
    result = helper.command("training.stop", {"run_folder": row["run_folder"]})
    assert result["stage"] == "interrupt"
    helper.wait_for_push("mindwatch/stopStageChanged", lambda push: push["stage"] == "interrupt")
    helper.wait_for_push("mindwatch/runsChanged", lambda push: states(push) == ["stopped"])


@posix
def test_a_long_stop_does_not_keep_the_helper_from_answering(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    helper = open_helper(settings={"stop.interruptGraceSeconds": 600})
    row = helper.command("training.start", launch(workspace, DEAF_TO_INTERRUPT))
    log = Path(row["log_path"])
    wait_for(log.read_bytes, "the script prints")
    stop = {"command": "mindwatch.helper.training.stop", "arguments": [{"run_folder": row["run_folder"]}]}
    first = helper.send_request("workspace/executeCommand", stop)
    helper.wait_for_push("mindwatch/stopStageChanged")
    assert helper.command("runs.list", {}, limit=10)["runs"][0]["state"] == "stopping"
    # A second request hurries the first, and both are answered.
    assert helper.command("training.stop", {"run_folder": row["run_folder"]})["stage"] == "terminate"
    assert helper.answer(first)["stage"] == "terminate"


@posix
def test_a_script_that_fails_is_pushed_with_its_last_lines(
    helper: HelperClient, workspace: PlainWorkspace
) -> None:
    helper.command("training.start", launch(workspace, "import nothing_like_it\n"))
    push = helper.wait_for_push("mindwatch/runsChanged", lambda push: states(push) == ["failed"])
    assert "nothing_like_it" in push["runs"][0]["explanation"]
    assert "nothing_like_it" in push["runs"][0]["last_lines"][-1]


def test_an_error_carries_a_code_a_sentence_and_a_next_step(
    helper: HelperClient, workspace: PlainWorkspace
) -> None:
    with pytest.raises(RequestFailed) as caught:
        helper.command("training.start", {"workspace_folder": str(workspace.folder), "script": "none.py"})
    assert caught.value.data["code"] == "script_missing"
    assert caught.value.data["text"]
    assert caught.value.data["next_step"]


def test_a_request_that_is_not_understood_is_answered_as_well(helper: HelperClient) -> None:
    with pytest.raises(RequestFailed) as caught:
        helper.command("training.stop", {"folder": 1})
    assert caught.value.data["code"] == "bad_usage"
    assert "run_folder" in caught.value.data["text"]


def test_an_untrusted_workspace_is_read_and_nothing_of_it_is_started(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    write_record(workspace.folder / "summary" / "old", state="finished", exit_code=0, ended="x")
    helper = open_helper(trusted=False)
    assert [run["name"] for run in helper.command("runs.list", {})["runs"]] == ["old"]
    asked = helper.command("interpreters.list", {"workspace_folder": str(workspace.folder)})
    assert asked == {"chosen": "", "interpreters": []}
    for command in ("training.plan", "training.start"):
        with pytest.raises(RequestFailed) as caught:
            helper.command(command, launch(workspace, SLEEPER))
        assert caught.value.data["code"] == "workspace_untrusted"
    helper.notify("mindwatch/settingsChanged", {"trusted": True, "settings": {}, "settings_by_folder": {}})
    assert helper.command("training.plan", launch(workspace, SLEEPER))["command"]


def test_settings_with_dots_arrive_and_bad_ones_are_told(
    open_helper: OpenHelper, workspace: PlainWorkspace
) -> None:
    helper = open_helper(settings={"summary.base": "here", "launch.workingDirectory": "nowhere"})
    (problem,) = helper.wait_for_push("mindwatch/settingsRejected")["problems"]
    assert "mindwatch.launch.workingDirectory" in problem
    plan = helper.command("training.plan", launch(workspace, SLEEPER))
    assert plan["summary_base"] == str(workspace.folder / "here")
    changed = {
        "trusted": True,
        "settings": {},
        "settings_by_folder": {str(workspace.folder): {"summary.base": "b"}},
    }
    helper.notify("mindwatch/settingsChanged", changed)
    plan = helper.command("training.plan", launch(workspace, SLEEPER))
    assert plan["summary_base"] == str(workspace.folder / "b")


def test_a_bad_setting_is_told_once_and_without_a_window_of_its_own(open_helper: OpenHelper) -> None:
    bad, other = {"launch.confirm": "yes"}, {"launch.confirm": "no"}
    helper = open_helper(settings=bad)
    for settings in (bad, bad, {**bad, "summary.base": "x"}, other):
        changed = {"trusted": True, "settings": settings, "settings_by_folder": {"/w": settings}}
        helper.notify("mindwatch/settingsChanged", changed)
    helper.wait_for_push("mindwatch/settingsRejected", lambda push: "'no'" in push["problems"][0])
    told = [push["params"] for push in helper.pushes if push["method"] == "mindwatch/settingsRejected"]
    assert [len(push["problems"]) for push in told] == [1, 1]
    assert not [push for push in helper.pushes if push["method"] == "window/showMessage"]


def test_the_editors_language_is_spoken(open_helper: OpenHelper, workspace: PlainWorkspace) -> None:
    helper = open_helper(locale="zh-cn")
    with pytest.raises(RequestFailed) as caught:
        helper.command("training.start", {"workspace_folder": str(workspace.folder), "script": "none.py"})
    assert "不存在" in caught.value.data["text"]


def test_paths_in_an_open_log_are_links_with_places(helper: HelperClient, workspace: PlainWorkspace) -> None:
    run = write_record(workspace.folder / "summary" / "r", cwd=str(workspace.folder))
    workspace.script("net.py", "")
    text = f'🚀 Summary saved to {run}\n  File "net.py", line 7, in <module>\n'
    uri = (run / "train.log").as_uri()
    document = {"uri": uri, "languageId": "log", "version": 1, "text": text}
    helper.notify("textDocument/didOpen", {"textDocument": document})
    links = helper.request("textDocument/documentLink", {"textDocument": {"uri": uri}})
    assert [link["target"] for link in links] == [
        run.as_uri(),
        (workspace.folder / "net.py").as_uri() + "#L7",
    ]
    assert links[0]["range"]["start"] == {"line": 0, "character": len("🚀 Summary saved to ") + 1}
    assert links[1]["range"]["start"]["line"] == 1


def test_links_are_found_for_lines_of_the_log_view(helper: HelperClient, workspace: PlainWorkspace) -> None:
    run = write_record(workspace.folder / "summary" / "r")
    found = helper.command("links.find", {"lines": [f"Summary saved to {run}"], "run_folder": str(run)})
    assert [(link["path"], link["run_folder"], link["is_folder"]) for link in found["links"]] == [
        (str(run), str(run), True)
    ]


@posix
def test_a_training_survives_the_helper_and_is_back_with_the_next(
    open_helper: OpenHelper, workspace: PlainWorkspace, environment: dict[str, str]
) -> None:
    first = HelperClient(environment)
    first.initialize(workspace.folder)
    row = first.command("training.start", launch(workspace, SLEEPER))
    first.kill()
    second = open_helper()
    push = second.wait_for_push("mindwatch/runsChanged", lambda push: states(push) == ["running"])
    assert push["runs"][0]["training_pid"] == row["training_pid"]
    log = Path(row["log_path"])
    wait_for(log.read_bytes, "the script prints")
    assert second.command("training.stop", {"run_folder": row["run_folder"]})["stage"] == "interrupt"


def test_an_editor_that_goes_away_without_a_word_ends_the_helper(
    workspace: PlainWorkspace, environment: dict[str, str]
) -> None:
    client = HelperClient(environment)
    client.initialize(workspace.folder)
    assert client.close_input() == 0


def test_what_a_library_prints_does_not_reach_the_wire() -> None:
    source = """
import os, sys
from mindwatch.lsp.server import take_wire
reader, writer = take_wire()
print("printed"); os.write(1, b"written"); os.system("echo from a child")
assert sys.stdin.read() == "" and reader.read() == b"request"
writer.write(b"answer"); writer.flush()
"""
    done = subprocess.run([sys.executable, "-c", source], input=b"request", capture_output=True, check=True)
    assert done.stdout == b"answer"
    assert b"printed" in done.stderr
