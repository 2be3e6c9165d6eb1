"""How fast the training goes: step time from end to end of steps, and samples per second."""

from typing import Any, Callable, Dict, Optional


class PaceReader:
    """Sums up time, steps and samples since the last record, without evaluation and the gaps between epochs.

    The time of a step includes waiting for its data and the user's callbacks after the step before; that of
    the first includes compilation.
    """

    missing = "step time and samples per second are not recorded"

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._mark = clock()
        self._seconds = 0.0
        self._steps = 0
        self._samples: Optional[int] = 0
        self._known_batch: Optional[int] = None

    def begin(self, params: Dict[str, Any]) -> None:
        """Start anew with another training."""
        self._seconds, self._steps, self._samples = 0.0, 0, 0
        self._known_batch = _known_batch_size(params)

    def resume(self) -> None:
        """Time counts from here on."""
        self._mark = self._clock()

    def lap(self) -> None:
        """Time has counted up to here."""
        now = self._clock()
        self._seconds += now - self._mark
        self._mark = now

    def count(self, steps: int, params: Dict[str, Any]) -> None:
        """Steps have been taken: one, or many at once when the dataset is sunk into the device."""
        self._steps += steps
        batch = self._batch_size(params)
        self._samples = None if batch is None or self._samples is None else self._samples + steps * batch

    def read(self, params: Dict[str, Any], scalars: Dict[str, float]) -> None:
        """Add the mean since the last record."""
        self.lap()
        if self._steps > 0:
            scalars["step_time_ms"] = 1000.0 * self._seconds / self._steps
            if self._samples and self._seconds > 0:
                scalars["samples_per_second"] = self._samples / self._seconds
        self._seconds, self._steps, self._samples = 0.0, 0, 0

    def _batch_size(self, params: Dict[str, Any]) -> Optional[int]:
        if "samples_per_step" in params:
            given: Optional[int] = params["samples_per_step"]
            return given
        if self._known_batch is not None or params.get("dataset_sink_mode"):
            return self._known_batch
        # The batch itself, so that a smaller last batch of an epoch counts as what it is.
        try:
            return int(params["train_dataset_element"][0].shape[0])
        except (AttributeError, IndexError, KeyError, TypeError):
            return None


def _known_batch_size(params: Dict[str, Any]) -> Optional[int]:
    # dataset.get_batch_size() would build the whole pipeline a second time.
    dataset = params.get("train_dataset")
    if not params.get("dataset_sink_mode"):
        is_fixed = getattr(dataset, "drop_remainder", False) and not getattr(dataset, "per_batch_map", None)
        return _integer(getattr(dataset, "batch_size", None)) if is_fixed else None
    while dataset is not None and _integer(getattr(dataset, "batch_size", None)) is None:
        dataset = next(iter(getattr(dataset, "children", [])), None)
    return _integer(getattr(dataset, "batch_size", None))


def _integer(value: Any) -> Optional[int]:
    return value if isinstance(value, int) else None
