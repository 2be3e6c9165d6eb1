"""The loss, and whatever else the training step itself hands out."""

import sys
from typing import Any, Dict, List, Optional

# MindSpore Transformers' steps give (loss, overflow, loss scale[, learning rate[, gradient norm[, ...]]]).
_EXTRAS = ((1, "overflow"), (2, "loss_scale"), (3, "learning_rate"), (4, "grad_norm"))


class OutputsReader:
    """Reads what the network returned for the step, without computing anything with MindSpore."""

    missing = "the loss is not recorded"

    def __init__(self) -> None:
        self._is_vector = False
        self._extras_of: Dict[int, bool] = {}

    def begin(self, params: Dict[str, Any]) -> None:
        """A new training may return something else."""
        self._is_vector = False
        self._extras_of = {}

    def read(self, params: Dict[str, Any], scalars: Dict[str, float]) -> None:
        """Add the loss and its companions."""
        outputs = params.get("net_outputs")
        if isinstance(outputs, (tuple, list)):
            if self._has_extras(outputs):
                _add_extras(outputs, scalars)
            outputs = outputs[0] if outputs else None
        elif isinstance(outputs, dict):
            outputs = _loss_of(outputs)
        # Some networks return nothing at their first step.
        if outputs is not None:
            scalars["loss"] = self._number(outputs)
        if params.get("grad_norm") is not None:
            scalars["grad_norm"] = mean(params["grad_norm"])

    def _number(self, value: Any) -> float:
        # float() reads one element straight from memory; asnumpy() costs seven times as much.
        if not self._is_vector:
            try:
                return float(value)
            except (TypeError, ValueError):
                self._is_vector = True
        return mean(value)

    def _has_extras(self, outputs: Any) -> bool:
        # A tuple (loss, logits, labels) is as long: the second element must be the flag that says "overflow".
        length = len(outputs)
        if length not in self._extras_of:
            self._extras_of[length] = length in (3, 4, 5, 7) and _is_flag(outputs[1])
        return self._extras_of[length]


def mean(value: Any) -> float:
    """One number for a tensor of any shape: the mean of its elements, in double precision and by numpy."""
    if isinstance(value, (int, float)):
        return float(value)
    array = value.asnumpy() if hasattr(value, "asnumpy") else value
    numpy: Any = sys.modules["numpy"]
    return float(numpy.asarray(array).astype("float64").mean())


def _is_flag(value: Any) -> bool:
    if isinstance(value, bool):
        return True
    return str(getattr(value, "dtype", "")).lower().startswith("bool") and getattr(value, "size", 0) == 1


def _add_extras(outputs: Any, scalars: Dict[str, float]) -> None:
    for place, tag in _EXTRAS[: len(outputs) - 1]:
        value: Optional[Any] = outputs[place]
        if isinstance(value, (tuple, list)):
            value = value[0] if value else None
        if value is not None:
            scalars[tag] = mean(value)


def _loss_of(outputs: Dict[Any, Any]) -> Any:
    if "loss" in outputs:
        return outputs["loss"]
    values: List[Any] = list(outputs.values())
    if len(values) == 1:
        return values[0]
    raise ValueError("the network returns a dict without a 'loss': {}".format(list(outputs)))
