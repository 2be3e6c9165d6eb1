"""Scripts as bytes, and simple questions about them."""

from __future__ import annotations

import codecs

from hypothesis import given
from hypothesis import strategies as st

from mindwatch.analysis import (
    declared_arguments,
    decode_source,
    environment_names_read,
    imports_mindspore,
    monitoring_arguments,
)

CHINESE = "# 训练脚本\nprint('损失')\n"


def test_utf_8_with_and_without_a_byte_order_mark_is_decoded() -> None:
    assert decode_source(CHINESE.encode()) == CHINESE
    assert decode_source(codecs.BOM_UTF8 + CHINESE.encode()) == CHINESE


def test_a_coding_line_is_followed() -> None:
    source = "# -*- coding: gbk -*-\n" + CHINESE
    assert decode_source(source.encode("gbk")) == source


def test_gbk_without_a_coding_line_is_recognised() -> None:
    assert decode_source(CHINESE.encode("gbk")) == CHINESE


def test_an_unknown_or_wrong_coding_line_is_survived() -> None:
    source = "# coding: klingon\n" + CHINESE
    assert "print" in decode_source(source.encode())
    assert "print" in decode_source(codecs.BOM_UTF8 + b"# coding: gbk\n" + CHINESE.encode())


@given(st.binary(max_size=300))
def test_any_bytes_can_be_decoded_and_asked_about(data: bytes) -> None:
    text = decode_source(data)
    environment_names_read(text)
    imports_mindspore(text)
    assert monitoring_arguments(declared_arguments(text), [], "/f", profiling=True) == []


def test_environment_variables_are_found_in_every_form() -> None:
    source = """
import os
from os import environ, getenv
a = os.environ["RANK_ID"]
b = os.environ.get("DEVICE_ID", "0")
c = os.getenv("RANK_SIZE")
d = getenv("X1") or environ["X2"] or environ.get("X3")
e = "SUMMARY_DIR" in os.environ
os.environ["WRITTEN"] = "1"
f = os.environ[name]
"""
    assert environment_names_read(source) == (
        "DEVICE_ID", "RANK_ID", "RANK_SIZE", "SUMMARY_DIR", "X1", "X2", "X3",
    )  # fmt: skip


def test_mindspore_is_found_wherever_it_is_imported() -> None:
    assert imports_mindspore("import mindspore as ms")
    assert imports_mindspore("def f():\n    from mindspore.train import Model")
    assert imports_mindspore("from mindformers import Trainer")
    assert not imports_mindspore("import torch  # not mindspore")
    assert not imports_mindspore("import mindspore_like")


def test_mindspore_is_found_in_a_module_beside_the_script() -> None:
    modules = {"src.net": "import mindspore.nn as nn", "src": "", "plain": "import os"}
    assert imports_mindspore("from src import net", modules.get)
    assert imports_mindspore("from src.net import Net", modules.get)
    assert not imports_mindspore("import plain", modules.get)


def test_a_script_we_cannot_parse_still_gives_a_hint() -> None:
    assert imports_mindspore("import mindspore\nprint 'old'\n")
    assert not imports_mindspore("print 'old'\n")
