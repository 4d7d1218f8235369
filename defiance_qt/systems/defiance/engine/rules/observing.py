"""Facts that follow from events, for missions that wait for them: zones entered, figures fallen, items gained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.checks.facts import BY
from defiance_qt.systems.defiance.engine.evolve.missions import mission_of
from defiance_qt.systems.defiance.engine.frames import MissionPick
from defiance_qt.systems.defiance.engine.transaction import Transaction


def observe(run: Transaction) -> None:
    """Record the facts of each new event once."""
    seen, run.observed = run.observed, len(run.events)
    for event in run.events[seen : run.observed]:
        find = FACTS.get(type(event))
        if find is not None:
            run.facts += find(run, event)
        for ability in run.rules.stating:
            if ability.fact is not None:
                run.facts += (f"{ability.id} {text}".strip() for text in ability.fact(run.rules.play, run.state, event))


def _walked(run: Transaction, figure: str, start: str, path: tuple[str, ...]) -> Iterator[str]:
    """Yield each zone that a figure comes into on its way."""
    by_name = run.rules.board.by_name
    for zone, mask in run.rules.zones.items():
        inside = bool(start) and bool(mask >> by_name[start] & 1)
        for space in path:
            there = bool(mask >> by_name[space] & 1)
            if there and not inside:
                yield f"entered {zone}{BY}{figure}"
                break
            inside = there


def _died(run: Transaction, event: e.MiniatureDied) -> Iterator[str]:
    """Yield the death by its number; a hidden token of the Miniature is turned face up."""
    unit = event.enemy.rpartition(".")[0]
    mission = mission_of(run.state)
    yield f"miniature_died {unit} {mission.died[unit]}{BY}{event.enemy}"
    for hidden in run.rules.mission.hidden:
        if unit in hidden.on:
            token = mission.revealed.get(f"{hidden.id} {event.enemy}")
            if token is None:
                run.defer(MissionPick("token", (), hidden.id, event.enemy, rules=("R-024",)))
            else:
                yield f"miniature_died {unit} {token}{BY}{event.enemy}"


def _revealed(run: Transaction, event: e.TokenRevealed) -> Iterator[str]:
    """Yield the death of a Miniature under the name of its token, now that this is known."""
    unit = event.place.rpartition(".")[0]
    if unit in run.rules.catalog.units and event.place not in run.state.enemies:
        yield f"miniature_died {unit} {event.token}{BY}{event.place}"


def _damaged(run: Transaction, event: e.DamageSuffered) -> Iterator[str]:
    unit, _, number = event.figure.rpartition(".")
    if unit and number.isdigit() and event.damage == event.amount:
        yield f"damaged {unit}{BY}{event.figure}"


def _gained(run: Transaction, event: e.CarriedChanged) -> Iterator[str]:
    if event.what == "found":
        yield f"item_gained {event.item}{BY}{event.character}"


FACTS: dict[type, Callable[[Transaction, Any], Iterator[str]]] = {
    e.Moved: lambda run, event: _walked(run, event.figure, event.start, event.path),
    e.Dragged: lambda run, event: _walked(run, event.figure, event.start, (event.space,)),
    e.FigureMoved: lambda run, event: _walked(run, event.figure, event.start, (event.space,)),
    e.RemoteRedeployed: lambda run, event: _walked(run, event.character, "", (event.space,)),
    e.FellUnconscious: lambda run, event: iter((f"fallen {event.character}{BY}{event.character}",)),
    e.RemoteDisabled: lambda run, event: iter((f"fallen {event.character}{BY}{event.character}",)),
    e.MiniatureDied: _died,
    e.TokenRevealed: _revealed,
    e.DamageSuffered: _damaged,
    e.CarriedChanged: _gained,
}
