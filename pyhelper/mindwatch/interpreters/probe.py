"""Ask a Python for its versions."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from mindwatch.model.interpreters import Candidate, Interpreter
from mindwatch.texts import translate

PROBE_SECONDS = 20.0
OLDEST_TRAINING_PYTHON = (3, 7)

# Runs in any Python from 2.7 on, finds distributions by the names of their folders, and imports none of them.
# The folder it is asked in must have left the path before anything is imported: a json.py may lie there.
QUESTION = r"""
import sys
sys.path = [path for path in sys.path if path]
import json, os, re
names = r"mindspore(?:[_-](?:ascend|gpu|cpu|dev))?|tensorboard|tb[_-]nightly"
pattern = re.compile("^(" + names + r")-([^-]+)\.(?:dist|egg)-info", re.I)
found = {}
for folder in sys.path:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    for match in filter(None, map(pattern.match, names)):
        key = "mindspore" if match.group(1).lower().startswith("mindspore") else "tensorboard"
        found.setdefault(key, match.group(2))
    source = os.path.join(folder, "mindspore", "version.py")
    if "mindspore" not in found and os.path.isfile(source):
        with open(source) as stream:
            version = re.search(r"__version__\s*=\s*['\"]([^'\"]+)", stream.read())
        found["mindspore"] = version.group(1) if version else "unknown"
found["python"] = ".".join(map(str, sys.version_info[:3]))
found["prefix"] = sys.prefix
print("\n" + json.dumps(found))
"""


class InterpreterProbe:
    """Asks each Python once per change of it or of its packages; safe to use from several threads."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Interpreter, tuple[object, ...]]] = {}
        self._lock = threading.Lock()

    def ask_all(self, candidates: Sequence[Candidate]) -> list[Interpreter]:
        """Ask all at once; two that turn out to be one environment are listed once."""
        if not candidates:
            return []
        with ThreadPoolExecutor(max_workers=8) as pool:
            answers = list(pool.map(self.ask, candidates))
        environments = {answer.prefix or answer.path: answer for answer in reversed(answers)}
        return [answer for answer in answers if environments[answer.prefix or answer.path] is answer]

    def ask(self, candidate: Candidate) -> Interpreter:
        """Ask one Python, or remember its answer."""
        with self._lock:
            known, seen = self._known.get(candidate.path, (None, ()))
        if known is None or signature(candidate.path, known.prefix) != seen:
            known = ask(candidate)
            with self._lock:
                self._known[candidate.path] = (known, signature(candidate.path, known.prefix))
        return replace(known, reason=candidate.reason)


def signature(path: str, prefix: str) -> tuple[object, ...]:
    """Return what changes when the Python is replaced or, given its prefix, when packages come or go."""
    version_folders = [entry.path for entry in scan(os.path.join(prefix, "lib"))] if prefix else []  # noqa: PTH118
    packages = [os.path.join(folder, "site-packages") for folder in version_folders]  # noqa: PTH118
    windows_packages = [os.path.join(prefix, "Lib", "site-packages")] if prefix else []  # noqa: PTH118
    return (path, *(modified(place) for place in [path, *packages, *windows_packages]))


def scan(folder: str) -> list[os.DirEntry[str]]:
    """List the `python3.x` folders in a library folder."""
    try:
        with os.scandir(folder) as entries:
            return sorted((e for e in entries if e.name.startswith("python")), key=lambda entry: entry.name)
    except OSError:
        return []


def modified(path: str) -> int:
    """Return the time of the last change, or 0 when there is nothing."""
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116
    except OSError:
        return 0


def ask(candidate: Candidate) -> Interpreter:
    """Run the question in the candidate; whatever goes wrong becomes a sentence."""
    unasked = Interpreter(candidate.path, candidate.reason)
    try:
        answer = subprocess.run(
            [candidate.path, "-c", QUESTION],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        problem = translate(
            "{path} gave no answer within {seconds:.0f} s.", path=candidate.path, seconds=PROBE_SECONDS
        )
        return replace(unasked, problem=problem)
    except OSError as error:
        problem = translate(
            "{path} cannot be run: {reason}.", path=candidate.path, reason=error.strerror or error
        )
        return replace(unasked, problem=problem)
    try:
        found = json.loads(answer.stdout.strip().splitlines()[-1])
        return understood(unasked, found)
    except (ValueError, IndexError, KeyError, TypeError):
        return replace(unasked, problem=broken(candidate.path, answer.returncode, answer.stderr))


def understood(unasked: Interpreter, found: dict[str, str]) -> Interpreter:
    """Turn an answer into an interpreter, with the problem it has for a training."""
    known = replace(
        unasked,
        python_version=found["python"],
        prefix=found["prefix"],
        mindspore_version=found.get("mindspore", ""),
        tensorboard_version=found.get("tensorboard", ""),
    )
    return replace(known, problem=training_problem(known))


def training_problem(interpreter: Interpreter) -> str:
    """Say why MindSpore trainings cannot run in this Python; empty when they can."""
    if is_too_old(interpreter):
        return translate(
            "{path} is Python {version}; trainings need at least {oldest}.",
            path=interpreter.path,
            version=interpreter.python_version,
            oldest=".".join(map(str, OLDEST_TRAINING_PYTHON)),
        )
    return (
        "" if interpreter.mindspore_version else translate("{path} has no MindSpore.", path=interpreter.path)
    )


def is_too_old(interpreter: Interpreter) -> bool:
    """Say whether the runner's code cannot be read by this Python."""
    version = tuple(int(part) for part in interpreter.python_version.split(".")[:2])
    return version < OLDEST_TRAINING_PYTHON


def broken(path: str, exit_code: int, complaint: str) -> str:
    """Say that something is there which is not a working Python."""
    lines = [line.strip() for line in complaint.splitlines() if line.strip()]
    reason = lines[-1] if lines else translate("exit code {code}", code=exit_code)
    return translate("{path} is not a working Python: {reason}.", path=path, reason=reason.rstrip("."))
