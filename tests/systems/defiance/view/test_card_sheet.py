"""The picture of cards that an author has drawn: each card of the files, by the widgets of the table."""

from __future__ import annotations

from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from defiance_qt.core.port import Setup
from defiance_qt.extend.binding import bound
from defiance_qt.extend.found import bundled_folders
from defiance_qt.extend.systems import system_words
from defiance_qt.lab.content import gather
from defiance_qt.shell.theme import DARK
from defiance_qt.systems.defiance.view.card_sheet import CardSheet, cards_of
from defiance_qt.systems.defiance.view.panels.cards import CharacterCard
from defiance_qt.systems.defiance.view.panels.comparison import Comparison
from defiance_qt.systems.defiance.view.panels.enemies import UnitCard
from defiance_qt.systems.defiance.view.panels.goods import GoodsTable
from defiance_qt.systems.defiance.view.panels.text_cards import TextCard
from defiance_qt.words.languages import LANGUAGES
from tests.workshop.window.legible import faults, settle

OUTCAST = bundled_folders()[1] / "outcast"

pytestmark = pytest.mark.usefixtures("qapp")


PLUGIN = """
id = "deckhand"
version = "1.0"
api = ">=1,<2"
kind = "expansion"
systems = ["infinity-defiance"]
name = { en = "Deckhand", es = "Marinero", ru = "Матрос" }
description = { en = "Cards.", es = "Cartas.", ru = "Карты." }
"""

CARDS = """
[[ai_cards]]
id = "circle"
blue = ["acquire least_distance"]
red = ["acquire most_aggro + attack most_aggro", "focused"]
[[states]]
id = "soaked"
modifiers = [{ rolls = ["attack"], fewer = 1 }]
until = ["activation"]
[[consequences]]
id = "blister"
speed = -1
copies = 2
[[loot]]
id = "rope"
effects = [{ do = "intel", amount = 1 }]
[[specialties]]
id = "zeal"
group = "command"
level = 1
[[specialties]]
id = "ardour"
group = "command"
level = 2
requires = ["zeal"]
"""

NAMED = {
    "en": {"ai_card.circle.name": "Circle", "loot.rope.name": "Rope"},
    "es": {"ai_card.circle.name": "Círculo", "loot.rope.name": "Cuerda"},
    "ru": {"ai_card.circle.name": "Круг", "loot.rope.name": "Верёвка"},
}
TOLD = {
    "state.soaked.name": "Soaked",
    "state.soaked.short": "So",
    "state.soaked.text": "Rolls one die less.",
    "consequence.blister.name": "Blister",
    "consequence.blister.text": "Walks no further than the next bench, and complains there at length.",
    "specialty.zeal.name": "Zeal",
    "specialty.zeal.text": "First.",
    "specialty.ardour.name": "Ardour",
    "specialty.ardour.text": "Second.",
}
TEXTS = "\n".join(
    f"[{language}]\n" + "\n".join(f'"{key}" = "{text}"' for key, text in {**own, **TOLD}.items())
    for language, own in NAMED.items()
)


@pytest.fixture
def deckhand(tmp_path: Path) -> Path:
    """A plugin of cards that the table shows by their words only."""
    place = tmp_path / "deckhand"
    for name, text in (("plugin.toml", PLUGIN), ("content/cards.toml", CARDS), ("locale/words.toml", TEXTS)):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    return place


def sheet(language: str, plugin: Path = OUTCAST) -> CardSheet:
    """The cards of a plugin, as the program draws them."""
    gathered = gather(plugin)
    setup = Setup("infinity-defiance", "extraction", 1, "en")
    game: Any = bound(setup, gathered.content, gathered.loaded)
    state = reduce(game.evolve, game.start(setup), game.blank())
    words = system_words(gathered.loaded.system.found, language, gathered.texts)
    rules = game.rules_for(state)
    return CardSheet(DARK, words, state, rules, cards_of(rules, gathered.files))


def test_every_card_of_the_files_is_there_and_no_other() -> None:
    made = sheet("en")
    assert len(made.findChildren(CharacterCard)) == 3
    assert len({card.id for card in made.findChildren(UnitCard)}) == 7
    assert len(made.findChildren(UnitCard)) == 13
    assert len(made.findChildren(GoodsTable)) == len(made.findChildren(Comparison)) == 8
    assert len(text_cards(made)) == 9 + 2
    every = "\n".join(one.text() for one in made.findChildren(QLabel))
    assert "Dockers" in every
    assert "Uma" not in every


def text_cards(made: CardSheet) -> dict[str, str]:
    """What the cards of words say, by their ids."""
    return {
        card.view.id: "\n".join(one.text() for one in card.findChildren(QLabel)) for card in made.findChildren(TextCard)
    }


def test_cards_that_the_table_shows_by_their_words_are_cards_too(deckhand: Path) -> None:
    found = text_cards(sheet("en", deckhand))
    assert list(found) == ["zeal", "ardour", "soaked", "circle", "blister", "rope"]
    assert found["circle"] == (
        "Circle\nRookie\n1. Acquire Target, Closest Target\nVeteran · Personality\n"
        "1. Acquire Target, Most Aggro + Attack, Most Aggro\n2. Focused"
    )
    assert found["soaked"] == "Soaked\nSo\nRolls one die less."
    assert found["blister"].startswith("Blister\n×2\nWalks no further")
    assert found["zeal"] == "Zeal\nCommand\nLevel I\nFirst.\nleads to Ardour"
    assert found["ardour"] == "Ardour\nCommand\nLevel II\nSecond.\nafter Zeal"


def test_a_card_without_a_text_tells_what_its_effects_do(deckhand: Path) -> None:
    card = text_cards(sheet("en", deckhand))["rope"]
    assert card == "Rope\n1 Intel Pack"


def test_the_words_are_the_plugins_own_in_each_language(deckhand: Path) -> None:
    for language, name, rope in (("es", "Círculo", "Cuerda"), ("ru", "Круг", "Верёвка")):
        found = text_cards(sheet(language, deckhand))
        assert found["circle"].startswith(name)
        assert found["rope"].startswith(rope)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_card_of_words_is_cut(language: str, deckhand: Path) -> None:
    made = sheet(language, deckhand)
    made.show()
    assert faults(made) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_expansion_is_cut(language: str) -> None:
    made = sheet(language)
    made.show()
    assert faults(made) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_unit_says_all_its_traits_in_a_rail_with_room(language: str) -> None:
    """The last one was cut short: "Hack A…"."""
    made = sheet(language)
    made.show()
    for card in made.findChildren(UnitCard):
        card.set_roomy(True)
        card.setFixedWidth(296)
        settle()
        said = " ".join(one.text() for one in card.findChildren(QLabel)).replace("\n", " · ")
        assert card._view is not None
        assert all(chip.text in said for chip in card._view.chips)
        assert "…" not in said
        # Qt does not break a line again, after a dot.
        wide = card._traits.fontMetrics().horizontalAdvance
        assert all(wide(line) <= card._traits.width() for line in card._traits.text().split("\n") if " · " in line)
    assert faults(made) == []


def around(card: QWidget) -> str:
    """What stands on a card of a rail and below it."""
    below = card.parentWidget()
    assert below is not None
    return "\n".join(one.text() for one in below.findChildren(QLabel))


def test_a_face_of_a_unit_has_all_that_is_printed_on_it_and_no_help() -> None:
    made = sheet("en")
    every = [around(card) for card in made.findChildren(UnitCard)]
    drones = next(text for text in every if "Spotter Drones" in text)
    assert "A lamp, two lenses, and the whole market knows your face." in drones
    assert "Dazzler: Dice Yellow · Range 1–6 · Switches special: target: Marked" in drones
    assert "Spotlight: At the end of its Unit's Activation" in drones
    assert "Samples: Tech 1" in drones
    assert not [text for text in every if "Minimum and maximum distance" in text]
    assert not [card for card in made.findChildren(CharacterCard) if "The flame is Aggro" in around(card)]
