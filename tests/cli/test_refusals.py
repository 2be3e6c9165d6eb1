"""What is wrong with a command line is told in the form that was asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plain_training import SLEEPER, write_record

ONE_LINE = "print('一行')\n"


def test_a_mistyped_option_is_not_taken_for_the_command(terminal, workspace) -> None:
    workspace.script("train.py", ONE_LINE)
    said = terminal.run("run", "--forse", "python", "train.py", code=2).stderr
    assert "--forse" in said
    assert "--force" in said
    assert "begins with the option" in terminal.run("run", "--", "--force", "x", code=2).stderr
    assert not workspace.summary_base.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["runs", "--nonsense", "--json"],
        ["show", "--json"],
        ["run", "--name", "x", "--json"],
        ["logs", "x", "-n", "-1", "--json"],
    ],
)
def test_wrong_usage_is_json_where_json_was_asked_for(terminal, words: list[str]) -> None:
    error = terminal.json(*words, code=2)["error"]
    assert error["code"] == "bad_usage"
    assert "--help" in error["next_step"]


@pytest.mark.parametrize("between", [[], ["--"]])
def test_the_json_of_a_trainings_own_command_is_not_ours(terminal, between: list[str]) -> None:
    done = terminal.run("run", "--name", "x", *between, "python", "missing.py", "--json", code=1)
    assert done.stdout == ""
    assert "missing.py does not exist" in done.stderr


def test_a_typed_base_is_expanded_where_it_was_typed(terminal, workspace) -> None:
    workspace.script("train.py", ONE_LINE)
    inner = workspace.script("inner/x.py", "").parent
    terminal.environment["HOME"] = str(workspace.folder / "home")
    typed = {"${workspaceFolder}/a": workspace.folder / "a", "~/b": workspace.folder / "home" / "b"}
    for base, meant in {**typed, "c": inner / "c"}.items():
        words = ["run", "--dry-run", "--json", "--summary-base", base, "--", "python", "train.py"]
        assert terminal.json(*words, cwd=inner)["summary_base"] == str(meant)
    assert "--summary-base is empty" in terminal.run("runs", "--summary-base", "", code=1).stderr


def test_a_base_that_cannot_be_one_is_told_with_the_way_out(terminal, workspace) -> None:
    workspace.script("train.py", ONE_LINE)
    (workspace.folder / "file").write_text("")
    (workspace.folder / "link").symlink_to(workspace.folder / "nowhere")
    for base, words in (("file", "is a file"), ("file/deeper", "is a file"), ("link", "is a link to")):
        run = ["run", "--force", "--summary-base", base, "--", "python", "train.py"]
        said = terminal.run(*run, code=1).stderr
        assert words in said
        assert "`--summary-base` names another folder" in said
    run[3] = "name-\udce4"
    assert "not valid UTF-8" in terminal.run(*run, code=1).stderr


def test_no_name_means_no_run_and_half_a_name_must_be_clear(terminal, workspace) -> None:
    for name in ("train_1", "train_2"):
        write_record(workspace.summary_base / name, state="finished", exit_code=0)
    assert terminal.json("stop", "", "--json", code=1)["error"]["code"] == "bad_usage"
    assert terminal.json("stop", "train", "--json", code=1)["error"]["code"] == "run_ambiguous"
    assert terminal.json("show", "n" * 300, "--json", code=1)["error"]["code"] == "run_not_found"


@pytest.mark.parametrize(
    ("record", "why"),
    [('{"schema": 1, "na', "is damaged"), ("[]", "is damaged"), ('{"schema": 9}', "newer MindWatch")],
)
def test_a_run_whose_record_cannot_be_read_still_has_its_log(
    terminal, workspace, record: str, why: str
) -> None:
    folder = workspace.summary_base / "train_1"
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(record)
    (folder / "train.log").write_text("said\n")
    assert terminal.run("logs", "train_1").stdout == "said\n"
    for command in ("show", "stop"):
        assert why in terminal.run(command, "train", code=1).stderr
    listed = terminal.run("runs").stderr
    assert why in listed
    assert "line 1 column" not in listed


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_cannot_show_a_character_is_no_traceback(terminal, workspace, encoding: str) -> None:
    workspace.script("train.py", "print('out')\n")
    terminal.environment["PYTHONIOENCODING"] = encoding
    said = terminal.run("run", "--force", "--name", "训练😀", "--", "python", "train.py")
    assert "Traceback" not in said.stderr
    assert "\\u8bad" in said.stdout
    (row,) = terminal.json("runs", "--json")["runs"]
    assert row["experiment"].startswith("训练")


def test_a_training_that_asks_is_told_that_nobody_can_answer(terminal, workspace) -> None:
    workspace.script("train.py", "input('learning rate? ')\n")
    said = terminal.run("run", "--force", "--", "python", "train.py", code=1).stdout
    assert "no standard input" in said
    assert "\nFailed with exit code 1" in said


def test_a_command_of_unknown_script_runs_where_it_was_typed(terminal, workspace) -> None:
    script = workspace.script("src/train.sh", "#!/bin/sh\npwd\n")
    script.chmod(0o755)
    for words in (["./train.sh"], ["sh", "train.sh"]):
        done = terminal.run("run", "--", *words, cwd=script.parent)
        assert f"\n{script.parent}\n" in done.stdout
        assert f"runs in {script.parent}" in done.stdout
    script.chmod(0o644)
    assert "chmod +x" in terminal.run("run", "--", "./train.sh", cwd=script.parent, code=1).stderr


def test_a_relative_program_is_found_from_where_it_was_typed(terminal, workspace) -> None:
    workspace.script("train.py", ONE_LINE)
    tool = workspace.script("src/bin/msrun", '#!/bin/sh\necho "ran $*"\n')
    tool.chmod(0o755)
    done = terminal.run("run", "--force", "--", "bin/msrun", "../train.py", cwd=workspace.folder / "src")
    assert "ran train.py" in done.stdout.replace(f"{workspace.folder}/", "")


def test_the_python_beside_a_named_msrun_is_the_one_that_counts(terminal, workspace, tmp_path: Path) -> None:
    workspace.script("train.py", ONE_LINE)
    msrun = workspace.script("env/bin/msrun", "#!/bin/sh\n")
    (msrun.parent / "python").write_text("#!/bin/sh\necho broken >&2; exit 3\n")
    (msrun.parent / "python").chmod(0o755)
    plan = terminal.json("run", "--dry-run", "--json", "--", "env/bin/msrun", "train.py")
    assert plan["interpreter"]["path"] == str(msrun.parent / "python")


def test_show_tells_times_as_a_clock_would(terminal, workspace) -> None:
    started = "2026-11-30T10:00:00.123+00:00"
    write_record(workspace.summary_base / "r", state="finished", exit_code=0, started=started, ended="x")
    terminal.environment["TZ"] = "UTC"
    lines = terminal.run("show", "r").stdout.splitlines()
    assert "Started: 2026-11-30 10:00:00" in lines
    assert "Ended: x" in lines
    assert json.loads(terminal.run("show", "r", "--json").stdout)["started"] == started


def test_started_names_the_folder_and_curves_that_are_not_there_are_told(terminal, workspace) -> None:
    workspace.script("train.py", SLEEPER)
    said = terminal.run("run", "--force", "--detach", "--", "python", "train.py").stdout
    (row,) = workspace.runs.list_runs().runs
    assert f"Started {row.run_folder}" in said
    assert "the run goes on" in terminal.run("metrics", "latest").stdout
    terminal.run("stop", "latest", "--now")
    assert "without recording" in terminal.run("metrics", "latest").stdout
    assert "Nothing has been recorded in it" in terminal.run("metrics", "latest", "--tag", "x", code=1).stderr
