"""A plugin's own texts: read from its folder, checked, and found before the built-in ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from defiance_qt.extend.found import available
from defiance_qt.extend.loader import load
from tests.extend.plugins import plugin
from tests.texts import defiance_words

GOOD = '[en]\n"unit.a.name" = "{0}"\n[es]\n"unit.a.name" = "{0} es"\n[ru]\n"unit.a.name" = "{0} ru"\n'


def with_words(folder: Path, id: str, text: str) -> None:
    place = plugin(folder, id)
    (place / "locale").mkdir()
    (place / "locale" / "words.toml").write_text(text, encoding="utf-8")


def test_texts_come_by_language_and_key(tmp_path: Path) -> None:
    with_words(tmp_path, "one", GOOD.format("A"))
    loaded = load(["one"], found=available([tmp_path]))
    assert loaded.failures == ()
    assert loaded.texts == {
        language: {"unit.a.name": text} for language, text in (("en", "A"), ("es", "A es"), ("ru", "A ru"))
    }


def test_of_two_texts_that_of_the_first_id_holds(tmp_path: Path) -> None:
    with_words(tmp_path, "two", GOOD.format("Two"))
    with_words(tmp_path, "one", GOOD.format("One"))
    for chosen in (["one", "two"], ["two", "one"]):
        assert load(chosen, found=available([tmp_path])).texts["en"] == {"unit.a.name": "One"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[en", "cannot be read"),
        ("[en]\nkey = 3\n", "cannot be read"),
        ('[en]\n"k" = "a"\n[es]\n"k" = "b"\n', "lacks 'k' in 'ru'"),
        ('[en]\n"k" = "a"\n[es]\n"k" = ""\n[ru]\n"k" = "c"\n', "lacks 'k' in 'es'"),
        (GOOD.format("A") + '[de]\n"unit.a.name" = "A"\n', "unknown language, 'de'"),
    ],
)
def test_a_plugin_with_faulty_words_is_refused_and_named(tmp_path: Path, text: str, words: str) -> None:
    with_words(tmp_path, "one", text)
    (failure,) = load(["one"], found=available([tmp_path])).failures
    assert "'one'" in str(failure)
    assert words in str(failure)


def test_words_at_hand_come_first() -> None:
    texts = {"es": {"unit.cadmus.name": "Otro", "unit.a.name": "{n} cosas"}, "en": {"unit.b.name": "B"}}
    words = defiance_words("es", texts=texts)
    assert words("unit.cadmus.name") == "Otro"
    assert words("unit.a.name", n=3) == "3 cosas"
    assert words("unit.b.name") == "B", "English stands in"
    assert words("unit.gwailos.name") == defiance_words("es")("unit.gwailos.name")
    assert "unit.a.name" in words
    assert words("unit.c.name") == "unit.c.name"
    assert words.in_language("en")("unit.cadmus.name") == defiance_words("en")("unit.cadmus.name")
    assert words.count("command.effect.heal", 2, on="A") == defiance_words("es").count("command.effect.heal", 2, on="A")


def test_thousands_of_faults_are_one_short_sentence(tmp_path: Path) -> None:
    """All of them are there to be listed, and the sentence names the first."""
    with_words(tmp_path, "one", GOOD.format("A") + "".join(f"[t{number}]\n" for number in range(9000)))
    loaded = load(["one"], found=available([tmp_path]))
    (failure,) = loaded.failures
    assert "'t0'; " in str(failure)
    assert str(failure).endswith("; ….")
    assert len(str(failure)) < 800
