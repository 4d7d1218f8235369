"""Reactions of abilities and plugins to events: core events that follow them (law 7), before the agenda continues.
Reactions cause no reactions."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.causes import cause
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction


def react(run: Transaction) -> None:
    """Offer each new event once to abilities and plugins."""
    rules = run.rules
    heard, run.heard = run.heard, len(run.events)
    for event in run.events[heard : run.heard]:
        for ability, bearers in _bearers(run):
            for bearer in bearers:
                if ability.react is not None:
                    cause(run, ability.react, ability.react(rules.play, run.state, event, bearer))
        for function in rules.hooks.react_event:
            cause(run, function, function(rules.context(run.state), event))
    run.heard = len(run.events)


def _bearers(run: Transaction) -> list[tuple[Ability, list[str]]]:
    """Return the abilities that react, each with its bearers. Cached while no figure changes: most events change
    none."""
    state, rules = run.state, run.rules
    team, enemies, units, found = rules.bearing
    if team is not state.team or enemies is not state.enemies or units is not state.units:
        found = _looked_up(run)
        rules.bearing = (state.team, state.enemies, state.units, found)
    return found


def _looked_up(run: Transaction) -> list[tuple[Ability, list[str]]]:
    found: dict[str, list[str]] = {}
    state, reacting = run.state, run.rules.reacting_cards
    # Most Characters have no such card: what else their cards add up to is not needed then.
    team = [id for id, one in state.team.items() if not reacting.isdisjoint(_cards(one))]
    for id in (*team, *state.enemies):
        for ability in run.rules.abilities_of(run.state, id):
            if ability.react is not None and id not in found.setdefault(ability.id, []):
                found[ability.id].append(id)
    listed: list[tuple[Ability, list[str]]] = []
    for ability in run.rules.reacting:
        bearers = found.get(ability.id, [])
        if ability.id in run.rules.mission.abilities:
            bearers.append(run.rules.mission.id)
        if bearers:
            listed.append((ability, bearers))
    return listed


def _cards(one: Character) -> tuple[str, ...]:
    """Return the ids of whatever can give a Character an ability."""
    return (*one.abilities, *one.specialties, *one.states, *(held.item for held in one.carried))
