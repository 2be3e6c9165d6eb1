"""The runner lives in somebody else's process: what it may import is part of its promise."""

import ast
import sys

import pytest
from runner_support import PYHELPER

ROOT = PYHELPER / "mindwatch_runner"
FILES = sorted(ROOT.rglob("*.py"))
ALLOWED = {
    "__future__", "array", "atexit", "collections", "contextlib", "ctypes", "datetime", "dis", "functools",
    "importlib", "inspect", "json", "math", "operator", "os", "platform", "re", "select", "shutil", "signal",
    "struct", "subprocess", "sys", "threading", "time", "types", "typing", "mindwatch_runner",
}  # fmt: skip
ALLOWED_BEFORE_TRAINING = {"contextlib", "functools", "os", "sys", "types", "typing", "mindwatch_runner"}


def imported_names(tree, whole):
    for node in ast.walk(tree) if whole else tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_the_standard_library_and_itself_is_imported(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert {name.split(".")[0] for name in imported_names(tree, whole=True)} <= ALLOWED


def test_what_every_python_process_loads_is_small():
    light = [path for path in FILES if path.parent.name in ("boot", "hooks") or path.name == "complaints.py"]
    assert len(light) == 6
    for path in light:
        names = set(imported_names(ast.parse(path.read_text(encoding="utf-8")), whole=False))
        assert {name.split(".")[0] for name in names} <= ALLOWED_BEFORE_TRAINING
        assert not any("monitor" in name for name in names)


def test_the_training_side_and_the_supervisor_do_not_know_each_other():
    for path in FILES:
        names = list(imported_names(ast.parse(path.read_text(encoding="utf-8")), whole=True))
        if path.parent.name == "supervise":
            assert not any(name.split(".")[1:2] in (["hooks"], ["monitor"], ["events"]) for name in names)
        elif path.name != "__main__.py":
            assert not any(name.startswith("mindwatch_runner.supervise") for name in names)


# On 3.7 itself the parser knows nothing else.
SYNTAX = {"feature_version": (3, 7)} if sys.version_info >= (3, 8) else {}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_syntax_is_that_of_python_3_7(path):
    ast.parse(path.read_text(encoding="utf-8"), **SYNTAX)
