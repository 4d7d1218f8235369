"""Outcast: the abilities of the Units and Specialties of Saltgate. What a card says goes before the manual (R-212)."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import Ability, PlayRules, Roll, RollModifier, State, events

SPOTLIGHT_RANGE = 6
PURSE_RANGE = 6
FOCUSED = "focused"


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:
    return (
        Ability("scent", cites=("outcast-1",), modify=_scent),
        Ability("bulwark", cites=("outcast-2",), modify=_bulwark),
        Ability("spotlight", cites=("outcast-3",), react=_spotlight),
        Ability("bidding", cites=("outcast-4",), react=_bidding),
        Ability("purse", cites=("outcast-5",), react=_purse, gives=(FOCUSED,)),
        Ability("crossed_blades", cites=("outcast-6",), modify=_crossed_blades),
        Ability("broad_back", cites=("outcast-7",), modify=_broad_back),
    )


def _scent(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the bearer's Attacks on one of the team that has Damage (outcast-1)."""
    if roll.purpose != "enemy_attack" or roll.actor != bearer or bearer not in state.enemies:
        return ()
    if roll.target not in state.team or not state.team[roll.target].damage:
        return ()
    return (RollModifier("ability.scent.name", "enemy", dice=("yellow",), rules=("outcast-1",)),)


def _bulwark(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the Defense of another Enemy in Contact with the bearer; several bearers add no more than one
    (outcast-2)."""
    defends = roll.purpose == "attack" and roll.actor in state.team and roll.target in state.enemies
    if not defends or roll.target == bearer:
        return ()
    near = [
        one.id
        for one in state.enemies.values()
        if one.id != roll.target
        and "bulwark" in state.units[one.unit].profile.abilities
        and rules.in_contact(state, one.id, roll.target)
    ]
    if not near or bearer != min(near):
        return ()
    return (RollModifier("ability.bulwark.name", "enemy", dice=("black",), rules=("outcast-2",)),)


def _spotlight(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    """When the bearer's Unit has acted, give the closest conscious Character that the bearer sees in Range 6 one Aggro;
    of equals the one with the most Aggro, then the first by id (outcast-3)."""
    if not isinstance(event, events.UnitActivationEnded) or bearer not in state.enemies:
        return ()
    if state.enemies[bearer].unit != event.unit:
        return ()
    seen = [
        (distance, -one.aggro, one.id)
        for one in state.team.values()
        if one.space
        and one.conscious
        and not one.ally
        and (distance := rules.distance(state, bearer, one.id)) <= SPOTLIGHT_RANGE
        and rules.sees(state, bearer, one.id)
    ]
    if not seen:
        return ()
    lit = state.team[min(seen)[2]]
    return (events.AggroChanged(lit.id, 1, lit.aggro + 1, rules=("outcast-3",)),)


def _bidding(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    """When a Character falls Unconscious, add one token to the Reserve; several bearers add no more than one
    (outcast-4)."""
    if not isinstance(event, events.FellUnconscious) or state.team[event.character].ally:
        return ()
    bearers = [one.id for one in state.enemies.values() if "bidding" in state.units[one.unit].profile.abilities]
    if bearer != min(bearers, default=""):
        return ()
    return (events.ReserveChanged(1, state.reserve + 1, "ability.bidding.name", ("outcast-4",)),)


def _purse(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    """When the bearer has acted, the closest other Enemy in Range 6 that is not Focused becomes so; of equals the first
    by id, Structures never (outcast-5)."""
    if not isinstance(event, events.UnitActivationEnded) or bearer not in state.enemies:
        return ()
    if state.enemies[bearer].unit != event.unit:
        return ()
    near = [
        (distance, one.id)
        for one in state.enemies.values()
        if one.id != bearer
        and FOCUSED not in one.states
        and not state.units[one.unit].profile.structure
        and (distance := rules.distance(state, bearer, one.id)) <= PURSE_RANGE
    ]
    if not near:
        return ()
    return (events.StateGained(min(near)[1], FOCUSED, "ability.purse.name", ("outcast-5",)),)


def _crossed_blades(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the bearer's Attacks on an Enemy in Contact with another of the team that is conscious
    (outcast-6)."""
    if roll.purpose != "attack" or roll.actor != bearer or roll.target not in state.enemies:
        return ()
    flanked = any(
        one.id != bearer and one.space and one.conscious and rules.in_contact(state, one.id, roll.target)
        for one in state.team.values()
    )
    if not flanked:
        return ()
    return (RollModifier("specialty.crossed_blades.name", "team", dice=("orange",), rules=("outcast-6",)),)


def _broad_back(rules: PlayRules, state: State, roll: Roll, bearer: str) -> Sequence[RollModifier]:
    """Add a die to the Defense of another of the team in Contact with the bearer (outcast-7)."""
    if roll.purpose != "enemy_attack" or roll.target == bearer or roll.target not in state.team:
        return ()
    if not state.team[bearer].space or not rules.in_contact(state, bearer, roll.target):
        return ()
    return (RollModifier("specialty.broad_back.name", "team", dice=("black",), rules=("outcast-7",)),)
