"""What an edition sets, played in that edition; clauses of slots and Actions that no other position brings about."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

CARDS = """
    [[equipment]]
    id = "bugle"
    tabs = [["hand"]]
    actions = [{ id = "blow", effects = [{ do = "calm", amount = 1 }] }]

    [[equipment]]
    id = "whistle"
    actions = [{ id = "blow", effects = [{ do = "calm", amount = 1 }] }]

    # In both hands, or strapped to the chest.
    [[equipment]]
    id = "shield"
    tabs = [["hand", "hand"], ["torso"]]
    """


@pytest.mark.rule("R-031")
@pytest.mark.parametrize(("edition", "fits"), [("en", False), ("es", False), ("en-print", True)])
def test_to_the_letter_a_long_weapon_takes_one_tab_of_the_backpack(edition: str, fits: bool) -> None:
    """Else each of its icons needs a Backpack icon."""
    game = position(f"U\n\numa tabs=backpack carries=combi_rifle@-,pistol@-\nedition {edition}")
    game.do("activate uma", "equip uma")
    assert game.can("place uma pistol backpack")
    assert game.can("place uma combi_rifle backpack") == fits


@pytest.mark.rule("R-031", "R-027")
def test_what_can_be_carried_in_two_ways_is_packed_by_the_smaller() -> None:
    game = position("U\n\numa tabs=backpack carries=shield@-", CARDS).do("activate uma", "equip uma")
    assert game.options("place") == ["place uma shield backpack"]


@pytest.mark.rule("R-030", "R-048")
@pytest.mark.parametrize(
    ("edition", "cards"), [("en", {"whistle"}), ("es", {"bugle", "whistle"}), ("en-print", set[str]())]
)
def test_what_is_usable_is_a_matter_of_the_edition(edition: str, cards: set[str]) -> None:
    """The bugle is packed; the whistle needs no tab."""
    game = position(f"U\n\numa carries=bugle@backpack,whistle\nedition {edition}", CARDS).do("activate uma")
    assert {line.split()[2].partition(".")[0] for line in game.options("use_card")} == cards


@pytest.mark.rule("R-046", "R-120", "R-121")
@pytest.mark.parametrize(("edition", "rests"), [("en", True), ("es", True), ("en-print", False)])
def test_to_the_letter_nobody_rests(edition: str, rests: bool) -> None:
    game = position(f"U\n\numa damage=1\nedition {edition}").do("activate uma")
    assert game.can("rest uma") == rests


@pytest.mark.rule("R-047", "R-051")
def test_the_same_action_twice_is_twice_the_points() -> None:
    game = position("U . . . . . . . .").do("activate uma", "move uma", "move uma")
    assert game.points() == 8
    assert game.options() == ["step_to uma B1", "end_activation uma"]
