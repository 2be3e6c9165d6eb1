"""Small behaviour of values."""

from __future__ import annotations

from mindwatch.model.arguments import InjectedArgument
from mindwatch.model.links import FoundPath, PathReading


def test_an_injected_argument_is_one_word() -> None:
    assert InjectedArgument("--summary_dir", "/a b", "summary_folder").word == "--summary_dir=/a b"
    assert InjectedArgument("--profile", None, "profiling").word == "--profile"


def test_readings_begin_with_the_longest() -> None:
    found = FoundPath(0, 5, "file", "/a b", shorter=(PathReading(0, 2, "/a"),))
    assert [reading.path_text for reading in found.readings()] == ["/a b", "/a"]
