"""What abilities and plugins make of events: core events that follow them (law 7). Reactions cause no reactions."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.engine.abilities import Ability
from defiance_qt.engine.agenda import go_on
from defiance_qt.engine.run import Run


def react(run: Run) -> None:
    """Offers each event of the run, once, to those who react; then the agenda goes on if it can."""
    rules = run.rules
    for event in tuple(run.events):
        for ability, bearers in _bearers(run):
            for bearer in bearers:
                if ability.react is not None:
                    for caused in ability.react(rules, run.state, event, bearer):
                        run.emit(caused)
        if rules.hooks.react_event:
            for caused in rules.hooks.reactions(rules.context(run.state), event):
                run.emit(caused)
    go_on(run)


def _bearers(run: Run) -> Iterator[tuple[Ability, list[str]]]:
    for ability in run.rules.reacting:
        bearers = [
            id for id in (*run.state.team, *run.state.enemies) if ability in run.rules.abilities_of(run.state, id)
        ]
        if ability.id in run.rules.mission.abilities:
            bearers.append(run.rules.mission.id)
        yield ability, bearers
