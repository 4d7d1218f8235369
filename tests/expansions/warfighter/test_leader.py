"""The bot `leader`: what it does about Supports and Wounds, and the reasons that it gives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.extend.systems import words_of
from defiance_qt.lab.positions import GamePlay
from expansions.warfighter.bots.leader import LeaderBot
from expansions.warfighter.bots.plan import Plan
from expansions.warfighter.engine.commands import Place
from expansions.warfighter.engine.forecasts import forecast

from .table import TEAM, at

SMOKE = TEAM.replace("roa @2", "roa @2 acts=0 xp={}").replace("orm @2", "orm @2 acts=0")
WORDS = words_of("warfighter", "en")
FIRE = "hostile {}.1 @3 -> 1\nsoldier 3 k_line @0 acts=0"


def best(play: GamePlay) -> tuple[str, str]:
    """The command that the bot chooses, in text, and the key of its reason."""
    found = LeaderBot().best(play.game.rules, play.state, play.game.legal(play.state))
    return play.game.format(found.command), found.why


@pytest.mark.parametrize(("xp", "hostile", "chosen"), [(2, True, "end"), (3, False, "end"), (3, True, "call")])
def test_a_support_against_the_hostile_turn_is_called_only_if_it_can_be_kept(
    xp: int, hostile: bool, chosen: str
) -> None:
    text = SMOKE.format(xp) + "call smoke_line\n" + (FIRE.format("riflemen") if hostile else "")
    assert best(at(text))[0].startswith(chosen)


def test_a_support_is_kept_while_it_helps_and_is_let_go_with_a_reason_of_its_own() -> None:
    text = SMOKE.format(3) + "support smoke_line\n"
    assert best(at(text + FIRE.format("riflemen")).do("end")) == ("retain smoke_line 1", "support")
    assert best(at(text).do("end")) == ("let smoke_line", "let")


@pytest.mark.parametrize(("xp", "level"), [(0, ""), (1, " level 1")])
def test_wounds_are_cancelled_with_the_reason_of_it(xp: int, level: str) -> None:
    """The card that comes for a reinforcement is out of its Location's range and is discarded (W-137)."""
    quiet = TEAM.replace("roa @2", f"roa @2 xp={xp} hand=dive").replace("farm", "sewer")
    text = quiet + "hostile gun_pair.1 @3 -> 1\ndeck hostiles top=gun_pair"
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6")
    assert best(play) == (f"react dive{level}", "react")


@pytest.mark.parametrize(("time", "why"), [(12, "place"), (1, "hurry")])
def test_a_location_is_placed_in_calm_or_in_hurry(time: int, why: str) -> None:
    ready = TEAM.replace("time 7", f"time {time}").replace("@2 weapons", "@3 weapons")
    hostiles = "hostile gun_pair.1 @1 -> 2\nhostile assault.1 @3 -> 2\n"
    play = at(ready + (hostiles if why == "hurry" else ""))
    plan = Plan(play.game.rules, play.state, play.game.legal(play.state))
    found = {option.why for one in plan.legal if isinstance(one, Place) and (option := plan._place(one))}
    assert found == {why}


def test_plans_are_other_acts_of_the_soldier_who_is_next() -> None:
    play = at(TEAM + FIRE.format("riflemen").replace("soldier 3 k_line @0 acts=0", ""))
    legal = play.game.legal(play.state)
    found = LeaderBot().plans(play.game, play.state, legal, WORDS)
    own = LeaderBot().best(play.game.rules, play.state, legal).command
    assert found[0].commands[0] == own
    assert len({one.text for one in found}) == len(found) == 3
    soldiers = {getattr(one.commands[0], "soldier", "") for one in found}
    assert soldiers == {getattr(own, "soldier", "")}
    assert all(set(one.commands) <= set(legal) for one in found)


def test_nothing_is_planned_outside_of_the_soldiers_turn() -> None:
    play = at(TEAM + FIRE.format("riflemen")).do("end")
    assert LeaderBot().plans(play.game, play.state, play.game.legal(play.state), WORDS) == ()


def test_a_forecast_counts_wounds_cards_and_who_is_downed() -> None:
    before = at(TEAM + FIRE.format("riflemen")).state
    soldier = before.team["1"]
    after = replace(before, team={"1": replace(soldier, health=soldier.health - 2)}, hostiles={}, downed=("orm",))
    found = forecast(before, after)
    assert found.numbers["wounds"] == 2 + sum(before.team[id].health for id in before.team if id != "1")
    assert found.numbers["hostiles"] == len(before.hostiles)
    assert (found.lost, found.won) == (("team.2",), None)
    assert forecast(before, replace(after, result="victory")).won is True
