"""What is written once and generated elsewhere agrees everywhere."""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import subprocess
import sys
import typing
from pathlib import Path
from types import ModuleType

import pytest

from mindwatch.model.settings import KEYS, Settings
from mindwatch.protocol import messages

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ROOT / "tests" / "contract"


def load(name: str) -> ModuleType:
    """A script beside this file, as a module."""
    spec = importlib.util.spec_from_file_location(f"contract_{name}", CONTRACT / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def package_json() -> dict[str, typing.Any]:
    content: dict[str, typing.Any] = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize("script", ["generate.py", "texts.py"])
def test_generated_files_are_current(script: str) -> None:
    command = [sys.executable, str(CONTRACT / script), "--check"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr


def keys_used_in(value: object) -> set[str]:
    """Every `%key%` in a JSON document."""
    if isinstance(value, dict):
        return {key for item in value.values() for key in keys_used_in(item)}
    if isinstance(value, list):
        return {key for item in value for key in keys_used_in(item)}
    is_key = isinstance(value, str) and len(value) > 2 and value.startswith("%") and value.endswith("%")
    return {str(value)[1:-1]} if is_key else set()


@pytest.mark.parametrize("file_name", ["package.nls.json", "package.nls.zh-cn.json"])
def test_every_text_of_package_json_is_there_in_both_languages(file_name: str) -> None:
    texts = json.loads((ROOT / file_name).read_text(encoding="utf-8"))
    assert keys_used_in(package_json()) == set(texts)
    assert all(text.strip() for text in texts.values())


def test_every_command_has_a_title_and_belongs_to_mindspore() -> None:
    for command in package_json()["contributes"]["commands"]:
        assert command["command"].startswith("mindwatch.")
        assert command["title"].startswith("%")
        assert command["category"] == "MindSpore"


def test_menus_name_only_declared_commands() -> None:
    contributes = package_json()["contributes"]
    declared = {command["command"] for command in contributes["commands"]}
    used = {item["command"] for items in contributes["menus"].values() for item in items}
    assert used <= declared


def test_the_settings_of_the_helper_are_those_of_package_json() -> None:
    properties = package_json()["contributes"]["configuration"]["properties"]
    defaults = {name[len("mindwatch.") :]: entry["default"] for name, entry in properties.items()}
    settings = Settings()
    assert {key: getattr(settings, field) for key, field in KEYS.items()} == defaults
    assert {field.name for field in dataclasses.fields(Settings)} == set(KEYS.values())


SAMPLES: dict[object, object] = {str: "文本", int: 3, float: 1.5, bool: True, object: "x", type(None): None}


def sample(hint: typing.Any) -> object:
    """A value that a type hint allows, with every optional part filled in."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Literal:
        return arguments[0]
    if origin is typing.Union:
        return sample(next(part for part in arguments if part is not type(None)))
    if origin is list:
        return [sample(arguments[0])]
    if origin is dict:
        return {"key": sample(arguments[1])}
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return hint(**{field.name: sample(hints[field.name]) for field in dataclasses.fields(hint)})  # type: ignore[operator]
    return SAMPLES[hint]


def restored(hint: typing.Any, value: typing.Any) -> object:
    """A message made of what came over the wire."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        return restored(next(part for part in arguments if part is not type(None)), value)
    if origin is list:
        return [restored(arguments[0], item) for item in value]
    if origin is dict:
        return {key: restored(arguments[1], item) for key, item in value.items()}
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return hint(**{name: restored(hints[name], item) for name, item in value.items()})  # type: ignore[operator]
    return value


@pytest.mark.parametrize(
    "message", load("generate").message_classes(messages), ids=lambda item: item.__name__
)
def test_every_message_survives_the_wire(message: type) -> None:
    sent = sample(message)
    wire = json.loads(json.dumps(dataclasses.asdict(sent)))  # type: ignore[call-overload]
    assert restored(message, wire) == sent


def test_every_request_and_push_is_a_declared_message_in_our_namespace() -> None:
    declared = set(load("generate").message_classes(messages))
    used = {kind for pair in messages.COMMANDS.values() for kind in pair}
    used |= {*messages.PUSHES.values(), *messages.EDITOR_NOTIFICATIONS.values()}
    assert used <= declared
    assert all(name.startswith("mindwatch.helper.") for name in messages.COMMANDS)
    assert all(name.startswith("mindwatch/") for name in [*messages.PUSHES, *messages.EDITOR_NOTIFICATIONS])


def test_no_helper_command_is_also_a_command_of_the_editor() -> None:
    declared = {command["command"] for command in package_json()["contributes"]["commands"]}
    assert not declared & set(messages.COMMANDS)
