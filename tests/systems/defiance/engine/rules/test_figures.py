"""A Character or Ally in play, as its card has it."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

CARDS = """
    [[characters]]
    id = "guest"
    ally = true
    speed = 4
    wounds = 6

    [[characters]]
    id = "medic"
    ally = true
    speed = 4
    wounds = 6
    equipment = ["automedikit"]
    """


@pytest.mark.rule("R-320", "R-011", "R-149")
@pytest.mark.parametrize(("who", "has"), [("guest", False), ("medic", True), ("uma", True)])
def test_only_an_ally_whose_card_says_so_has_an_automedikit(who: str, has: bool) -> None:
    game = position(f"U .\n\n{who} {'A1' if who == 'uma' else 'B1'} printed", CARDS)
    assert any(held.item == "automedikit" for held in game.one(who).carried) == has
