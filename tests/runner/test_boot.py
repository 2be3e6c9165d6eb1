"""The sitecustomize that every Python process of a run loads first."""

import os
import subprocess
import sys

import pytest
from runner_support import BOOT


def python(code, *folders, **environment):
    """Run a Python whose PYTHONPATH is the boot folder and the given ones."""
    given = {
        key: value for key, value in os.environ.items() if not key.startswith(("MINDWATCH_RUN", "PYTHON"))
    }
    given.update(environment, PYTHONPATH=os.pathsep.join([str(BOOT), *map(str, folders)]))
    return subprocess.run([sys.executable, "-c", code], env=given, capture_output=True, check=False)


def sitecustomize(folder, text):
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(text)
    return folder


def test_outside_a_run_nothing_of_ours_is_loaded():
    done = python("import sys; print([name for name in sys.modules if 'mindwatch' in name])")
    assert done.stdout.decode().strip() == "[]"
    assert done.stderr == b""


def test_in_a_run_the_hooks_wait_and_sys_path_is_as_it_was(tmp_path):
    code = "import sys; print(sys.path); print(sorted(name for name in sys.modules if 'mindwatch' in name))"
    done = python(code, MINDWATCH_RUN_FOLDER=str(tmp_path))
    paths, modules = done.stdout.decode().splitlines()
    assert paths == python(code).stdout.decode().splitlines()[0]
    assert "mindwatch_runner.hooks.post_import" in modules
    assert "monitor" not in modules
    assert done.stderr == b""


@pytest.mark.parametrize("in_a_run", [True, False])
def test_the_users_own_sitecustomize_runs_and_is_the_one_that_is_seen(tmp_path, in_a_run):
    theirs = sitecustomize(tmp_path / "theirs", "import builtins\nbuiltins.theirs_ran = __name__\n")
    more = {"MINDWATCH_RUN_FOLDER": str(tmp_path)} if in_a_run else {}
    done = python("import sitecustomize; print(theirs_ran, sitecustomize.__file__)", theirs, **more)
    assert done.stdout.decode().split() == ["sitecustomize", str(theirs / "sitecustomize.py")]


def test_only_the_first_of_two_others_runs_as_without_us(tmp_path):
    first = sitecustomize(tmp_path / "first", "print('first')\n")
    second = sitecustomize(tmp_path / "second", "print('second')\n")
    assert python("pass", first, second).stdout.split() == [b"first"]


def test_one_that_lies_beside_the_standard_library_is_found(tmp_path):
    # Debian's lies in a folder that is on sys.path anyway.
    code = "import sitecustomize, sys; print(sitecustomize.where)"
    theirs = sitecustomize(tmp_path / "dist-packages", "where = 'debian'\n")
    done = python(code, tmp_path / "nothing here", theirs, MINDWATCH_RUN_FOLDER=str(tmp_path))
    assert done.stdout.split() == [b"debian"]


def test_one_that_fails_is_reported_by_python_as_without_us(tmp_path):
    theirs = sitecustomize(tmp_path / "theirs", "raise ValueError('their own mistake')\n")
    done = python("print('goes on')", theirs, MINDWATCH_RUN_FOLDER=str(tmp_path))
    assert done.stdout.split() == [b"goes", b"on"]
    lines = done.stderr.decode().splitlines()
    assert lines[-1] == "ValueError: their own mistake"
    assert lines[0].startswith("Error in sitecustomize")


CHAINING = """
import importlib.machinery, importlib.util, os, sys
print("chaining")
here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.machinery.PathFinder.find_spec("sitecustomize", [p for p in sys.path if p != here])
if spec is not None:
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
"""


def test_two_that_chain_to_each_other_run_once_each(tmp_path):
    theirs = sitecustomize(tmp_path / "theirs", CHAINING)
    last = sitecustomize(tmp_path / "last", "print('last')\n")
    done = python("pass", theirs, last, MINDWATCH_RUN_FOLDER=str(tmp_path))
    assert done.stdout.split() == [b"chaining", b"last"], done.stderr


def test_hooks_that_cannot_be_loaded_cost_one_line_only(tmp_path):
    broken = tmp_path / "mindwatch_runner" / "boot"
    broken.mkdir(parents=True)
    (broken / "sitecustomize.py").write_text((BOOT / "sitecustomize.py").read_text())
    (tmp_path / "mindwatch_runner" / "__init__.py").write_text("1 / 0\n")
    environment = dict(os.environ, PYTHONPATH=str(broken), MINDWATCH_RUN_FOLDER=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", "print('trains')"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert done.stdout.split() == [b"trains"]
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("MindWatch: ZeroDivisionError")
    assert line.endswith("; training goes on, but no curves are recorded")


@pytest.mark.parametrize("flag", ["-E", "-I", "-S"])
def test_flags_that_switch_it_off_do_no_harm(tmp_path, flag):
    environment = dict(os.environ, PYTHONPATH=str(BOOT), MINDWATCH_RUN_FOLDER=str(tmp_path))
    done = subprocess.run(
        [sys.executable, flag, "-c", "print('trains')"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == ([b"trains"], b"")
