"""Drawing cards one by one, and their use (R-124, R-160, R-171…R-177, R-240)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import DeployUnits, Trigger
from defiance_qt.systems.defiance.engine.rules import decks
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = pack("big_kit")


@pytest.mark.rule("R-154", "R-240", "R-239")
@pytest.mark.parametrize(("discards", "drawn"), [("rattled", ("rattled",)), ("", ())])
def test_for_a_remote_too_the_discarded_are_shuffled_when_the_deck_is_empty(
    discards: str, drawn: tuple[str, ...]
) -> None:
    """With both empty it suffers none."""
    text = "J . B . 1\n\nbillie printed damage=3\ndummy 1 - ai=attack_twice\ninitiative dummy\ndeck consequence"
    game = foes_turn(f"{text}\ndiscards consequence {discards}")
    game.do("proceed", enemy="S S", team="-")
    assert (game.one("billie").space, game.one("billie").face_down) == ("", drawn)
    assert bool(game.told("deck_rebuilt")) == bool(drawn)


@pytest.mark.rule("R-232", "R-231", "R-160", "R-238", "R-241", "R-242")
def test_a_card_may_offer_a_choice_among_three_and_the_others_are_discarded() -> None:
    game = position("U J\n\numa carries=big_kit\njazz damage=10 unconscious", CARDS).do("activate uma")
    drawn = ["torn_muscle", "deep_cut", "cold_anger"]
    game.do("use_card uma big_kit.treat jazz", consequence=drawn)
    assert game.asks() == "team keep_consequence"
    assert game.refused("move uma") == "not_asked R-160"
    assert all(line.endswith("[R-232 R-231]") for line in game.told("card_drawn"))
    game.do("keep deep_cut")
    assert game.state.discards["consequence"] == ("torn_muscle", "cold_anger")
    assert [line.rpartition(" [")[2] for line in game.told("card_discarded")] == ["R-232 R-231]"] * 2
    assert game.told("consequence_suffered") == ["consequence_suffered jazz deep_cut [R-232 R-231 R-238]"]
    assert game.one("jazz").consequences == ("deep_cut",)


@pytest.mark.rule("R-160", "R-162", "R-238", "R-240", "R-241")
def test_a_kept_consequence_lies_by_the_character_and_the_other_among_the_discards() -> None:
    game = position("U C\n\numa damage=10 unconscious").do("activate uma")
    game.do("use_automedikit uma", "keep torn_muscle", consequence=["torn_muscle", "deep_cut"])
    assert game.told("consequence_suffered") == ["consequence_suffered uma torn_muscle [R-160 R-162 R-238]"]
    assert game.told("card_discarded") == ["card_discarded consequence deep_cut [R-160]"]
    assert (game.one("uma").consequences, game.state.discards["consequence"]) == (("torn_muscle",), ("deep_cut",))


@pytest.mark.rule("R-232", "R-238", "R-241")
def test_one_that_is_drawn_alone_is_kept_without_a_choice() -> None:
    game = position("U J\n\numa carries=medikit\njazz damage=10 unconscious").do("activate uma")
    game.do("use_card uma medikit.revive jazz", consequence="torn_muscle")
    assert game.told("consequence_suffered") == ["consequence_suffered jazz torn_muscle [R-232 R-238]"]


@pytest.mark.rule("R-154", "R-239")
def test_a_remote_that_falls_takes_one_face_down() -> None:
    game = foes_turn("B . 1\n . .\n\nbillie damage=9\njazz\ndummy 1 - ai=attack_twice\ninitiative dummy")
    game.do("proceed", enemy="S", team="-")
    assert len(game.one("billie").face_down) == 1
    assert game.told("consequence_suffered")[0].endswith("no [R-154 R-239]")
    assert game.told("state_gained") == [], "Jazz is not on the board"


@pytest.mark.rule("R-124", "R-178")
@pytest.mark.parametrize(
    ("deck", "found"), [("knife", 1), ("knife intel_pack", 2), ("knife intel_pack combat_drug", 2)]
)
def test_a_container_gives_what_is_left_of_the_loot(deck: str, found: int) -> None:
    game = position(f"U X\n\ncontainer crate X 2\ndeck loot {deck}").do("activate uma", "interact uma crate")
    assert len(game.told("loot_found")) == found


@pytest.mark.rule("R-170", "R-171", "R-172")
def test_a_card_is_dealt_by_the_rule_of_the_moment() -> None:
    door = Trigger("door_opened gate", (DeployUnits(("dummy",), ("D1",)),))
    game = position("U . . . .\n\ndoor gate A1:e\nselected dummy", triggers=(door,))
    game.do("activate uma", "interact uma gate", ai="take_aim")
    assert game.told("ai_card_dealt") == ["ai_card_dealt dummy take_aim [R-170]"]
    assert game.unit("dummy").ai_card == "take_aim"
    game = position("U . . . 1\n\ndummy 1 -\nround 1").do("activate uma", "end_activation uma", ai="take_aim")
    assert game.told("ai_card_dealt") == ["ai_card_dealt dummy take_aim [R-171]"]


@pytest.mark.rule("R-177", "R-178")
def test_the_unseen_card_of_a_dead_unit_is_not_in_the_deck() -> None:
    """It comes back at the end of the Round, when the table says which it was."""
    state = position("U . 1\n\ndeck ai rush\ndummy 1 -").state
    dealt = replace(state, discards={**state.discards, "ai_held": ("?",)})
    assert (decks.left(state, "ai"), decks.left(dealt, "ai")) == (1, 0)
