"""runtime.json: what only the training itself knows about its surroundings."""

import os
import platform
import sys
from typing import Any, Dict

from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.rank import Rank
from mindwatch_runner.run_folder import RUNTIME_NAME, write_json

_MODES = {0: "graph", 1: "pynative"}


def write_overview(run_folder: str, params: Dict[str, Any], steps_before: int, rank: Rank) -> None:
    """Write it down for the supervisor and the helper; done by one process of the run."""
    try:
        write_json(os.path.join(run_folder, RUNTIME_NAME), _overview(params, steps_before, rank))
    except Exception as problem:
        complain_once("{!r}".format(problem), "versions and number of steps are not recorded")


def _overview(params: Dict[str, Any], steps_before: int, rank: Rank) -> Dict[str, Any]:
    epochs, steps = params.get("epoch_num"), params.get("batch_num")
    total = steps_before + epochs * steps if epochs and steps else None
    mindspore: Any = sys.modules.get("mindspore")
    return {
        "schema": 1,
        "mindspore_version": getattr(mindspore, "__version__", None),
        "python_version": platform.python_version(),
        "python_path": sys.executable,
        "device_target": _context(mindspore, "device_target"),
        "mode": _MODES.get(_context(mindspore, "mode")),
        "rank": rank.number,
        "rank_size": rank.size,
        "pid": os.getpid(),
        "total_steps": params.get("total_steps", total),
        "epochs": epochs,
        "steps_per_epoch": steps,
    }


def _context(mindspore: Any, name: str) -> Any:
    try:
        return mindspore.get_context(name)
    except Exception:
        return None
