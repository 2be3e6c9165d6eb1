"""Puts our callback where MindSpore and MindSpore Transformers build their lists of callbacks."""

import functools
from types import ModuleType
from typing import Any, Callable, List, Type

from mindwatch_runner.complaints import complain_once

MISSING = "no curves are recorded"
PATCHED = "_mindwatch_patched"

_patched_managers: List[Type[Any]] = []


def patch_callback_manager(module: ModuleType) -> None:
    """Plain MindSpore, and MindSpore Transformers in graph mode, from 2.0 on."""
    manager = getattr(module, "CallbackManager", None) or getattr(module, "_CallbackManager", None)
    if manager is not None:
        _patch_manager(manager, module.Callback)


def patch_model_if_needed(module: ModuleType) -> None:
    """Where there is no such manager: MindSpore's own name for it in the model, or Model.train itself."""
    manager = getattr(module, "_CallbackManager", None)
    if manager is not None:
        _patch_manager(manager, module.Callback)
    if _patched_managers:
        return
    for name in ("train", "fit"):
        method = getattr(module.Model, name, None)
        if method is not None and not getattr(method, PATCHED, False):
            setattr(module.Model, name, _with_callback_argument(method, module.Callback))


def patch_callback_handler(module: ModuleType) -> None:
    """The PyNative trainer of MindSpore Transformers."""

    def add(handler: Any) -> None:
        from mindwatch_runner.monitor import trainer_callback

        handler.callbacks = _with_ours(list(handler.callbacks), trainer_callback(module.TrainerCallback))

    _call_after(module.CallbackHandler, add)


def _patch_manager(manager: Type[Any], base: Type[Any]) -> None:
    def add(instance: Any) -> None:
        from mindwatch_runner.monitor import model_callback

        instance._callbacks = _with_ours(list(instance._callbacks), model_callback(base))

    _call_after(manager, add)
    _patched_managers.append(manager)


def _call_after(owner: Type[Any], add: Callable[[Any], None]) -> None:
    """Have `add` called with each new instance of the class, when it is complete."""
    original = owner.__init__
    if getattr(original, PATCHED, False):
        return

    @functools.wraps(original)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        original(self, *arguments, **named)
        try:
            add(self)
        except Exception as problem:
            complain_once("the monitor could not be added ({!r})".format(problem), MISSING)

    setattr(__init__, PATCHED, True)
    owner.__init__ = __init__


def _with_callback_argument(method: Callable[..., Any], base: Type[Any]) -> Callable[..., Any]:
    import inspect

    signature = inspect.signature(method)

    @functools.wraps(method)
    def wrapper(*arguments: Any, **named: Any) -> Any:
        try:
            arguments, named = _bound_with_ours(signature.bind(*arguments, **named), base)
        except Exception as problem:
            complain_once("the monitor could not be added ({!r})".format(problem), MISSING)
        return method(*arguments, **named)

    setattr(wrapper, PATCHED, True)
    return wrapper


def _bound_with_ours(bound: Any, base: Type[Any]) -> Any:
    from mindwatch_runner.monitor import model_callback

    given = bound.arguments.get("callbacks")
    if given is None:
        given = []
    theirs = list(given) if isinstance(given, (list, tuple)) else [given]
    bound.arguments["callbacks"] = _with_ours(theirs, model_callback(base))
    return bound.args, bound.kwargs


def _with_ours(callbacks: List[Any], ours: Any) -> List[Any]:
    """A new list with ours ahead of the user's, so that a step in which theirs raises is recorded too.

    MindSpore's own come first: one of them waits until the step has really been computed.
    """
    if any(type(callback) is type(ours) for callback in callbacks):
        return callbacks
    place = 0
    while place < len(callbacks) and _belongs_to_framework(callbacks[place]):
        place += 1
    return [*callbacks[:place], ours, *callbacks[place:]]


def _belongs_to_framework(callback: Any) -> bool:
    kind = type(callback)
    return kind.__module__ == "mindspore.train.model" and kind.__name__.startswith("_")
