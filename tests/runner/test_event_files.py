"""The event files, read back by a reader that shares no code with the writer."""

import math
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from runner_support import PYHELPER, read_events, read_records

from mindwatch_runner.events.checksum import ChecksumOfVariants, crc32c
from mindwatch_runner.events.encoding import ScalarsEncoder
from mindwatch_runner.events.event_file import EventFile


def float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def test_the_checksum_is_crc32c():
    assert crc32c(b"123456789") == 0xE3069283
    assert crc32c(b"") == 0


def test_the_checksum_of_variants_is_the_checksum():
    source = random.Random(1)
    for _ in range(50):
        model = bytes(source.randrange(256) for _ in range(source.randrange(2, 200)))
        places = source.sample(range(len(model)), source.randrange(2, len(model) + 1))
        variant = bytearray(model)
        for place in places:
            variant[place] = source.randrange(256)
        assert ChecksumOfVariants(model, places).of(bytes(variant)) == crc32c(bytes(variant))


def test_what_is_written_is_read_back_exactly(tmp_path):
    source = random.Random(2)
    tags = ["loss", "learning_rate", "step_time_ms", "eval/准确率", "x" * 200]
    encoder, file, expected = ScalarsEncoder(), EventFile(str(tmp_path), 1234.5), []
    for step in [1, 2, 3, 127, 128, 129, 130, 16383, 16384, 2**31, 2**40] * 3:
        values = {tag: source.uniform(-1e3, 1e3) for tag in tags[: source.randrange(1, 6)]}
        expected.append((1234.5 + step, step, {tag: float32(value) for tag, value in values.items()}))
        file.append(encoder.record(1234.5 + step, step, values))
    assert list(read_events(file.path)) == expected


def test_the_name_is_one_that_tensorboard_looks_for(tmp_path):
    name = Path(EventFile(str(tmp_path), 1234.5).path).name
    assert name.startswith("events.out.tfevents.1234.")
    assert name.endswith(f".{os.getpid()}.0")


def test_two_files_of_one_second_do_not_meet(tmp_path):
    assert EventFile(str(tmp_path), 1.0).path != EventFile(str(tmp_path), 1.0).path


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 0.0, -0.0, 1e-45, 3.4e38])
def test_special_values_are_kept(tmp_path, value):
    file, encoder = EventFile(str(tmp_path), 1.0), ScalarsEncoder()
    for step in (1, 2, 3):
        file.append(encoder.record(1.0, step, {"loss": value}))
    for _, _, values in read_events(file.path):
        assert struct.pack("<f", values["loss"]) == struct.pack("<f", value)


@pytest.mark.parametrize("value", [1e39, -1e300, 3.4028235677973366e38])
def test_values_too_large_for_float32_become_infinite(tmp_path, value):
    file, encoder = EventFile(str(tmp_path), 1.0), ScalarsEncoder()
    file.append(encoder.record(1.0, 1, {"loss": value, "epoch": 1}))
    ((_, _, values),) = read_events(file.path)
    assert values == {"loss": math.copysign(math.inf, value), "epoch": 1.0}


FULL_DISK = """
import resource, signal, sys
from mindwatch_runner.events.encoding import ScalarsEncoder
from mindwatch_runner.events.event_file import EventFile
file, encoder = EventFile(sys.argv[1], 1.0), ScalarsEncoder()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
step = 0
try:
    while True:
        step += 1
        file.append(encoder.record(1.0, step, {"loss": 0.5}))
except OSError:
    print(step)
"""


def test_a_full_disk_leaves_whole_records_only(tmp_path):
    environment = dict(os.environ, PYTHONPATH=str(PYHELPER))
    answer = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path)], env=environment, stdout=subprocess.PIPE, check=True
    )
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    assert sum(len(record) + 16 for record in read_records(data)) == len(data)
    assert [step for _, step, _ in read_events(path)] == list(range(1, int(answer.stdout)))


def test_a_file_that_was_removed_is_noticed(tmp_path):
    file = EventFile(str(tmp_path), 1.0)
    assert file.is_on_disk()
    Path(file.path).unlink()
    assert not file.is_on_disk()
