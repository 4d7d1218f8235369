"""The texts of the built-in game, for tests."""

from __future__ import annotations

from collections.abc import Mapping

from defiance_qt.extend.systems import DEFAULT, found_systems, system_words
from defiance_qt.words.catalogue import Words


def defiance_words(language: str = "en", texts: Mapping[str, Mapping[str, str]] = {}) -> Words:
    """The catalogues and the rules of Infinity Defiance in a language; `texts` are those of plugins, by language and
    key."""
    return system_words(next(one for one in found_systems() if one.system == DEFAULT), language, texts)
