"""Dice and cards of the real table as people type them."""

from __future__ import annotations

from itertools import permutations

import pytest

from defiance_qt.core.port import Card, Die, Face
from defiance_qt.lab.chance_input import card_choices, find_cards, parse_dice, sample, written
from defiance_qt.systems.defiance.content import files
from defiance_qt.systems.defiance.engine.catalog import read_catalog
from defiance_qt.systems.defiance.tell.names import symbol_names
from defiance_qt.words.languages import LANGUAGES
from tests.texts import defiance_words

CATALOG = read_catalog(files(), missions=())


def dice(*ids: str, language: str = "en") -> tuple[Die, ...]:
    words = defiance_words(language)

    def die(id: str) -> Die:
        faces = tuple(Face(symbol_names(face), "") for face in CATALOG.dice.dice[id].faces)
        return Die(id, words(f"die.{id}.colour"), words(f"die.{id}.letter"), faces)

    return tuple(die(id) for id in ids)


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
    read = parse_dice(text, dice("red", "blue", "red"), defiance_words("en"))
    assert read.faces == faces
    assert read.problem == ""
    assert read.complete == all(faces)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("r7", "There is no face 7: faces are 1 to 6."),
        ("0", "There is no face 0: faces are 1 to 6."),
        ("g1", "“g” is not a die in this roll. Available: r (Red), b (Blue)."),
        ("b1 b2", "Too many dice of this color: Blue ×1 at most."),
        ("1234", "There are only 3 dice."),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(text: str, says: str) -> None:
    read = parse_dice(text, dice("red", "blue", "red"), defiance_words("en"))
    assert read.problem == says
    assert not read.complete


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_all_colours_apart_in_every_language(language: str) -> None:
    asked = dice(*CATALOG.dice.dice, language=language)
    assert len({one.letter for one in asked}) == len(asked)
    for order in list(permutations(range(1, 7)))[::60]:
        assert parse_dice(written(order, asked), asked, defiance_words(language)).faces == order


@pytest.mark.parametrize("language", ["es", "ru"])
def test_names_and_english_letters_are_read_too(language: str) -> None:
    asked = dice("red", "yellow", language=language)
    words = defiance_words(language)
    assert parse_dice(f"{asked[1].name} 2 {asked[0].name} 5", asked, words).faces == (5, 2)
    assert parse_dice("y2 r5", asked, words).faces == (5, 2)


def test_cards_are_found_by_any_words_of_their_name() -> None:
    cards = card_choices(
        (
            Card("b", "Grenade Crate"),
            Card("a", "Medical Supplies"),
            Card("b", "Grenade Crate"),
            Card("c", "Medical Crate"),
        )
    )
    assert [(one.name, one.value, one.copies) for one in cards] == [
        ("Grenade Crate", 0, 2),
        ("Medical Crate", 3, 1),
        ("Medical Supplies", 1, 1),
    ]
    assert [one.value for one in find_cards("crate", cards)] == [0, 3]
    assert [one.value for one in find_cards("cra med", cards)] == [3]
    assert find_cards("", cards) == cards
    assert find_cards("rifle", cards) == ()


def test_the_example_is_read_as_it_stands() -> None:
    asked = dice("red", "blue")
    assert parse_dice(sample(asked), asked, defiance_words("en")).complete
