"""Reactions of abilities and plugins to events: core events that follow them (law 7), before the agenda continues.
Reactions cause no reactions."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.causes import cause
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


def _bearers(run: Transaction) -> Iterator[tuple[Ability, list[str]]]:
    found: dict[str, list[str]] = {}
    for id in (*run.state.team, *run.state.enemies):
        for name in {one.id for one in run.rules.abilities_of(run.state, id) if one.react is not None}:
            found.setdefault(name, []).append(id)
    for ability in run.rules.reacting:
        bearers = found.get(ability.id, [])
        if ability.id in run.rules.mission.abilities:
            bearers.append(run.rules.mission.id)
        if bearers:
            yield ability, bearers
