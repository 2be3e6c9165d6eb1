from mindspore.train.callback._callback import Callback, RunContext  # noqa: F401
