"""Simple Rolls that a card asks for, of Characters and of Enemies (R-079 … R-085).

Spans `rules.rolls`, `rules.pools` and `rules.effects`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + pack("drone", "husk", "help", "crusher")
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

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 2 }
    software = ["help", "crusher"]
    """
)


SIRENS = """
    [[equipment]]
    id = "siren"

      [[equipment.actions]]
      id = "wail"
      target = "enemy"
      range = [1, 8]
      effects = [{ do = "test", on = "target", dice = ["any", "any", "any"], effects = [{ do = "reinforce" }] }]
    """


def simple_roll(enemy: str, unit: str = "drone") -> Play:
    """An Enemy makes a Simple Roll."""
    cards = f"{CARDS}\n{SIRENS}"
    game = position(f"U . 1\n\numa carries=siren\n{unit} 1\n{unit}.1 damage=3", cards).do("activate uma")
    return game.do(f"use_card uma siren.wail {unit}.1", enemy=enemy)


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


@pytest.mark.rule("R-085", "R-081", "R-082", "R-080", "R-084")
@pytest.mark.parametrize(
    ("shown", "added", "succeeds"),
    [
        ("CS", ["critical_added enemy success S+S [R-081 R-085]"], True),
        (
            "CS CS",
            ["critical_added enemy success S+S+CS [R-081 R-085]", "critical_added enemy success S+S+S+S [R-081 R-085]"],
            True,
        ),
        ("CB", ["critical_added enemy block B+B [R-082 R-085]"], False),
        (
            "CB CB",
            ["critical_added enemy block B+B+CB [R-082 R-085]", "critical_added enemy block B+B+B+B [R-082 R-085]"],
            False,
        ),
        ("S", [], True),
        ("-", [], False),
    ],
)
def test_an_enemy_splits_every_critical(shown: str, added: list[str], succeeds: bool) -> None:
    game = simple_roll(shown, "husk")
    assert game.told("critical_added") == added
    assert (game.state.reserve == 1) == succeeds
    assert game.told("dice_rolled")[0].endswith("[R-080]")


@pytest.mark.rule("R-079", "R-085", "R-103", "R-105", "R-099")
def test_an_enemy_uses_all_switches_of_its_card_in_a_simple_roll() -> None:
    game = simple_roll("! B S")
    assert [line.split()[2] for line in game.told("switch_used")] == ["0", "1"]
    assert all(line.endswith("[R-085 R-103 R-106]") for line in game.told("switch_used"))
    assert game.told("roll_opened")[-1].endswith("[R-048 R-079 R-099]")


@pytest.mark.rule("R-079", "R-105")
@pytest.mark.parametrize(
    ("of", "target", "dice"),
    [
        ("defense", "drone.1", ["any", "any", "red"]),
        ("biotech", "drone.1", ["any", "red"]),
        ("", "drone.1", ["red"]),
        ("defense", "husk.1", ["red"]),
        ("defense", "cadin", ["any", "any", "any", "any", "red"]),
        ("biotech", "cadin", ["red"]),
    ],
)
def test_a_simple_roll_is_made_with_a_value_of_the_figure_and_the_dice_of_the_card(
    of: str, target: str, dice: list[str]
) -> None:
    """Each with the card that it comes from."""
    kind = "character" if target == "cadin" else "enemy"
    cards = CARDS + SIRENS.replace('"any", "any", "any"], effects', f'"red"], of = "{of}", effects')
    cards = cards.replace('target = "enemy"\n      range = [1, 8]', f'target = "{kind}"\n      range = [1, 8]')
    game = position("U C 1 2\n\numa carries=siren\ndrone 1\nhusk 2", cards).do("activate uma")
    game.do("set_answer team dice person", "set_answer enemy dice person", f"use_card uma siren.wail {target}")
    side = game.roll().team if target == "cadin" else game.roll().enemy
    assert side is not None
    assert (side.figure, [pool.die for pool in side.dice]) == (target, dice)
    owner = "character.cadin.name" if target == "cadin" else f"unit.{target[:-2]}.name"
    assert [pool.source for pool in side.dice] == [*[owner] * (len(dice) - 1), "equipment.siren.name"]


@pytest.mark.rule("R-079", "R-084")
@pytest.mark.parametrize(
    ("needs", "failed", "shown", "reserve"),
    [
        ("", False, "S", 1),
        ("", False, "B", 0),
        ("", True, "S", 1),
        ("", True, "B", 2),
        ("B", False, "S", 0),
        ("B", False, "B", 1),
        ("B B", True, "B", 2),
        ("B B", True, "B B", 1),
    ],
)
def test_a_card_may_say_what_a_success_is_and_what_follows_a_failure(
    needs: str, failed: bool, shown: str, reserve: int
) -> None:
    more = f', needs = "{needs}"' * bool(needs) + ', failed = [{ do = "reinforce", amount = 2 }]' * failed
    cards = CARDS + SIRENS.replace('effects = [{ do = "reinforce" }]', f'effects = [{{ do = "reinforce" }}]{more}')
    game = position("U C 1\n\numa carries=siren\ndummy 1 -", cards).do("activate uma")
    game.do("use_card uma siren.wail dummy.1", enemy=shown)
    assert game.state.reserve == reserve


@pytest.mark.rule("R-081", "R-082", "R-083")
def test_a_simple_roll_asks_for_successes_then_for_blocks_then_for_switches() -> None:
    game = position("J U\n\njazz carries=deck", CARDS).do("activate jazz", "hack jazz help uma", team="CS CB B")
    assert game.options() == ["spend_critical success add", "keep_critical success"]
    game.do("spend_critical success add")
    assert game.options() == ["spend_critical block add", "keep_critical block"]
    game.do("spend_critical block add")
    assert game.options() == ["use_switch 0", "let_stand"]
    assert game.shown("team") == "S S B B B"
