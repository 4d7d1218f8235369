"""The chances of a cure between missions, against every roll of the dice counted by hand.

Spans `chances` and `rules.campaign.ship`.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.chances import cure_chance
from defiance_qt.systems.defiance.engine.dice import Symbols, succeeds
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame


def hurt(**campaign: Any) -> tuple[Rules, State]:
    """Uma and Billie have a Consequence each; `campaign` says who and what is at work aboard."""
    session = Session.new(mission="defiance", seed=3)
    assert isinstance(session.game, DefianceGame)
    state: State = session.state
    team = {id: replace(one, consequences=("limp",)) for id, one in state.team.items()}
    assert state.campaign
    return session.game.rules, replace(state, team=team, campaign=replace(state.campaign, **campaign))


def counted(rules: Rules, dice: tuple[str, ...], rerolls: int = 0) -> Fraction:
    """The chance of a Success, roll by roll; a failed roll may be repeated with the die that succeeds most often."""
    faces = [list(rules.catalog.dice.dice[die].faces) for die in dice]

    def chance(*pools: list[Symbols]) -> Fraction:
        rolls = list(product(*pools))
        good = [roll for roll in rolls if succeeds(sum(roll, Symbols()))]
        return Fraction(len(good), len(rolls))

    best = max(chance(pool) for pool in faces)
    missed = (1 - chance(*faces)) * (1 - best) ** rerolls
    return 1 - missed


@pytest.mark.rule("R-294", "R-296")
@pytest.mark.parametrize(
    ("campaign", "dice", "rerolls"),
    [
        ({}, ("blue",), 0),
        ({"active": ("uma sickbay",)}, ("blue", "yellow"), 0),
        ({"active": ("uma sickbay",), "upgrades": ("surgical_suite",)}, ("blue", "yellow", "orange"), 0),
        ({"upgrades": ("recovery_cabins",)}, ("blue",), 1),
        ({"active": ("qiang workshop",)}, ("blue",), 0),
    ],
)
def test_the_chance_of_medicine_counts_crew_upgrades_and_rerolls(
    campaign: dict[str, Any], dice: tuple[str, ...], rerolls: int
) -> None:
    rules, state = hurt(**campaign)
    assert cure_chance(rules, state, c.Cure("uma", "limp")) == pytest.approx(float(counted(rules, dice, rerolls)))


@pytest.mark.rule("R-295")
def test_a_remote_needs_engineering_or_no_roll_at_all() -> None:
    rules, state = hurt(active=("qiang workshop",))
    chance = cure_chance(rules, state, c.Cure("billie", "limp"))
    assert chance == pytest.approx(float(counted(rules, ("orange", "orange"))))
    rules, state = hurt(upgrades=("drone_cradle",))
    assert cure_chance(rules, state, c.Cure("billie", "limp")) == 1


def test_the_odds_of_a_command_name_the_cure() -> None:
    rules, state = hurt()
    game = DefianceGame(rules)
    odds = game.odds(state, c.Cure("uma", "limp"))
    assert odds is not None
    assert odds.chances["success"] == pytest.approx(float(counted(rules, ("blue",))), abs=1e-6)
