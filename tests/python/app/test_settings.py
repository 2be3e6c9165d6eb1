"""Settings are checked against the declaration; bad ones are told and replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindwatch.app.services import Services
from mindwatch.app.settings import read_settings, resolve_summary_base
from mindwatch.model.settings import KEYS, Settings


def test_nothing_given_is_all_defaults() -> None:
    assert read_settings({}) == (Settings(), [])


def test_names_are_taken_with_and_without_prefix_and_others_are_left_alone() -> None:
    settings, problems = read_settings(
        {"mindwatch.launch.confirm": False, "summary.base": "/x", "editor.x": 1}
    )
    assert (settings.launch_confirm, settings.summary_base, problems) == (False, "/x", [])


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("launch.confirm", "yes"),
        ("monitor.scalarEverySteps", 0),
        ("monitor.scalarEverySteps", 1.5),
        ("monitor.scalarEverySteps", True),
        ("stop.interruptGraceSeconds", -1),
        ("launch.workingDirectory", "elsewhere"),
        ("summary.base", ["/x"]),
        ("python.interpreter", 3),
    ],
)
def test_a_bad_value_is_told_and_the_default_holds(key: str, value: object) -> None:
    settings, problems = read_settings({key: value})
    assert settings == Settings()
    assert len(problems) == 1
    assert f"mindwatch.{key}" in problems[0]


def test_a_whole_number_is_good_where_a_fraction_is_allowed() -> None:
    assert read_settings({"stop.interruptGraceSeconds": 3})[0].stop_interrupt_grace_seconds == 3.0


def test_every_declared_setting_accepts_its_own_default() -> None:
    defaults = {key: getattr(Settings(), field) for key, field in KEYS.items()}
    assert read_settings(defaults) == (Settings(), [])


@pytest.mark.parametrize(
    ("pattern", "base"),
    [
        ("${workspaceFolder}/summary", "/w s/summary"),
        ("", "/w s/summary"),
        ("数据 1", "/w s/数据 1"),
        ("/abs/x", "/abs/x"),
        ("${env:DATA}/x", "/data/x"),
        ("${workspaceFolder}/../other", "/other"),
    ],
)
def test_the_summary_base_is_absolute(pattern: str, base: str) -> None:
    assert resolve_summary_base(pattern, Path("/w s"), {"DATA": "/data"}) == Path(base)


@pytest.mark.parametrize(
    ("setting", "path"),
    [
        ("", ""),
        ("python3", "python3"),
        ("${workspaceFolder}/.venv/bin/python", "/w s/.venv/bin/python"),
        (".venv/bin/python", "/w s/.venv/bin/python"),
        ("~/envs/ms/bin/python", "/home/u/envs/ms/bin/python"),
        ("${env:ENVS}/ms/python", "/envs/ms/python"),
        ("/opt/python", "/opt/python"),
    ],
)
def test_both_settings_for_a_python_are_expanded_as_the_summary_base_is(
    monkeypatch: pytest.MonkeyPatch, setting: str, path: str
) -> None:
    monkeypatch.setenv("HOME", "/home/u")
    services = Services(environment={"ENVS": "/envs"})
    services.use_settings({"python.interpreter": setting, "tensorboard.interpreter": setting}, {})
    assert services.python_setting(Path("/w s")) == path
    assert services.tensorboard_setting(Path("/w s")) == path


def test_a_folders_own_settings_win_in_that_folder() -> None:
    services = Services(workspace_folders=[Path("/a"), Path("/b")])
    problems = services.use_settings({"summary.base": "/all"}, {"/b": {"summary.base": "own"}})
    assert (services.summary_bases(), problems) == ([Path("/all"), Path("/b/own")], [])
