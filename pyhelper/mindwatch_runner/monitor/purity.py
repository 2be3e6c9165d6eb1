"""Decides whether somebody's schedule may be asked for a value without changing the training."""

import dis
import inspect
from types import CodeType
from typing import Any, Iterator, Set

# Drawing random numbers, writing parameters, printing or counting would make a watched training another one.
_WORDS_OF_EFFECTS = (
    "rand", "uniform", "normal", "bernoulli", "multinomial", "poisson", "dropout", "shuffle", "seed",
    "assign", "set_data", "set_value", "scatter", "print", "append", "next", "open", "sleep",
)  # fmt: skip
_STORES = {"STORE_ATTR", "STORE_GLOBAL", "STORE_SUBSCR", "DELETE_ATTR", "YIELD_VALUE", "STORE_DEREF"}


def is_free_of_effects(schedule: Any) -> bool:
    """Whether nothing in the schedule's code, or in that of its parts, looks as if it left a trace."""
    return all(_code_is_harmless(part) for part in _parts(schedule))


def _parts(schedule: Any) -> Iterator[Any]:
    cells = getattr(schedule, "cells_and_names", None)
    if cells is None:
        yield schedule
        return
    for _, cell in cells():
        if not type(cell).__module__.startswith("mindspore."):
            yield cell


def _code_is_harmless(part: Any) -> bool:
    construct = inspect.unwrap(getattr(type(part), "construct", None) or type(part).__call__)
    code = getattr(construct, "__code__", None)
    return isinstance(code, CodeType) and _is_harmless(code, getattr(construct, "__globals__", {}), set())


def _is_harmless(code: CodeType, known: Any, seen: Set[CodeType]) -> bool:
    seen.add(code)
    if any(instruction.opname in _STORES for instruction in dis.get_instructions(code)):
        return False
    names = [name.lower() for name in code.co_names]
    if any(word in name for name in names for word in _WORDS_OF_EFFECTS):
        return False
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    called = [getattr(known.get(name), "__code__", None) for name in code.co_names]
    theirs = [found for found in called if isinstance(found, CodeType)]
    return all(_is_harmless(other, known, seen) for other in inner + theirs if other not in seen)
