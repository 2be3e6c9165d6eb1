"""Functions that are called when a module has been imported."""

import sys

import pytest

from mindwatch_runner import complaints
from mindwatch_runner.hooks import post_import
from mindwatch_runner.hooks.post_import import PostImportFinder, call_after_import


@pytest.fixture(autouse=True)
def _clean(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(complaints, "_said", set())
    monkeypatch.setattr(post_import, "_waiting", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, PostImportFinder)]


def write(tmp_path, name, text):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def test_it_is_called_once_when_the_module_is_complete(tmp_path):
    write(tmp_path, "late_module.py", "value = 1\n")
    seen = []
    call_after_import("late_module", lambda module: seen.append(module.value))
    assert seen == []
    import late_module

    assert seen == [1]
    assert late_module.__spec__.loader is late_module.__loader__
    assert "exec_module" not in vars(late_module.__loader__)


def test_it_is_called_for_a_module_inside_a_package(tmp_path):
    write(tmp_path, "some_package/__init__.py", "from some_package import inner\nafter = inner.mark\n")
    write(tmp_path, "some_package/inner.py", "")
    call_after_import("some_package.inner", lambda module: setattr(module, "mark", "patched"))
    import some_package

    assert some_package.after == "patched"


def test_it_is_called_at_once_when_the_module_is_there_already(tmp_path):
    write(tmp_path, "early_module.py", "value = 2\n")
    import early_module  # noqa: F401

    seen = []
    call_after_import("early_module", lambda module: seen.append(module.value))
    assert seen == [2]


def test_a_function_that_fails_harms_nobody_and_says_so_in_one_line(tmp_path, capfd):
    write(tmp_path, "victim.py", "value = 3\n")
    call_after_import("victim", lambda module: 1 / 0)
    import victim

    assert victim.value == 3
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("MindWatch: victim could not be prepared (ZeroDivisionError")
    assert line.endswith("; training goes on, but no curves are recorded")


def test_a_module_that_fails_fails_as_without_us(tmp_path):
    write(tmp_path, "broken_module.py", "1 / 0\n")
    call_after_import("broken_module", lambda module: None)
    with pytest.raises(ZeroDivisionError):
        import broken_module  # noqa: F401
    assert "broken_module" not in sys.modules


def test_a_module_that_does_not_exist_stays_missing():
    call_after_import("no_such_module_anywhere", lambda module: None)
    with pytest.raises(ModuleNotFoundError):
        import no_such_module_anywhere  # noqa: F401


def test_other_modules_are_none_of_its_business():
    call_after_import("something_else", lambda module: None)
    (finder,) = [finder for finder in sys.meta_path if isinstance(finder, PostImportFinder)]
    assert finder.find_spec("json.tool") is None
