"""The training that runner_overhead.py measures: the monitor switched on and off in turn, block by block."""

import json
import sys
import time
from pathlib import Path

import mindspore
import mindspore.dataset
import numpy
from mindspore import nn
from mindspore.train import Callback, Model

STEPS_PER_BLOCK = 12
STEPS_TO_FORGET = 2


class Net(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Dense(256, width)
        self.second = nn.Dense(width, width)
        self.last = nn.Dense(width, 10)
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.last(self.relu(self.second(self.relu(self.first(x)))))


class Stopwatch(Callback):
    """Stands behind the monitor: from one of its step ends to the next is all that the monitor does."""

    def __init__(self):
        super().__init__()
        from mindwatch_runner.monitor import callbacks

        (self.monitor,) = callbacks._classes.values()
        self.real = self.monitor.on_train_step_end
        self.own = []
        self.blocks = []
        self.count = 0
        self.last = None

    def on_train_step_end(self, run_context):
        now = time.perf_counter()
        place = self.count % STEPS_PER_BLOCK
        if place == 0:
            self.blocks.append((self.switch(), []))
        elif place >= STEPS_TO_FORGET:
            self.blocks[-1][1].append(now - self.last)
        self.count += 1
        self.last = time.perf_counter()

    def switch(self):
        # on off off on: a drift of the machine hits both alike
        is_on = len(self.blocks) % 4 in (0, 3)
        self.monitor.on_train_step_end = self.timed if is_on else nothing
        return is_on

    @property
    def timed(self):
        real, own = self.real, self.own

        def on_train_step_end(callback, run_context):
            begin = time.perf_counter()
            real(callback, run_context)
            own.append(time.perf_counter() - begin)

        return on_train_step_end


def nothing(callback, run_context):
    """The monitor switched off."""


class Prepare(Callback):
    """Makes the stopwatch when the monitor's class exists."""

    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.watch = None

    def on_train_begin(self, run_context):
        self.watch = Stopwatch()

    def on_train_step_end(self, run_context):
        self.watch.on_train_step_end(run_context)
        if self.watch.count >= self.steps:
            run_context.request_stop()


def learning_rate(kind):
    return {
        "constant": 0.01,
        "list": [0.01 / (1 + step / 1000) for step in range(100_000)],
        "cosine": nn.CosineDecayLR(0.0, 0.01, 100_000),
    }[kind]


def main(result, mode, kind, batch, steps):
    mindspore.set_context(mode=int(mode))
    mindspore.set_device("CPU")
    random = numpy.random.RandomState(0)
    count = int(batch) * 100
    columns = (random.rand(count, 256).astype("float32"), random.randint(0, 10, count).astype("int32"))
    data = mindspore.dataset.NumpySlicesDataset(columns, shuffle=False).batch(int(batch))
    net = Net(256)
    optimizer = nn.Momentum(net.trainable_params(), learning_rate(kind), 0.9)
    prepare = Prepare(int(steps))
    Model(net, nn.CrossEntropyLoss(), optimizer).train(10_000, data, callbacks=prepare)
    Path(result).write_text(json.dumps({"blocks": prepare.watch.blocks, "own": prepare.watch.own}))


if __name__ == "__main__":
    main(*sys.argv[1:])
