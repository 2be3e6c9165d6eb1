"""The callbacks that MindSpore calls; they only pass on to the one monitor of the process."""

import os
from typing import Any, Dict, Optional, Type

from mindwatch_runner.complaints import complain_once
from mindwatch_runner.monitor.training_monitor import TrainingMonitor, monitor_from_environment

_monitor: Optional[TrainingMonitor] = None
_is_made = False
_classes: Dict[Type[Any], Type[Any]] = {}


def model_callback(base: Type[Any]) -> Any:
    """A callback for MindSpore's Model, whose class derives from MindSpore's own."""
    return _made_from(ModelMethods, base)


def trainer_callback(base: Type[Any]) -> Any:
    """A callback for the PyNative trainer of MindSpore Transformers."""
    return _made_from(TrainerMethods, base)


def _made_from(methods: Type[Any], base: Type[Any]) -> Any:
    if base not in _classes:
        _classes[base] = type("MindWatchMonitor", (methods, base), {})
    return _classes[base]()


class ModelMethods:
    """What a Model tells its callbacks."""

    def on_train_begin(self, run_context: Any) -> None:
        """A training starts."""
        _tell("train_begin", run_context.original_args())

    def on_train_epoch_begin(self, run_context: Any) -> None:
        """An epoch starts."""
        _tell("epoch_begin")

    def on_train_step_begin(self, run_context: Any) -> None:
        """Nothing to do: steps are measured from end to end."""

    def on_train_step_end(self, run_context: Any) -> None:
        """A step has been computed."""
        # As _tell, but this is what happens all the time.
        try:
            if _monitor is not None:
                _monitor.step_end(run_context.original_args())
        except Exception as problem:
            _complain(problem)

    def on_train_end(self, run_context: Any) -> None:
        """A training is over."""
        _tell("train_end")

    def on_eval_begin(self, run_context: Any) -> None:
        """An evaluation starts."""
        _tell("evaluation_begin")

    def on_eval_step_begin(self, run_context: Any) -> None:
        """Nothing to do."""

    def on_eval_step_end(self, run_context: Any) -> None:
        """Nothing to do."""

    def on_eval_end(self, run_context: Any) -> None:
        """An evaluation is over and its metrics are known."""
        _tell("evaluation_end", run_context.original_args())


class TrainerMethods:
    """What the PyNative trainer tells its callbacks, put into the words of a Model."""

    def on_train_begin(self, args: Any, state: Any, **known: Any) -> None:
        """A training starts."""
        _tell("train_begin", _as_params(state, known))

    def on_step_begin(self, args: Any, state: Any, **known: Any) -> None:
        """Nothing to do: steps are measured from end to end."""

    def on_step_end(self, args: Any, state: Any, **known: Any) -> None:
        """A step has been computed."""
        _tell("step_end", _as_params(state, known))


def _as_params(state: Any, known: Dict[str, Any]) -> Dict[str, Any]:
    step, steps_per_epoch = state.global_step, getattr(state, "epoch_step", 0)
    return {
        "cur_step_num": step,
        "cur_epoch_num": max(step - 1, 0) // steps_per_epoch + 1 if steps_per_epoch else None,
        "batch_num": steps_per_epoch or None,
        "total_steps": getattr(state, "max_steps", None),
        "net_outputs": known.get("loss"),
        "grad_norm": known.get("grad_norm"),
        "optimizer": known.get("optimizer"),
        "samples_per_step": getattr(state, "global_batch_size", None),
    }


def _tell(event: str, *details: Any) -> None:
    monitor = _the_monitor()
    if monitor is None:
        return
    try:
        getattr(monitor, event)(*details)
    except Exception as problem:
        _complain(problem)


def _complain(problem: Exception) -> None:
    complain_once("the monitor failed ({!r})".format(problem), "not everything is recorded")


def _the_monitor() -> Optional[TrainingMonitor]:
    global _monitor, _is_made  # noqa: PLW0603
    if not _is_made:
        _is_made = True
        try:
            _monitor = monitor_from_environment(os.environ)
        except Exception as problem:
            complain_once("the monitor could not be made ({!r})".format(problem), "no curves are recorded")
    return _monitor
