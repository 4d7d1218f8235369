"""The texts of Warfighter: every card named and every rule told in three languages."""

from __future__ import annotations

import ast
import string
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from defiance_qt.words import compile as compile_words
from defiance_qt.words.languages import LANGUAGES
from defiance_qt.words.rules import rules
from tests.conftest import ROOT

FOLDER = ROOT / "expansions/warfighter"
RULES = [f"W-{number:03}" for number in (*range(1, 72), *range(101, 159))]
KINDS = {
    "soldiers": ("soldier", "name", "short", "text"),
    "weapons": ("weapon", "name", "text"),
    "equipment": ("equipment", "name", "text"),
    "skills": ("skill", "name", "text"),
    "actions": ("action", "name", "text"),
    "locations": ("location", "name"),
    "traits": ("trait", "name", "text"),
    "front": ("hostile", "name"),
    "elite": ("hostile", "name"),
    "events": ("event", "name", "text"),
    "supports": ("support", "name", "text"),
    "missions": ("scenario", "name", "story", "scarce", "objectives"),
    "objectives": ("objective", "name", "text"),
    "teams": ("team", "name"),
}
"""The decks, and what each of their cards is told by: the first part of its keys, and their last parts."""


@cache
def texts(language: str) -> compile_words.Texts:
    """All texts of a language, by key."""
    found: compile_words.Texts = {}
    for source in sorted(FOLDER.glob(f"locale/{language}/LC_MESSAGES/*.po")):
        found |= compile_words.texts(compile_words.read_source(source))
    return found


@cache
def cards() -> dict[str, dict[str, dict[str, object]]]:
    """All cards by deck and id, as in the content files."""
    decks: dict[str, dict[str, dict[str, object]]] = {}
    for file in sorted((FOLDER / "content").glob("*.toml")):
        for deck, found in tomllib.loads(file.read_text("utf-8")).items():
            decks.setdefault(deck, {}).update(found)
    return decks


def needed() -> set[str]:
    """The keys that the cards need."""
    keys = {f"{kind}.{id}.{part}" for deck, (kind, *parts) in KINDS.items() for id in cards()[deck] for part in parts}
    keys |= {f"action.{id}.level" for id, card in cards()["actions"].items() if "level" in card}
    return keys | {f"nation.{card['nation']}.name" for card in cards()["soldiers"].values()}


def test_every_deck_is_named() -> None:
    assert cards().keys() == KINDS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_texts(language: str) -> None:
    assert needed() - texts(language).keys() == set()


@pytest.mark.parametrize("kind", sorted({kind for kind, *_ in KINDS.values()} - {"team", "scenario"}))
def test_no_text_is_of_a_card_that_is_not_there(kind: str) -> None:
    """Texts of the rules of keywords, such as a trait that a card writes as numbers, stand beside those of cards."""
    said = {key.split(".")[1] for key in texts("en") if key.startswith(f"{kind}.") and key.endswith(".name")}
    there = {id for deck, (of, *_) in KINDS.items() if of == kind for id in cards()[deck]}
    assert said - there == ({"reinforce"} if kind == "trait" else set())


def test_no_two_cards_of_a_deck_have_the_same_name() -> None:
    for language in LANGUAGES:
        for kind in {kind for kind, *_ in KINDS.values()}:
            names = [
                text for key, text in texts(language).items() if key.startswith(f"{kind}.") and key.endswith(".name")
            ]
            assert len(names) == len(set(names)), (language, kind)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_a_translation_has_the_keys_and_the_values_of_english(language: str) -> None:
    english, said = texts("en"), texts(language)
    assert english.keys() == said.keys()
    for key, text in said.items():
        assert _values(text) <= _values(english[key]) | {"n"}, key
        assert isinstance(text, tuple) or _values(text) == _values(english[key]), key


def _values(text: str | tuple[str, ...]) -> set[str | None]:
    forms = (text,) if isinstance(text, str) else text
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form)} - {None}


def test_the_catalogues_are_sorted_and_compiled() -> None:
    assert compile_words.stale(FOLDER / "locale") == ()
    for source in FOLDER.glob("locale/*/LC_MESSAGES/*.po"):
        keys = [
            key if isinstance(key, str) else key[0]
            for message in compile_words.read_source(source)
            if (key := message.id)
        ]
        assert keys == sorted(keys), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told_in_order(language: str) -> None:
    found = rules(FOLDER / "rules", language)
    assert list(found) == RULES
    said = [rule.text for rule in found.values()]
    assert len(said) == len(set(said))
    assert max(map(len, said)) < 400, "a rule is a few sentences"
    assert all(text.endswith(".") for text in said)


def test_a_rule_is_told_under_one_heading_in_every_language() -> None:
    english, spanish, russian = (rules(FOLDER / "rules", language) for language in ("en", "es", "ru"))
    headings = {(rule.area, spanish[id].area, russian[id].area) for id, rule in english.items()}
    for place in range(3):
        assert len({heading[place] for heading in headings}) == len(headings)
    assert not {id for id, rule in english.items() if rule.text in (spanish[id].text, russian[id].text)}


# ---- what the rules raise ----


@cache
def calls() -> tuple[ast.Call, ...]:
    """All calls in the engine of what a refusal and a broken invariant are made by, with a code as it is."""
    sources = sorted((FOLDER / "engine").rglob("*.py"))
    found = (node for file in sources for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    made = (node for node in found if isinstance(node, ast.Call) and isinstance(node.func, ast.Name))
    return tuple(node for node in made if node.args and isinstance(node.args[0], ast.Constant))


def raised(name: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the code of each call of a function in the engine, and the names of the values it passes."""
    for node in calls():
        if isinstance(node.func, ast.Name) and node.func.id == name and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value), {one.arg for one in node.keywords if one.arg}


def test_every_refusal_has_a_text_for_its_values() -> None:
    said = texts("en")
    codes = dict(raised("refused"))
    assert len(codes) > 80
    assert [code for code in codes if f"refusal.{code}" not in said] == []
    for code, given in raised("refused"):
        assert _values(said[f"refusal.{code}"]) <= given, code


def test_every_broken_invariant_has_a_text() -> None:
    codes = [code for code, _ in raised("Fault")]
    assert len(codes) > 15
    assert [code for code in codes if f"invariant.{code}" not in texts("en")] == []
