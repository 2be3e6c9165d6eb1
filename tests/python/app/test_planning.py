"""The plan: what is added, why, and where everything lands."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from plain_training import PlainWorkspace
from waiting import wait_for

from mindwatch.app import training
from mindwatch.app.interpreters import unfit
from mindwatch.app.start_errors import Attempt, start_error
from mindwatch.model.errors import (
    BadUsageError,
    CommandNotExecutableError,
    CommandNotFoundError,
    InterpreterNotFoundError,
    InterpreterTooOldError,
    InterpreterWithoutMindSporeError,
    MindWatchError,
    RunFolderUnwritableError,
    ScriptMissingError,
    ScriptNotPythonError,
    SummaryBaseFullError,
    SummaryBaseUnwritableError,
    SupervisorFailedError,
    SupervisorSilentError,
    WorkingDirectoryMissingError,
    WorkspaceUntrustedError,
)
from mindwatch.model.interpreters import Interpreter
from mindwatch.process.supervisor import NotStarted, start_supervisor
from mindwatch.protocol.messages import LaunchPlan, LaunchRequest
from mindwatch.texts import use_language

ARGPARSE = """
import argparse, mindspore
parser = argparse.ArgumentParser()
parser.add_argument("--summary_dir", default="./out")
parser.add_argument("--lr", type=float, default=0.1)
args = parser.parse_args()
"""


def texts(plan: LaunchPlan, kind: str) -> list[str]:
    """The items of one kind."""
    return [item.text for item in plan.items if item.kind == kind]


def test_a_declared_argument_is_added_with_the_run_folder(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", ARGPARSE)
    plan = training.plan(workspace.services, workspace.request("python", "train.py", "--lr", "0.5"))
    added = f"--summary_dir={workspace.summary_base}/{{run}}"
    assert texts(plan, "argument") == [added]
    assert sorted(plan.command[1:]) == sorted(["train.py", "--lr", "0.5", added])
    assert plan.experiment == "train"
    assert not plan.warnings


def test_an_argument_that_is_not_declared_or_given_already_is_never_added(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", "import mindspore\n")
    workspace.script("given.py", ARGPARSE)
    for words in (("train.py",), ("given.py", "--summary_dir", "mine")):
        plan = training.plan(workspace.services, workspace.request("python", *words))
        assert plan.command[1:] == list(words)


def test_adding_arguments_can_be_switched_off(workspace: PlainWorkspace) -> None:
    workspace.services.use_settings({"launch.injectArguments": False}, {})
    workspace.script("train.py", ARGPARSE)
    assert not texts(training.plan(workspace.services, workspace.request("python", "train.py")), "argument")


def test_from_the_root_and_from_the_scripts_folder_the_plan_is_the_same(workspace: PlainWorkspace) -> None:
    workspace.script("src/train.py", "import mindspore\n")
    workspace.script("data/set.bin", "")
    root = training.plan(
        workspace.services,
        workspace.request("python", "src/train.py", "--data=data/set.bin"),
        workspace.folder,
    )
    inside = training.plan(
        workspace.services,
        workspace.request("python", "train.py", "--data=../data/set.bin"),
        workspace.folder / "src",
    )
    for plan in (root, inside):
        assert plan.command[1:] == ["src/train.py", "--data=data/set.bin"]
        assert plan.working_directory == str(workspace.folder)
    assert root.config_hash == inside.config_hash
    assert "train.py → src/train.py" in texts(inside, "path")
    assert "--data=../data/set.bin → --data=data/set.bin" in texts(inside, "path")


def test_words_that_are_no_files_or_still_resolve_stay_as_typed(workspace: PlainWorkspace) -> None:
    workspace.script("src/train.py", "import mindspore\n")
    workspace.script("src/config.yaml", "")
    workspace.script("shared.txt", "")
    (workspace.folder / "src" / "train").mkdir()
    words = [
        "train",
        "--mode",
        "train",
        "1",
        "https://x/y",
        str(workspace.folder / "shared.txt"),
        "missing.txt",
    ]
    request = workspace.request("python", "train.py", *words, "config.yaml", "./train")
    plan = training.plan(workspace.services, request, workspace.folder / "src")
    assert plan.command[2:] == [*words, "src/config.yaml", "src/train"]


def test_the_scripts_own_folder_can_be_the_working_directory(workspace: PlainWorkspace) -> None:
    workspace.services.use_settings({"launch.workingDirectory": "script"}, {})
    workspace.script("src/train.py", "import mindspore\n")
    plan = training.plan(workspace.services, workspace.request("python", "src/train.py"))
    assert plan.working_directory == str(workspace.folder / "src")
    assert plan.command[1:] == ["train.py"]
    assert plan.summary_base == str(workspace.folder / "summary")


def test_a_module_runs_where_it_is_found(workspace: PlainWorkspace) -> None:
    workspace.script("pkg/train.py", ARGPARSE)
    workspace.script("sub/own/__main__.py", "import mindspore\n")
    plans = {
        module: training.plan(
            workspace.services, workspace.request("python", "-m", module), workspace.folder / "sub"
        )
        for module in ("pkg.train", "own", "json.tool")
    }
    assert plans["pkg.train"].working_directory == str(workspace.folder)
    assert texts(plans["pkg.train"], "argument")
    assert plans["own"].working_directory == str(workspace.folder / "sub")
    assert plans["json.tool"].working_directory == str(workspace.folder / "sub")


def test_the_editors_script_runs_with_the_chosen_python(workspace: PlainWorkspace) -> None:
    script = workspace.script("train.py", "import mindspore\n")
    plan = training.plan(workspace.services, LaunchRequest(str(workspace.folder), str(script), ["--lr", "1"]))
    assert plan.interpreter is not None
    assert plan.command == [plan.interpreter.path, str(script), "--lr", "1"]


def test_an_unknown_script_gets_the_environment_and_no_argument(workspace: PlainWorkspace) -> None:
    workspace.script("run.sh", "python train.py\n")
    plan = training.plan(workspace.services, workspace.request("bash", "run.sh"))
    assert plan.command == ["bash", "run.sh"]
    assert any("not known" in warning for warning in plan.warnings)
    assert any(text.startswith("MINDWATCH_SUMMARY_DIR=") for text in texts(plan, "environment"))


def test_what_stands_in_the_way_of_monitoring_is_warned_of(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", "print(1)\n")
    workspace.script("broken.py", "import mindspore\nprint(\n")
    plan = training.plan(workspace.services, workspace.request("python", "-I", "train.py"))
    assert any("-E, -I and -S" in warning for warning in plan.warnings)
    assert any("import MindSpore" in warning for warning in plan.warnings)
    broken = training.plan(workspace.services, workspace.request("python", "broken.py"))
    assert any("syntax error" in warning for warning in broken.warnings)


def test_planning_writes_nothing(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", ARGPARSE)
    training.plan(workspace.services, workspace.request("python", "train.py"))
    assert [path.name for path in workspace.folder.iterdir()] == ["train.py"]


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (["python", "none.py"], ScriptMissingError, "name"),
        (["python", "folder"], ScriptNotPythonError, "script"),
        ([], BadUsageError, "python train.py"),
        (["/no/such/python", "train.py"], InterpreterNotFoundError, "Select"),
        (["python", "train.py"], InterpreterWithoutMindSporeError, "pip install mindspore"),
        (["no-such-program-at-all"], CommandNotFoundError, "whole path"),
        (["./notes.txt"], CommandNotExecutableError, "chmod +x"),
        (["python3.99", "train.py"], InterpreterNotFoundError, "Select"),
    ],
)
def test_bad_input_gets_a_sentence_and_a_next_step(
    workspace: PlainWorkspace, words: list[str], error: type[MindWatchError], hint: str
) -> None:
    workspace.script("train.py", "import mindspore\n")
    workspace.script("notes.txt", "")
    (workspace.folder / "folder").mkdir()
    with pytest.raises(error) as caught:
        training.start(workspace.services, workspace.request(*words))
    assert caught.value.text
    assert hint in caught.value.next_step
    assert not workspace.runs.list_runs().runs
    assert not list(workspace.summary_base.glob("*"))


@pytest.mark.parametrize(
    ("code", "error", "words"),
    [
        ("command_not_executable", CommandNotExecutableError, "prog cannot be run: why."),
        ("cannot_write", RunFolderUnwritableError, "/base/r: why."),
        ("cwd_missing", WorkingDirectoryMissingError, "/work does not exist"),
        ("supervisor_died", SupervisorFailedError, "was not started"),
        ("supervisor_silent", SupervisorSilentError, "unusually long"),
    ],
)
def test_what_the_supervisor_refuses_is_said_in_the_users_language(
    code: str, error: type[MindWatchError], words: str
) -> None:
    attempt = Attempt("prog", Path("/work"), Path("/base/r"))
    answer = NotStarted(code, "why", "The thing failed in English.")
    made = start_error(answer, attempt)
    assert type(made) is error
    assert words in made.text
    assert made.next_step
    use_language("zh-cn")
    assert "failed in English" not in start_error(answer, attempt).text
    assert start_error(answer, attempt).text != made.text


def test_a_slow_start_keeps_its_folder_and_tells_where_to_look(
    workspace: PlainWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        training, "start_supervisor", lambda supervised: start_supervisor(supervised, timeout=0.001)
    )
    with pytest.raises(SupervisorSilentError) as caught:
        workspace.start("print('slow but sure')\n")
    assert "list of runs" in caught.value.next_step
    (folder,) = workspace.summary_base.iterdir()
    wait_for((folder / "run.json").exists, "the training starts after all")
    assert workspace.ended(folder).state == "finished"


@pytest.fixture
def another_python(workspace: PlainWorkspace, tmp_path: Path) -> Path:
    """A Python that the setting names."""
    path = tmp_path / "set" / "python"
    path.parent.mkdir()
    path.symlink_to(sys.executable)
    workspace.services.use_settings({"python.interpreter": str(path)}, {})
    return path


@pytest.mark.parametrize("word", ["python", "python3"])
def test_only_a_bare_python_gives_way_to_the_setting_and_the_plan_says_so(
    workspace: PlainWorkspace, another_python: Path, word: str
) -> None:
    workspace.script("train.py", "import mindspore\n")
    plan = training.plan(workspace.services, workspace.request(word, "train.py"))
    assert plan.command[0] == str(another_python)
    (item,) = [item for item in plan.items if item.text.startswith(word)]
    assert item.text == f"{word} → {another_python}"
    assert "mindwatch.python.interpreter" in item.why


def test_a_python_that_was_typed_out_stays_whatever_is_set(
    workspace: PlainWorkspace, another_python: Path
) -> None:
    workspace.script("train.py", "import mindspore\n")
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for word in (version, sys.executable):
        plan = training.plan(workspace.services, workspace.request(word, "train.py"))
        assert plan.command[0] == word
        assert plan.interpreter is not None
        assert plan.interpreter.path != str(another_python)
        assert not [item for item in plan.items if "→" in item.text]


def test_a_python_that_is_too_old_has_an_error_of_its_own(workspace: PlainWorkspace) -> None:
    workspace.script("train.py", "import mindspore\n")
    old = workspace.script("old/python", '#!/bin/sh\necho \'{"python": "3.6.9", "prefix": "/x"}\'\n')
    old.chmod(0o755)
    with pytest.raises(InterpreterTooOldError, match="at least 3") as caught:
        training.start(workspace.services, workspace.request(str(old), "train.py"))
    assert "pip" not in caught.value.next_step


def test_a_command_to_type_is_quoted_where_it_has_to_be() -> None:
    lacking = Interpreter("/my envs/python", "", "3.11.7", problem="no MindSpore")
    assert '`"/my envs/python" -m pip install mindspore`' in unfit(lacking, []).next_step


def test_the_record_does_not_speak_of_a_name_that_is_still_to_come(workspace: PlainWorkspace) -> None:
    folder = workspace.start("print('hi')\n")
    workspace.ended(folder)
    assert "{run}" not in (folder / "run.json").read_text(encoding="utf-8")
    plan = training.plan(workspace.services, workspace.request("python", "train.py"))
    assert "{run}" in plan.items[-1].why


def test_the_editors_script_must_be_python(workspace: PlainWorkspace) -> None:
    script = workspace.script("notes.txt", "")
    with pytest.raises(ScriptNotPythonError):
        training.plan(workspace.services, LaunchRequest(str(workspace.folder), str(script)))


def test_nothing_starts_in_an_untrusted_workspace(workspace: PlainWorkspace) -> None:
    workspace.services.trusted = False
    with pytest.raises(WorkspaceUntrustedError):
        workspace.start("print(1)")
    assert not workspace.summary_base.exists()


def test_a_base_that_cannot_be_written_stops_the_launch(workspace: PlainWorkspace) -> None:
    workspace.script("summary", "a file in its place")
    with pytest.raises(SummaryBaseUnwritableError):
        workspace.start("print(1)")


def test_a_full_base_stops_the_launch(workspace: PlainWorkspace) -> None:
    workspace.services.free_bytes = lambda folder: 1024
    with pytest.raises(SummaryBaseFullError):
        workspace.start("print(1)")
    assert not list(workspace.summary_base.iterdir())


def test_the_users_python_path_is_kept_absolute_and_ours_is_not_handed_on(workspace: PlainWorkspace) -> None:
    own = str(Path(training.__file__).parents[2])
    link = workspace.folder / "extension"
    link.symlink_to(own)
    workspace.services.environment = {
        **workspace.services.environment,
        "PYTHONPATH": os.pathsep.join(["lib", own, "", str(link)]),
        "MINDWATCH_RUN_FOLDER": "/outer/run",
        "MINDWATCH_SUPERVISOR_PID": "1",
        "SECRET_TOKEN": "s3cret",
    }
    source = "import json, os; print(json.dumps({**os.environ}))\n"
    folder = workspace.start(source, typed_in=workspace.folder)
    workspace.ended(folder)
    log = (folder / "train.log").read_text()
    python_path = json.loads(log)["PYTHONPATH"].split(os.pathsep)
    assert python_path[1:] == [str(workspace.folder / "lib"), str(workspace.folder)]
    assert "/outer/run" not in log
    assert "s3cret" in log
    assert "s3cret" not in (folder / "run.json").read_text()


def test_the_training_finds_its_own_python_first(workspace: PlainWorkspace) -> None:
    source = "import shutil, sys; print(shutil.which('python')); print(sys.executable)\n"
    folder = workspace.start(source)
    workspace.ended(folder)
    first, second = (folder / "train.log").read_text().splitlines()[:2]
    assert Path(first).parent == Path(second).parent == Path(sys.executable).parent
