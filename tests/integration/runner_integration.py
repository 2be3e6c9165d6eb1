"""Starting real trainings with and without the hooks, and reading event files with the real TensorBoard."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "runner"))

from runner_support import Supervised, wait_until  # noqa: E402, F401

SCRIPT = HERE / "runner_training.py"

READ = """
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
found = {}
for folder in sys.argv[1:]:
    events = EventAccumulator(folder, size_guidance={"scalars": 0})
    events.Reload()
    found[folder] = {
        tag: [[event.step, event.value] for event in events.Scalars(tag)] for tag in events.Tags()["scalars"]
    }
print(json.dumps(found))
"""


def training_python():
    """The Python that has MindSpore; without one these tests cannot say anything."""
    path = os.environ.get("MINDWATCH_TEST_TRAINING_PYTHON")
    assert path, (
        "Set MINDWATCH_TEST_TRAINING_PYTHON to a Python with MindSpore and TensorBoard to run these tests."
    )
    return path


def start(supervised, training, mode, name, **environment):
    """A training under the real supervisor."""
    python = training_python()
    given = {
        "PATH": "{}{}{}".format(Path(python).parent, os.pathsep, os.environ["PATH"]),
        "TEST_RECORD": str(supervised.base / (name + ".json")),
        **environment,
    }
    return supervised.start([python, SCRIPT, training, mode], name=name, environment=given)


def run_plain(base, training, mode):
    """The same training without anything of ours: (return code, stdout, stderr, its own record)."""
    record = base / f"plain {training} {mode}.json"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MINDWATCH_RUN")}
    environment.update(TEST_RECORD=str(record), PYTHONUNBUFFERED="1")
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [training_python(), str(SCRIPT), training, mode],
        cwd=base,
        env=environment,
        capture_output=True,
        check=False,
    )
    kept = json.loads(record.read_text()) if record.exists() else None
    return done.returncode, done.stdout.decode(), done.stderr.decode(), kept


def kept_by(run, supervised):
    """What the training wrote down itself."""
    return json.loads((supervised.base / (run.folder.name + ".json")).read_text())


def tensorboard_scalars(*folders):
    """What the real TensorBoard reads: {folder: {tag: {step: value}}}."""
    done = subprocess.run(
        [training_python(), "-c", READ, *map(str, folders)], capture_output=True, check=True, text=True
    )
    found = json.loads(done.stdout)
    return [
        {tag: dict(map(tuple, points)) for tag, points in found[str(folder)].items()} for folder in folders
    ]
