"""Reasons for Respawn, Replacements and the placing of Miniatures (R-204, R-244…R-258).

As the rulebook's examples tell it: the Reserve against each price, every space and why that one, why the step ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.enemies.replacements import RANKS
from defiance_qt.systems.defiance.engine.state import State, Unit
from defiance_qt.systems.defiance.tell.enemy_reasons import harm_line
from defiance_qt.systems.defiance.tell.scene import Scene

Lines = Iterator[str]


# ---- the price ----


def paid(scene: Scene, event: e.ReserveChanged) -> Lines:
    """Yield what the Reserve is compared with, for a Unit that respawns or a Miniature that is replaced."""
    values = {"unit": scene.names.unit(event.about), "price": -event.amount, "was": scene.before.reserve}
    if event.because == "respawn" and event.about:
        yield scene.words("why.respawn", **values)
    elif event.because == "replacement" and event.about in scene.before.units:
        gone = [scene.figure(id) for id in _missing(scene.before, scene.before.units[event.about])]
        yield scene.words("why.replacement", **values, missing=scene.names.joined(gone))


def _missing(state: State, unit: Unit) -> list[str]:
    numbers = range(1, unit.profile.number + 1)
    return [id for number in numbers if (id := f"{unit.id}.{number}") not in state.enemies]


# ---- the space ----


def _placed(scene: Scene, event: e.EnemyDeployed) -> Lines:
    """Yield the spaces that a Miniature had to be closest to, the equally close ones, and what chose among them."""
    space, near = event.enemy.space, event.near
    if not near:
        return
    if "R-204" in event.rules:
        yield from _beside(scene, space, near[0])
    elif "R-250" in event.rules and space == near[0]:
        several = len(scene.rules.mission.respawn) > 1
        yield scene.words("why.place.respawn.nearest" if several else "why.place.respawn", space=space)
    elif space not in near and not {"R-256", "R-272", "R-323"} & set(event.rules):
        yield scene.words("why.place.taken", near=near[0])
    elif space not in near:
        yield scene.words("why.place.mates", near=", ".join(near))
    if event.spaces:
        yield scene.words("why.place.equal", spaces=", ".join(event.spaces))
        yield from _decided(scene, event)


def _beside(scene: Scene, space: str, near: str) -> Lines:
    """Yield whether a Miniature of a Surprise Attack appears in Contact with its target (R-204)."""
    board, view = scene.rules.board, scene.rules.view(scene.before)
    figure = next((scene.figure(one.id) for one in scene.before.team.values() if one.space == near), near)
    touches = view.passages.near[board.by_name[near]] >> board.by_name[space] & 1
    yield scene.words("why.place.contact" if touches else "why.place.close", figure=figure)


def _decided(scene: Scene, event: e.EnemyDeployed) -> Lines:
    space = event.enemy.space
    if "R-204" in event.rules:
        for one in event.weighed:
            figure = scene.figure(one.target)
            name = scene.words("why.harm.on_from", figure=figure, space=one.option)
            yield harm_line(scene, one.harm, name, one.option == space)
        if event.by == "coordinates":
            yield scene.words("why.place.coordinates.harm", space=space)
        return
    nearest = _nearest(scene, space)
    if nearest:
        figure, distance = nearest
        tied = [one for one in event.spaces if (found := _nearest(scene, one)) and found[1] == distance]
        values = {"space": space, "figure": scene.figure(figure), "distance": distance, "tied": ", ".join(tied)}
        yield scene.words(f"why.place.{event.by}", **values)


def _nearest(scene: Scene, space: str) -> tuple[str, int] | None:
    """Return the conscious figure nearest to a space, and its distance; None without one."""
    board, state = scene.rules.board, scene.before
    row = board.distances(board.by_name[space])
    cells = scene.rules.view(state).cells
    there = [(row[cells[one.id]], one.id) for one in state.team.values() if one.space and one.conscious]
    if not there:
        return None
    distance, id = min(there)
    return id, distance


# ---- order and end ----


def _ordered(scene: Scene, event: e.ReplacementsOrdered) -> Lines:
    """Yield each Unit with its price, and what puts it before the next (R-255)."""
    for one in event.units:
        unit = scene.before.units[one.unit]
        values = {"unit": scene.names.unit(unit.id), "level": scene.names.colour(unit.profile.colour)}
        yield scene.words("why.queue", **values, missing=one.missing, price=one.price)
    for first, second in zip(event.units, event.units[1:], strict=False):
        yield from _before(scene, first, second)
    depth = scene.rules.switches["replacements"] == "depth"
    yield scene.words("why.queue.depth" if depth else "why.queue.breadth")


def _before(scene: Scene, first: e.Queued, second: e.Queued) -> Lines:
    units = scene.before.units[first.unit], scene.before.units[second.unit]
    values = {"unit": scene.names.unit(first.unit), "other": scene.names.unit(second.unit)}
    colours = [unit.profile.colour for unit in units]
    ranks = [RANKS.index(colour) if colour in RANKS else len(RANKS) for colour in colours]
    if ranks[0] != ranks[1]:
        yield scene.words("why.queue.level", **values)
    elif first.harm != second.harm:
        yield scene.words("why.queue.harm", **values)
        for one in (first, second):
            yield harm_line(scene, one.harm, _threat(scene, one), one is first)
    elif units[0].profile.wounds != units[1].profile.wounds:
        wounds = {"wounds": units[0].profile.wounds, "fewer": units[1].profile.wounds}
        yield scene.words("why.queue.wounds", **values, **wounds)
    elif first.price != second.price:
        yield scene.words("why.queue.price", **values)
    else:
        yield scene.words("why.queue.same", **values)


def _threat(scene: Scene, one: e.Queued) -> str:
    unit = scene.names.unit(one.unit)
    if not one.target:
        return scene.words("why.harm.none", unit=unit)
    return scene.words("why.harm.of", unit=unit, figure=scene.figure(one.target))


def _ended(scene: Scene, event: e.ReinforcementsEnded) -> Lines:
    """Yield that further cards are not looked at (R-249)."""
    if event.step == "respawn" and event.because == "too_few" and len(scene.before.available) > 1:
        below: Sequence[str] = scene.before.available[1:]
        yield scene.words("why.respawn.below", units=scene.names.joined(scene.names.unit(id) for id in below))


REINFORCEMENT_REASONS: dict[type, Callable[[Scene, Any], Lines]] = {
    e.EnemyDeployed: _placed,
    e.ReplacementsOrdered: _ordered,
    e.ReinforcementsEnded: _ended,
}
