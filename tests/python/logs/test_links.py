"""Paths in log lines."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mindwatch.logs import find_links
from mindwatch.logs.shapes import SHAPES, LinkShape

LOGS = Path(__file__).resolve().parents[2] / "data" / "logs"


def first_paths(line: str) -> list[str]:
    """The longest reading of each link."""
    return [found.path_text for found in find_links(line)]


def all_paths(line: str) -> list[str]:
    """Every reading of every link."""
    return [reading.path_text for found in find_links(line) for reading in found.readings()]


def utf16_slice(line: str, start: int, end: int) -> str:
    """What an editor shows between two of its offsets."""
    return line.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.before for shape in SHAPES])
def test_the_example_of_every_known_shape_gives_its_path(shape: LinkShape) -> None:
    found = find_links(shape.example)
    assert [(link.path_text, link.kind) for link in found] == [(shape.path, shape.kind)]
    assert utf16_slice(shape.example, found[0].start, found[0].end) == shape.path


def test_the_summary_path_reaches_to_the_end_of_the_line_with_blanks_and_chinese() -> None:
    line = "epoch: 1 step: 2, loss is 1.5 Summary saved to /数据 1/我的 汇总/net_0a1b2c3d_20261130_101112  "
    assert first_paths(line) == ["/数据 1/我的 汇总/net_0a1b2c3d_20261130_101112"]


def test_a_windows_summary_path_is_found() -> None:
    assert first_paths(r"Summary saved to C:\Users\me\my runs\a") == [r"C:\Users\me\my runs\a"]


def test_offsets_are_utf_16_code_units() -> None:
    line = "🚀🚀 Summary saved to /a/🚀/b"
    (found,) = find_links(line)
    assert (found.start, found.end) == (22, 29)
    assert utf16_slice(line, found.start, found.end) == "/a/🚀/b"


def test_a_line_with_more_text_offers_shorter_readings_longest_first() -> None:
    (found,) = find_links("Saving model to ./my ckpt/a.ckpt, then on.")
    assert [reading.path_text for reading in found.readings()] == [
        "./my ckpt/a.ckpt, then on.",
        "./my ckpt/a.ckpt, then on",
        "./my ckpt/a.ckpt, then",
        "./my ckpt/a.ckpt,",
        "./my ckpt/a.ckpt",
        "./my",
    ]


@pytest.mark.parametrize(
    ("line", "path", "line_number", "column"),
    [
        ('  File "/proj/my net/train.py", line 12, in <module>', "/proj/my net/train.py", 12, 0),
        ('  File "train.py", line 3', "train.py", 3, 0),
        ("# 6 In file /proj/base.py:18, 34~51", "/proj/base.py", 18, 35),
        ("# 0 In file /env/lib/cell_wrapper.py:424~425, 8~46", "/env/lib/cell_wrapper.py", 424, 9),
        ("In file /proj/汇总 1/base.py(18)", "/proj/汇总 1/base.py", 18, 0),
        ("[WARNING] ME(1:2,MainProcess):2026-11-30 [src/net.py:304] no values", "src/net.py", 304, 0),
        ("at train.py:12:5 something", "train.py", 12, 5),
        ("[2021-07-18 00:18:43.394][DEBUG] trainer.py(69)->train(): x", "trainer.py", 69, 0),
        (r"C:\proj\train.py:7: UserWarning", r"C:\proj\train.py", 7, 0),
        ("config/run.yaml:3: bad key", "config/run.yaml", 3, 0),
        ("./a/b.py:1", "./a/b.py", 1, 0),
    ],
)
def test_places_in_sources_are_found(line: str, path: str, line_number: int, column: int) -> None:
    (found,) = find_links(line)
    assert (found.path_text, found.line_number, found.column) == (path, line_number, column)
    assert found.kind == "source"


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("wrote '/a b/c.txt' and \"./d e/f\"", ["/a b/c.txt", "./d e/f"]),
        ("模型已保存到“/数据/模型 1”。", ["/数据/模型 1"]),
        ("see `~/logs/x.log`", ["~/logs/x.log"]),
        ("out=/data/run1,next", ["/data/run1"]),
        ("保存到：/data/模型，完成", ["/data/模型"]),
        ("run folder /data/2026-01-01_12:00:00/x", ["/data/2026-01-01_12:00:00/x"]),
        (r"wrote D:\data\x.ckpt ok", [r"D:\data\x.ckpt"]),
    ],
)
def test_other_paths_are_found_in_quotes_and_without(line: str, paths: list[str]) -> None:
    assert first_paths(line) == paths


def test_brackets_and_punctuation_around_a_path_may_be_left_out() -> None:
    assert {"/data/a", "/data/b", "/data/c"} <= set(all_paths("(/data/a) [/data/b] /data/c."))


def test_a_bare_path_may_go_on_behind_a_blank_when_a_slash_follows() -> None:
    readings = all_paths("wrote /proj/prof out/vm_1_ascend_ms done")
    assert readings == ["/proj/prof out/vm_1_ascend_ms", "/proj/prof"]


@pytest.mark.parametrize(
    "line",
    [
        "File         : /home/jenkins/agent-working-dir/workspace/device_queue_op.cc",
        "[ERROR] MD(1,7f,python):2021 [mindspore/ccsrc/minddata/util/arena.cc:250] Init] out of memory",
        "mindspore/ccsrc/minddata/dataset/data_source/generator_op.cc(383).",
        'File "/tmp/ipykernel_123/456.py", line 3, in <module>',
        'File "<frozen importlib._bootstrap>", line 241, in f',
        "Web address: http://127.0.0.1:18099/a/b.py:12",
        "TensorBoard 2.18.0 at http://localhost:6006/ (Press CTRL+C to quit)",
        "see https://www.mindspore.cn/search?inputValue=analyze_fail.ir and file:///a/b",
        "  1%|          | 1/115 [00:03<06:30,  3.43s/it]",
        "epoch: 1 step: 2/10, loss is 1.5, 3.2 samples/s/p",
        "12:30:45 - 5 / 3 = 1",
        "// a comment and /",
        "",
    ],
)
def test_what_only_looks_like_a_path_is_no_link(line: str) -> None:
    assert find_links(line) == []


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/r/events.out.tfevents.1.host.2.0", "tensorboard"),
        ("/r/events.out.events.summary.1.0.host_MS", "summary"),
        ("/r/summary_dir", "summary"),
        ("/r/vm_1_2026_ascend_ms", "profiler"),
        ("/r/a.ckpt", "checkpoint"),
        ("/r/worker_0.log", "log"),
        ("/r/x.py", "source"),
        ("/r/x", "file"),
    ],
)
def test_the_kind_of_an_unknown_line_follows_from_the_name(path: str, kind: str) -> None:
    assert [found.kind for found in find_links(f"wrote {path}")] == [kind]


def test_links_do_not_overlap_and_come_in_order() -> None:
    line = '"/a b/c" File "/d/e.py", line 3 [/f/g.py:4] saved \'/h\' Summary saved to /i j'
    found = find_links(line)
    assert [link.path_text for link in found] == ["/a b/c", "/d/e.py", "/f/g.py", "/h", "/i j"]
    assert all(left.end <= right.start for left, right in zip(found, found[1:]))


def test_the_real_logs_have_the_links_a_person_would_click() -> None:
    def links_of(name: str) -> set[str]:
        text = (LOGS / name).read_text(encoding="utf-8")
        return {path for line in text.splitlines() for path in all_paths(line)}

    assert "/proj/prof out/vm_31506_20261130112732230_ascend_ms" in links_of("profiler.log")
    assert "/proj/base.py" in links_of("dataset_error.log")
    assert {"/proj/base.py", "/proj/rank_0/om/analyze_fail.ir"} <= links_of("shape_error.log")
    assert {"msrun_log3/worker_1.log", "msrun_log3"} <= links_of("msrun_worker_failed.log")
    assert {"dp_log/worker_0.log", "/proj/output_dp"} <= links_of("mindformers_two_ranks.log")
    assert {"/proj/research/miws", "/proj/summary_dir"} <= links_of("mindinsight_start.log")
    assert links_of("healthy_run.log") == set()


PIECES = [
    "/",
    "\\",
    "a",
    ".py",
    ":",
    "1",
    " ",
    '"',
    "'",
    "\x1b[0m",
    "🚀",
    "汇",
    "C:\\",
    "~/",
    "../",
    ", line ",
    "(",
    ")",
]
FRAGMENTS = [*PIECES, 'File "', "In file ", "Summary saved to ", "Saving model to ", "http://"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS)).map("".join)))
@example("Summary saved to ")
@example("\ud800/a")
def test_any_line_is_survived_and_every_offset_fits(line: str) -> None:
    for found in find_links(line):
        for reading in found.readings():
            assert 0 <= reading.start < reading.end
            assert utf16_slice(line, reading.start, reading.end) == reading.path_text


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "/",
        "/a",
        " /a",
        "a/",
        "a.",
        "\\",
        '"',
        "' ",
        "./",
        " b/",
        "a@",
        'File "',
        "log file:a ",
        "~",
        "(",
        "a.py:1 ",
    ],
)
def test_a_line_of_a_megabyte_takes_bounded_time(piece: str) -> None:
    line = (piece * 1_000_000)[:1_000_000]
    began = time.perf_counter()
    find_links(line)
    assert time.perf_counter() - began < 2.0
