from mindspore.train.callback import _callback
from mindspore.train.callback._callback import Callback, RunContext

Manager = getattr(_callback, "CallbackManager", None) or _callback.AnotherManager


class _StepSync(Callback):
    pass


class Model:
    """Trains by handing out the losses it is given; `seen` tells which callbacks were at work."""

    def __init__(self, losses, batch=4):
        self.losses = losses
        self.batch = batch
        self.seen = []

    def train(self, epoch, train_dataset, callbacks=None):
        given = (
            list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks] * (callbacks is not None)
        )
        manager = Manager([_StepSync(), *given])
        self.seen = [type(callback).__name__ for callback in manager._callbacks]
        params = {
            "cur_step_num": 0,
            "epoch_num": epoch,
            "batch_num": len(self.losses),
            "train_dataset_element": None,
        }
        context = RunContext(params)
        manager.tell("on_train_begin", context)
        for number in range(1, epoch + 1):
            params["cur_epoch_num"] = number
            manager.tell("on_train_epoch_begin", context)
            for loss in self.losses:
                params["cur_step_num"] += 1
                params["net_outputs"] = loss
                manager.tell("on_train_step_end", context)
            self._evaluate(manager, params)
        manager.tell("on_train_end", context)

    def _evaluate(self, manager, params):
        inner = Manager(manager._callbacks)
        self.seen_in_eval = [type(callback).__name__ for callback in inner._callbacks]
        context = RunContext(dict(params, cur_step_num=0))
        inner.tell("on_eval_begin", context)
        context.params["metrics"] = {"accuracy": 0.5, "per_class": [1, 2]}
        inner.tell("on_eval_end", context)
