"""A script together with the user's own modules it imports, cut down to the code that can run.

Which functions can run is told by name: a function counts when its name occurs anywhere in code that counts.
That lets in a little too much, and that is why an argument must also be unmistakable in meaning before it is
added.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Optional

from mindwatch.analysis.trees import FunctionNode, in_source_order, parse

ReadModule = Callable[[str], Optional[str]]
"""Source of a module by its dotted name as seen from the script's folder; None when it is not the user's."""

MOST_MODULES = 40
DEEPEST_IMPORT = 3
SCRIPT = ""


@dataclass(frozen=True, eq=False)
class Unit:
    """Code that runs as a whole: the statements of a module, or one function with its parameters."""

    module: str
    function: Optional[FunctionNode]
    class_name: str
    nodes: tuple[ast.AST, ...]

    def calls(self) -> Iterator[ast.Call]:
        """The calls in it, in source order."""
        return (node for node in self.nodes if isinstance(node, ast.Call))


@dataclass
class Program:
    """The units that can run, and what they know."""

    units: list[Unit] = field(default_factory=list)
    functions: dict[str, FunctionNode] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    imported: set[str] = field(default_factory=set)

    def calls(self) -> Iterator[tuple[Unit, ast.Call]]:
        """All calls that can run, unit by unit."""
        for unit in self.units:
            for call in unit.calls():
                yield unit, call

    def imports(self, package: str) -> bool:
        """Whether a top-level package is imported by any of the modules."""
        return package in self.imported


def load_program(tree: ast.Module, read_module: Optional[ReadModule]) -> Program:
    """The program that starts with a script's tree."""
    modules = load_modules(tree, read_module)
    program = Program()
    units: list[Unit] = []
    for name, module in modules.items():
        units += _units_of(name, module)
        program.imported |= {imported.split(".")[0] for imported in imported_modules(module, name)}
        for node in ast.walk(module):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                program.functions.setdefault(node.name, node)
            elif isinstance(node, ast.ClassDef):
                program.classes.setdefault(node.name, node)
    program.units = _running_units(units)
    return program


def load_modules(tree: ast.Module, read_module: Optional[ReadModule]) -> dict[str, ast.Module]:
    """The script's tree and those of the modules beside it, by name, as far as imports lead there."""
    modules = {SCRIPT: tree}
    if read_module is None:
        return modules
    asked: set[str] = set()
    waiting = [(SCRIPT, 0)]
    while waiting and len(modules) < MOST_MODULES:
        importer, depth = waiting.pop(0)
        for name in imported_modules(modules[importer], importer):
            if name in asked or depth >= DEEPEST_IMPORT or len(modules) >= MOST_MODULES:
                continue
            asked.add(name)
            source = read_module(name)
            module = None if source is None else parse(source)
            if module is not None:
                modules[name] = module
                waiting.append((name, depth + 1))
    return modules


def imported_modules(tree: ast.Module, importer: str) -> list[str]:
    """Every name that the imports of a module may stand for, as seen from the script's folder."""
    names: list[str] = []
    for node in in_source_order(ast.walk(tree)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            for base in _import_bases(node, importer):
                names += [base] if base else []
                names += [f"{base}.{alias.name}".lstrip(".") for alias in node.names if alias.name != "*"]
    return names


def _import_bases(node: ast.ImportFrom, importer: str) -> list[str]:
    """What a `from … import` starts from; a relative one is tried as in a package and as in a module."""
    if not node.level:
        return [node.module or ""]
    parts = importer.split(".") if importer else []
    bases = [parts[: max(0, len(parts) - up)] for up in (node.level, node.level - 1)]
    return list(dict.fromkeys(".".join([*base, node.module or ""]).strip(".") for base in bases))


def _units_of(name: str, module: ast.Module) -> list[Unit]:
    """The units of a module: its own statements first, then its functions."""
    own: list[ast.AST] = []
    functions: list[tuple[FunctionNode, str]] = []
    _split([node for node in module.body if name == SCRIPT or not is_main_guard(node)], own, functions)
    units = [Unit(name, None, "", tuple(in_source_order(iter(own))))]
    for function, class_name in functions:
        units.append(Unit(name, function, class_name, tuple(in_source_order(ast.walk(function)))))
    return units


def _split(statements: list[ast.stmt], own: list[ast.AST], functions: list[tuple[FunctionNode, str]]) -> None:
    """Sort nodes into those that run at once and functions; decorators and defaults run at once."""
    waiting: list[tuple[ast.AST, str]] = [(node, "") for node in statements]
    while waiting:
        node, owner = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            functions.append((node, owner))
            waiting += [(item, owner) for item in [*node.decorator_list, *node.args.defaults]]
            continue
        own.append(node)
        owner = node.name if isinstance(node, ast.ClassDef) else owner
        waiting += [(child, owner) for child in ast.iter_child_nodes(node)]


def is_main_guard(node: ast.AST) -> bool:
    """Whether a statement is `if __name__ == "__main__":`."""
    if not isinstance(node, ast.If):
        return False
    names = {item.id for item in ast.walk(node.test) if isinstance(item, ast.Name)}
    texts = {item.value for item in ast.walk(node.test) if isinstance(item, ast.Constant)}
    return "__name__" in names and "__main__" in texts


def _running_units(units: list[Unit]) -> list[Unit]:
    """The units that can run: module statements, and functions named by units that can run."""
    running = [unit for unit in units if unit.function is None]
    waiting = [unit for unit in units if unit.function is not None]
    names: set[str] = set()
    fresh = running
    while fresh:
        for unit in fresh:
            names |= _names_in(unit)
        fresh = [unit for unit in waiting if _is_named(unit, names)]
        waiting = [unit for unit in waiting if not _is_named(unit, names)]
        running = running + fresh
    return running


def _is_named(unit: Unit, names: set[str]) -> bool:
    """Whether a function, or the class it belongs to, is among the names."""
    return unit.function is not None and (unit.function.name in names or unit.class_name in names)


def _names_in(unit: Unit) -> set[str]:
    """The names and attributes that occur in a unit."""
    names = {node.id for node in unit.nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in unit.nodes if isinstance(node, ast.Attribute)}
