"""The Minotaur Engines and the jump (R-291, R-292).

Spans `rules.campaign.course`, `rules.campaign.boons` and `rules.decks`.
"""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine.rules.campaign.boons import exposed
from defiance_qt.systems.defiance.engine.state import Carried
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.voyages import DEPLOY, LOSE, TEAM, WIN, at, sail, step, voyage

PLAIN = {id: {"defense": ("any",), "carried": ()} for id in TEAM}


def before(components: int = 2, **more: Any) -> Play:
    """The campaign before the mission that the jump follows; three of four positions have dice or symbols."""
    return voyage("briefing", number=2, components=components, team=PLAIN, **more)


@pytest.mark.rule("R-291")
def test_each_component_covers_the_leftmost_free_position() -> None:
    brought = k.Result(id="x", effects=(k.Gain("component", amount=1),))
    play = voyage("briefing", missions={"two": {"results": (brought,)}})
    assert at(sail(play)).components == 1


@pytest.mark.rule("R-291")
@pytest.mark.parametrize(("amount", "intel"), [(1, 3), (2, 5), (3, 7), (5, 11)])
def test_a_component_too_many_pays_two_intel_packs_each(amount: int, intel: int) -> None:
    brought = k.Result(id="x", effects=(k.Gain("component", amount=amount),))
    play = sail(voyage("briefing", components=3, missions={"two": {"results": (brought,)}}))
    assert (at(play).components, [play.one(id).intel for id in TEAM]) == (4, [intel] * 4)


@pytest.mark.rule("R-292", "R-239")
def test_the_free_positions_roll_against_each_characters_defense() -> None:
    """Position three is a die, position four a Block. Each Success that is not blocked is a Consequence face down."""
    play = before().do("begin_mission", *DEPLOY, *WIN, enemy=["S B", "S B", "S B", "B B"], team=["-", "B", "S", "-"])
    assert [len(play.one(id).face_down) for id in TEAM] == [1, 0, 1, 0]
    assert [line.split()[2] for line in play.told("roll_succeeded")] == ["no", "yes", "no", "yes"]
    assert all(play.one(id).consequences == () for id in TEAM)
    assert (step(play), at(play).market) == ("crew", "x")
    opened = play.told("roll_opened")
    assert len(opened) == 4
    assert play.dice("enemy") == ["any"]


@pytest.mark.rule("R-292")
def test_the_ships_fixed_symbols_count_beside_its_dice() -> None:
    play = before(0).do("begin_mission", *DEPLOY, *WIN, enemy=["S S S B"] + ["S B"] * 3, team=["-"] * 4)
    assert play.dice("enemy") == ["any", "any"]
    assert [len(play.one(id).face_down) for id in TEAM] == [3, 1, 1, 1]


@pytest.mark.rule("R-291", "R-292", "R-306")
def test_an_upgrade_covers_positions_too() -> None:
    play = before(2, upgrades=("fabricator", "reinforced_bow")).do("begin_mission", *DEPLOY, *WIN, team=["-"] * 4)
    assert [len(play.one(id).face_down) for id in TEAM] == [0, 0, 0, 0]


@pytest.mark.rule("R-292")
def test_after_a_lost_mission_the_last_two_positions_are_free_in_any_case() -> None:
    play = before(4).do("begin_mission", *DEPLOY, *LOSE)
    assert step(play) == "verdict"
    play.do("accept_defeat", enemy=["S B"] * 4, team=["-", "B", "B", "B"])
    assert [len(play.one(id).face_down) for id in TEAM] == [1, 0, 0, 0]


@pytest.mark.rule("R-292", "R-284")
def test_a_lost_mission_played_again_is_not_followed_by_the_jump_until_it_is_decided() -> None:
    play = before(4).do("begin_mission", *DEPLOY, *LOSE, "play_again", *DEPLOY, *WIN, team=["-"] * 4)
    assert [len(play.one(id).face_down) for id in TEAM] == [0, 0, 0, 0]
    assert step(play) == "crew"


@pytest.mark.rule("R-292")
def test_dice_and_consequences_of_the_jump_are_typed_where_people_answer() -> None:
    people = {"team.dice": "person", "enemy.dice": "person", "team.consequence": "person"}
    play = before(options={"answers": people}).do("begin_mission", *DEPLOY, *WIN)
    assert play.asks() == "table roll"
    play.do("enter_dice 6", "enter_dice 1")  # the last face of these dice is empty, the first one a Success
    assert play.asks() == "table draw"
    play.do("enter_card deep_cut")
    assert play.one("uma").face_down == ("deep_cut",)


@pytest.mark.rule("R-304")
def test_after_the_jump_another_market_is_open() -> None:
    cards = """
        [[equipment]]
        id = "relic"
        tabs = [["hand"]]
        value = 1
        market = "x"
        """
    team = {"uma": {"intel": 9}}
    play = voyage("intel", team=team, market="x", more=cards)
    assert play.can("buy uma relic")
    assert not play.can("buy uma pistol")
    assert play.refused("buy uma blackout") == "not_for_sale R-304", "no programs any more"
    assert voyage("intel", team=team, more=cards).refused("buy uma relic") == "not_for_sale R-304"
    assert (
        voyage("intel", team=team, market="x", more=cards, store=(Carried("relic", ""),) * 2).refused("buy uma relic")
        == "none_left R-304"
    )


@pytest.mark.rule("R-292")
def test_only_a_lost_jump_frees_positions() -> None:
    """Another mission that was lost changes nothing about the engines."""
    play = voyage("briefing", components=4)
    lost = sail(play, LOSE).do("accept_defeat")
    assert (at(lost).played[-1].result, exposed(lost.game.rules, lost.state)) == ("defeat", ())
    last = before(4).do("begin_mission", *DEPLOY, *LOSE)
    assert exposed(last.game.rules, last.state) == ("any", "B")


@pytest.mark.rule("R-291", "R-292")
@pytest.mark.parametrize(
    ("components", "free"),
    [(0, ("any", "S", "any", "B")), (1, ("S", "any", "B")), (3, ("B",)), (4, ()), (9, ())],
)
def test_before_any_mission_is_lost_only_what_is_not_covered_is_free(components: int, free: tuple[str, ...]) -> None:
    play = voyage("briefing", components=components, played=())
    assert exposed(play.game.rules, play.state) == free
