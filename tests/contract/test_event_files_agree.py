"""What the runner writes, the helper reads."""

from __future__ import annotations

import math
import struct
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from mindwatch.model.metrics import ScalarPoint
from mindwatch.summary import EventFileReader, RecordDecoder, decode_event, latest_points
from mindwatch_runner.events.encoding import framed, scalars_event, version_event
from mindwatch_runner.events.event_file import EventFile


def test_a_file_of_the_runner_is_read_while_it_grows(tmp_path: Path) -> None:
    written = EventFile(str(tmp_path), 1796037700.5)
    reader = EventFileReader(Path(written.path))
    assert reader.read_new() == []
    for step in (1, 2):
        written.append(scalars_event(1796037700.5 + step, step, [("loss", 2.0 / step), ("eval/准确率", 0.5)]))
        assert reader.read_new() == [
            ScalarPoint("loss", step, 1796037700.5 + step, 2.0 / step),
            ScalarPoint("eval/准确率", step, 1796037700.5 + step, 0.5),
        ]
    written.close()
    assert latest_points(Path(written.path))["loss"].step == 2
    assert not reader.problems


@given(st.integers(-(2**63), 2**63 - 1), st.floats(width=32), st.text(max_size=20), st.floats(0, 2**40))
def test_every_scalar_survives(step: int, value: float, tag: str, wall_time: float) -> None:
    safe_tag = tag.encode("utf-8", "replace").decode("utf-8")
    data = framed(version_event(wall_time)) + framed(scalars_event(wall_time, step, [(safe_tag, value)]))
    (_, record) = RecordDecoder().feed(data)
    (point,) = decode_event(record.data)
    assert (point.tag, point.step, point.wall_time) == (safe_tag, step, wall_time)
    expected = struct.unpack("<f", struct.pack("<f", value))[0]
    assert math.isnan(point.value) if math.isnan(value) else point.value == expected
