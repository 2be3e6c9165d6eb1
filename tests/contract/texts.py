"""Collect the sentences of the helper into its Chinese catalogue, and compile it.

`python tests/contract/texts.py` writes `zh_CN.po` and `zh_CN.mo`; with `--check` it writes nothing and fails
when a sentence has no translation, a placeholder differs, a call gives other values than its sentence names,
or a catalogue is stale.
"""

from __future__ import annotations

import argparse
import ast
import gettext
import string
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pyhelper" / "mindwatch"
PO_PATH = PACKAGE / "texts" / "zh_CN.po"
MO_PATH = PACKAGE / "texts" / "zh_CN.mo"
FIXED_TIME = datetime(2026, 1, 1, tzinfo=timezone.utc)
FUNCTIONS = {"translate", "mark"}


@dataclass
class Collected:
    """Every sentence with the files it occurs in, and what is wrong with the calls."""

    messages: dict[str, set[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def main() -> int:
    """Write, or with `--check` compare, the catalogues."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    collected = collect(PACKAGE)
    if not check:
        write_catalogues(collected)
    problems = collected.problems + catalogue_problems(collected)
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        print("Run `python tests/contract/texts.py` and translate.", file=sys.stderr)
    return 1 if problems else 0


def collect(package: Path) -> Collected:
    """Read all modules of a package."""
    collected = Collected()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package.parent).as_posix()
        for call in calls_of(ast.parse(path.read_text(encoding="utf-8"))):
            collect_call(call, name, collected)
    return collected


def calls_of(tree: ast.Module) -> Iterator[ast.Call]:
    """The calls of `translate` and `mark` with at least one argument."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and function_name(node) in FUNCTIONS:
            yield node


def function_name(call: ast.Call) -> str:
    """The bare name that is called, else empty."""
    return call.func.id if isinstance(call.func, ast.Name) else ""


def collect_call(call: ast.Call, file_name: str, collected: Collected) -> None:
    """Note the sentence of one call, and whether its values fit."""
    place = f"{file_name}:{call.lineno}"
    argument = call.args[0]
    if isinstance(argument, (ast.JoinedStr, ast.BinOp)):
        collected.problems.append(f"{place}: write the sentence as one literal with placeholders")
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        return
    message = argument.value
    collected.messages.setdefault(message, set()).add(file_name)
    if (
        not isinstance(call.func, ast.Name)
        or call.func.id == "mark"
        or any(word.arg is None for word in call.keywords)
    ):
        return
    given = {word.arg for word in call.keywords}
    if given != placeholders(message):
        collected.problems.append(f"{place}: values {sorted(map(str, given))} do not fit {message!r}")


def placeholders(message: str) -> set[str]:
    """The names between braces; a sentence with broken braces has the name `(broken)`."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}
    except ValueError:
        return {"(broken)"}


def write_catalogues(collected: Collected) -> None:
    """Bring both files up to date, keeping translations of sentences that are still used."""
    known = translations_of_po()
    if set(known) != set(collected.messages) or not PO_PATH.exists():
        with PO_PATH.open("wb") as stream:
            write_po(stream, catalogue(collected, known), width=110, sort_output=True, include_lineno=False)
        print(f"wrote {PO_PATH.relative_to(ROOT)}")
    if translations_of_mo() != finished(translations_of_po()):
        with MO_PATH.open("wb") as stream:
            write_mo(stream, catalogue(collected, translations_of_po()))
        print(f"wrote {MO_PATH.relative_to(ROOT)}")


def catalogue(collected: Collected, known: dict[str, str]) -> Catalog:
    """The catalogue of all sentences, with fixed dates so that it changes only when a sentence does."""
    result = Catalog(
        locale="zh_CN",
        project="MindWatch",
        version="1",
        msgid_bugs_address="-",
        last_translator="the MindWatch authors",
        language_team="the MindWatch authors",
        header_comment="# Written by tests/contract/texts.py: translate empty entries, run it again.",
        creation_date=FIXED_TIME,
        revision_date=FIXED_TIME,
        fuzzy=False,
    )
    for message, files in collected.messages.items():
        result.add(message, known.get(message, ""), locations=[(name, 0) for name in sorted(files)])
    for entry in result:
        entry.flags.discard("python-format")
    return result


def catalogue_problems(collected: Collected) -> list[str]:
    """What stands in the way of showing every sentence in Chinese."""
    known = translations_of_po()
    problems = []
    for message, files in sorted(collected.messages.items()):
        translated = known.get(message)
        place = sorted(files)[0]
        if not translated:
            problems.append(f"{place}: not translated: {message!r}")
        elif placeholders(translated) != placeholders(message):
            problems.append(f"{place}: placeholders differ: {message!r} and {translated!r}")
    problems += [
        f"zh_CN.po: no longer used: {message!r}" for message in sorted(set(known) - set(collected.messages))
    ]
    if translations_of_mo() != finished(known):
        problems.append("zh_CN.mo: stale")
    return problems


def translations_of_po() -> dict[str, str]:
    """Sentence to translation, empty where there is none yet."""
    if not PO_PATH.exists():
        return {}
    with PO_PATH.open("rb") as stream:
        return {str(entry.id): str(entry.string) for entry in read_po(stream, locale="zh_CN") if entry.id}


def translations_of_mo() -> dict[str, str]:
    """The same, as compiled; None-like when the file is missing, so that it counts as stale."""
    if not MO_PATH.exists():
        return {"(missing)": ""}
    with MO_PATH.open("rb") as stream:
        compiled: dict[str, str] = vars(gettext.GNUTranslations(stream))["_catalog"]
    return {message: translated for message, translated in compiled.items() if message}


def finished(known: dict[str, str]) -> dict[str, str]:
    """The sentences that have a translation; only those are compiled."""
    return {message: translated for message, translated in known.items() if translated}


if __name__ == "__main__":
    raise SystemExit(main())
