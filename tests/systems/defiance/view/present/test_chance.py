"""Dice and cards of the real table as people type them."""

from __future__ import annotations

from itertools import permutations

import pytest

from defiance_qt.extend.sessions import systems
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.view.present.chance import AskedCard, AskedDie, find_cards, parse_dice, written
from defiance_qt.systems.defiance.view.present.names import Names, tokens
from defiance_qt.words.catalogue import Words
from tests.systems.defiance.view.positions import english

CATALOG = read_catalog(next(iter(systems().values())).content(), missions=())
LANGUAGES = ("en", "es", "ru")


def dice(*ids: str, language: str = "en") -> tuple[AskedDie, ...]:
    names = Names(Words(language), CATALOG)
    return tuple(
        AskedDie(id, names.die(id), names.words(f"ui.die.{id}.letter"), tuple(map(tokens, CATALOG.dice.dice[id].faces)))
        for id in ids
    )


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("r1 b3", (1, 3, 0)),
        ("b3 r1", (1, 3, 0)),
        ("r1b3 r6", (1, 3, 6)),
        ("1 3 6", (1, 3, 6)),
        ("136", (1, 3, 6)),
        ("r16b2", (1, 2, 6)),
        ("red 4, blue 2", (4, 2, 0)),
        ("R4", (4, 0, 0)),
        ("r", (0, 0, 0)),
        ("", (0, 0, 0)),
        ("b5 2 4", (2, 5, 4)),
    ],
)
def test_what_is_typed_is_read(text: str, faces: tuple[int, ...]) -> None:
    read = parse_dice(text, dice("red", "blue", "red"), english())
    assert read.faces == faces
    assert read.problem == ""
    assert read.complete == all(faces)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("r7", "There is no face 7: faces are 1 to 6."),
        ("0", "There is no face 0: faces are 1 to 6."),
        ("g1", "“g” is no die of this roll. There are: r (Red), b (Blue)."),
        ("b1 b2", "More than there are of this colour: Blue ×1."),
        ("1234", "There are only 3 dice."),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(text: str, says: str) -> None:
    read = parse_dice(text, dice("red", "blue", "red"), english())
    assert read.problem == says
    assert not read.complete


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_all_colours_apart_in_every_language(language: str) -> None:
    asked = dice(*CATALOG.dice.dice, language=language)
    assert len({one.letter for one in asked}) == len(asked)
    for order in list(permutations(range(1, 7)))[::60]:
        assert parse_dice(written(order, asked), asked, Words(language)).faces == order


@pytest.mark.parametrize("language", ["es", "ru"])
def test_names_and_english_letters_are_read_too(language: str) -> None:
    asked = dice("red", "yellow", language=language)
    words = Words(language)
    assert parse_dice(f"{asked[1].name} 2 {asked[0].name} 5", asked, words).faces == (5, 2)
    assert parse_dice("y2 r5", asked, words).faces == (5, 2)


def test_cards_are_found_by_any_words_of_their_name() -> None:
    cards = (AskedCard("a", "Medical Supplies"), AskedCard("b", "Grenade Crate", 2), AskedCard("c", "Medical Crate"))
    assert [one.id for one in find_cards("crate", cards)] == ["b", "c"]
    assert [one.id for one in find_cards("cra med", cards)] == ["c"]
    assert find_cards("", cards) == cards
    assert find_cards("rifle", cards) == ()
