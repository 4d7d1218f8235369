"""The texts of the built-in game, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from defiance_qt.extend.found import Found
from defiance_qt.extend.systems import DEFAULT, found_systems, system_words
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES

OTHERS_SLOW = ["en", pytest.param("es", marks=pytest.mark.slow), pytest.param("ru", marks=pytest.mark.slow)]
"""The languages, for a test that would take long in each of them."""


def defiance_words(language: str = "en", texts: Mapping[str, Mapping[str, str]] = {}) -> Words:
    """The catalogues and the rules of Infinity Defiance in a language; `texts` are those of plugins, by language and
    key."""
    if texts or language not in LANGUAGES:
        return system_words(_defiance(), language, texts)
    return _plain(language)


@cache
def _defiance() -> Found:
    return next(one for one in found_systems(()) if one.system == DEFAULT)


@cache
def _plain(language: str) -> Words:
    return system_words(_defiance(), language)
