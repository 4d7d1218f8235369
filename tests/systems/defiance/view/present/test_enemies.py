"""What the card of an Enemy Unit shows of abilities: orders that change, a Miniature that will be back."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.shell.present.memo import Memo
from defiance_qt.systems.defiance.view.present.enemies import units
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.words.languages import LANGUAGES
from tests.systems.defiance.engine.positions import position
from tests.texts import defiance_words

PREY = "U . . 1\n\nquarry 1 ai=rush"


def test_the_orders_of_a_unit_are_never_stale() -> None:
    game = position(PREY)
    rules, names, memo = game.game.rules, Names(defiance_words("en"), game.game.rules.catalog), Memo()
    unit = replace(game.unit("quarry"), revealed=True)
    for flags in ((), ("spooked",), ()):
        state = replace(game.state, units={"quarry": unit}, flags=flags)
        assert units(state, rules, names, memo) == units(state, rules, names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_miniature_that_comes_back_says_when(language: str) -> None:
    game = position("U . 1\n\ntide 1\nrespawn A1\numa carries=stick").do("activate uma")
    game.do("overrule enemies.tide.1.damage 8", "attack uma stick.point tide.1", team="S", enemy="-")
    names = Names(defiance_words(language), game.game.rules.catalog)
    (view,) = units(game.state, game.game.rules, names)
    (mini,) = view.miniatures
    assert mini.health == defiance_words(language)("view.unit.returns", n=3)
    assert "3" in mini.health
