"""What every Python process of a run finds first: gets the hooks ready, then steps out of the way.

Runs the sitecustomize that it hides (the user's own, or Debian's), which then is the one in sys.modules.
Plain syntax on purpose: a child may be any Python.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any  # noqa: F401  (the comments on the functions use it)


def _get_hooks_ready(boot_folder):  # type: (str) -> None
    if not os.environ.get("MINDWATCH_RUN_FOLDER") or sys.version_info < (3, 7):
        return
    root = os.path.dirname(os.path.dirname(boot_folder))
    sys.path.insert(0, root)
    try:
        from mindwatch_runner.hooks import install

        install()
    except Exception as problem:
        sys.stderr.write("MindWatch: %r; training goes on, but no curves are recorded\n" % (problem,))
    finally:
        sys.path.remove(root)


def _run_hidden_sitecustomize(boot_folder):  # type: (str) -> None
    # Another tool's sitecustomize may chain back to this one: each file runs once, whoever is asked first.
    done = getattr(sys, "_mindwatch_sitecustomize_done", [])
    sys._mindwatch_sitecustomize_done = done  # type: ignore[attr-defined]
    done.append(os.path.join(boot_folder, "sitecustomize.py"))
    for folder in sys.path:
        spec = _find_in(folder) if os.path.abspath(folder or ".") != boot_folder else None
        if spec is not None and spec.loader is not None and spec.origin not in done:
            done.append(spec.origin)
            _run(spec)
            return


def _find_in(folder):  # type: (str) -> Any
    from importlib.machinery import PathFinder

    return PathFinder.find_spec("sitecustomize", [folder])


def _run(spec):  # type: (Any) -> None
    # What theirs raises is reported by Python itself, exactly as it would be without us.
    from importlib.util import module_from_spec

    module = module_from_spec(spec)
    sys.modules["sitecustomize"] = module
    spec.loader.exec_module(module)


_boot_folder = os.path.dirname(os.path.abspath(__file__))
_get_hooks_ready(_boot_folder)
_run_hidden_sitecustomize(_boot_folder)
