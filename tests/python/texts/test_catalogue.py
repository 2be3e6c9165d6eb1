"""The user's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mindwatch.texts import current_language, language_of_environment, mark, translate, use_language


@pytest.fixture(autouse=True)
def _back_to_english() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("zh-cn", "zh-cn"),
        ("zh_CN.UTF-8", "zh-cn"),
        ("zh-Hans", "zh-cn"),
        ("zh", "zh-cn"),
        ("ZH_CN", "zh-cn"),
        ("zh-tw", "zh-cn"),
        ("en", "en"),
        ("en_GB.UTF-8", "en"),
        ("C.UTF-8", "en"),
        ("de", "en"),
        ("", "en"),
    ],
)
def test_a_locale_chooses_the_language_we_have(locale: str, language: str) -> None:
    assert use_language(locale) == language
    assert current_language() == language


def test_a_sentence_is_shown_in_the_chosen_language_with_its_values() -> None:
    sentence = mark("The record at byte {offset} is damaged and was left out.")
    assert translate(sentence, offset=7) == "The record at byte 7 is damaged and was left out."
    use_language("zh-cn")
    translated = translate(sentence, offset=7)
    assert "7" in translated
    assert translated != "The record at byte 7 is damaged and was left out."


def test_values_may_hold_braces_and_sentences_doubled_ones() -> None:
    assert translate("{a} in {{run}}", a="{x}") == "{x} in {run}"


def test_the_environment_is_asked_in_the_order_of_the_c_library() -> None:
    assert language_of_environment({"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US"}) == "zh_CN.UTF-8"
    assert language_of_environment({"LC_ALL": "", "LC_MESSAGES": "zh_CN", "LANG": "en"}) == "zh_CN"
    assert language_of_environment({"LANG": "de_DE"}) == "de_DE"
    assert language_of_environment({}) == "en"
