"""Clauses of rolls and Switches that no other file's positions bring about (R-080 … R-113)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]
    switches = [{ cost = "B", effects = [{ do = "calm", amount = 1 }, { do = "impose", state = "hidden" }] }]

    # Doubles what gets through.
    [[software]]
    id = "crusher"
    kind = "antipersonnel"
    targets = "enemy"
    multiplier = 2
    switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 2 }
    software = ["help", "crusher"]

    # One Switch, two effects.
    [[units]]
    id = "herald"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any", "any"]
      biotech = ["any"]
      abilities = ["hackable"]
      attacks = [{ id = "cry", dice = ["any", "any", "any"], range = [1, 8], switches = [
        { cost = "!", effects = [{ do = "impose", state = "stunned" }, { do = "impose", state = "suppressed" }] },
      ] }]
    """


def cried(enemy: str, states: str = "") -> Play:
    """The herald attacks Uma."""
    text = f"U . 1\n\numa {states}\nherald 1 ai=attack_twice\ninitiative herald"
    return foes_turn(text, CARDS).do("proceed", enemy=enemy, team="-")


# ---- Switches with two effects


@pytest.mark.rule("R-106", "R-103")
def test_a_switch_has_all_its_effects() -> None:
    assert cried("!").one("uma").states == ("stunned", "suppressed")


@pytest.mark.rule("R-106", "R-101")
def test_a_switch_of_the_team_has_all_its_effects() -> None:
    game = position("J U\n\njazz carries=deck\numa", CARDS).do("activate jazz", "hack jazz help uma", team="B")
    game.do("use_switch 0")
    assert (game.one("jazz").aggro, game.one("uma").states) == (1, ("hidden",))


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("states", "paid"), [("stunned", 1), ("suppressed", 1), ("stunned suppressed", 0)], ids=["one", "other", "both"]
)
def test_an_enemy_pays_as_long_as_one_of_the_effects_is_not_in_vain(states: str, paid: int) -> None:
    game = cried("!", states)
    assert len(game.told("switch_used")) == paid
    assert len(game.told("switch_spared")) == 1 - paid
    assert set(game.one("uma").states) == ({"stunned", "suppressed"} if paid else set(states.split()))


@pytest.mark.rule("R-104", "R-103")
def test_a_switch_is_paid_again_only_while_it_still_does_something() -> None:
    """Three "!", and one payment that imposes both States."""
    game = cried("! ! !")
    assert len(game.told("switch_used")) == 1
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.herald.name reason.has_state [R-104]"]


# ---- Damage that is multiplied


@pytest.mark.rule("R-113", "R-099")
def test_a_program_that_doubles_doubles_what_gets_through_and_nothing_else() -> None:
    """Two S, one blocked, and "!" for 1 Damage: twice one, and one."""
    game = position("J . 1\n\njazz carries=deck\nherald 1 -", CARDS).do("activate jazz")
    game.do("hack jazz crusher herald.1", team="S S !", enemy="B").do("use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S B 3 0 [R-093]"]
    assert game.foe("herald.1").damage == 3


# ---- criticals


@pytest.mark.rule("R-081", "R-082", "R-083")
def test_a_simple_roll_asks_for_successes_then_for_blocks_then_for_switches() -> None:
    game = position("J U\n\njazz carries=deck", CARDS).do("activate jazz", "hack jazz help uma", team="CS CB B")
    assert game.options() == ["spend_critical success add", "keep_critical success"]
    game.do("spend_critical success add")
    assert game.options() == ["spend_critical block add", "keep_critical block"]
    game.do("spend_critical block add")
    assert game.options() == ["use_switch 0", "let_stand"]
    assert game.shown("team") == "S S B B B"


@pytest.mark.rule("R-087", "R-089", "R-095")
def test_an_enemy_spends_its_criticals_even_on_nothing() -> None:
    game = position("U . 1\n\numa carries=stick\nherald 1 -", CARDS).do("activate uma")
    game.do("attack uma stick.point herald.1", team="!", enemy="CB CS")
    assert [line.split()[1:3] for line in game.told("symbols_nullified")] == [["enemy", "-"], ["enemy", "-"]]
    assert game.told("symbols_cancelled") == ["symbols_cancelled ! - 0 0 [R-093]"]


@pytest.mark.rule("R-095", "R-088", "R-090", "R-001")
def test_a_character_may_keep_both_criticals_and_then_they_do_nothing() -> None:
    game = position("U . 1\n\numa carries=stick\nherald 1 -", CARDS).do("activate uma")
    game.do("attack uma stick.point herald.1", team="CB CS S", enemy="B S S")
    game.do("keep_critical block", "keep_critical success")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+CS+CB S+S+B 0 2 [R-093]"]
