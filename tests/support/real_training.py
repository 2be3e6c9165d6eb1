"""A small real MindSpore training, and the Python that can run it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

TRAINING = """
import argparse
import time

import mindspore as ms
import numpy as np
from mindspore import dataset as ds
from mindspore import nn
from mindspore.train import Callback, Model

parser = argparse.ArgumentParser()
parser.add_argument("--epochs", type=int, default=2)
parser.add_argument("--pause", type=float, default=0.0)
SUMMARY_DIR
args = parser.parse_args()
print("summary_dir:", getattr(args, "summary_dir", "not declared"), flush=True)


class Pause(Callback):
    def on_train_step_end(self, run_context):
        time.sleep(args.pause)


def rows():
    random = np.random.RandomState(0)
    for _ in range(40):
        x = random.randn(4).astype(np.float32)
        yield x, x.sum(keepdims=True)


ms.set_seed(1)
data = ds.GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(4)
network = nn.Dense(4, 1)
model = Model(network, nn.MSELoss(), nn.SGD(network.trainable_params(), 0.05))
model.train(args.epochs, data, callbacks=[Pause()], dataset_sink_mode=False)
"""

STEPS_PER_EPOCH = 10


def training_script(declares_summary_dir: bool = True) -> str:
    """The source of the training, with or without an argument of its own for summaries."""
    declaration = 'parser.add_argument("--summary_dir", default="./out")' if declares_summary_dir else ""
    return TRAINING.replace("SUMMARY_DIR", declaration)


def training_python() -> str:
    """The Python with MindSpore and TensorBoard."""
    python = os.environ.get("MINDWATCH_TEST_TRAINING_PYTHON", "")
    if not Path(python).is_file():
        pytest.fail("set MINDWATCH_TEST_TRAINING_PYTHON to a Python with MindSpore and TensorBoard")
    return python
