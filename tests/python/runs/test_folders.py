"""Run folders: their names and the base they lie in."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest

from mindwatch.model.errors import SummaryBaseFullError, SummaryBaseUnwritableError
from mindwatch.runs.folders import (
    create_run_folder,
    discard_run_folder,
    experiment_name,
    prepare_summary_base,
)

NOON = datetime(2026, 11, 30, 12, 0, 59, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("train", "train"),
        ("手写数字 识别", "手写数字-识别"),
        ("../../etc/passwd", "etc-passwd"),
        ("a/b\\c:d*e?", "a-b-c-d-e"),
        ("  ..  ", "run"),
        ("x" * 300, "x" * 48),
    ],
)
def test_a_name_is_safe_on_every_file_system(typed: str, kept: str) -> None:
    assert experiment_name(typed) == kept


def test_a_folder_is_named_after_experiment_configuration_and_time(tmp_path: Path) -> None:
    assert create_run_folder(tmp_path, "训练", "0123abcd", NOON).name == "训练_0123abcd_20261130_120059"


def test_a_second_launch_in_the_same_second_takes_the_next(tmp_path: Path) -> None:
    names = [create_run_folder(tmp_path, "a", "0123abcd", NOON).name[-6:] for _ in range(3)]
    assert names == ["120059", "120100", "120101"]


def test_a_missing_base_is_created_with_its_parents(tmp_path: Path) -> None:
    prepare_summary_base(tmp_path / "a b" / "汇总")
    assert (tmp_path / "a b" / "汇总").is_dir()
    assert not list((tmp_path / "a b" / "汇总").iterdir())


def test_a_base_that_is_a_file_is_told_with_a_next_step(tmp_path: Path) -> None:
    (tmp_path / "summary").write_text("")
    with pytest.raises(SummaryBaseUnwritableError, match="cannot be written") as caught:
        prepare_summary_base(tmp_path / "summary" / "deeper")
    assert "mindwatch.summary.base" in caught.value.next_step


def test_a_full_disk_is_told_before_the_start(tmp_path: Path) -> None:
    with pytest.raises(SummaryBaseFullError, match="3 MB are free"):
        prepare_summary_base(tmp_path, lambda folder: 3 * 1024**2)


def test_the_folder_of_a_run_that_never_started_goes_away_but_not_with_anything_in_it(tmp_path: Path) -> None:
    empty, used = tmp_path / "empty", tmp_path / "used"
    for folder in (empty, used):
        folder.mkdir()
        (folder / "run.json").write_text("{}")
        (folder / "train.log").touch()
    (used / "train.log").write_text("said something")
    discard_run_folder(empty)
    discard_run_folder(used)
    assert not empty.exists()
    assert (used / "train.log").read_text() == "said something"
    assert (used / "run.json").exists()
