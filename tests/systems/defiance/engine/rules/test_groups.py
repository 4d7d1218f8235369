"""Grouped Instructions that hang together, and what a mission says of every Round (R-184, R-040, R-043).

Spans `enemies.initiative` and `rules.rounds`.
"""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from defiance_qt.systems.defiance.engine.content import Reinforce, Trigger
from tests.systems.defiance.engine.positions import position, start
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, skipped

CARDS = """
    [[ai_cards]]
    id = "loose"
    blue = ["attack least_distance + focused", "withdraw least_distance"]
    red = ["focused"]

    [[ai_cards]]
    id = "tied"
    blue = ["attack least_distance then focused", "withdraw least_distance", "focused"]
    red = ["focused"]

    [[software]]
    id = "blink"
    kind = "controller"
    targets = "self"
    effects = [{ do = "impose", state = "focused", on = "user" }]

    [[equipment]]
    id = "long_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [2, 6], slots = 1 }
    software = ["blink"]
    """


@pytest.mark.rule("R-184")
@pytest.mark.parametrize(("orders", "first"), [("loose", "focused"), ("tied", "withdraw")])
def test_what_cannot_be_done_stops_the_rest_of_a_group_only_if_the_card_says_so(orders: str, first: str) -> None:
    game = foes_turn(f"U . . 1 . .\n\nwall A1:e\ndummy 1 - ai={orders}\ninitiative dummy", CARDS).pass_on()
    assert chosen(game)[0].split()[1] == first
    if orders == "tied":
        assert skipped(game)[:2] == [
            "dummy.1 attack least_distance reason.nobody_in_reach",
            'dummy.1 focused "" reason.depends',
        ]


@pytest.mark.rule("R-184", "R-181")
def test_a_group_that_hangs_together_counts_once_when_it_is_performed() -> None:
    game = foes_turn("U . 1 . . .\n\ndummy 1 - ai=tied\ninitiative dummy", CARDS).pass_on(enemy="-", team="-")
    assert [line.split()[1] for line in chosen(game)] == ["attack", "focused", "withdraw"]


@pytest.mark.rule("R-040", "R-043", "R-024")
def test_a_mission_may_say_what_happens_in_every_round() -> None:
    rules = (Trigger("round_began", (Reinforce(1),), repeats=True), Trigger("round_ended 2", (Reinforce(3),)))
    game = position("U . .", triggers=rules)
    for reserve in (2, 7):
        game.do("activate uma", "end_activation uma")
        assert game.state.reserve == reserve, game.told("reserve_changed")


@pytest.mark.rule("R-009", "R-026")
def test_starting_equipment_that_has_no_room_is_refused_by_name() -> None:
    cards = """
        [[characters]]
        id = "packrat"
        speed = 4
        wounds = 5
        tabs = ["hand"]
        equipment = ["pistol", "stun_pistol"]
        """
    with pytest.raises(ContentError, match="packrat has no room for all its starting Equipment: pistol, stun_pistol"):
        start("P . .\n\npackrat P printed", cards)


@pytest.mark.rule("R-009", "R-027")
def test_starting_equipment_makes_room_for_what_comes_after() -> None:
    cards = """
        [[equipment]]
        id = "cap"
        tabs = [["head"], ["hand"]]

        [[equipment]]
        id = "crown"
        tabs = [["head"]]

        [[characters]]
        id = "king"
        speed = 4
        wounds = 5
        defense = ["any"]
        tabs = ["head", "hand"]
        equipment = ["cap", "crown"]
        """
    game = start("K . .\n\nking K printed", cards)
    assert [(held.item, held.place) for held in game.one("king").carried][:2] == [("cap", "1"), ("crown", "0")]


@pytest.mark.rule("R-109", "R-112")
def test_a_program_that_needs_no_target_asks_for_no_range() -> None:
    game = position("J . .\n\njazz carries=long_deck", CARDS).do("activate jazz")
    assert game.options("hack") == ["hack jazz blink jazz"]
    game.do("hack jazz blink jazz", team="S")
    assert game.one("jazz").states == ("focused",)


@pytest.mark.rule("R-148")
def test_an_ally_gains_no_intel_and_the_table_is_told_why() -> None:
    game = position("U X G\n\ngoldstein G\ncontainer crate X\ndeck loot intel_pack").do("activate goldstein")
    game.do("interact goldstein crate")
    (line,) = game.told("unaffected")
    assert line == "unaffected goldstein loot.intel_pack.name reason.ally_intel [R-124 R-148]"
    assert not game.told("intel_gained")
    found = position("U X\n\ncontainer crate X\ndeck loot intel_pack").do("activate uma", "interact uma crate")
    assert found.told("intel_gained") == ["intel_gained uma 1 [R-124 R-303]"]


@pytest.mark.rule("R-153", "R-157")
def test_a_rest_mends_no_remote_and_the_table_is_told_why() -> None:
    game = position("B . .\n\nbillie damage=1 aggro=1").do("activate billie", "rest billie")
    assert (game.one("billie").damage, game.one("billie").aggro) == (1, 0)
    (line,) = game.told("unaffected")
    assert line.endswith("[R-153 R-157]")
