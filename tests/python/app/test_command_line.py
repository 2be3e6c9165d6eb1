"""Where Python, the script and its arguments are in a typed command."""

from __future__ import annotations

import pytest

from mindwatch.app.command_line import parse_command


@pytest.mark.parametrize(
    ("typed", "python", "script", "module", "arguments"),
    [
        ("python train.py --lr 1", "python", "train.py", "", ["--lr", "1"]),
        ("/usr/bin/python3.11 -u -B train.py a", "/usr/bin/python3.11", "train.py", "", ["a"]),
        ("python -W ignore -X dev train.py", "python", "train.py", "", []),
        ("python -Xdev -Wignore train.py -m x", "python", "train.py", "", ["-m", "x"]),
        ("python -m pkg.train --lr 1", "python", "", "pkg.train", ["--lr", "1"]),
        ("python -um pkg.train x", "python", "", "pkg.train", ["x"]),
        ("python -c print(1) a", "python", "", "", []),
        ("python -", "python", "", "", []),
        ("python", "python", "", "", []),
        ("train.py --lr 1", "", "train.py", "", ["--lr", "1"]),
        ("msrun --worker_num=2 --log_dir logs train.py --lr 1", "", "train.py", "", ["--lr", "1"]),
        ("msrun --worker_num=2 python train.py x", "python", "train.py", "", ["x"]),
        ("mpirun -n 8 python train.py x", "python", "train.py", "", ["x"]),
        ("env A=1 python train.py", "python", "train.py", "", []),
        ("bash run.sh train.py", "", "", "", []),
        ("./configure other.py", "", "", "", []),
        ("pythonish train.py", "", "", "", []),
    ],
)
def test_a_command_is_taken_apart(
    typed: str, python: str, script: str, module: str, arguments: list[str]
) -> None:
    command = parse_command(typed.split())
    assert (command.python, command.script, command.module) == (python, script, module)
    assert command.arguments == arguments


@pytest.mark.parametrize("flags", ["-E", "-I", "-S", "-uS", "-BE"])
def test_flags_that_keep_the_hooks_out_are_noticed(flags: str) -> None:
    assert parse_command(["python", flags, "train.py"]).switches_hooks_off
    assert parse_command(["python", flags, "-m", "train"]).switches_hooks_off


@pytest.mark.parametrize("flags", ["-u", "-s", "-W", "--check-hash-based-pycs"])
def test_other_flags_do_not(flags: str) -> None:
    assert not parse_command(["python", flags, "x", "train.py"]).switches_hooks_off
