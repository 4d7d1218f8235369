"""Texts by key, language and number; and the catalogues themselves."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.engine.texts import text_keys
from defiance_qt.words import compile as compile_words
from defiance_qt.words.catalogue import DOMAINS, Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import LANGUAGES
from tests.conftest import ROOT
from tests.texts import defiance_words

LOCALES = sorted((ROOT / "defiance_qt").rglob("locale"))
SOURCES = sorted(path for locale in LOCALES for path in locale.glob("*/LC_MESSAGES/*.po"))
PLURALS = {"en": 2, "es": 2, "ru": 3}

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {plural};\\n"\n\n'
RUSSIAN = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"


def write(folder: Path, language: str, entries: str, plural: str = "nplurals=2; plural=(n != 1)") -> None:
    home = folder / language / "LC_MESSAGES"
    home.mkdir(parents=True)
    (home / "content.po").write_text(HEADER.format(plural=plural) + entries, encoding="utf-8")


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """A plugin's catalogues: a name in two languages, a text with values, a plural."""
    shots = 'msgid "shots"\nmsgid_plural "shots"\n'
    write(
        tmp_path,
        "en",
        'msgid "unit.cadmus.name"\nmsgstr "Seedling"\n\n'
        'msgid "hit"\nmsgstr "{who} hits {whom}"\n\n' + shots + 'msgstr[0] "{n} shot"\nmsgstr[1] "{n} shots"\n',
    )
    write(tmp_path, "ru", shots + 'msgstr[0] "{n} в"\nmsgstr[1] "{n} ва"\nmsgstr[2] "{n} вов"\n', RUSSIAN)
    assert compile_words.compile_words(tmp_path) == 2
    return tmp_path


def test_every_key_of_the_content_has_an_english_text() -> None:
    words = defiance_words()
    assert [key for key in text_keys(read_catalog(files())) if key not in words] == []


def test_a_text_is_found_and_filled_in(locale: Path) -> None:
    words = Words("en", (locale,))
    assert words("hit", who="Uma", whom="Nox #1") == "Uma hits Nox #1"
    assert words("ui.undo") == "Undo"


def test_a_folder_comes_before_the_built_in_one(locale: Path, tmp_path: Path) -> None:
    write(tmp_path / "other", "en", 'msgid "ui.undo"\nmsgstr "Take back"\n\nmsgid "hit"\nmsgstr "Hit"\n')
    assert compile_words.main([str(tmp_path / "other")]) == 0
    assert Words("en", (tmp_path / "other",))("ui.undo") == "Take back"
    assert Words("en", (locale, tmp_path / "other"))("hit", who="Uma", whom="Nox") == "Uma hits Nox"
    assert Words("en")("ui.undo") == "Undo"


def test_the_shell_alone_has_no_texts_of_a_system() -> None:
    assert "unit.cadmus.name" not in Words("en")
    assert defiance_words()("unit.cadmus.name") == "Cadmus"
    assert defiance_words()("ui.undo") == Words("en")("ui.undo")


def test_what_a_language_lacks_is_english_and_what_english_lacks_is_the_key(locale: Path) -> None:
    words = Words("ru", (locale,))
    assert words("hit", who="Uma", whom="Nox #1") == "Uma hits Nox #1"
    assert words("no.such.key") == "no.such.key"
    assert words("") == ""
    assert "no.such.key" not in words
    assert "shots" in words


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "1 shot, 2 shots, 5 shots, 21 shots"),
        ("ru", "1 в, 2 ва, 5 вов, 21 в"),
        ("es", "1 shot, 2 shots, 5 shots, 21 shots"),
    ],
)
def test_plurals(locale: Path, language: str, expected: str) -> None:
    words = Words(language, (locale,))
    assert ", ".join(words.count("shots", n) for n in (1, 2, 5, 21)) == expected


def test_in_language_keeps_the_folders(locale: Path) -> None:
    assert Words("en", (locale,)).in_language("ru").count("shots", 2) == "2 ва"


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(ContentError, match="no language 'fr'"):
        Words("fr")


def test_a_missing_value_is_named(locale: Path) -> None:
    with pytest.raises(ContentError, match="'hit' needs the value 'whom'"):
        Words("en", (locale,))("hit", who="Uma")


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_catalogue_is_in_order(source: Path) -> None:
    assert source.stem in DOMAINS
    language = source.parent.parent.name
    assert language in LANGUAGES
    catalogue = compile_words.read_source(source)
    assert catalogue.num_plurals == PLURALS[language]
    said = compile_words.texts(catalogue)
    keys = [key if isinstance(key, str) else key[0] for message in catalogue if (key := message.id)]
    assert keys == sorted(keys)
    assert sorted(said) == keys, "entries without a text"
    for key, text in said.items():
        if not isinstance(text, str):
            assert len(text) == PLURALS[language], key
            assert all(text), key


def _placeholders(text: str | tuple[str, ...]) -> set[str | None]:
    forms = (text,) if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form)} - {None}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_translation_has_english_keys_and_the_same_values(source: Path) -> None:
    english = compile_words.texts(compile_words.read_source(source.parents[2] / "en/LC_MESSAGES" / source.name))
    for key, text in compile_words.texts(compile_words.read_source(source)).items():
        if key.startswith("error."):
            continue  # Errors are worded in English where they are raised: test_errors.py compares them.
        assert key in english
        assert _placeholders(text) <= _placeholders(english[key]) | {"n"}, key
        if isinstance(text, str):
            assert _placeholders(text) == _placeholders(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "english", [source for source in SOURCES if source.parent.parent.name == "en"], ids=lambda path: path.stem
)
def test_every_language_says_everything(language: str, english: Path) -> None:
    other = english.parents[2] / language / "LC_MESSAGES" / english.name
    assert other.exists(), f"{english.stem} is not translated"
    missing = compile_words.texts(compile_words.read_source(english)).keys()
    assert missing - compile_words.texts(compile_words.read_source(other)).keys() == set()


def test_no_compiled_catalogue_is_stale() -> None:
    assert [stale for locale in LOCALES for stale in compile_words.stale(locale)] == []


def test_check_tells_what_is_stale(locale: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compile_words.main([str(locale), "--check"]) == 0
    source = locale / "ru/LC_MESSAGES/content.po"
    source.write_text(source.read_text(encoding="utf-8").replace("вов", "вв"), encoding="utf-8")
    assert compile_words.main([str(locale), "--check"]) == 1
    assert str(source) in capsys.readouterr().err
    assert compile_words.main([str(locale)]) == 0
    assert compile_words.main([str(locale), "--check"]) == 0
    (locale / "en/LC_MESSAGES/content.mo").unlink()
    assert compile_words.main([str(locale), "--check"]) == 1


def test_a_broken_source_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "en", 'msgid "a"\nnonsense\n')
    assert compile_words.main([str(tmp_path)]) == 1
    assert capsys.readouterr().err.startswith("content.po: ")


WRONG = (
    "{oops}",
    "a shelf :-{ is searched",
    "{who.name}",
    "{who[0][1][2]}",
    "{}",
    "{0}",
    "{who:q}",
    "{who!z}",
    "}{",
    "{who:>99999999999999999999}",
)


@pytest.mark.parametrize("wrong", WRONG)
def test_a_plugins_text_that_cannot_be_filled_in_gives_way(locale: Path, wrong: str) -> None:
    """To the built-in one, then to the English one, and is shown as it is written if there is no other."""
    told: list[str] = []
    texts = {"ru": dict.fromkeys(("hit", "shots", "mine", "own"), wrong), "en": {"mine": "{who}'s"}}
    words = Words("ru", (locale,), texts, unfilled=lambda key, why: told.append(key))
    assert words("hit", who="Uma", whom="Nox") == "Uma hits Nox"
    assert words.count("shots", 2, who="Uma") == "2 ва"
    assert words("mine", who="Uma") == "Uma's"
    assert words("own", who="Uma") == wrong
    assert words.count("own", 2, who="Uma") == wrong
    assert told == ["hit", "shots", "mine", "own", "own"]


def test_the_reason_of_a_text_that_cannot_be_filled_in() -> None:
    told: list[str] = []
    words = Words("en", texts={"en": {"a": "{shelf}", "b": ":-{"}}, unfilled=lambda key, why: told.append(str(why)))
    assert (words("a"), words.in_language("en")("b")) == ("{shelf}", ":-{")
    assert told == ["the text 'a' needs the value 'shelf'", "the braces of the text 'b' cannot be filled in"]


def test_the_text_of_an_error_that_cannot_be_filled_in_is_english(locale: Path) -> None:
    error = ContentError("content.language", "there is no language {name!r}: {known}", name="xx", known="en")
    words = Words("en", texts={"en": {"error.content.language": "{oops}"}})
    assert format_error(error, words) == str(error)
