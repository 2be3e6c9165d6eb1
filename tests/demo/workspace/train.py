"""Teach a small convolutional network to read handwritten digits.

The data are the 1,797 digits of 8 by 8 pixels that scikit-learn ships, so nothing is downloaded. The defaults
train for about two minutes on two CPU cores, with an evaluation after every epoch and a learning rate that
warms up and then follows a cosine.
"""

import argparse
import math
import time
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import nn
from mindspore.dataset import NumpySlicesDataset
from mindspore.train import Accuracy, Callback, Loss, LossMonitor, Model
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=100, help="how often to go through the training data")
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--learning_rate", type=float, default=0.003, help="the highest learning rate")
    parser.add_argument("--warmup_epochs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--summary_dir", default="./summary", help="where to save the trained network")
    return parser.parse_args()


def digits(seed):
    """The pictures, scaled to 0..1, with their labels: first for training, then for evaluation."""
    pictures, labels = load_digits(return_X_y=True)
    pictures = (pictures / 16.0).astype(np.float32).reshape(-1, 1, 8, 8)
    train_x, test_x, train_y, test_y = train_test_split(
        pictures, labels.astype(np.int32), test_size=0.2, random_state=seed, stratify=labels
    )
    return (train_x, train_y), (test_x, test_y)


def dataset_of(pictures, labels, batch_size, shuffle):
    dataset = NumpySlicesDataset((pictures, labels), column_names=["picture", "label"], shuffle=shuffle)
    return dataset.batch(batch_size, drop_remainder=shuffle)


class DigitNet(nn.Cell):
    """Three convolutions, each with normalisation, then two dense layers."""

    def __init__(self):
        super().__init__()
        self.features = nn.SequentialCell(
            convolution(1, 32),
            convolution(32, 64),
            nn.MaxPool2d(kernel_size=2, stride=2),
            convolution(64, 64),
            nn.MaxPool2d(kernel_size=2, stride=2),
        )
        self.classifier = nn.SequentialCell(
            nn.Flatten(), nn.Dense(64 * 2 * 2, 128), nn.ReLU(), nn.Dropout(p=0.3), nn.Dense(128, 10)
        )

    def construct(self, picture):
        return self.classifier(self.features(picture))


def convolution(inputs, outputs):
    return nn.SequentialCell(
        nn.Conv2d(inputs, outputs, kernel_size=3, pad_mode="same"), nn.BatchNorm2d(outputs), nn.ReLU()
    )


def learning_rates(highest, steps_per_epoch, epochs, warmup_epochs):
    """One learning rate per step: a straight line up, then half a cosine down."""
    total = steps_per_epoch * epochs
    warmup = min(steps_per_epoch * warmup_epochs, total - 1)
    rates = [highest * (step + 1) / warmup for step in range(warmup)]
    for step in range(total - warmup):
        progress = step / (total - warmup)
        rates.append(highest * 0.5 * (1.0 + math.cos(math.pi * progress)))
    return rates


class EpochReport(Callback):
    """Say how long each epoch took; MindSpore itself prints the loss and the evaluation."""

    def on_train_epoch_begin(self, run_context):
        self.started = time.perf_counter()

    def on_train_epoch_end(self, run_context):
        parameters = run_context.original_args()
        seconds = time.perf_counter() - self.started
        print(f"epoch {parameters.cur_epoch_num}/{parameters.epoch_num} took {seconds:.2f} s", flush=True)


def main():
    arguments = parse_arguments()
    ms.set_seed(arguments.seed)
    ms.set_context(mode=ms.GRAPH_MODE)

    (train_x, train_y), (test_x, test_y) = digits(arguments.seed)
    train_data = dataset_of(train_x, train_y, arguments.batch_size, shuffle=True)
    test_data = dataset_of(test_x, test_y, arguments.batch_size, shuffle=False)
    steps_per_epoch = train_data.get_dataset_size()
    print(
        f"{len(train_x)} digits to learn from, {len(test_x)} to test, {steps_per_epoch} steps each time",
        flush=True,
    )

    network = DigitNet()
    rates = learning_rates(
        arguments.learning_rate, steps_per_epoch, arguments.epochs, arguments.warmup_epochs
    )
    optimizer = nn.AdamWeightDecay(network.trainable_params(), learning_rate=rates, weight_decay=0.01)
    model = Model(
        network,
        loss_fn=nn.CrossEntropyLoss(label_smoothing=0.05),
        optimizer=optimizer,
        metrics={"accuracy": Accuracy(), "loss": Loss()},
    )
    model.fit(
        arguments.epochs,
        train_data,
        test_data,
        callbacks=[LossMonitor(steps_per_epoch), EpochReport()],
        dataset_sink_mode=False,
    )

    summary_dir = Path(arguments.summary_dir)
    summary_dir.mkdir(parents=True, exist_ok=True)
    checkpoint = summary_dir / "digits.ckpt"
    ms.save_checkpoint(network, str(checkpoint))
    print(f"The trained network is in {checkpoint.resolve()}")


if __name__ == "__main__":
    main()
