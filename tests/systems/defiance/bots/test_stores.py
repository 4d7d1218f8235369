"""How the heuristic bot uses cards that store symbols (R-097, R-316)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.engine.state import Stored
from tests.bounds import repeat
from tests.systems.defiance.engine.positions import Play, position

CARDS = """
    [[equipment]]
    id = "pouch"
    abilities = ["pouch"]

    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 1 }
    software = ["help"]
    """
POUCH = Hooks(abilities=(*builtin.contribute_abilities(), Ability("pouch", stores=2)))


def answered(line: str, stored: tuple[str, ...], **dice: str) -> tuple[list[str], Play]:
    """What the bot answers in a roll of Uma's, until it is over."""
    item = "stick" if line.startswith("attack") else "deck"
    game = position(f"U . 1\n\numa carries={item},pouch\ndummy 1 -", CARDS, POUCH).do("activate uma")
    one = replace(game.one("uma"), stored=tuple(Stored("pouch", symbol) for symbol in stored))
    game.state = replace(game.state, team={**game.state.team, "uma": one})
    game.do(line, **dice)
    told, bot = [], HeuristicBot()
    for _ in repeat(lambda: game.asks() == "team roll", game.question):
        told.append(format_command(bot.choose(game.game, game.state, game.game.legal(game.state))))
        game.do(told[-1])
    return told, game


@pytest.mark.parametrize(
    ("team", "enemy", "stored", "told", "left"),
    [
        ("S S", "CB", (), ["store_die pouch 0 S", "store_die pouch 1 S", "let_stand", "add_stored pouch S",
         "add_stored pouch S"], ()),
        ("S", "B", ("S",), ["add_stored pouch S", "let_stand", "let_stand"], ()),
        ("S", "B B", ("S",), ["store_die pouch 0 S", "let_stand", "let_stand"], ("S", "S")),
        ("B", "S CS", ("B",), ["store_die pouch 0 B", "let_stand", "add_stored pouch B", "let_stand"], ("B",)),
        ("S !", "-", (), ["store_die pouch 1 !", "let_stand", "let_stand"], ("!",)),
    ],
    ids=["from a Critical Block", "to get through", "in vain", "from a Critical Success", "to spare"],
)  # fmt: skip
def test_in_an_attack(team: str, enemy: str, stored: tuple[str, ...], told: list[str], left: tuple[str, ...]) -> None:
    found, game = answered("attack uma stick.point dummy.1", stored, team=team, enemy=enemy)
    assert found == told
    assert tuple(token.symbol for token in game.one("uma").stored) == left


def test_in_a_simple_roll_that_would_fail() -> None:
    found, game = answered("hack uma help uma", ("S",), team="-")
    assert found == ["add_stored pouch S"]
    assert game.one("uma").states == ("focused",)
