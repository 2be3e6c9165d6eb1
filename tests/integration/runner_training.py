"""Trainings for the tests of the runner. Each keeps a record of its own to compare with."""

import hashlib
import json
import os
import sys
import time
from pathlib import Path

import mindspore
import mindspore.dataset
import numpy
from mindspore import nn
from mindspore.train import Callback, Model


class ConvNet(nn.Cell):
    def __init__(self):
        super().__init__()
        self.convolution = nn.Conv2d(1, 4, 3)
        self.flatten = nn.Flatten()
        self.dense = nn.Dense(4 * 8 * 8, 4)
        self.relu = nn.ReLU()

    def construct(self, image):
        return self.dense(self.flatten(self.relu(self.convolution(image))))


class Dense(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first = nn.Dense(8, 8)
        self.last = nn.Dense(8, 4)

    def construct(self, x):
        return self.last(self.first(x))


class Images:
    """A Python dataset, read by worker processes."""

    def __init__(self, count):
        random = numpy.random.RandomState(7)
        self.images = random.rand(count, 1, 8, 8).astype("float32")
        self.labels = random.randint(0, 4, count).astype("int32")

    def __getitem__(self, index):
        return self.images[index], self.labels[index]

    def __len__(self):
        return len(self.labels)


def images(workers=1, batch=10):
    data = mindspore.dataset.GeneratorDataset(
        Images(64),
        ["image", "label"],
        shuffle=True,
        num_parallel_workers=workers,
        python_multiprocessing=workers > 1,
    )
    return data.batch(batch)


def rows(count=32, batch=8):
    random = numpy.random.RandomState(3)
    columns = (random.rand(count, 8).astype("float32"), random.randint(0, 4, count).astype("int32"))
    return mindspore.dataset.NumpySlicesDataset(columns, shuffle=False).batch(batch)


class Record(Callback):
    """What the user's own callback sees."""

    def __init__(self):
        super().__init__()
        self.losses = []
        self.metrics = []

    def on_train_step_end(self, run_context):
        self.losses.append(
            run_context.original_args().net_outputs.asnumpy().astype("float32").tobytes().hex()
        )

    def on_eval_end(self, run_context):
        self.metrics.append([len(self.losses), run_context.original_args().metrics])


def weights(net):
    digest = hashlib.sha256()
    for parameter in net.get_parameters():
        digest.update(parameter.name.encode() + parameter.asnumpy().tobytes())
    return digest.hexdigest()


def keep(**values):
    Path(os.environ["TEST_RECORD"]).write_text(json.dumps(values))


def fit():
    """Two epochs with evaluation, then a second training of the same model."""
    net, record = ConvNet(), Record()
    optimizer = nn.Momentum(net.trainable_params(), nn.CosineDecayLR(0.001, 0.1, 18), 0.9)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    model = Model(net, loss, optimizer, metrics={"accuracy", "loss"})
    model.fit(2, images(workers=2), images(), callbacks=[record])
    model.train(1, images(), callbacks=record)
    keep(losses=record.losses, metrics=record.metrics, weights=weights(net), workers=2)


class DoubleWarmUp(nn.learning_rate_schedule.LearningRateSchedule):
    def __init__(self):
        super().__init__()
        self.inner = nn.WarmUpLR(0.1, 3)

    def construct(self, global_step):
        if global_step < 2:
            return self.inner(global_step) * 2
        return self.inner(global_step) + 0.0


class DrawingRate(nn.learning_rate_schedule.LearningRateSchedule):
    def construct(self, global_step):
        return 0.1 * mindspore.ops.uniform((1,), mindspore.Tensor(0.5), mindspore.Tensor(1.0))


class ChangesRate(Callback):
    def __init__(self, optimizer):
        super().__init__()
        self.optimizer = optimizer

    def on_train_step_end(self, run_context):
        if run_context.original_args().cur_step_num == 2:
            mindspore.ops.assign(self.optimizer.learning_rate, mindspore.Tensor(0.25, mindspore.float32))


def rates():
    """One training of four steps for each kind of learning rate; tells what MindSpore itself would use."""
    stock = {
        "exponential": nn.ExponentialDecayLR(0.1, 0.5, 3),
        "exponential stairs": nn.ExponentialDecayLR(0.1, 0.5, 2, True),
        "natural": nn.NaturalExpDecayLR(0.1, 0.5, 3),
        "natural stairs": nn.NaturalExpDecayLR(0.1, 0.5, 2, True),
        "inverse": nn.InverseDecayLR(0.1, 0.5, 3),
        "inverse stairs": nn.InverseDecayLR(0.1, 0.5, 2, True),
        "cosine": nn.CosineDecayLR(0.01, 0.1, 3),
        "polynomial": nn.PolynomialDecayLR(0.1, 0.01, 3, 0.5),
        "polynomial stretching": nn.PolynomialDecayLR(0.1, 0.01, 2, 2.0, True),
        "warm up": nn.WarmUpLR(0.1, 3),
        "own": DoubleWarmUp(),
    }
    expected = []
    for name, schedule in stock.items():
        # Formulas do not know of modes; a schedule that is asked must answer beside a compiled graph too.
        mindspore.set_context(mode=0 if name == "own" else 1)
        used = [schedule(mindspore.Tensor([step], mindspore.int32)) for step in range(4)]
        expected.append([[float(value.asnumpy().reshape(-1)[0]) for value in used], None])
        train_rows(lambda net, schedule=schedule: nn.Momentum(net.trainable_params(), schedule, 0.9))
    mindspore.set_context(mode=1)
    listed = [0.5, 0.25, 0.125, 0.0625, 0.03125]
    expected.append([listed[:4], None])
    train_rows(lambda net: nn.Adam(net.trainable_params(), listed))
    expected.append([[0.5, 0.5, 0.25, 0.25], None])
    train_rows(lambda net: nn.SGD(net.trainable_params(), 0.5), ChangesRate)
    expected.append([[0.125] * 4, [0.5] * 4])
    train_rows(lambda net: nn.Momentum(groups(net, 0.5), 0.125, 0.9))
    expected.append([[0.125] * 4, listed[:4]])
    train_rows(lambda net: nn.Momentum(groups(net, listed), 0.125, 0.9))
    expected.append([None, None])
    train_rows(lambda net: nn.Momentum(net.trainable_params(), DrawingRate(), 0.9))
    expected.append([None, None])
    train_rows(lambda net: nn.AdaFactor(net.trainable_params(), None))
    keep(
        expected=expected, names=[*stock, "list", "changed", "groups", "mixed groups", "drawing", "adafactor"]
    )


def groups(net, rate):
    """The second group has a rate of its own."""
    own, rest = net.last.trainable_params(), net.first.trainable_params()
    return [{"params": rest}, {"params": own, "lr": rate}]


def train_rows(make_optimizer, *callbacks):
    net = Dense()
    optimizer = make_optimizer(net)
    model = Model(net, nn.CrossEntropyLoss(), optimizer)
    model.train(1, rows(), callbacks=[make(optimizer) for make in callbacks])


class Returns(nn.Cell):
    """A network with its loss inside, in the form asked for."""

    def __init__(self, form):
        super().__init__()
        self.net = Dense()
        self.form = form
        self.loss = nn.CrossEntropyLoss(reduction="none" if form == "vector" else "mean")

    def construct(self, x, label):
        logits = self.net(x)
        loss = self.loss(logits, label)
        if self.form == "tuple":
            return loss, logits
        if self.form == "nan":
            return loss / (loss - loss) * (loss - loss)
        if self.form == "inf":
            return loss / (loss - loss)
        if self.form == "half":
            return loss.astype(mindspore.float16)
        return loss


class Remember(Callback):
    def __init__(self):
        super().__init__()
        self.losses = []

    def on_train_step_end(self, run_context):
        outputs = run_context.original_args().net_outputs
        loss = outputs[0] if isinstance(outputs, tuple) else outputs
        self.losses.append(float(loss.asnumpy().astype("float64").mean()))


class Evaluates(Callback):
    """Evaluates in the middle of an epoch, as many people do."""

    def __init__(self, model, metrics):
        super().__init__()
        self.model = model
        self.metrics = metrics

    def on_train_step_end(self, run_context):
        if run_context.original_args().cur_step_num == 2:
            self.metrics.append(self.model.eval(rows()))


def forms():
    """One training of four steps for each form that a loss can have, and evaluation from within and after."""
    remember, metrics = Remember(), []
    for form in ("scalar", "tuple", "vector", "half", "nan", "inf"):
        net = Returns(form)
        model = Model(net, optimizer=nn.Momentum(net.trainable_params(), 0.1, 0.9))
        model.train(1, rows(), callbacks=[remember])
    net = Dense()
    model = Model(
        net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), metrics={"accuracy"}
    )
    model.train(1, rows(), callbacks=[remember, Evaluates(model, metrics)])
    metrics.append(model.eval(rows()))
    keep(losses=remember.losses, metrics=metrics)


class Prints(Callback):
    """Tells the test how far it is; unbuffered, so that it is known whatever happens next."""

    def __init__(self, fail_at=0, pause=0.02):
        super().__init__()
        self.fail_at = fail_at
        self.pause = pause

    def on_train_step_end(self, run_context):
        step = run_context.original_args().cur_step_num
        os.write(1, f"step {step}\n".encode())
        if step == self.fail_at:
            raise ValueError("the user's own mistake")
        time.sleep(self.pause)


def fails():
    """Raises in the user's callback at step 3."""
    net = Dense()
    model = Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(1, rows(), callbacks=Prints(fail_at=3))


def forever():
    """Trains until somebody ends it; or, told so by a file, until its end."""
    net = Dense()
    model = Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))

    class Ends(Callback):
        def on_train_step_end(self, run_context):
            if Path(os.environ["TEST_RECORD"]).exists():
                run_context.request_stop()

    model.train(100_000, rows(), callbacks=[Prints(), Ends()])


def distributed():
    """Data parallel on two ranks."""
    from mindspore.communication import get_rank, init

    init()
    mindspore.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    mindspore.set_seed(1 + get_rank())
    fit_one()


def fit_one():
    net = Dense()
    model = Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(2, rows(), callbacks=Prints(pause=0))


if __name__ == "__main__":
    name, mode = sys.argv[1:]
    mindspore.set_context(mode={"graph": 0, "pynative": 1}[mode])
    mindspore.set_device("CPU")
    mindspore.set_seed(11)
    {
        "fit": fit,
        "rates": rates,
        "forms": forms,
        "fails": fails,
        "forever": forever,
        "distributed": distributed,
    }[name]()
