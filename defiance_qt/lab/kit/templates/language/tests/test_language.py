"""The language as the program speaks it."""

from __future__ import annotations

from defiance_qt.testing import WordsOf

CODE = "la"


def test_it_is_spoken(words: WordsOf) -> None:
    latin = words(CODE)
    assert latin("ui.ok") == "Bene"
    assert latin.count("ui.start.changes", 1) == "1 mutatio"
    assert latin.count("ui.start.changes", 3) == "3 mutationes"


def test_what_it_lacks_is_english(words: WordsOf) -> None:
    assert words(CODE)("ui.update") == words("en")("ui.update")
