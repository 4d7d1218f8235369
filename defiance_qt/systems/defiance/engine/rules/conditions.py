"""Conditions of missions: one table, wherever something depends on one (R-024, R-130)."""

from __future__ import annotations

from collections.abc import Iterable

from defiance_qt.systems.defiance.engine.abilities import PLAIN
from defiance_qt.systems.defiance.engine.content import AskAbility, EnemiesThere, Requirement
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State

EVERYBODY = {"*": False, "team": True}
"""The words for several figures that stand somewhere, and whether Allies are among them."""


def holds(rules: Rules, state: State, need: Requirement, outcome: str = "") -> bool:
    """Check whether every part of a condition holds. `outcome` is the mission's, once it is decided."""
    mission = state.mission
    happened, counters = (mission.happened, mission.counters) if mission else ((), {})
    if need.after_round is not None and state.round < need.after_round:
        return False
    if any(flag not in state.flags for flag in need.flags):
        return False
    if any(unit in state.units or unit in state.selected for unit in need.eliminated):
        return False
    if any(id not in state.team or state.team[id].conscious for id in need.unconscious):
        return False
    if any(id not in state.team or not state.team[id].space or state.team[id].damage for id in need.unhurt):
        return False
    if any(fact not in happened for fact in need.happened):
        return False
    if need.counter is not None and not within(counters.get(need.counter.id, 0), need.counter.min, need.counter.max):
        return False
    if need.alert is not None and not within(state.alert, need.alert.min, need.alert.max):
        return False
    if need.round is not None and not _of_round(state, need):
        return False
    if need.enemies is not None and not within(enemies(rules, state, need.enemies), need.enemies.min, need.enemies.max):
        return False
    if need.outcome and need.outcome != outcome:
        return False
    if any(entry not in rules.records(state) for entry in need.record):
        return False
    if need.carrying and carriers(state, need.carrying) < (1 if need.standing else need.count or 1):
        return False
    if not (_affirmed(rules, state, need.ability) and (not need.standing or _stand(rules, state, need))):
        return False
    if need.any and not any(holds(rules, state, one, outcome) for one in need.any):
        return False
    return all(holds(rules, state, one, outcome) for one in need.all)


def _affirmed(rules: Rules, state: State, asked: AskAbility | None) -> bool:
    """Ask an ability whether something holds. Without an answer it does not."""
    if asked is None:
        return True
    condition = rules.abilities.get(asked.id, PLAIN).condition
    return condition is not None and condition(rules.play, state, asked.values)


def within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _of_round(state: State, need: Requirement) -> bool:
    assert need.round is not None
    even = need.round.even
    return within(state.round, need.round.min, need.round.max) and (even is None or (state.round % 2 == 0) == even)


def enemies(rules: Rules, state: State, there: EnemiesThere) -> int:
    """Return how many Enemies are in a zone, or on the board."""
    cells = rules.view(state).cells
    zone = rules.zones[there.zone] if there.zone else rules.board.spaces
    return sum(bool(zone >> cells[one.id] & 1) for one in state.enemies.values() if there.unit in ("", one.unit))


def carriers(state: State, item: str) -> int:
    """Return how many copies of an Equipment card conscious Characters carry."""
    carried = (
        held for one in state.team.values() if one.space and one.conscious and not one.ally for held in one.carried
    )
    return sum(held.item == item for held in carried)


def _stand(rules: Rules, state: State, need: Requirement) -> bool:
    """Check the figures in a zone: all that are named, or with `count` so many of them."""
    named = list(_named(state, need.standing))
    standing = sum(stands(rules, state, one, need.zone) for one in named)
    if need.count is not None:
        return standing >= need.count
    # "*" of nobody is not fulfilled, and who is named must be there.
    return bool(named) and standing == len(named) and all(id in EVERYBODY or id in state.team for id in need.standing)


def _named(state: State, ids: Iterable[str]) -> Iterable[Character]:
    """Yield the figures that a condition names: each once."""
    found: dict[str, Character] = {}
    for id in ids:
        if id in EVERYBODY:
            found |= {
                one.id: one
                for one in state.team.values()
                if one.space and one.conscious and (EVERYBODY[id] or not one.ally)
            }
        elif id in state.team:
            found[id] = state.team[id]
    return found.values()


def stands(rules: Rules, state: State, one: Character, zone: str) -> bool:
    """Check whether one of the team is conscious in a zone."""
    return bool(one.space) and one.conscious and bool(rules.zones[zone] >> rules.view(state).cells[one.id] & 1)
