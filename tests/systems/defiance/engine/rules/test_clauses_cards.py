"""Whom an Action of a card or a Switch is for (R-048, R-101, R-153): clauses that no other position brings about."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

CARDS = """
    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 5]
      effects = [{ do = "suffer", amount = 1 }]

    [[equipment]]
    id = "tonic"

      [[equipment.actions]]
      id = "drink"
      target = "character"
      effects = [{ do = "heal", amount = 1, on = "target" }, { do = "impose", state = "focused" }]

    [[equipment]]
    id = "balm"

      [[equipment.actions]]
      id = "rub"
      target = "character"
      effects = [{ do = "heal", amount = 1, on = "target" }]

    [[equipment]]
    id = "double_gun"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "shoot"
      dice = ["any", "any", "any"]
      range = [1, 3]
      switches = [
        { cost = "!", effects = [
          { do = "suffer", amount = 1 }, { do = "suffer", amount = 1, on = "other_enemy" },
        ] },
        { cost = "B", effects = [{ do = "suffer", amount = 1 }] },
      ]
    """


@pytest.mark.rule("R-153", "R-037")
@pytest.mark.parametrize(
    ("board", "wall", "helped"),
    [("J B", "", True), ("J . B", "", False), ("J B\n . .", "wall A1:e", False)],
    ids=["beside", "two spaces away", "behind a wall"],
)
def test_a_repair_kit_is_used_in_contact(board: str, wall: str, helped: bool) -> None:
    text = f"{board}\n\njazz carries=repair_kit\nbillie printed damage=2\n{wall}"
    assert bool(position(text).do("activate jazz").options("use_card")) == helped


@pytest.mark.rule("R-037", "R-048")
@pytest.mark.parametrize(("wall", "helped"), [("", True), ("wall A1:e", False)])
def test_who_is_beside_but_behind_a_wall_is_not_treated(wall: str, helped: bool) -> None:
    game = position(f"U C\n . .\n\numa carries=medikit\ncadin damage=3\n{wall}").do("activate uma")
    assert game.can("use_card uma medikit.treat cadin") == helped


@pytest.mark.rule("R-069", "R-048", "R-072")
def test_what_reaches_further_than_contact_reaches_behind_a_wall_too() -> None:
    game = position("U 1\n . .\n\numa carries=bomb\ndummy 1 -\nwall A1:e", CARDS).do("activate uma")
    assert game.can("use_card uma bomb.throw dummy.1")


@pytest.mark.rule("R-145", "R-157", "R-153")
def test_a_card_that_heals_and_does_more_does_the_more_for_a_remote() -> None:
    game = position("J B\n\njazz carries=tonic,balm\nbillie printed damage=2", CARDS).do("activate jazz")
    assert not game.can("use_card jazz balm.rub billie")
    game.do("use_card jazz tonic.drink billie")
    assert (game.one("billie").damage, game.one("billie").states) == (2, ("focused",))


@pytest.mark.rule("R-101", "R-099")
def test_a_switch_that_is_for_another_one_too_is_for_one_that_is_named() -> None:
    game = position("2 U 1 3\n\numa carries=double_gun\ndummy 1 2\nnox_spec_ops 3 -", CARDS).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", team="! B", enemy="-")
    assert game.options("use_switch 0") == ["use_switch 0 target=dummy.2"]
    game.do("use_switch 0 target=dummy.2", "use_switch 1")
    assert (game.foe("dummy.1").damage, game.foe("dummy.2").damage) == (2, 1)


@pytest.mark.rule("R-262", "R-101", "R-102")
def test_at_alert_0_a_switch_without_another_one_wakes_nobody_else() -> None:
    game = position("U 1 2\n\numa carries=double_gun\ndummy 1 -\nnox_spec_ops 2 -\nalert 0", CARDS).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", "use_switch 1", "use_switch 1", team="B B", enemy="-")
    assert game.state.initiative == ("dummy",)
    assert [line.partition("[")[2] for line in game.told("switch_used")] == ["R-092 R-101]", "R-092 R-101 R-102]"]
