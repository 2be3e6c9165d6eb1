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
        self._is_fixed = False

    def begin(self, params: Dict[str, Any]) -> None:
        """Start anew with another training."""
        self._seconds, self._steps, self._samples = 0.0, 0, 0
        is_sunk = params.get("dataset_sink_mode")
        self._is_fixed = bool(is_sunk) or "samples_per_step" in params
        if is_sunk:
            self._known_batch = _sunk_batch_size(params.get("train_dataset"))
        elif self._is_fixed:
            self._known_batch = params["samples_per_step"]
        else:
            self._known_batch = _plain_batch_size(params)

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
        # Only the last batch of an epoch may be smaller; asking each for its shape takes time.
        if self._known_batch is not None and (self._is_fixed or params["cur_step_num"] % params["batch_num"]):
            return self._known_batch
        try:
            return int(params["train_dataset_element"][0].shape[0])
        except (AttributeError, IndexError, KeyError, TypeError):
            return None


def _integer(value: Any) -> Optional[int]:
    return value if isinstance(value, int) else None


def _sunk_batch_size(dataset: Any) -> Optional[int]:
    # dataset.get_batch_size() would build the whole pipeline a second time.
    while dataset is not None and _integer(getattr(dataset, "batch_size", None)) is None:
        dataset = next(iter(getattr(dataset, "children", [])), None)
    return _integer(getattr(dataset, "batch_size", None))


def _plain_batch_size(params: Dict[str, Any]) -> Optional[int]:
    dataset = params.get("train_dataset")
    is_plain = type(dataset).__name__ == "BatchDataset" and not getattr(dataset, "per_batch_map", None)
    # A training that is resumed in the middle of an epoch has the smaller batch elsewhere.
    is_aligned = (params.get("cur_step_num") or 0) % (params.get("batch_num") or 1) == 0
    return _integer(dataset.batch_size) if dataset is not None and is_plain and is_aligned else None
