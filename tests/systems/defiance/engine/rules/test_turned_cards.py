"""Cards that are turned or face down, and who has them then (R-043, R-048, R-117, R-314, R-315)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

TAP = 'use = "tap"'
FLIP = 'use = "flip"'


def cards(use: str) -> str:
    return f"""
    [[equipment]]
    id = "whistle"

      [[equipment.actions]]
      id = "blow"
      target = "self"
      {use}
      effects = [{{ do = "calm", amount = 1 }}]
    """


@pytest.mark.rule("R-314", "R-117", "R-048")
@pytest.mark.parametrize(("use", "way", "code"), [(TAP, "tap", "tapped R-314"), (FLIP, "flip", "flipped R-315")])
def test_a_used_card_stays_used_in_other_hands(use: str, way: str, code: str) -> None:
    game = position("U C\n\numa carries=whistle\ncadin", cards(use)).do("activate uma", "use_card uma whistle.blow uma")
    game.do("equip uma", f"give uma cadin whistle turned={way}", "finish_equip", "end_activation uma", "activate cadin")
    assert game.refused("use_card cadin whistle.blow cadin") == code


@pytest.mark.rule("R-314", "R-315")
@pytest.mark.parametrize("use", [TAP, FLIP])
def test_of_two_alike_one_is_used(use: str) -> None:
    game = position("U C\n\numa carries=whistle,whistle", cards(use)).do("activate uma")
    game.do("use_card uma whistle.blow uma", "use_card uma whistle.blow uma")
    assert game.one("uma").aggro == 2
    assert [bool(held.turned) for held in game.one("uma").carried if held.item == "whistle"] == [True, True]


@pytest.mark.rule("R-043", "R-314", "R-315")
@pytest.mark.parametrize(("use", "again"), [(TAP, True), (FLIP, False)])
def test_turned_cards_stand_straight_in_the_next_round_and_those_face_down_stay_so(use: str, again: bool) -> None:
    game = position("U\n\numa carries=whistle", cards(use)).do("activate uma", "use_card uma whistle.blow uma")
    game.do("end_activation uma", "activate uma")
    assert game.state.round == 2
    assert game.can("use_card uma whistle.blow uma") == again


@pytest.mark.rule("R-117", "R-314")
def test_of_two_alike_one_says_which_is_handed_on() -> None:
    game = position("U C\n\numa carries=whistle,whistle\ncadin", cards(TAP)).do("activate uma")
    game.do("use_card uma whistle.blow uma", "equip uma")
    assert game.options("give uma cadin whistle") == ["give uma cadin whistle turned=tap", "give uma cadin whistle"]
    game.do("give uma cadin whistle")
    assert [held.turned for held in game.one("cadin").carried if held.item == "whistle"] == [""]


@pytest.mark.rule("R-314", "R-315", "R-048")
@pytest.mark.parametrize(("use", "again"), [(TAP, True), (FLIP, False)])
def test_the_own_card_of_an_ally_is_turned_like_any_other(use: str, again: bool) -> None:
    medic = f"""
    [[characters]]
    id = "medic"
    ally = true
    speed = 4
    wounds = 5

      [[characters.actions]]
      id = "pat"
      target = "character"
      {use}
      effects = [{{ do = "calm", amount = -1 }}]
    """
    game = position("M C\n\nmedic A1\ncadin aggro=3", medic).do("activate medic", "use_card medic medic.pat cadin")
    assert not game.can("use_card medic medic.pat cadin")
    game.do("end_activation medic", "activate cadin", "end_activation cadin", "activate medic")
    assert game.can("use_card medic medic.pat cadin") == again
