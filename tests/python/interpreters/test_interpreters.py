"""Pythons are found in order, asked without importing anything, and chosen for a reason that is told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from plain_training import fake_package

from mindwatch.interpreters.candidates import find_candidates
from mindwatch.interpreters.choice import Preferences, choose, choose_for_dashboard
from mindwatch.interpreters.probe import InterpreterProbe
from mindwatch.model.interpreters import Candidate, Interpreter

posix = pytest.mark.skipif(sys.platform == "win32", reason="fakes are shell scripts")


def interpreter(path: str, mindspore: str = "2.10.0", **values: str) -> Interpreter:
    """An interpreter as a probe would return it."""
    return Interpreter(
        path, "found", "3.11.7", mindspore, problem="" if mindspore else "no MindSpore", **values
    )


def executable(path: Path, text: str) -> Path:
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@posix
def test_candidates_come_in_order_and_each_once(tmp_path: Path) -> None:
    for folder in ("active/bin", "ws/.venv/bin", "ws/venv/bin"):
        executable(tmp_path / folder / "python", "")
    executable(tmp_path / "path" / "python3", "")
    environment = {"PATH": str(tmp_path / "path"), "VIRTUAL_ENV": str(tmp_path / "active")}
    proposed = [
        Candidate("/editor/python", "selected"),
        Candidate(str(tmp_path / "active/bin/python"), "known"),
    ]
    found = find_candidates("/setting/python", proposed, tmp_path / "ws", environment)
    assert [os.path.relpath(c.path, tmp_path) if str(tmp_path) in c.path else c.path for c in found] == [
        "/setting/python",
        "/editor/python",
        "active/bin/python",
        "ws/.venv/bin/python",
        "ws/venv/bin/python",
        "path/python3",
    ]
    assert found[2].reason == "known"


@posix
def test_a_bare_word_in_the_setting_is_looked_up_on_path(tmp_path: Path) -> None:
    program = executable(tmp_path / "mypython", "")
    assert find_candidates("mypython", [], tmp_path, {"PATH": str(tmp_path)})[0].path == str(program)


def test_a_python_is_asked_without_importing_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_package(tmp_path, "mindspore_ascend", "2.3.1")
    fake_package(tmp_path, "tensorboard", "2.21.0")
    for name in ("mindspore", "tensorboard"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('imported')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    asked = InterpreterProbe().ask(Candidate(sys.executable, "this one"))
    assert (asked.mindspore_version, asked.tensorboard_version, asked.problem) == ("2.3.1", "2.21.0", "")
    assert asked.python_version == ".".join(map(str, sys.version_info[:3]))
    assert asked.reason == "this one"


def test_modules_in_the_folder_it_is_asked_in_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "re", "os"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('run')")
    monkeypatch.chdir(tmp_path)
    assert InterpreterProbe().ask(Candidate(sys.executable, "")).python_version


def test_a_mindspore_built_from_source_is_found_by_its_version_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mindspore").mkdir()
    (tmp_path / "mindspore" / "version.py").write_text("__version__ = '2.9.9'\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert InterpreterProbe().ask(Candidate(sys.executable, "")).mindspore_version == "2.9.9"


@posix
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("#!/bin/sh\necho 'Fatal: no encodings' >&2\nexit 1\n", "not a working Python: Fatal: no encodings."),
        ("#!/bin/sh\nexit 3\n", "exit code 3"),
        ('#!/bin/sh\necho \'{"python": "3.6.9", "prefix": "/x"}\'\n', "at least 3.7"),
        ('#!/bin/sh\necho banner\necho \'{"python": "3.9.9", "prefix": "/x"}\'\n', "has no MindSpore"),
    ],
)
def test_a_python_that_cannot_train_has_a_sentence_about_it(tmp_path: Path, text: str, words: str) -> None:
    program = executable(tmp_path / "python", text)
    assert words in InterpreterProbe().ask(Candidate(str(program), "")).problem


def test_a_python_that_is_not_there_has_a_sentence_about_it(tmp_path: Path) -> None:
    asked = InterpreterProbe().ask(Candidate(str(tmp_path / "none"), ""))
    assert "cannot be run" in asked.problem


@posix
def test_a_python_is_asked_again_only_when_it_or_its_packages_change(tmp_path: Path) -> None:
    counter = tmp_path / "count"
    answer = f'{{"python": "3.9.9", "prefix": "{tmp_path}"}}'
    program = executable(tmp_path / "bin" / "python", f"#!/bin/sh\necho x >> {counter}\necho '{answer}'\n")
    packages = tmp_path / "lib" / "python3.9" / "site-packages"
    packages.mkdir(parents=True)
    os.utime(packages, (1, 1))
    probe, candidate = InterpreterProbe(), Candidate(str(program), "")
    probe.ask(candidate)
    probe.ask(candidate)
    assert counter.read_text().count("x") == 1
    os.utime(packages, (2, 2))
    probe.ask(candidate)
    assert counter.read_text().count("x") == 2


@posix
def test_two_names_of_one_environment_are_listed_once(tmp_path: Path) -> None:
    answer = '#!/bin/sh\necho \'{"python": "3.9.9", "prefix": "/same"}\'\n'
    candidates = [Candidate(str(executable(tmp_path / name, answer)), name) for name in ("python3", "python")]
    assert [asked.reason for asked in InterpreterProbe().ask_all(candidates)] == ["python3"]


def test_the_setting_wins_even_if_it_cannot_train() -> None:
    chosen = choose([interpreter("/s", ""), interpreter("/e")], Preferences("/s", "/e"))
    assert chosen is not None
    assert (chosen.path, chosen.problem) == ("/s", "no MindSpore")


def test_the_selected_one_is_next_if_it_can_train() -> None:
    pythons = [interpreter("/e"), interpreter("/other")]
    chosen = choose(pythons, Preferences("", "/e"))
    assert chosen is pythons[0]


def test_else_the_first_that_can_train_and_the_reason_says_when_it_is_the_only_one() -> None:
    chosen = choose([interpreter("/e", ""), interpreter("/o"), interpreter("/p", "")], Preferences("", "/e"))
    assert chosen is not None
    assert chosen.path == "/o"
    assert "only one with MindSpore" in chosen.reason


def test_when_none_can_train_the_selected_one_is_told_about() -> None:
    chosen = choose([interpreter("/a", ""), interpreter("/e", "")], Preferences("", "/e"))
    assert chosen is not None
    assert chosen.path == "/e"
    assert choose([], Preferences()) is None


def test_a_dashboard_needs_tensorboard_not_mindspore() -> None:
    pythons = [interpreter("/a"), interpreter("/b", "", tensorboard_version="2.21.0")]
    assert choose_for_dashboard(pythons) is pythons[1]
