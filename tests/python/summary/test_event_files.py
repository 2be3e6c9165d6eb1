"""Event files: framing, scalars, growth and damage. Records are made here by definition."""

from __future__ import annotations

import math
import struct
import time
from pathlib import Path
from typing import Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary import (
    EventFileReader,
    LatestPoints,
    Record,
    RecordDecoder,
    decode_event,
    latest_points,
)
from mindwatch.summary.checksums import crc32c, crc32c_in_python, masked_crc32c

DATA = Path(__file__).resolve().parents[2] / "data"
PAYLOADS = [b"first", b"", b"third" * 50]


def record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked_crc32c(length)) + data + struct.pack("<I", masked_crc32c(data))


def varint(value: int) -> bytes:
    value &= 0xFFFFFFFFFFFFFFFF
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def block(number: int, data: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(data)) + data


def event(step: int, wall_time: float, **scalars: float) -> bytes:
    values = [
        block(1, block(1, tag.encode()) + varint(2 << 3 | 5) + struct.pack("<f", value))
        for tag, value in scalars.items()
    ]
    head = varint(1 << 3 | 1) + struct.pack("<d", wall_time) + varint(2 << 3) + varint(step)
    return head + block(5, b"".join(values))


def event_file(path: Path, steps: int) -> Path:
    path.write_bytes(
        b"".join(record(event(step, 100.0 + step, loss=1 / step)) for step in range(1, steps + 1))
    )
    return path


def decoded(chunks: list[bytes]) -> tuple[list[Record], RecordDecoder]:
    decoder = RecordDecoder()
    return [found for chunk in chunks for found in decoder.feed(chunk)], decoder


def test_the_checksum_gives_the_known_answers() -> None:
    assert crc32c_in_python(b"123456789") == 0xE3069283
    assert crc32c_in_python(b"\0" * 32) == 0x8A9136AA
    assert crc32c(b"\xff" * 32) == 0x62A8AB43


@given(st.lists(st.binary(max_size=40), max_size=6), st.lists(st.integers(1, 30), min_size=1))
def test_any_cutting_into_pieces_gives_the_same_records(payloads: list[bytes], sizes: list[int]) -> None:
    data = b"".join(record(payload) for payload in payloads)
    chunks, position, turn = [], 0, 0
    while position < len(data):
        size = sizes[turn % len(sizes)]
        chunks.append(data[position : position + size])
        position, turn = position + size, turn + 1
    records, decoder = decoded(chunks)
    assert [found.data for found in records] == payloads
    assert (decoder.offset, decoder.problems) == (len(data), [])


@given(st.integers(0, 400))
def test_a_half_written_tail_waits_for_the_rest(cut: int) -> None:
    data = b"".join(map(record, PAYLOADS))
    decoder = RecordDecoder()
    first = decoder.feed(data[:cut])
    assert decoder.end_offset == min(cut, len(data))
    assert [found.data for found in first + decoder.feed(data[cut:])] == PAYLOADS
    assert not decoder.problems


def test_damaged_data_are_left_out_and_reported_with_their_place() -> None:
    data = bytearray(b"".join(map(record, PAYLOADS)))
    data[13] ^= 1
    records, decoder = decoded([bytes(data)])
    assert [found.data for found in records] == PAYLOADS[1:]
    assert [(problem.kind, problem.offset) for problem in decoder.problems] == [("data_crc", 0)]
    assert decoder.problems[0].text == "The record at byte 0 is damaged and was left out."
    assert not decoder.is_stopped


@pytest.mark.parametrize("header", [b"\0" * 16, b"\xff" * 16, b"garbage and more"])
def test_a_damaged_length_stops_the_reading_for_good(header: bytes) -> None:
    start = record(b"good")
    records, decoder = decoded([start + header, record(b"never seen")])
    assert [found.data for found in records] == [b"good"]
    assert decoder.is_stopped
    assert [problem.kind for problem in decoder.problems] == ["length_crc"]
    assert (
        decoder.problems[0].text == f"The file is damaged at byte {len(start)}; what follows cannot be read."
    )


def test_an_absurd_length_with_a_right_checksum_is_damage_too() -> None:
    length = struct.pack("<Q", 1 << 40)
    _, decoder = decoded([length + struct.pack("<I", masked_crc32c(length))])
    assert decoder.is_stopped


@given(st.binary(max_size=200))
def test_any_bytes_are_survived(data: bytes) -> None:
    RecordDecoder().feed(data)
    decode_event(data)
    decode_event(block(5, block(1, block(8, data))) + data)


def test_all_scalars_of_an_event_are_given() -> None:
    points = decode_event(event(7, 123.5, loss=0.5, learning_rate=0.25))
    assert points == [ScalarPoint("loss", 7, 123.5, 0.5), ScalarPoint("learning_rate", 7, 123.5, 0.25)]


@pytest.mark.parametrize("step", [0, 1, 127, 128, 2**31, 2**63 - 1, -1, -(2**63)])
def test_every_step_of_64_bits_is_read(step: int) -> None:
    assert decode_event(event(step, 1.0, loss=1.0))[0].step == step


def test_not_a_number_and_infinity_are_points() -> None:
    values = [decode_event(event(1, 1.0, loss=value))[0].value for value in (math.nan, math.inf, -math.inf)]
    assert math.isnan(values[0])
    assert values[1:] == [math.inf, -math.inf]


def test_fields_may_come_in_any_order() -> None:
    whole = event(7, 123.5, loss=0.5)
    summary = whole[11:]
    assert decode_event(summary + whole[:11]) == decode_event(whole)


def points_of(path: Path) -> list[ScalarPoint]:
    reader = EventFileReader(path)
    points = reader.read_new()
    assert not reader.problems
    assert reader.read_new() == []
    assert reader.offset == path.stat().st_size
    return points


def test_files_of_tensorboardx_are_read() -> None:
    points = points_of(DATA / "tensorboard" / "events.out.tfevents.1796037700.tensorboardX")
    loss = [point for point in points if point.tag == "loss"]
    assert [point.step for point in loss] == [1, 2, 3, 4, 5, 6, 7]
    assert loss[0] == ScalarPoint("loss", 1, 1796037701.0, 2.0)
    assert math.isnan(loss[5].value)
    assert {point.tag for point in points} == {"loss", "学习率", "negative_step"}


def test_files_of_tensorboard_are_read_with_numbers_of_every_type_and_nothing_else() -> None:
    points = points_of(DATA / "tensorboard" / "events.out.tfevents.1796037700.tensorboard")
    assert {point.tag: point.value for point in points if point.tag != "loss"} == {
        "typed/float64": 0.1, "typed/int32": -7.0, "typed/int64": -(2.0**40), "typed/half": 0.5,
        "typed/bool": 1.0, "typed/uint8": 200.0, "listed/float64": 0.25, "listed/int64": -3.0,
        "listed/float32": 0.5, "listed/half": 1.0, "listed/bfloat16": 3.0, "listed/bool": 1.0,
        "listed/uint64": 9.0,
    }  # fmt: skip
    assert [point.value for point in points if point.tag == "loss"] == pytest.approx([1, 1 / 2, 1 / 3])


def test_files_of_mindspore_have_the_same_framing_and_no_tensorboard_scalars() -> None:
    for path in (DATA / "mindspore_summary").glob("events.*"):
        assert points_of(path) == []


def test_a_growing_file_gives_only_what_is_new(tmp_path: Path) -> None:
    path = event_file(tmp_path / "events", 2)
    reader = EventFileReader(path)
    assert [point.step for point in reader.read_new()] == [1, 2]
    addition = record(event(3, 103.0, loss=0.5))
    with path.open("ab") as stream:
        stream.write(addition[:20])
    assert reader.read_new() == []
    with path.open("ab") as stream:
        stream.write(addition[20:])
    assert [point.step for point in reader.read_new()] == [3]


def test_small_pieces_give_everything_call_by_call(tmp_path: Path) -> None:
    reader = EventFileReader(event_file(tmp_path / "events", 20))
    steps: list[int] = []
    while points := reader.read_new(max_bytes=10):
        steps += [point.step for point in points]
    assert steps == list(range(1, 21))


@pytest.mark.parametrize("replace", [False, True])
def test_a_file_that_was_cut_or_replaced_is_read_again(tmp_path: Path, replace: bool) -> None:
    path = event_file(tmp_path / "events", 3)
    reader = EventFileReader(path)
    reader.read_new()
    if replace:
        event_file(tmp_path / "other", 4).replace(path)
    else:
        event_file(path, 1)
    assert [point.step for point in reader.read_new()] == list(range(1, 5 if replace else 2))
    assert reader.restarts == 1


def test_a_damaged_file_gives_what_is_before_and_behind_the_damage(tmp_path: Path) -> None:
    path = event_file(tmp_path / "events", 3)
    data = bytearray(path.read_bytes())
    size = len(data) // 3
    data[size + 20] ^= 1
    path.write_bytes(bytes(data))
    reader = EventFileReader(path)
    assert [point.step for point in reader.read_new()] == [1, 3]
    assert [(problem.kind, problem.offset) for problem in reader.problems] == [("data_crc", size)]


def test_a_file_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        EventFileReader(tmp_path / "none").read_new()
    with pytest.raises(FileNotFoundError):
        latest_points(tmp_path / "none")


def test_the_latest_point_is_the_one_with_the_latest_time() -> None:
    latest = LatestPoints()
    latest.add([ScalarPoint("a", 1, 10.0, 1.0), ScalarPoint("b", 5, 9.0, 2.0), ScalarPoint("a", 9, 5.0, 3.0)])
    latest.add([ScalarPoint("a", 2, 10.0, 4.0)])
    assert latest.by_tag == {"a": ScalarPoint("a", 2, 10.0, 4.0), "b": ScalarPoint("b", 5, 9.0, 2.0)}


@pytest.mark.parametrize("tail_bytes", [1, 13, 64, 100, 1000, 1_000_000])
@pytest.mark.parametrize("cut", [0, 1, 20, None])
def test_the_latest_points_need_only_the_end_of_a_file(
    tmp_path: Path, tail_bytes: int, cut: Optional[int]
) -> None:
    path = event_file(tmp_path / "events", 500)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - cut] if cut else data)
    found = latest_points(path, tail_bytes)
    assert found["loss"].step == (499 if cut else 500)


def test_the_latest_points_of_a_file_that_ends_in_one_large_record_are_found(tmp_path: Path) -> None:
    path = event_file(tmp_path / "events", 5)
    with path.open("ab") as stream:
        stream.write(record(block(4, b"\0" * 300_000)))
    assert latest_points(path)["loss"].step == 5


def test_the_latest_points_of_garbage_are_none(tmp_path: Path) -> None:
    path = tmp_path / "events"
    path.write_bytes(b"\0" * 200_000)
    assert latest_points(path) == {}
    path.write_bytes(b"")
    assert latest_points(path) == {}


def test_sixty_thousand_points_are_read_in_bounded_time(tmp_path: Path) -> None:
    path = tmp_path / "events"
    one = event(1, 1.0, loss=1.0, learning_rate=0.1, step_time_ms=5.0)
    path.write_bytes(record(one) * 20_000)
    began = time.perf_counter()
    assert len(points_of(path)) == 60_000
    assert time.perf_counter() - began < 10.0
