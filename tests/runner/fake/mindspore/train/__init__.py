from mindspore.train.model import Model  # noqa: F401
