"""The outcome of a finished roll, by its purpose (R-084, R-093, R-094, R-112, R-113)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = (
    pack("firewall", "drone")
    + """
    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "help"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 3 }
    software = ["bite", "help"]

    [[states]]
    id = "steady"
    modifiers = [{ rolls = ["attack"], dice = ["any"], spent = true }]
    """
)


HELP = (
    pack("help", "crusher", "herald")
    + """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 2 }
    software = ["help", "crusher"]
    """
)


BLESS = (
    pack("bless", "mend", "ward", "bite", "deck")
    + """
    [[units]]
    id = "drone"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      biotech = ["any", "any"]
      abilities = ["big", "hackable"]
    """
)


def attacked(figures: str, unit: str, board: str = "U . 1") -> Play:
    """The Unit attacks; the team's dice are asked for."""
    text = f"{board}\n\n{unit} 1 ai=attack_twice\ninitiative {unit}\n{figures}"
    return foes_turn(text, CARDS).do("set_answer team dice person", "set_answer enemy dice person", "proceed")


@pytest.mark.rule("R-277")
def test_after_an_attack_both_sides_lose_all_that_it_used_up_and_the_attacker_shows_itself() -> None:
    figures = "uma carries=stick stunned focused steady hidden\ndummy 1 -\ndummy.1 hidden marked shielded"
    game = position(f"U . 1\n\n{figures}", CARDS).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.one("uma").states == ("stunned",)
    assert game.foe("dummy.1").states == ("hidden", "marked")


@pytest.mark.rule("R-277", "R-234")
def test_an_enemy_that_dies_of_an_attack_loses_no_states_by_it() -> None:
    game = position("U . 1\n\numa carries=stick\ndummy 1 -\ndummy.1 shielded damage=4", CARDS).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="-")
    assert not game.state.enemies
    assert not game.told("state_lost")


@pytest.mark.rule("R-277", "R-234", "R-193")
def test_an_attacker_that_dies_of_its_own_attack_loses_no_states_by_it() -> None:
    game = attacked("dummy.1 hidden damage=4", "dummy").do("enter_dice 1,6,6,6", "enter_dice 6,6,6,6")
    assert not game.state.enemies
    assert not game.told("state_lost")


@pytest.mark.rule("R-277", "R-112", "R-084")
@pytest.mark.parametrize(("shown", "succeeds"), [("S", "yes"), ("-", "no")])
def test_a_controller_uses_up_states_whether_it_succeeds_or_not(shown: str, succeeds: str) -> None:
    game = position("J U\n\njazz carries=deck focused", CARDS).do("activate jazz")
    game.do("hack jazz help uma", team=shown)
    assert game.told("roll_succeeded") == [f"roll_succeeded jazz {succeeds} [R-084]"]
    assert game.one("jazz").states == ()
    assert game.one("uma").states == (("focused",) if succeeds == "yes" else ())


@pytest.mark.rule("R-277", "R-200", "R-193")
@pytest.mark.parametrize("figures", ["", "uma carries=firewall"], ids=["Attack", "Hack Attack"])
def test_an_enemy_that_attacks_or_hacks_shows_itself(figures: str) -> None:
    text = f"U . 1\n\n{figures}\ndrone 1 ai=attack_twice\ndrone.1 hidden\ninitiative drone"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="-")
    assert game.foe("drone.1").states == ()


@pytest.mark.rule("R-115", "R-277")
def test_a_program_is_not_an_attack_and_does_not_show_who_runs_it() -> None:
    game = position("J . 1\n\njazz carries=deck hidden\ndrone 1", CARDS).do("activate jazz")
    game.do("hack jazz bite drone.1", team="-", enemy="-")
    assert game.one("jazz").states == ("hidden",)


@pytest.mark.rule("R-113", "R-099")
def test_a_program_that_doubles_doubles_what_gets_through_and_nothing_else() -> None:
    """Two S, one blocked, and "!" for 1 Damage: twice one, and one."""
    game = position("J . 1\n\njazz carries=deck\nherald 1 -", HELP).do("activate jazz")
    game.do("hack jazz crusher herald.1", team="S S !", enemy="B").do("use_switch 0")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S B 3 0 [R-093]"]
    assert game.foe("herald.1").damage == 3


@pytest.mark.rule("R-113", "R-094", "R-110")
def test_the_factor_of_a_program_counts_what_is_left_after_blocks() -> None:
    game = position("J . 1\n\njazz carries=deck\ndrone 1", BLESS).do("activate jazz")
    game.do("hack jazz bite drone.1", team="S S S", enemy="S B")
    assert (game.foe("drone.1").damage, game.one("jazz").damage) == (4, 1)


@pytest.mark.rule("R-277", "R-112", "R-084")
@pytest.mark.parametrize("dice", ["S", "-"])
def test_a_controller_uses_up_what_helped_it_whether_it_succeeds_or_not(dice: str) -> None:
    game = position("J U\n\njazz carries=deck focused", BLESS).do("activate jazz", "hack jazz ward uma", team=dice)
    if dice == "S":
        game.do("let_stand") if game.options("let_stand") else None
    assert game.one("jazz").states == ()
