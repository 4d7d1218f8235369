"""Anglers: an Instruction that reels a figure in, a selector for the one most alone, and an Action to cut the line."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import Ability, CardAction, EnemyAction, PlayRules, State, effects, events

UNIT, HOOKED = "angler", "hooked"
RANGE, PULL, NEAR = 5, 2, 3
"""How far the harpoon reaches, how many movement points it drags, and who counts as near: in spaces."""
SOURCE = "ability.reel.name"


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:
    return (
        Ability("reel", cites=("angler-1",), gives=(HOOKED,), instruct=_reel),
        Ability("loneliest", cites=("angler-2",), select=_company),
        Ability("line", cites=("angler-3",), command=_cut, react=_slack),
    )


def _reel(rules: PlayRules, state: State, enemy: str, target: str) -> EnemyAction | None:
    """Hook a figure in sight and Range, drag it closer along an open way, and attack it. Nothing for one in Contact, or
    one on the hook that cannot be dragged."""
    here, one = state.enemies[enemy].space, state.team[target]
    far = rules.between(here, one.space)
    if far > RANGE or rules.in_contact(state, enemy, target) or not rules.sees(state, enemy, target):
        return None
    caused: list[events.Event] = []
    if HOOKED not in one.states:
        caused.append(events.StateGained(target, HOOKED, SOURCE, ("angler-1",)))
    ways = rules.walks(state, target, PULL)
    best = min(ways, key=lambda space: (rules.between(here, space), ways[space][0], space), default="")
    if best and rules.between(here, best) < far:
        caused.append(events.FigureMoved(target, one.space, best, ("angler-1",)))
    return EnemyAction(events=tuple(caused), attack=True, rules=("angler-1",)) if caused else None


def _company(rules: PlayRules, state: State, enemy: str, target: str) -> int:
    """Return how many conscious friends are near the target."""
    return sum(
        one.id != target and bool(one.space) and one.conscious and rules.distance(state, target, one.id) <= NEAR
        for one in state.team.values()
    )


def _cut(rules: PlayRules, state: State, bearer: str) -> Sequence[CardAction]:
    """Offer to cut the line: an Action, or free if a conscious friend in Contact helps."""
    helped = any(
        one.id != bearer and bool(one.space) and one.conscious and rules.in_contact(state, bearer, one.id)
        for one in state.team.values()
    )
    return (CardAction("cut", (effects.Relieve(HOOKED, on="user"),), free=helped),)


def _slack(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    """Free the bearer when the last Angler is gone."""
    if isinstance(event, events.UnitEliminated) and event.unit == UNIT and bearer in state.team:
        return (events.StateLost(bearer, HOOKED, ("angler-3",)),)
    return ()
