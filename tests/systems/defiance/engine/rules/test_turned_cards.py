"""Cards that are turned or face down, and who has them then (R-043, R-048, R-117, R-314, R-315).

Spans `loadouts`, `rules.mission` and `rules.effects`.
"""

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


TWO_USES = """
    [[equipment]]
    id = "horn"

      [[equipment.actions]]
      id = "blow"
      target = "self"
      use = "tap"
      effects = [{ do = "calm", amount = 1 }]

      [[equipment.actions]]
      id = "smash"
      target = "self"
      use = "flip"
      effects = [{ do = "calm", amount = 1 }]
    """


@pytest.mark.rule("R-048", "R-314", "R-315")
@pytest.mark.parametrize(
    ("uses", "code"),
    [
        (("blow",), "no_card_action R-048"),
        (("smash",), "no_card_action R-048"),
        (("blow", "blow"), "tapped R-314"),
        (("smash", "smash"), "flipped R-315"),
        (("blow", "smash"), "tapped R-314"),
        (("smash", "blow"), "tapped R-314"),
    ],
)
def test_of_two_alike_the_one_that_is_straightened_first_says_why_neither_can_be_used(
    uses: tuple[str, ...], code: str
) -> None:
    """As long as one is not used, the card as such is not."""
    game = position("U\n\numa carries=horn,horn", TWO_USES).do("activate uma")
    game.do(*(f"use_card uma horn.{use} uma" for use in uses))
    assert game.refused("use_card uma horn.hum uma") == code
    assert game.can("use_card uma horn.blow uma") == (len(uses) < 2 and game.actions() > 0)


@pytest.mark.rule("R-030", "R-048", "R-315")
@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("uma", "no_card_action R-048"),
        ("jazz", "no_card_action R-048"),
        ("orders", "no_card_action R-048"),
        ("ghost", "no_card_action R-048"),
        ("horn", "no_card_action R-048"),
        ("club", "in_backpack R-032"),
        ("pistol", "not_equipped R-048"),
    ],
)
def test_an_action_that_a_card_does_not_have_is_refused_by_where_the_card_is(card: str, code: str) -> None:
    """No place is asked of what is no Equipment: Character cards, Specialties, cards that nobody knows."""
    text = "U J\n\numa carries=horn,club@backpack specialties=orders"
    assert position(text, TWO_USES).do("activate uma").refused(f"use_card uma {card}.hum uma") == code
