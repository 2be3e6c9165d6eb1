"""What the monitor costs per step, as a ratio with / without: `python tests/bench/runner_overhead.py`.

Needs MINDWATCH_TEST_TRAINING_PYTHON. The target is a ratio of at most 1.01 on a step of 5 ms.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BOOT = HERE.parent.parent / "pyhelper" / "mindwatch_runner" / "boot"
WARM_UP = 20
CASES = (
    ("graph", "constant", 64),
    ("graph", "cosine", 64),
    ("graph", "list", 64),
    ("pynative", "constant", 4),
)


def measure(mode, kind, batch, steps):
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        environment = dict(os.environ, PYTHONPATH=str(BOOT), MINDWATCH_RUN_FOLDER=folder)
        command = [os.environ["MINDWATCH_TEST_TRAINING_PYTHON"], str(HERE / "runner_overhead_training.py")]
        number = {"graph": "0", "pynative": "1"}[mode]
        subprocess.run(
            [*command, str(result), number, kind, str(batch), str(steps)],
            env=environment,
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return json.loads(result.read_text())


def evaluate(measured):
    """Ratios of neighbouring blocks, so that what else the machine does hits both alike."""
    blocks = [(is_on, statistics.fmean(times)) for is_on, times in measured["blocks"][WARM_UP:-1]]
    logs = []
    for (first_on, first), (second_on, second) in zip(blocks[::2], blocks[1::2]):
        if first_on != second_on:
            logs.append(math.log(first / second) * (1 if first_on else -1))
    middle, error = trimmed(logs)
    off = [value for is_on, times in measured["blocks"][WARM_UP:] for value in times if not is_on]
    own = measured["own"][200:]
    return {
        "step_ms": 1000 * statistics.median(off),
        "ratio": math.exp(middle),
        "error": error,
        "own_us": 1e6 * statistics.median(own),
        "own_mean_us": 1e6 * statistics.fmean(own),
        "own_share": statistics.fmean(own) / statistics.fmean(off),
        "pairs": len(logs),
    }


def trimmed(values):
    """The mean of the middle half, and its standard error."""
    middle = sorted(values)[len(values) // 4 : len(values) - len(values) // 4]
    return statistics.fmean(middle), statistics.stdev(middle) / len(middle) ** 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=6000, help="steps per case (default: %(default)s)")
    parser.add_argument("--cases", type=int, default=len(CASES), help="only the first cases")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")
    options = parser.parse_args()
    if "MINDWATCH_TEST_TRAINING_PYTHON" not in os.environ:
        sys.exit("Set MINDWATCH_TEST_TRAINING_PYTHON to a Python that has MindSpore.")
    results = {}
    if not options.json:
        print("mode      rate      step ms  ratio (+-)       own us    mean  own/step  pairs")
    for mode, kind, batch in CASES[: options.cases]:
        found = results[mode + "/" + kind] = evaluate(measure(mode, kind, batch, options.steps))
        if not options.json:
            print(
                "{:9} {:9} {step_ms:7.3f}  {ratio:.4f} ({error:.4f})  "
                "{own_us:6.1f}  {own_mean_us:6.1f}  {own_share:8.4f}  {pairs:5}".format(mode, kind, **found),
                flush=True,
            )
    if options.json:
        print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
