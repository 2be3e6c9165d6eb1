"""Starts trainings through the real supervisor; reads event files with no code of the writer's."""

import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

PYHELPER = Path(__file__).resolve().parents[2] / "pyhelper"
BOOT = PYHELPER / "mindwatch_runner" / "boot"
FAKE = Path(__file__).resolve().parent / "fake"
LIMIT = 60


def wait_until(condition, what, limit=LIMIT):
    """The first true value of the condition."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"waited {limit} s in vain for: {what}")


def training_environment(run_folder, **more):
    """What the helper sets for a training."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MINDWATCH_RUN")}
    environment.update(
        PYTHONPATH=str(BOOT),
        PYTHONUNBUFFERED="1",
        MINDWATCH_RUN_FOLDER=str(run_folder),
        MINDWATCH_SCALAR_EVERY="1",
    )
    environment.update(more)
    return environment


class Run:
    """One training that was started."""

    def __init__(self, folder, answer):
        self.folder = folder
        self.answer = answer

    @property
    def record(self):
        return json.loads((self.folder / "run.json").read_text(encoding="utf-8"))

    @property
    def log(self):
        return (self.folder / "train.log").read_bytes().decode("utf-8", "replace")

    def wait(self, limit=LIMIT):
        wait_until(lambda: self.record["state"] not in ("starting", "running"), "the end of the run", limit)
        wait_until(lambda: not is_running(self.answer["supervisor_pid"]), "the end of the supervisor", limit)
        return self

    def event_files(self):
        return sorted(self.folder.rglob("events.out.tfevents.*"))

    def scalars(self):
        (path,) = self.event_files()
        return read_scalars(path)


class Supervised:
    """Trainings under one folder."""

    def __init__(self, base):
        self.base = base
        self.runs = []

    def start(self, argv, name="run", python=sys.executable, check=True, environment=None, **request):
        folder = self.base / name
        folder.mkdir(exist_ok=True)
        request = dict(
            {
                "schema": 1,
                "run_folder": str(folder),
                "argv": [str(part) for part in argv],
                "cwd": str(self.base),
                "environment": training_environment(folder, **(environment or {})),
                "record": {"name": name, "kept": "as it is"},
            },
            **request,
        )
        answer = ask_supervisor(json.dumps(request), python)
        run = Run(folder, answer)
        if answer.get("ok"):
            self.runs.append(run)
        assert answer.get("ok") or not check, answer
        return run

    def clean_up(self):
        for run in self.runs:
            for pid in (run.answer["training_pid"], run.answer["supervisor_pid"]):
                with contextlib.suppress(OSError):
                    if is_running(pid) and belongs_to(pid, run.folder):
                        os.kill(pid, signal.SIGKILL)


def ask_supervisor(text, python=sys.executable, *more):
    """The answer of a supervisor to a request."""
    done = subprocess.run(
        [python, "-m", "mindwatch_runner", "supervise", *more],
        input=text.encode("utf-8"),
        stdout=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=str(PYHELPER)),
        start_new_session=True,
        timeout=LIMIT,
        check=False,
    )
    lines = done.stdout.decode("utf-8").splitlines()
    assert len(lines) == 1, lines
    answer = json.loads(lines[0])
    assert (done.returncode == 0) == answer["ok"] or more
    return answer


def is_running(pid):
    """A zombie does not run."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def belongs_to(pid, folder):
    """Guards against killing somebody who got the number meanwhile."""
    try:
        words = Path(f"/proc/{pid}/environ").read_bytes() + Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return os.fsencode(str(folder)) in words or b"mindwatch_runner" in words


def read_records(data):
    """The payloads of an event file; checks each checksum bit by bit, stops at a torn tail."""
    place = 0
    while place + 12 <= len(data):
        (length,) = struct.unpack_from("<Q", data, place)
        if place + 16 + length > len(data):
            return
        assert struct.unpack_from("<I", data, place + 8)[0] == slow_masked_crc(data[place : place + 8])
        payload = data[place + 12 : place + 12 + length]
        assert struct.unpack_from("<I", data, place + 12 + length)[0] == slow_masked_crc(payload)
        yield payload
        place += 16 + length


def slow_masked_crc(data):
    """CRC-32C by its definition."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 * (crc & 1))
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def read_fields(data):
    """The fields of a protobuf message: (number, value)."""
    place = 0
    while place < len(data):
        key, place = read_varint(data, place)
        number, kind = key >> 3, key & 7
        if kind == 0:
            value, place = read_varint(data, place)
        elif kind == 1:
            value, place = struct.unpack_from("<d", data, place)[0], place + 8
        elif kind == 5:
            value, place = struct.unpack_from("<f", data, place)[0], place + 4
        else:
            length, place = read_varint(data, place)
            value, place = data[place : place + length], place + length
        yield number, value


def read_varint(data, place):
    number = shift = 0
    while True:
        byte = data[place]
        place += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, place


def read_events(path):
    """(wall time, step, {tag: value}) of each event after the version."""
    first, *rest = read_records(Path(path).read_bytes())
    assert dict(read_fields(first))[3] == b"brain.Event:2"
    for payload in rest:
        event = dict(read_fields(payload))
        values = {}
        for number, value in read_fields(event[5]):
            assert number == 1
            fields = dict(read_fields(value))
            values[fields[1].decode("utf-8")] = fields[2]
        yield event[1], event[2], values


def read_scalars(path):
    """{tag: {step: value}}; a step is never written twice."""
    found = {}
    for _, step, values in read_events(path):
        for tag, value in values.items():
            assert step not in found.setdefault(tag, {}), (tag, step)
            found[tag][step] = value
    return found
