"""The catalogues, and the one in use."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from pathlib import Path

ENGLISH = "en"
SIMPLIFIED_CHINESE = "zh-cn"
CATALOGUES = {SIMPLIFIED_CHINESE: "zh_CN.mo"}


class _Current:
    """The language of this process; English until somebody says otherwise."""

    language = ENGLISH
    translations: gettext.NullTranslations = gettext.NullTranslations()


def translate(message: str, /, **values: object) -> str:
    """The sentence in the user's language, with its placeholders filled in."""
    return _Current.translations.gettext(message).format(**values)


def mark(message: str, /) -> str:
    """The sentence unchanged: says that it will be shown through `translate`."""
    return message


def use_language(locale: str) -> str:
    """Speak the language of a locale from now on; what we do not speak is answered in English."""
    language = language_of(locale)
    _Current.translations = _load(language)
    _Current.language = language
    return language


def current_language() -> str:
    """`en` or `zh-cn`."""
    return _Current.language


def language_of(locale: str) -> str:
    """The language we have for `zh-cn`, `zh_CN.UTF-8`, `zh-Hans`, `en-GB`, `C`, …"""
    first = locale.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
    return SIMPLIFIED_CHINESE if first == "zh" else ENGLISH


def language_of_environment(environment: Mapping[str, str]) -> str:
    """The locale that a terminal's environment asks for, in the order the C library looks."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return environment[name]
    return ENGLISH


def _load(language: str) -> gettext.NullTranslations:
    """Read the compiled catalogue that ships with the package."""
    file_name = CATALOGUES.get(language)
    if file_name is None:
        return gettext.NullTranslations()
    with (Path(__file__).parent / file_name).open("rb") as stream:
        return gettext.GNUTranslations(stream)
