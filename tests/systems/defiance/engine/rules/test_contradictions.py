"""What outranks what (R-212, R-213).

Spans `rules.pools`, `rules.activation` and `enemies.initiative`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition, FlipUnit, RaiseAlert, Trigger
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import foes_turn, skipped

CARDS = (
    pack("robot")
    + """
    [[equipment]]
    id = "tonic"

      [[equipment.actions]]
      id = "drink"
      target = "unconscious"
      range = [1, 1]
      effects = [{ do = "revive", heal = 1, draw = 0 }]
    """
)


@pytest.mark.rule("R-212", "R-232")
def test_a_card_outranks_the_manual() -> None:
    """The manual wants a Consequence of whoever is brought round; this card does not."""
    game = position("U C\n\numa damage=10 unconscious\ncadin carries=tonic", CARDS)
    game.do("activate cadin", "use_card cadin tonic.drink uma")
    assert game.one("uma").conscious
    assert game.one("uma").consequences == ()


@pytest.mark.rule("R-212", "R-175")
def test_instructions_on_a_unit_card_outrank_the_ai_card() -> None:
    game = foes_turn("U . . 1\n\nrobot 1 ai=attack_twice\ninitiative robot", CARDS).do("proceed")
    assert not skipped(game)
    assert game.foe("robot.1").states == ("focused",)


@pytest.mark.rule("R-212", "R-273")
def test_the_mission_outranks_the_manual() -> None:
    """By the manual a card that lies on its high face stays there."""
    game = position(
        "U . . 1\n\ndoor gate A1:e\ndummy 1 - - red\nalert 4",
        triggers=(Trigger("door_opened gate", (RaiseAlert(1), FlipUnit("dummy", 0))),),
    ).do("activate uma", "interact uma gate")
    assert game.unit("dummy").profile.colour == "blue"


@pytest.mark.rule("R-212")
def test_the_mission_decides_when_it_ends() -> None:
    game = position(
        "U C\n\nzone out A1\ncadin damage=10 unconscious",
        victory=(Condition(id="uma_out", standing=("uma",), zone="out"),),
    ).do("activate uma", "end_activation uma")
    assert (game.state.result, game.state.because) == ("victory", "uma_out")


@pytest.mark.rule("R-212", "R-279")
@pytest.mark.parametrize(("board", "allowed"), [("U . 1", True), ("U . . 1", False)])
def test_cannot_outranks_all(board: str, allowed: bool) -> None:
    """In Range, in sight, and the weapon's card allows it; the State says that it cannot be."""
    game = position(f"{board}\n\numa carries=stick\ndummy 1 -\ndummy.1 hidden").do("activate uma")
    assert game.can("attack uma stick.point dummy.1") == allowed
    if not allowed:
        assert game.refused("attack uma stick.point dummy.1") == "untargetable R-212"


@pytest.mark.rule("R-212", "R-279")
@pytest.mark.parametrize(("board", "allowed"), [("U . 1", True), ("U . . 1", False)])
def test_cannot_holds_for_the_enemy_too(board: str, allowed: bool) -> None:
    game = foes_turn(f"{board}\n\numa hidden\ndummy 1 - ai=attack_twice\ninitiative dummy")
    game.do("proceed", **({"team": "-", "enemy": "-"} if allowed else {}))
    assert bool(game.told("attack_declared")) == allowed


@pytest.mark.rule("R-212", "R-279")
@pytest.mark.parametrize(("board", "allowed"), [("U . 1", True), ("U . . 1", False)])
def test_cannot_holds_for_actions_of_cards(board: str, allowed: bool) -> None:
    game = position(f"{board}\n\numa carries=grenade\ndummy 1 -\ndummy.1 hidden").do("activate uma")
    assert game.can("use_card uma grenade.throw dummy.1") == allowed


SAYING = """
    [dice]
    bold = ["S S", "S S", "S S", "S S", "S S", "S S"]
    meek = ["-", "-", "-", "-", "-", "-"]

    [[characters]]
    id = "duellist"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    defense = ["any"]
    tabs = ["hand"]
    modifiers = [{ rolls = ["attack"], instead = ["bold"] }]
    attacks = [{ id = "thrust", dice = ["any"], range = [1, 8] }]

    [[equipment]]
    id = "bold_charm"
    modifiers = [{ rolls = ["attack", "console"], instead = ["bold"] }]

    [[equipment]]
    id = "meek_charm"
    modifiers = [{ rolls = ["attack", "console"], instead = ["meek"] }]

    [[states]]
    id = "emboldened"
    modifiers = [{ rolls = ["attack"], instead = ["bold"] }]

    [[states]]
    id = "cowed"
    modifiers = [{ rolls = ["attack"], instead = ["meek"] }]
    """


@pytest.mark.rule("R-213", "R-192")
@pytest.mark.parametrize("carried", ["bold_charm,meek_charm", "meek_charm,bold_charm"])
def test_where_two_cards_of_one_rank_contradict_evil_ai_decides(carried: str) -> None:
    """One says what is rolled instead, the other says something else; Characters roll what serves them least."""
    game = position(f"U . 1\n\numa carries=stick,{carried}\ndummy 1 -", SAYING).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.dice("team") == ["meek"]
    (opened,) = game.told("roll_opened")
    assert "R-213" in opened


@pytest.mark.rule("R-213", "R-133")
def test_it_decides_in_a_roll_without_a_rival_too() -> None:
    game = position("U X\n\numa carries=meek_charm,bold_charm\nconsole one X S", SAYING).do("activate uma")
    assert game.do("interact uma one", team="-").dice("team") == ["meek"]


@pytest.mark.rule("R-213")
def test_of_what_it_rolls_itself_an_enemy_takes_the_worst_for_the_characters() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=attack_twice\ndummy.1 cowed emboldened\ninitiative dummy", SAYING)
    assert game.do("proceed", team="-", enemy="S S").dice("enemy") == ["bold"]


@pytest.mark.rule("R-213", "R-212")
def test_cards_that_say_the_same_do_not_contradict() -> None:
    game = position("U . 1\n\numa carries=stick,bold_charm,bold_charm\ndummy 1 -", SAYING).do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S S", enemy="-")
    assert "R-213" not in game.told("roll_opened")[0]


@pytest.mark.rule("R-212")
@pytest.mark.parametrize(("carried", "dice"), [("", ["bold"]), ("carries=meek_charm", ["meek"])])
def test_other_cards_outrank_the_characters_own(carried: str, dice: list[str]) -> None:
    game = position(f"U D . 1\n\nduellist D {carried}\ndummy 1 -", SAYING).do("activate duellist")
    game.do("attack duellist duellist.thrust dummy.1", team="-" if carried else "S S", enemy="-")
    assert game.dice("team") == dice
    assert "R-213" not in game.told("roll_opened")[0]
