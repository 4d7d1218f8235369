"""Simple Rolls that a card asks for, of Characters and of Enemies (R-079 … R-085)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "lockpick"

      [[equipment.actions]]
      id = "try"
      target = "self"
      effects = [{ do = "test", dice = ["any", "any"], effects = [{ do = "calm", amount = 2 }] }]

    [[equipment]]
    id = "drill"

      [[equipment.actions]]
      id = "blow"
      target = "self"
      effects = [
        { do = "test", dice = ["any"], on = "team", effects = [{ do = "impose", state = "focused", on = "user" }] },
      ]

    # Its Switch is a Test of its own; another Switch of its card stands open in any of its rolls.
    [[units]]
    id = "gambler"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      switches = [{ cost = "B B", effects = [{ do = "reinforce", amount = 2 }] }]

        [[units.faces.attacks]]
        id = "dart"
        dice = ["any", "any"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [
          { do = "test", dice = ["any", "any"], on = "user", effects = [{ do = "reinforce", amount = 1 }] },
        ] }]
    """
)


def trying(shown: str) -> Play:
    game = position("U C\n\numa carries=lockpick", CARDS).do("activate uma")
    return game.do("use_card uma lockpick.try uma", team=shown)


@pytest.mark.rule("R-079", "R-080", "R-084")
@pytest.mark.parametrize(("shown", "aggro"), [("S", 2), ("B !", 0), ("-", 0)])
def test_a_test_succeeds_with_a_success_left(shown: str, aggro: int) -> None:
    game = trying(shown)
    assert game.one("uma").aggro == aggro
    assert game.told("roll_succeeded") == [f"roll_succeeded uma {'yes' if aggro else 'no'} [R-084]"]


@pytest.mark.rule("R-081", "R-084")
def test_a_critical_of_ones_own_is_no_success_until_it_is_spent() -> None:
    game = trying("CS")
    assert game.options() == ["spend_critical success add", "keep_critical success"]
    assert game.do("keep_critical success").one("uma").aggro == 0
    assert trying("CS").do("spend_critical success add").one("uma").aggro == 2


@pytest.mark.rule("R-079")
def test_several_figures_roll_one_after_another() -> None:
    game = position("U C\n\numa carries=drill", CARDS).do("activate uma")
    game.do("use_card uma drill.blow uma", team=["S", "-"])
    assert (game.one("uma").states, game.one("cadin").states) == (("focused",), ())


@pytest.mark.rule("R-085", "R-079", "R-105")
@pytest.mark.parametrize(
    ("shown", "reserve", "told"),
    [
        ("S", 1, []),
        ("-", 0, []),
        ("CS", 1, ["critical_added enemy success S+S [R-081 R-085]"]),
        ("CB", 2, ["critical_added enemy block B+B [R-082 R-085]"]),
        ("B B", 2, []),
    ],
)
def test_an_enemy_spends_in_a_simple_roll_whatever_it_can(shown: str, reserve: int, told: list[str]) -> None:
    """A critical becomes two plain symbols, and what pays for a Switch goes into it."""
    game = foes_turn("U . 1\n\ngambler 1 - ai=orders\ninitiative gambler", CARDS)
    game.do("proceed", enemy=["!", shown], team="-")
    assert game.state.reserve == reserve
    assert game.told("critical_added") == told
