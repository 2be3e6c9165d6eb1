"""What an evaluation found out."""

from typing import Any, Dict, Optional


def metric_scalars(params: Dict[str, Any]) -> Dict[str, float]:
    """A scalar `eval/<name>` for each metric that is one number."""
    # Not params["eval_results"]: its "eval_loss", which Model.fit adds, is the loss of the last batch alone.
    metrics = params.get("metrics")
    numbers = {name: _number(value) for name, value in metrics.items()} if isinstance(metrics, dict) else {}
    return {"eval/{}".format(name): number for name, number in numbers.items() if number is not None}


def _number(value: Any) -> Optional[float]:
    # A metric per class is an array: there is no curve for it, and its mean would be our invention.
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
