"""Storing symbols and adding stored ones, at any moment between the dice and the Switches (R-097, R-316, R-317)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.state import Stored
from tests.bounds import repeat
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "pouch"
    abilities = ["pouch"]

    [[equipment]]
    id = "flare"

      [[equipment.attacks]]
      id = "shine"
      dice = ["any", "any"]
      range = [1, 8]
      switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]
    """
)
POUCH = Hooks(abilities=(*builtin.contribute_abilities(), Ability("pouch", stores=3)))


def holding(*symbols: str) -> Play:
    """Uma in her Activation, with these symbols on her pouch."""
    text = "U . 1\n\numa carries=stick,flare,pouch\ngoldstein\ndummy 1 - ai=orders\ninitiative dummy"
    game = position(text, CARDS, POUCH).do("activate uma")
    one = replace(game.one("uma"), stored=tuple(Stored("pouch", symbol) for symbol in symbols))
    game.state = replace(game.state, team={**game.state.team, "uma": one})
    return game


def shoot(game: Play, team: str, enemy: str) -> Play:
    return game.do("attack uma stick.point dummy.1", team=team, enemy=enemy)


@pytest.mark.rule("R-316", "R-087")
def test_a_die_can_be_stored_before_the_enemys_critical_block_takes_it() -> None:
    """The symbol is safe on the card, and joins the same roll afterwards."""
    game = shoot(holding(), "S S", "CB")
    assert game.asks() == "team roll"
    assert game.options() == ["store_die pouch 0 S", "store_die pouch 1 S", "let_stand"]
    game.do("store_die pouch 0 S", "let_stand")
    assert game.told("symbols_nullified") == ["symbols_nullified enemy S - - [R-087 R-095]"]
    assert game.options() == ["add_stored pouch S", "let_stand"]
    game.do("add_stored pouch S")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S - 1 0 [R-093]"]


@pytest.mark.rule("R-097", "R-316", "R-317")
def test_the_same_in_defence() -> None:
    game = holding().do("end_activation uma").do("proceed", team="S B", enemy="S CB")
    assert game.options("store_die") == ["store_die pouch 0 S", "store_die pouch 1 B"]
    game.do("store_die pouch 0 S", "let_stand", "let_stand", "add_stored pouch S", "let_stand")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+B S 1 0 [R-093]"]


@pytest.mark.rule("R-097", "R-316")
@pytest.mark.parametrize(
    ("stored", "team", "enemy", "steps"),
    [
        ((), "S B", "CB CS", ["team_stored", "team_block"]),
        (("S",), "-", "CB", ["team_stored", "team_block", "team_critical"]),
        ((), "S B", "CS", ["team_block", "team_critical"]),
        ((), "!", "S", ["team_block", "team_critical"]),
        ((), "-", "CB", []),
    ],
    ids=["before each critical", "to add", "no Critical Block", "no critical", "nothing to store"],
)
def test_it_is_asked_before_each_critical_of_the_enemy_and_before_the_switches(
    stored: tuple[str, ...], team: str, enemy: str, steps: list[str]
) -> None:
    """Without a Critical Block of the Enemy nothing lies between the dice and step 3."""
    game = shoot(holding(*stored), team, enemy)
    found = []
    for _ in repeat(lambda: game.asks() == "team roll", game.question):
        found.append(game.roll().step)
        game.do("let_stand")
    assert found == steps


@pytest.mark.rule("R-097", "R-087")
def test_whoever_cannot_store_is_not_asked_before_a_critical_block() -> None:
    game = position("U . 1\n\numa carries=stick\ndummy 1 -", CARDS, POUCH).do("activate uma")
    shoot(game, "S S B", "CB")
    assert game.asks() == "team activation"


@pytest.mark.rule("R-316", "R-098")
@pytest.mark.parametrize(
    ("stored", "team", "enemy", "done", "refused"),
    [
        ("S", "S", "CB", ["let_stand", "add_stored pouch S"], "store_die pouch 0 S"),
        (
            "CS",
            "S",
            "CB",
            ["let_stand", "add_stored pouch CS", "let_stand", "spend_critical success add"],
            "store_die pouch 0 S",
        ),
        ("B", "B", "CS", ["let_stand", "add_stored pouch B"], "store_die pouch 0 B"),
    ],
    ids=["a Success", "two for a critical", "a Block"],
)
def test_a_nullified_die_is_not_stored_though_such_a_symbol_joins(
    stored: str, team: str, enemy: str, done: list[str], refused: str
) -> None:
    """The ! on the pouch keeps the question open."""
    game = shoot(holding(stored, "!"), team, enemy).do(*done)
    assert not game.options("store_die")
    assert game.refused(refused) == "die_spent R-316"


@pytest.mark.rule("R-316")
def test_a_die_that_is_still_there_is_stored_beside_symbols_that_joined() -> None:
    game = shoot(holding("CS"), "S CS B", "-").do("add_stored pouch CS", "let_stand", "spend_critical success add")
    assert game.shown("team") == "S S S CS B"
    assert game.options("store_die") == ["store_die pouch 0 S", "store_die pouch 1 CS", "store_die pouch 2 B"]
    game.do("spend_critical success nullify")
    assert game.options("store_die") == ["store_die pouch 0 S", "store_die pouch 2 B"]


@pytest.mark.rule("R-097")
def test_in_the_switches_step_nothing_is_stored_or_added() -> None:
    game = holding("S")
    game.do("attack uma flare.shine dummy.1", "let_stand", "let_stand", team="S !", enemy="-")
    assert game.options() == ["use_switch 0", "let_stand"]
    assert game.refused("add_stored pouch S") == "not_this_step R-097"
    assert game.refused("store_die pouch 0 S") == "not_this_step R-316"


@pytest.mark.rule("R-316")
def test_several_symbols_of_one_die_may_be_stored() -> None:
    hooks = Hooks(abilities=(*builtin.contribute_abilities(), Ability("pouch", stores=2)))
    game = position("U . 1\n\numa carries=stick,pouch\ndummy 1 -", CARDS, hooks).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S B", enemy="-")
    die = next(line.split()[2] for line in game.options("store_die"))
    before = game.shown("team")
    symbols = [line.split()[3] for line in game.options(f"store_die pouch {die}")]
    game.do(f"store_die pouch {die} {symbols[0]}")
    left = [line.split()[3] for line in game.options(f"store_die pouch {die}")]
    assert left == symbols[1:]
    assert game.shown("team") != before
