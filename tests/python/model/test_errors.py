"""The error tree."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mindwatch
from mindwatch.model.errors import LaunchError, MindWatchError, ScriptMissingError, error_classes


def test_every_error_has_a_code_of_its_own_and_says_what_it_stands_for() -> None:
    classes = list(error_classes())
    codes = [error_class.code for error_class in classes]
    assert len(set(codes)) == len(codes) > 20
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)
    assert all(error_class.__doc__ and error_class.__doc__.endswith(".") for error_class in classes)


def test_an_error_carries_its_texts() -> None:
    with pytest.raises(LaunchError) as caught:
        raise ScriptMissingError("There is no train.py.", "Choose another script.", ("a", "b"))
    error = caught.value
    assert (error.code, str(error), error.text) == ("script_missing", "There is no train.py.", str(error))
    assert (error.next_step, error.details) == ("Choose another script.", ["a", "b"])
    assert isinstance(error, MindWatchError)


def test_every_situation_that_has_a_class_is_told_somewhere() -> None:
    package = Path(mindwatch.__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in package.rglob("*.py") if path.name != "errors.py"]
    leaves = [error_class.__name__ for error_class in error_classes() if not error_class.__subclasses__()]
    assert not [name for name in leaves if not any(s.count(name) > 1 for s in sources)]  # imported and used
