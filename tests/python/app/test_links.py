"""Only paths that exist become links."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain_training import write_record

from mindwatch.app.links import LinkFinder, is_remote
from mindwatch.app.services import Services
from mindwatch.protocol.messages import LinksRequest


def test_a_run_folder_is_a_link_that_knows_its_run(tmp_path: Path) -> None:
    folder = write_record(tmp_path / "a b" / "运行_1")
    (folder / "rank_0").mkdir()
    lines = ["nothing", f"Summary saved to {folder}", f"see {tmp_path}/none/there"]
    (link,) = LinkFinder(Services()).find(LinksRequest(lines)).links
    assert (link.line, link.path, link.is_folder, link.run_folder) == (1, str(folder), True, str(folder))
    assert lines[1][link.start : link.end] == str(folder)


def test_offsets_count_utf_16_units(tmp_path: Path) -> None:
    folder = write_record(tmp_path / "r")
    line = f"🚀 Summary saved to {folder}"
    (link,) = LinkFinder(Services()).find(LinksRequest([line])).links
    units = line.encode("utf-16-le")
    assert units[link.start * 2 : link.end * 2].decode("utf-16-le") == str(folder)


@pytest.mark.parametrize("path", ["\\\\host\\share\\a.py", "//host/share/a.py", "\\/host/share/a.py"])
def test_a_path_on_another_machine_is_never_looked_at(path: str) -> None:
    asked: list[str] = []
    finder = LinkFinder(Services())
    finder.kinds.kind = lambda path: asked.append(path) or "file"  # type: ignore[func-returns-value,method-assign]
    lines = [f'  File "{path}", line 7, in f', f"saved to {path}", f"see {path} there"]
    finder.find(LinksRequest(lines, base_folder="/base"))
    assert not [one for one in asked if "host" in one and one.replace("\\", "/").startswith("//")]
    assert is_remote(path)
    assert not is_remote("/host/a.py")


def test_relative_paths_belong_to_the_runs_working_directory_else_to_the_base_folder(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "net.py").write_text("")
    (tmp_path / "base").mkdir()
    (tmp_path / "base" / "other.py").write_text("")
    run = write_record(tmp_path / "r", cwd=str(tmp_path / "work"))
    lines = ['  File "net.py", line 7, in <module>', '  File "other.py", line 8, in f']
    found = LinkFinder(Services()).find(LinksRequest(lines, str(run), str(tmp_path / "base"))).links
    assert [(link.path, link.line_number) for link in found] == [
        (str(tmp_path / "work" / "net.py"), 7),
        (str(tmp_path / "base" / "other.py"), 8),
    ]
