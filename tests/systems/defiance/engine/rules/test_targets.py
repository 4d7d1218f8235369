"""Valid targets, and the targets of an Action printed on a card (R-048, R-149, R-153, R-212)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import orders

CARDS = (
    pack("bless", "mend", "ward", "bite", "deck", "bomb")
    + """
    [[equipment]]
    id = "salts"

      [[equipment.actions]]
      id = "smell"
      target = "character"
      range = [0, 1]
      effects = [{ do = "impose", state = "focused" }]

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
    """
)


FLAG = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "flag"

      [[equipment.actions]]
      id = "wave"
      target = "character"
      range = [0, 8]
      effects = [{ do = "impose", state = "focused" }]
    """
)


@pytest.mark.rule("R-112", "R-109")
def test_a_controller_finds_nobody_off_the_board_or_unconscious() -> None:
    figures = "jazz carries=deck\numa damage=10 unconscious\ngoldstein\nbillie"
    game = position(f"J U Q\n\n{figures}", CARDS).do("activate jazz")
    assert game.options("hack jazz ward") == ["hack jazz ward jazz", "hack jazz ward qiang"]


@pytest.mark.rule("R-112", "R-107", "R-279")
def test_a_hidden_friend_is_helped_from_afar_and_a_hidden_enemy_is_not_found() -> None:
    figures = "jazz carries=deck\numa hidden\ndummy 1 2\ndummy.1 hidden"
    game = position(f"J . . U\n . 2 1 .\n\n{figures}", CARDS).do("activate jazz")
    assert "hack jazz ward uma" in game.options("hack")
    assert game.options("hack jazz bless") == ["hack jazz bless dummy.2"]


@pytest.mark.rule("R-113", "R-202")
def test_hackable_may_be_one_of_several_abilities() -> None:
    game = position("J . 1 2\n\njazz carries=deck\ndrone 1\ndummy 2 -", CARDS).do("activate jazz")
    assert game.options("hack jazz bite") == ["hack jazz bite drone.1"]


@pytest.mark.rule("R-109", "R-112", "R-100")
def test_a_program_helps_another_behind_a_wall() -> None:
    """Its Range alone counts: 3."""
    game = position("J U . Q . C\n\njazz carries=deck\nwall B1:e", CARDS).do("activate jazz")
    game.do("hack jazz ward uma", team="S !")
    assert game.options("use_switch") == ["use_switch 0 target=jazz", "use_switch 0 target=qiang"]


@pytest.mark.rule("R-048", "R-037", "R-069")
def test_an_action_from_range_0_reaches_oneself_and_those_in_contact() -> None:
    game = position("U J\n Q .\n\numa carries=salts\nwall A1:e", CARDS).do("activate uma")
    assert game.options("use_card") == ["use_card uma salts.smell uma", "use_card uma salts.smell qiang"]


@pytest.mark.rule("R-153", "R-149", "R-231")
def test_kits_are_offered_on_whom_they_help() -> None:
    figures = "uma carries=repair_kit,medikit\njazz damage=10 unconscious\nbillie damage=1"
    game = position(f"J U B\n\n{figures}").do("activate uma")
    assert game.options("use_card uma repair_kit") == ["use_card uma repair_kit.repair billie"]
    assert game.options("use_card uma medikit.revive") == ["use_card uma medikit.revive jazz"]
    gone = position("J U .\n\numa carries=repair_kit\nbillie").do("activate uma")
    assert gone.options("use_card uma repair_kit") == []
    lying = position("J U B\n\numa carries=medikit\nbillie damage=9 unconscious").do("activate uma")
    assert lying.options("use_card uma medikit.revive") == []


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


@pytest.mark.rule("R-145", "R-157")
def test_what_does_not_heal_reaches_a_remote() -> None:
    game = position("U B\n\numa carries=flag,medikit\nbillie damage=1", FLAG).do("activate uma")
    assert not game.can("use_card uma medikit.treat billie")
    game.do("use_card uma flag.wave billie")
    assert game.one("billie").states == ("focused",)
