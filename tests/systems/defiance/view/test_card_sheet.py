"""The picture of cards that an author has drawn: each card of the files, by the widgets of the table."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from defiance_qt.core.system import Setup
from defiance_qt.extend.binding import bound
from defiance_qt.extend.found import bundled_folders
from defiance_qt.extend.systems import system_words
from defiance_qt.lab.content import gather
from defiance_qt.shell.legible import faults
from defiance_qt.shell.theme import DARK
from defiance_qt.systems.defiance.view.card_sheet import CardSheet, cards_of
from defiance_qt.systems.defiance.view.panels.cards import CharacterCard
from defiance_qt.systems.defiance.view.panels.comparison import Comparison
from defiance_qt.systems.defiance.view.panels.enemies import UnitCard
from defiance_qt.systems.defiance.view.panels.goods import GoodsTable
from defiance_qt.words.languages import LANGUAGES

OUTCAST = bundled_folders()[1] / "outcast"

pytestmark = pytest.mark.usefixtures("qapp")


def sheet(language: str) -> CardSheet:
    """The cards of Outcast, as the program draws them."""
    gathered = gather(OUTCAST)
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
    told = "\n".join(one.text() for one in made.findChildren(QLabel))
    assert "Dockers" in told
    assert "Uma" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_expansion_is_cut(language: str) -> None:
    made = sheet(language)
    made.show()
    assert faults(made) == []
