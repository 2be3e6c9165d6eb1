"""Calls a function right after a module has been executed for the first time.

The module is loaded by its own loader, which stays the loader that everybody sees.
"""

import sys
from types import ModuleType
from typing import Any, Callable, Dict, List, Optional, Sequence, Set

from mindwatch_runner.complaints import complain_once

AfterImport = Callable[[ModuleType], None]

_waiting: Dict[str, List[AfterImport]] = {}


def call_after_import(name: str, function: AfterImport) -> None:
    """Call the function with the module, now or when it will have been imported; its failure harms nobody."""
    module = sys.modules.get(name)
    if module is not None and not getattr(getattr(module, "__spec__", None), "_initializing", False):
        _call(function, module)
        return
    _waiting.setdefault(name, []).append(function)
    if not any(isinstance(finder, PostImportFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, PostImportFinder())


class PostImportFinder:
    """Finds nothing itself; asks the others and asks to be told when the module is there."""

    def __init__(self) -> None:
        self._asking: Set[str] = set()

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Optional[ModuleType] = None
    ) -> Any:
        """The other finders' answer for the modules we wait for, None for all the rest."""
        if name not in _waiting or name in self._asking:
            return None
        self._asking.add(name)
        try:
            spec = _ask_others(self, name, path, target)
        finally:
            self._asking.discard(name)
        if spec is not None:
            _call_back_after_exec(spec)
        return spec


def _ask_others(me: PostImportFinder, name: str, path: Any, target: Any) -> Any:
    for finder in sys.meta_path:
        find_spec = getattr(finder, "find_spec", None)
        if finder is me or find_spec is None:
            continue
        spec = find_spec(name, path, target)
        if spec is not None:
            return spec
    return None


def _call_back_after_exec(spec: Any) -> None:
    loader = spec.loader

    def exec_module(module: ModuleType) -> None:
        # From here on the loader is as it was; an exception in the module is the user's to see.
        del loader.exec_module
        loader.exec_module(module)
        for function in _waiting.pop(spec.name, []):
            _call(function, module)

    try:
        loader.exec_module = exec_module
    except AttributeError:
        complain_once("{} is loaded in an unusual way".format(spec.name), "no curves are recorded")


def _call(function: AfterImport, module: ModuleType) -> None:
    try:
        function(module)
    except Exception as problem:
        complain_once(
            "{} could not be prepared ({!r})".format(module.__name__, problem), "no curves are recorded"
        )
