"""Python source as text, and simple questions about it."""

from __future__ import annotations

import ast
import codecs
import io
import re
import tokenize
from typing import Optional

from mindwatch.analysis.program import SCRIPT, ReadModule, imported_modules, load_modules
from mindwatch.analysis.trees import dotted_name, parse, text_of

MINDSPORE_PACKAGES = frozenset({
    "mindspore", "mindformers", "mindnlp", "mindcv", "mindyolo", "mindocr", "mindone", "mindvision",
    "mindpet", "mindrlhf", "mindaudio", "mindface", "mindpose", "mindrec", "mindspore_gl",
    "mindspore_rl", "mindflow", "mindelec", "mindearth", "mindsponge", "mindchem", "mindquantum",
    "mindscience",
})  # fmt: skip
"""MindSpore, and libraries that are always run on top of it."""

IMPORT_LINE = re.compile(r"^[ \t]*(?:from|import)[ \t]+(\w+)", re.MULTILINE)
ENVIRONMENT_FUNCTIONS = {"os.getenv", "getenv", "os.environ.get", "environ.get", "os.environ.setdefault"}
ENVIRONMENT_MAPPINGS = {"os.environ", "environ"}
FALLBACK_ENCODING = "gb18030"


def decode_source(data: bytes) -> str:
    """The text of a script: by its byte order mark or coding line, else UTF-8, else GBK; never raises."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        pass
    text = data[len(codecs.BOM_UTF8) :] if data.startswith(codecs.BOM_UTF8) else data
    try:
        return text.decode(FALLBACK_ENCODING)
    except UnicodeDecodeError:
        return text.decode("utf-8", "replace")


def environment_names_read(source_text: str) -> tuple[str, ...]:
    """The environment variables a script asks for by literal name, sorted."""
    tree = parse(source_text)
    if tree is None:
        return ()
    names = {_environment_name(node) for node in ast.walk(tree)}
    return tuple(sorted(name for name in names if name))


def imports_mindspore(source_text: str, read_module: Optional[ReadModule] = None) -> bool:
    """Whether the script, or a module of the user's it imports, imports MindSpore or a library on it."""
    tree = parse(source_text)
    if tree is None:  # perhaps of a newer Python than ours; a hint is better than none
        return any(name in MINDSPORE_PACKAGES for name in IMPORT_LINE.findall(source_text))
    modules = load_modules(tree, None if _imports_it(tree) else read_module)
    return any(_imports_it(module, name) for name, module in modules.items())


def _imports_it(tree: ast.Module, name: str = SCRIPT) -> bool:
    """Whether a module imports one of the packages."""
    return any(imported.split(".")[0] in MINDSPORE_PACKAGES for imported in imported_modules(tree, name))


def _environment_name(node: ast.AST) -> Optional[str]:
    """The variable that `os.environ["X"]`, `os.getenv("X")` or `"X" in os.environ` asks for."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return text_of(node.slice) if dotted_name(node.value) in ENVIRONMENT_MAPPINGS else None
    if isinstance(node, ast.Call) and dotted_name(node.func) in ENVIRONMENT_FUNCTIONS and node.args:
        return text_of(node.args[0])
    if isinstance(node, ast.Compare) and dotted_name(node.comparators[0]) in ENVIRONMENT_MAPPINGS:
        return text_of(node.left)
    return None
