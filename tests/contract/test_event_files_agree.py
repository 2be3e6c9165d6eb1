"""What the runner writes, the helper reads."""

from __future__ import annotations

import math
import struct
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary import EventFileReader, RecordDecoder, decode_event, latest_points
from mindwatch_runner.events.encoding import ScalarsEncoder, version_record
from mindwatch_runner.events.event_file import EventFile

TAGS = st.sampled_from(["loss", "learning_rate", "eval/准确率", "step_time_ms"])
STEPS = st.lists(
    st.tuples(
        st.integers(0, 2**31), st.floats(0, 2**33), st.dictionaries(TAGS, st.floats(width=32), min_size=1)
    ),
    max_size=8,
)


def test_a_file_of_the_runner_is_read_while_it_grows(tmp_path: Path) -> None:
    written, encoder = EventFile(str(tmp_path), 1796037700.5), ScalarsEncoder()
    reader = EventFileReader(Path(written.path))
    assert reader.read_new() == []
    for step in (1, 2):
        time = 1796037700.5 + step
        written.append(encoder.record(time, step, {"loss": 2.0 / step, "eval/准确率": 0.5}))
        expected = [ScalarPoint("loss", step, time, 2.0 / step), ScalarPoint("eval/准确率", step, time, 0.5)]
        assert sorted(reader.read_new()) == sorted(expected)
    written.close()
    assert latest_points(Path(written.path))["loss"].step == 2
    assert not reader.problems


@given(STEPS)
def test_every_scalar_survives(steps: list[tuple[int, float, dict[str, float]]]) -> None:
    encoder, decoder = ScalarsEncoder(), RecordDecoder()
    decoder.feed(version_record(1.0))
    for step, time, scalars in steps:
        (record,) = decoder.feed(encoder.record(time, step, scalars))
        points = decode_event(record.data)
        assert {(point.step, point.wall_time) for point in points} == {(step, time)}
        assert {point.tag: bits(point.value) for point in points} == {
            tag: bits(value) for tag, value in scalars.items()
        }


def bits(value: float) -> bytes:
    """A float32 as stored; all that are not numbers are alike."""
    return b"nan" if math.isnan(value) else struct.pack("<f", value)
