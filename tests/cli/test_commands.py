"""Every command, as text and as JSON."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from plain_training import DEAF_TO_INTERRUPT, SLEEPER, PlainWorkspace, write_points, write_record
from waiting import wait_for

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")

FIVE_LINES = "import sys\nfor number in range(5): print('line', number, '数', flush=True)\n"


@pytest.fixture
def finished(workspace: PlainWorkspace) -> Path:
    """A run that has ended, with curves of which one has a hole."""
    folder = write_record(
        workspace.summary_base / "train_0123abcd_20261130_100000",
        state="finished",
        exit_code=0,
        ended="x",
        command=["python", "train.py"],
        runtime={"total_steps": 3},
    )
    write_points(folder, {1: {"loss": 0.5, "eval/acc": 0.25}, 2: {"loss": float("nan")}, 3: {"loss": 0.125}})
    (folder / "train.log").write_text("one\ntwo\nthree 三\n", encoding="utf-8")
    return folder


def test_help_names_every_command(terminal) -> None:
    text = terminal.run("--help").stdout
    for name in ("run", "runs", "show", "logs", "metrics", "stop", "lsp"):
        assert f"  {name} " in text
        assert terminal.run(name, "--help").stdout.startswith(f"Usage: mindwatch {name}")
    assert "standard input" in terminal.run("run", "--help").stdout


@pytest.mark.parametrize(
    "words", [["nonsense"], ["run"], ["show"], ["logs", "x", "-n", "-1"], ["runs", "--no"]]
)
def test_wrong_usage_exits_with_2(terminal, words: list[str]) -> None:
    assert "Usage:" in terminal.run(*words, code=2).stderr


def test_run_shows_the_plan_passes_the_output_on_and_ends_as_the_training_did(terminal, workspace) -> None:
    workspace.script("train.py", FIVE_LINES + "sys.exit(7)\n")
    done = terminal.run("run", "--force", "--", "python", "train.py", code=7)
    assert "Command: " in done.stdout
    assert "line 0 数\nline 1 数\nline 2 数\nline 3 数\nline 4 数\n" in done.stdout
    assert "exit code 7" in done.stdout


@posix
def test_the_exit_code_of_a_killed_training_is_that_of_a_shell(terminal, workspace) -> None:
    workspace.script("train.py", "import os; os.kill(os.getpid(), 9)\n")
    terminal.run("run", "--force", "--", "python", "train.py", code=128 + 9)


def test_run_as_json_keeps_the_trainings_output_out_of_the_way(terminal, workspace) -> None:
    workspace.script("train.py", FIVE_LINES)
    row = terminal.json("run", "--force", "--json", "--", "python", "train.py", "--json")
    assert (row["state"], row["exit_code"]) == ("finished", 0)
    assert row["command"][-1] == "--json"


def test_a_dry_run_starts_nothing_and_shows_the_environment(terminal, workspace) -> None:
    workspace.script("train.py", FIVE_LINES)
    assert "MINDWATCH_SUMMARY_DIR=" in terminal.run("run", "--dry-run", "--", "python", "train.py").stdout
    assert terminal.json("run", "--dry-run", "--json", "--", "python", "train.py")["experiment"] == "train"
    assert not workspace.summary_base.exists()


def test_run_without_dashes_takes_the_trainings_options_as_its_own(terminal, workspace) -> None:
    workspace.script("train.py", "import sys; print(sys.argv)\n")
    done = terminal.run("run", "--force", "--name", "试验 1", "python", "train.py", "--name", "x", "--help")
    assert "['train.py', '--name', 'x', '--help']" in done.stdout
    assert workspace.runs.list_runs().runs[0].experiment == "试验-1"


def test_a_python_without_mindspore_is_refused_with_the_way_out(terminal, workspace) -> None:
    workspace.script("train.py", FIVE_LINES)
    done = terminal.run("run", "--", "python", "train.py", code=1)
    assert "has no MindSpore" in done.stderr
    assert "--force" in done.stderr
    error = terminal.json("run", "--json", "--", "python", "train.py", code=1)["error"]
    assert error["code"] == "interpreter_without_mindspore"
    assert "Traceback" not in done.stderr


def test_from_the_root_and_from_the_scripts_folder_data_lands_in_the_same_place(terminal, workspace) -> None:
    workspace.script("src/train.py", "import os; print(os.getcwd())\n")
    terminal.run("run", "--force", "--", "python", "src/train.py")
    terminal.run("run", "--force", "--", "python", "train.py", cwd=workspace.folder / "src")
    first, second = workspace.runs.list_runs().runs
    assert first.working_directory == second.working_directory == str(workspace.folder)
    assert first.name.rsplit("_", 2)[0] == second.name.rsplit("_", 2)[0]
    assert str(workspace.folder) in Path(first.log_path).read_text(encoding="utf-8")


def test_the_working_directory_and_the_base_can_be_chosen(terminal, workspace, tmp_path: Path) -> None:
    workspace.script("src/train.py", "import os; print(os.getcwd())\n")
    words = ["run", "--force", "--cwd", "script", "--summary-base", str(tmp_path / "else where"), "--json"]
    row = terminal.json(*words, "--", "python", "src/train.py")
    assert row["working_directory"] == str(workspace.folder / "src")
    assert Path(row["run_folder"]).parent == tmp_path / "else where"
    assert terminal.json("runs", "--summary-base", str(tmp_path / "else where"), "--json")["runs"] == [row]


def test_the_settings_of_the_workspace_hold_with_comments_and_all(terminal, workspace) -> None:
    settings = (
        '{\n // a comment\n "mindwatch.summary.base": "runs // here", /* more */\n "editor.x": [1,],\n}\n'
    )
    (workspace.folder / ".vscode" / "settings.json").write_text(settings)
    workspace.script("train.py", FIVE_LINES)
    plan = terminal.json("run", "--dry-run", "--json", "--", "python", "train.py")
    assert plan["summary_base"] == str(workspace.folder / "runs // here").replace("//", "/")


def test_broken_settings_are_said_and_the_defaults_hold(terminal, workspace) -> None:
    (workspace.folder / ".vscode" / "settings.json").write_text("{")
    done = terminal.run("runs")
    assert "settings.json is not used" in done.stderr
    assert "There are no runs" in done.stdout


def test_runs_lists_names_states_and_numbers(terminal, finished: Path) -> None:
    text = terminal.run("runs").stdout
    for word in (finished.name, "finished", "3/3", "0.125"):
        assert word in text
    (row,) = terminal.json("runs", "--json")["runs"]
    assert (row["name"], row["last_step"], row["total_steps"]) == (finished.name, 3, 3)


@pytest.mark.parametrize("named", ["latest", "train_0123", "train_0123abcd_20261130_100000"])
def test_show_tells_all_of_a_run_however_it_is_named(terminal, finished: Path, named: str) -> None:
    assert str(finished) in terminal.run("show", named).stdout
    shown = terminal.json("show", named, "--json")
    assert shown["run_folder"] == str(finished)
    assert shown["record"]["runtime"] == {"total_steps": 3}


def test_a_run_is_also_named_by_its_folder_from_anywhere(terminal, finished: Path, tmp_path: Path) -> None:
    assert terminal.json("show", str(finished), "--json", cwd=tmp_path)["name"] == finished.name


def test_a_run_that_is_not_there_is_an_error_with_a_next_step(terminal) -> None:
    done = terminal.run("show", "none", code=1)
    assert done.stderr.splitlines()[0] == "Error: There is no run none."
    assert "mindwatch runs" in done.stderr
    assert terminal.json("logs", "none", "--json", code=1)["error"]["code"] == "run_not_found"


def test_logs_prints_all_or_the_last_lines(terminal, finished: Path) -> None:
    assert terminal.run("logs", "latest").stdout == "one\ntwo\nthree 三\n"
    assert terminal.run("logs", "latest", "-n", "2").stdout == "two\nthree 三\n"
    assert terminal.run("logs", "latest", "-n", "9").stdout == "one\ntwo\nthree 三\n"
    assert terminal.run("logs", "latest", "-n", "0").stdout == ""
    assert terminal.json("logs", "latest", "-n", "1", "--json")["lines"] == ["three 三"]
    assert "do not go together" in terminal.run("logs", "latest", "-f", "--json", code=1).stdout


def test_lines_as_json_are_those_of_a_terminal(terminal, finished: Path) -> None:
    (finished / "train.log").write_bytes("bar 1\rbar 2\nform\x0cfeed\u2028x\n\nend".encode())
    assert terminal.json("logs", "latest", "--json")["lines"] == [
        "bar 1\rbar 2",
        "form\x0cfeed\u2028x",
        "",
        "end",
    ]
    assert terminal.json("logs", "latest", "-n", "2", "--json")["lines"] == ["", "end"]


@posix
def test_logs_follows_until_the_training_ends(terminal, workspace) -> None:
    os.mkfifo(workspace.folder / "gate")
    waiting = "print('a', flush=True)\nopen('gate').read()\nprint('z')\n"
    folder = workspace.start_until_ready(waiting)
    follower = subprocess.Popen(
        [sys.executable, "-m", "mindwatch", "logs", "-f", folder.name],
        cwd=workspace.folder,
        env=terminal.environment,
        stdout=subprocess.PIPE,
    )
    assert follower.stdout is not None
    with follower, follower.stdout as output:
        assert output.readline() == b"a\n"
        (workspace.folder / "gate").write_text("go")
        assert output.readline() == b"z\n"
        assert follower.wait(30) == 0


def test_metrics_sums_up_each_curve_and_counts_what_is_not_finite(terminal, finished: Path) -> None:
    lines = terminal.run("metrics", "latest").stdout.splitlines()
    assert [line.split() for line in lines[1:]] == [
        ["eval/acc", "1", "1", "0.25", "0.25", "0.25"],
        ["loss", "3", "3", "0.125", "0.125", "0.5", "1"],
    ]


def test_metrics_prints_points_as_text_csv_and_json(terminal, finished: Path) -> None:
    assert (
        terminal.run("metrics", "latest", "--tag", "loss", "--last", "2").stdout
        == "loss\t2\tnan\nloss\t3\t0.125\n"
    )
    csv = terminal.run("metrics", "latest", "--tag", "loss", "--csv").stdout.splitlines()
    assert csv[0] == "tag,step,wall_time,value"
    assert csv[2].startswith("loss,2,")
    assert csv[2].endswith(",nan")
    (curve,) = terminal.json("metrics", "latest", "--tag", "loss", "--json")["metrics"]
    assert [point["value"] for point in curve["points"]] == [0.5, "nan", 0.125]


def test_a_curve_that_is_not_there_is_an_error_that_names_the_others(terminal, finished: Path) -> None:
    assert "eval/acc, loss" in terminal.run("metrics", "latest", "--tag", "acc", code=1).stderr


@posix
def test_detached_runs_go_on_and_stop_says_what_it_took(terminal, workspace) -> None:
    workspace.script("train.py", SLEEPER)
    row = terminal.json("run", "--force", "--detach", "--json", "--", "python", "train.py")
    assert row["is_active"]
    wait_for(lambda: Path(row["log_path"]).read_bytes(), "the script prints")
    done = terminal.run("stop", "latest")
    assert done.stdout.startswith("Stopped after SIGINT")
    assert "Sent SIGINT" in done.stderr
    assert "ended already" in terminal.run("stop", "latest", code=1).stderr


@posix
def test_stop_now_kills_at_once(terminal, workspace) -> None:
    folder = workspace.start_until_ready(DEAF_TO_INTERRUPT)
    assert terminal.json("stop", folder.name, "--now", "--json")["stage"] == "kill"
    assert workspace.runs.row(folder).exit_signal == "SIGKILL"


@posix
def test_a_folder_that_is_removed_does_not_end_the_training_unsaid(terminal, workspace) -> None:
    workspace.script("train.py", SLEEPER)
    words = [sys.executable, "-m", "mindwatch", "run", "--force", "--", "python", "train.py"]
    said = workspace.folder / "said"
    with said.open("wb") as stream:
        started = subprocess.Popen(
            words, cwd=workspace.folder, env=terminal.environment, stdout=stream, stderr=stream
        )
    wait_for(lambda: b"ready" in said.read_bytes(), "the training runs")
    (row,) = workspace.runs.list_runs().runs
    shutil.rmtree(row.run_folder)
    sentence = f"(process {row.training_pid}) still runs. Ctrl+C stops it."
    try:
        wait_for(lambda: sentence in said.read_text(encoding="utf-8"), "the removal is told")
    finally:
        started.send_signal(signal.SIGINT)
    assert started.wait(30) == 1
    assert "how is not known" in said.read_text(encoding="utf-8")
    assert not Path(f"/proc/{row.training_pid}").exists()


@posix
def test_killing_the_command_line_leaves_the_training_alone(terminal, workspace) -> None:
    workspace.script("train.py", SLEEPER)
    words = [sys.executable, "-m", "mindwatch", "run", "--force", "--", "python", "train.py"]
    with subprocess.Popen(
        words, cwd=workspace.folder, env=terminal.environment, stdout=subprocess.PIPE, start_new_session=True
    ) as started:
        assert started.stdout is not None
        wait_for(lambda: started.stdout.readline() == b"ready\n", "the training runs")
        os.killpg(started.pid, signal.SIGKILL)
    assert workspace.runs.list_runs().runs[0].state == "running"


@posix
def test_output_that_nobody_reads_any_more_is_no_traceback(terminal, finished: Path) -> None:
    (finished / "train.log").write_text("x" * 100 + "\n" * 300_000)
    words = [sys.executable, "-m", "mindwatch", "logs", "latest"]
    with subprocess.Popen(
        words,
        cwd=terminal.workspace.folder,
        env=terminal.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as reader:
        assert reader.stdout is not None
        assert reader.stderr is not None
        reader.stdout.readline()
        reader.stdout.close()
        assert b"Traceback" not in reader.stderr.read()


def test_the_terminals_language_is_spoken(terminal) -> None:
    terminal.environment["LC_ALL"] = "zh_CN.UTF-8"
    assert "错误" in terminal.run("show", "none", code=1).stderr


def test_every_word_of_help_is_in_the_terminals_language(terminal) -> None:
    terminal.environment["LC_ALL"] = "zh_CN.UTF-8"
    for words in ([], ["run"], ["runs"], ["show"], ["logs"], ["metrics"], ["stop"], ["lsp"]):
        text = terminal.run(*words, "--help").stdout
        assert text.startswith("用法：")
        sentences = [line for line in text.splitlines() if re.search(r"[a-z] [a-z]+ [a-z]+ [a-z]+", line)]
        assert not [line for line in sentences if "mindwatch " not in line], words
    assert "标准输入" in terminal.run("run", "--help").stdout


def test_the_states_are_named_in_the_terminals_language(terminal, finished: Path) -> None:
    terminal.environment["LC_ALL"] = "zh_CN.UTF-8"
    assert "已完成" in terminal.run("runs").stdout
    assert terminal.json("runs", "--json")["runs"][0]["state"] == "finished"
