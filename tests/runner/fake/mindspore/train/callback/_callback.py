import os


class RunContext:
    def __init__(self, params):
        self.params = params

    def original_args(self):
        return self.params


class Callback:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def _nothing(self, run_context):
        pass

    on_train_begin = on_train_epoch_begin = on_train_step_begin = on_train_step_end = _nothing
    on_train_end = on_eval_begin = on_eval_step_begin = on_eval_step_end = on_eval_end = _nothing


class CallbackManager(Callback):
    def __init__(self, callbacks):
        self._callbacks = list(callbacks)

    def tell(self, event, run_context):
        for callback in self._callbacks:
            getattr(callback, event)(run_context)


if os.environ.get("FAKE_WITHOUT_MANAGER"):
    AnotherManager = CallbackManager
    del CallbackManager
