"""Conditions of missions: one table, wherever something depends on one (R-024, R-130)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from defiance_qt.systems.defiance.engine.abilities import PLAIN
from defiance_qt.systems.defiance.engine.content import AskAbility, CounterSpan, EnemiesThere, Requirement, Span
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Character, State

EVERYBODY = {"*": False, "team": True}
"""The words for several figures that stand somewhere, and whether Allies are among them."""


def holds(rules: Rules, state: State, need: Requirement, outcome: str = "") -> bool:
    """Check whether every part of a condition holds. `outcome` is the mission's, once it is decided."""
    return all(part(rules, state, need, outcome) for field, part in PARTS.items() if getattr(need, field))


def _happened(state: State, facts: tuple[str, ...]) -> bool:
    happened = state.mission.happened if state.mission else ()
    return all(fact in happened for fact in facts)


def _counts(state: State, counter: CounterSpan) -> bool:
    counters = state.mission.counters if state.mission else {}
    return within(counters.get(counter.id, 0), counter.min, counter.max)


def _affirmed(rules: Rules, state: State, asked: AskAbility) -> bool:
    """Ask an ability whether something holds. Without an answer it does not."""
    condition = rules.abilities.get(asked.id, PLAIN).condition
    return condition is not None and condition(rules.play, state, asked.values)


def within(value: int, low: int | None, high: int | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _of_round(state: State, span: Span) -> bool:
    even = span.even
    return within(state.round, span.min, span.max) and (even is None or (state.round % 2 == 0) == even)


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


PARTS: Mapping[str, Callable[[Rules, State, Any, str], bool]] = {
    "after_round": lambda rules, state, need, outcome: state.round >= need.after_round,
    "flags": lambda rules, state, need, outcome: all(flag in state.flags for flag in need.flags),
    "eliminated": lambda rules, state, need, outcome: (
        not any(unit in state.units or unit in state.selected for unit in need.eliminated)
    ),
    "unconscious": lambda rules, state, need, outcome: all(
        id in state.team and not state.team[id].conscious for id in need.unconscious
    ),
    "unhurt": lambda rules, state, need, outcome: all(
        id in state.team and state.team[id].space and not state.team[id].damage for id in need.unhurt
    ),
    "happened": lambda rules, state, need, outcome: _happened(state, need.happened),
    "counter": lambda rules, state, need, outcome: _counts(state, need.counter),
    "alert": lambda rules, state, need, outcome: within(state.alert, need.alert.min, need.alert.max),
    "round": lambda rules, state, need, outcome: _of_round(state, need.round),
    "enemies": lambda rules, state, need, outcome: within(
        enemies(rules, state, need.enemies), need.enemies.min, need.enemies.max
    ),
    "outcome": lambda rules, state, need, outcome: need.outcome == outcome,
    "record": lambda rules, state, need, outcome: all(entry in rules.records(state) for entry in need.record),
    "carrying": lambda rules, state, need, outcome: (
        carriers(state, need.carrying) >= (1 if need.standing else need.count or 1)
    ),
    "ability": lambda rules, state, need, outcome: _affirmed(rules, state, need.ability),
    "standing": lambda rules, state, need, outcome: _stand(rules, state, need),
    "any": lambda rules, state, need, outcome: any(holds(rules, state, one, outcome) for one in need.any),
    "all": lambda rules, state, need, outcome: all(holds(rules, state, one, outcome) for one in need.all),
}
"""A predicate for each field of `Requirement`, asked where the field is given. What the field may name is checked by
the row of the same name in checks/conditions.py. `zone` and `count` belong to `standing` and `carrying`."""
