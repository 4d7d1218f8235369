"""How the heuristic bot answers in rolls, at Consoles, when it equips and when it recovers."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules import pools
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Carried, State
from tests.lab.games import active


def answer(session: Session, state: State) -> Command:
    """What the bot answers in a state made by hand; always something legal."""
    legal = session.game.legal(state)
    found = HeuristicBot().choose(session.game, state, legal)  # type: ignore[arg-type]
    assert found in legal
    return found


def in_roll(session: Session, step: str, own: str, rival: str) -> State:
    """Jazz's shot at Nox Spec-Ops #1, standing at a step with these symbols."""
    rules = cast(Rules, session.game.rules)  # type: ignore[attr-defined]
    state: State = session.state
    attack = rules.catalog.equipment["boarding_carbine"].attacks[0]
    target = "nox_spec_ops.1"
    roll = pools.team_attack(rules, state, rules.view(state), "jazz", "boarding_carbine", attack, target)
    assert roll.team is not None
    assert roll.enemy is not None
    team = replace(roll.team, faces=(0,) * len(roll.team.dice), symbols=Symbols.parse(own))
    enemy = replace(roll.enemy, faces=(0,) * len(roll.enemy.dice), symbols=Symbols.parse(rival))
    return replace(state, agenda=(*state.agenda, replace(roll, team=team, enemy=enemy, step=step)))


@pytest.mark.parametrize(
    ("step", "own", "rival", "wanted"),
    [
        ("team_critical", "CS", "-", c.SpendCritical("success", "add")),
        ("team_critical", "CS S S", "B B B", c.SpendCritical("success", "nullify")),
        ("team_block", "CB", "S S S", c.SpendCritical("block", "nullify")),
        ("team_switches", "S ! !", "B", c.UseSwitch(0)),
        ("team_switches", "S ! !", "-", c.UseSwitch(0)),
    ],
)
def test_criticals_and_switches_are_used_as_the_odds_say(step: str, own: str, rival: str, wanted: Command) -> None:
    session = active("jazz")
    assert answer(session, in_roll(session, step, own, rival)) == wanted


def at_console(session: Session, symbols: str) -> State:
    console = f.Console("jazz", "console_1", Symbols.parse(symbols), rolled=True)
    state: State = session.state
    return replace(state, agenda=(*state.agenda, console))


@pytest.mark.parametrize("symbols", ["B !", "S B", "B B"])
def test_symbols_go_to_the_input_that_the_objective_needs(symbols: str) -> None:
    session = active("jazz")
    found = answer(session, at_console(session, symbols))
    assert isinstance(found, c.Assign)
    assert found.input == 0


def test_other_symbols_go_where_they_complete_something() -> None:
    session = active("jazz")
    assert answer(session, at_console(session, "!")) == c.Assign("!", 1)


def holding(session: Session, character: str, item: str, *less: str) -> State:
    state: State = session.state
    one = state.team[character]
    carried = tuple(held for held in one.carried if held.item not in less)
    one = replace(one, carried=(*carried, Carried(item, "")))
    state = replace(state, team={**state.team, character: one})
    return replace(state, agenda=(*state.agenda, f.Equipping(character)))


def test_what_is_found_is_worn_where_it_works() -> None:
    session = active("uma")
    assert answer(session, holding(session, "uma", "targeting_visor", "helmet")) == c.Place(
        "uma", "targeting_visor", "0"
    )


def test_what_cannot_be_worn_goes_into_the_backpack() -> None:
    session = active("uma")
    assert answer(session, holding(session, "uma", "light_armour")) == c.Place("uma", "light_armour", "0")
    crowded = holding(session, "uma", "knife")
    assert answer(session, crowded) == c.Place("uma", "knife", "backpack")


def test_an_equip_action_with_nothing_in_hand_is_finished() -> None:
    session = active("uma")
    state = replace(session.state, agenda=(*session.state.agenda, f.Equipping("uma")))
    assert answer(session, state) == c.FinishEquip()


@pytest.mark.parametrize(
    ("cards", "kept"),
    [
        (("deep_cut", "distress_signal"), "distress_signal"),
        (("concussion", "rattled"), "rattled"),
        (("torn_muscle", "marked_prey"), "marked_prey"),
    ],
)
def test_the_consequence_that_hurts_least_is_kept(cards: tuple[str, ...], kept: str) -> None:
    session = active("uma")
    state = replace(session.state, agenda=(*session.state.agenda, f.KeepConsequence("uma", cards)))
    assert answer(session, state) == c.Keep(kept)


def test_the_die_that_shows_least_is_rolled_again() -> None:
    session = active("jazz")
    state = in_roll(session, "dice", "-", "-")
    roll = state.agenda[-1]
    assert isinstance(roll, f.Roll)
    assert roll.team is not None
    blank = len(session.game.rules.catalog.dice.dice["red"].faces) - 1  # type: ignore[attr-defined]
    poor = replace(roll, team=replace(roll.team, rerolls=1, faces=(blank, 0)))
    assert answer(session, replace(state, agenda=(*state.agenda[:-1], poor))) == c.RollAgain(0)
    rich = replace(roll, team=replace(roll.team, rerolls=1, faces=(0, 0)))
    assert answer(session, replace(state, agenda=(*state.agenda[:-1], rich))) == c.KeepDice()
