"""The rule index: complete, in our own words, in three languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import defiance_qt
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Rule
from defiance_qt.words import rules as index
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES
from defiance_qt.words.rules import read_rules
from tests.texts import defiance_words

IDS = [f"R-{number:03}" for number in range(1, 324)]
LETTERS = {"en": r"[A-Za-z]{3}", "es": r"[A-Za-zá-ú]{3}", "ru": r"[А-Яа-яё]{3}"}
FOLDER = Path(defiance_qt.__file__).parent / "systems" / "defiance" / "rules"


@cache
def rules(language: str) -> Mapping[str, Rule]:
    return index.rules(FOLDER, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_there_in_order(language: str) -> None:
    assert list(rules(language)) == IDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_one_or_two_sentences(language: str) -> None:
    for id, one in rules(language).items():
        assert len(re.split(r"(?<=[.!?])\s", one.text)) <= 2, (id, one.text)
        assert one.text.endswith(".")
        assert 10 < len(one.text) < 260, id
        assert re.search(LETTERS[language], one.text), id
        assert language == "ru" or not re.search(r"[А-я]", one.text), id


def test_no_entry_is_the_same_in_two_languages() -> None:
    for id in IDS:
        texts = {rules(language)[id].text for language in LANGUAGES}
        assert len(texts) == len(LANGUAGES), id


def test_no_two_rules_say_the_same() -> None:
    for language in LANGUAGES:
        texts = [one.text for one in rules(language).values()]
        assert len(set(texts)) == len(texts)


def test_a_rule_stands_under_the_same_heading_in_every_language() -> None:
    english = rules("en")
    for language in ("es", "ru"):
        headings = {(one.area, rules(language)[id].area) for id, one in english.items()}
        assert len(headings) == len({area for area, _ in headings}) == len({area for _, area in headings})
        assert all(area != other for area, other in headings)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_lie_in_the_book(language: str) -> None:
    pages = [one.page for one in rules(language).values()]
    assert all(page is None or 3 <= page <= 30 for page in pages)
    assert sum(page is not None for page in pages) > 200


def test_one_rule() -> None:
    found = defiance_words().rules["R-052"]
    assert found == Rule("R-052", "Movement", "One movement point is one step to an adjacent space.", 9)
    assert rules("es")["R-120"].page == 15
    assert rules("en")["R-120"].page is None


def test_the_words_of_a_system_know_its_rules_in_their_language() -> None:
    for language in LANGUAGES:
        assert defiance_words(language).rules == rules(language)
    assert Words("en").rules == {}


def test_a_folder_without_indexes_has_no_rules(tmp_path: Path) -> None:
    assert index.rules(tmp_path, "en") == index.rules(tmp_path / "none", "en") == {}


def test_the_indexes_of_a_folder_are_one(tmp_path: Path) -> None:
    entry = "[areas]\na = 'Area'\n[rules.{id}]\narea = 'a'\ntext = 'x'\n"
    for name, id in (("two.en", "T-002"), ("one.en", "T-001"), ("one.es", "T-003")):
        (tmp_path / f"{name}.toml").write_text(entry.format(id=id))
    assert list(index.rules(tmp_path, "en")) == ["T-001", "T-002"]
    assert list(Words("es", rules=(tmp_path,)).rules) == ["T-003"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("[areas]\n[rules.R-001]\narea = 'x'\ntext = 'y'", "rule 'R-001' names the unknown area 'x'"),
        ("[areas]\n[rules.R-001]\narea = 'x'", "missing required field"),
        ("[areas", "defiance.xx.toml"),
    ],
)
def test_a_faulty_index_names_its_fault(source: str, words: str) -> None:
    with pytest.raises(ContentError, match=words) as refused:
        read_rules("defiance.xx.toml", source.encode())
    assert str(refused.value).startswith("defiance.xx.toml")
