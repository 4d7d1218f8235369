"""Where an Enemy goes: Acquire Target, Assault, Withdraw (R-194…R-198).

The book says whom and how far; among spaces that it leaves open Evil AI takes the one from which most harm threatens
(R-192), then the cheapest way, then the smallest coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.movement import Ground, Reach, nearest, reach
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.enemies.mind import (
    Arm,
    Mind,
    Plan,
    arms,
    chance_of,
    chosen,
    most_harmful,
    of_choice,
    sighted,
    skip,
    targetable,
    ways,
)
from defiance_qt.systems.defiance.engine.enemies.targeting import choose, described
from defiance_qt.systems.defiance.engine.run import Run
from defiance_qt.systems.defiance.engine.state import Character


class Spot(NamedTuple):
    """Spaces to go to, as a mask, all equally good by the book: how far the target is from them."""

    distance: int
    cells: int


def _reach(mind: Mind) -> Reach:
    ground = mind.run.rules.ground(mind.view, mind.enemy.id, "enemy")
    return reach(ground, mind.here, mind.unit.profile.speed)


def _spot(mind: Mind, way: Reach, target: Character, arms: Iterable[Arm], farthest: bool) -> Spot | None:
    """The best spaces in reach to attack from: greatest Range (Acquire Target) or smallest (Assault), then the
    cheapest ways (R-195, R-197). None where the target cannot be chosen (R-212)."""
    board = mind.run.rules.board
    there = mind.view.cells[target.id]
    best: Spot | None = None
    for _, (low, high), sight in arms:
        if not board.within(there, high) & way.stops:
            continue
        bands = range(high, low - 1, -1) if farthest else range(low, high + 1)
        for distance in bands:
            if best is not None and (distance < best.distance if farthest else distance > best.distance):
                break
            cells = board.ring(there, distance) & way.stops
            found = _cheapest(mind, way, cells, there, sight) if cells else 0
            if found and targetable(mind, target, distance):
                if best is None or distance != best.distance:
                    best = Spot(distance, found)
                else:
                    best = Spot(distance, _cheapest(mind, way, found | best.cells, there, False))
                break
    return best


def _cheapest(mind: Mind, way: Reach, cells: int, there: int, sight: bool) -> int:
    """Of some spaces those of the cheapest ways from which the target is in sight."""
    for level in way.levels:
        found = level & cells
        if found and sight:
            found = sum(1 << cell for cell in cells_of(found) if mind.sees(cell, there))
        if found:
            return found
    return 0


def _by_cost(way: Reach, cells: int) -> list[int]:
    """The spaces of a mask, those of the cheapest ways first, then the smallest coordinates."""
    return [cell for level in way.levels if level & cells for cell in cells_of(level & cells)] or [way.start]


def _go(
    mind: Mind, way: Reach, cells: int, target: str, candidates: tuple[e.Candidate, ...], tie_break: str, note: str,
    cites: tuple[str, ...],
) -> Plan:  # fmt: skip
    """The Instruction performed by walking to the most harmful of some spaces."""
    cell, weighed = most_harmful(mind, cells, _by_cost(way, cells))
    names = mind.run.rules.board.names
    path = tuple(names[step] for step in way.path(cell))
    harm = max((one.harm for one in weighed), default=())
    why = tuple(dict.fromkeys((*cites, *(("R-192",) if weighed else ()), *of_choice(mind, tie_break))))
    told = e.InstructionChosen(
        mind.enemy.id, mind.kind, mind.selector, target, candidates, tie_break, note, harm, weighed, why
    )
    moved = e.Moved(mind.enemy.id, mind.enemy.space, path, way.cost(cell), ("R-061", *cites[:1]))

    def perform(run: Run) -> None:
        run.emit(told)
        run.emit(moved)

    return Plan(True, perform)


def acquire(mind: Mind) -> Plan:
    """Acquire Target (R-194…R-196): not if anybody can be attacked already; else to the greatest Range from which
    the target can be; if nobody can be acquired, nearer to the closest."""
    held = next((one.id for one in mind.everyone if ways(mind, one, mind.here)), "")
    if held:
        return skip(mind, "reason.already_in_reach", {held: "reason.in_reach"}, ("R-194", "R-181"))
    way = _reach(mind)
    spots = {one.id: _spot(mind, way, one, arms(mind, one), farthest=True) for one in mind.everyone}
    first = 0
    if mind.selector == "least_distance":
        cells = [mind.view.cells[one.id] for one in mind.everyone]
        first = sum(1 << cell for cell in cells if mind.sees(mind.here, cell))
    return _walk(mind, way, spots, first, ("R-195", "R-186"))


def assault(mind: Mind) -> Plan:
    """Assault (R-197): not in Contact already; else toward the target, to the smallest minimum Range in sight, of all
    Attacks or of the one printed first (switch D31). Who cannot be reached so far is still gone toward."""
    near = mind.view.passages.near[mind.here]
    held = next((one.id for one in mind.everyone if near >> mind.view.cells[one.id] & 1), "")
    if held:
        return skip(mind, "reason.in_contact", {held: "reason.in_contact"}, ("R-197", "R-181"))
    way = _reach(mind)
    first = mind.run.rules.switches["assault_goal"] == "attack"
    spots: dict[str, Spot | None] = {}
    for one in mind.everyone:
        wanted = arms(mind, one)[:1] if first else arms(mind, one)
        spot = _spot(mind, way, one, wanted, farthest=False)
        smallest = min((low for _, (low, _), _ in wanted), default=0)
        spots[one.id] = spot if spot is not None and spot.distance == smallest else _toward(mind, way, one)
    return _walk(mind, way, spots, 0, ("R-197", "R-186"))


def _toward(mind: Mind, way: Reach, target: Character) -> Spot | None:
    """As near to the target as the Move takes it, None when that is no nearer."""
    there = mind.view.cells[target.id]
    cells = nearer(mind, way, there)
    return Spot(mind.row[there], cells) if cells else None


def _walk(mind: Mind, way: Reach, spots: dict[str, Spot | None], first: int, cites: tuple[str, ...]) -> Plan:
    """To the chosen one's spot; if nobody has one, nearer to the closest (R-186, R-196). Those on spaces in the mask
    `first` are chosen before all others."""
    run, everyone = mind.run, mind.everyone
    notes = {id: "reason.cannot_be_reached" for id, spot in spots.items() if spot is None}
    candidates = described(run, mind.selector, everyone, mind.row, sighted(mind), notes)
    possible = [one for one in everyone if spots[one.id] is not None]
    if possible:
        choice = choose(run, mind.selector, possible, mind.row, first)
        asked = chance_of(mind, choice)
        if asked is not None:
            return asked
        target = chosen(mind, choice)
        spot = spots[target]
        assert spot is not None
        if spot.cells >> mind.here & 1:
            return skip(mind, "reason.stands_best", notes, (cites[0], "R-181"))
        return _go(mind, way, spot.cells, target, candidates, choice.tie_break, "", cites)
    if not everyone:
        return skip(mind, "reason.nobody_there", notes, (cites[0], "R-181"))
    choice = choose(run, "least_distance", everyone, mind.row)
    asked = chance_of(mind, choice)
    if asked is not None:
        return asked
    target = chosen(mind, choice)
    cells = nearer(mind, way, mind.view.cells[target])
    if not cells:
        return skip(mind, "reason.no_way", notes, (cites[0], "R-181"))
    return _go(mind, way, cells, target, candidates, choice.tie_break, "reason.closer", ("R-196", "R-189", *cites[1:]))


def nearer(mind: Mind, way: Reach, there: int) -> int:
    """The spaces in reach that are nearest to another on foot, past closed doors by hex distance; 0 when none is
    nearer than the Enemy's own."""
    ground = Ground(way.ground.passages, way.ground.enter2)
    here = 1 << mind.here
    close = nearest(ground, there, way.stops | here)
    if close:
        return 0 if close & here else close
    board = mind.run.rules.board
    for distance in range(mind.row[there]):
        cells = board.ring(there, distance) & way.stops
        if cells:
            return cells
    return 0


def withdraw(mind: Mind) -> Plan:
    """Withdraw (R-198): as far from the target as all movement points take it; from whom it cannot get away, it does
    not try to (R-186)."""
    run, everyone = mind.run, mind.everyone
    way = _reach(mind)
    goals = {one.id: _away(mind, way, one) for one in everyone}
    notes = {id: "reason.no_way" for id, cells in goals.items() if not cells}
    possible = [one for one in everyone if goals[one.id]]
    if not possible:
        return skip(mind, "reason.no_way" if everyone else "reason.nobody_there", notes, ("R-198", "R-181"))
    choice = choose(run, mind.selector, possible, mind.row)
    asked = chance_of(mind, choice)
    if asked is not None:
        return asked
    target = chosen(mind, choice)
    candidates = described(run, mind.selector, everyone, mind.row, sighted(mind), notes)
    return _go(mind, way, goals[target], target, candidates, choice.tie_break, "", ("R-198", "R-186"))


def _away(mind: Mind, way: Reach, target: Character) -> int:
    """The spaces in reach farthest from a figure; 0 when none is farther than the Enemy's own."""
    board = mind.run.rules.board
    there = mind.view.cells[target.id]
    left = way.stops & ~board.within(there, mind.row[there])
    if not left:
        return 0
    row = board.distances(there)
    farthest = max(row[cell] for cell in cells_of(left))
    return left & board.ring(there, farthest)
