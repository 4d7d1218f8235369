"""The destination of an Enemy: Acquire Target, Assault, Withdraw (R-194…R-198), Bolt.

The manual gives the target and the distance. Among the remaining spaces Evil AI takes the one that threatens most harm
(R-192), then the cheapest path, then the smallest coordinates.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.movement import Ground, Reach, nearest, reach, waves
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.enemies.decision import (
    Arm,
    DecisionContext,
    Plan,
    arms,
    chance_of,
    chosen,
    most_harmful,
    of_choice,
    skip,
    targetable,
    ways,
    weighed_up,
)
from defiance_qt.systems.defiance.engine.enemies.targeting import choose
from defiance_qt.systems.defiance.engine.state import Character
from defiance_qt.systems.defiance.engine.transaction import Transaction

PAD, FIRE = "pad", "fire"
"""The zone of a mission to which an Enemy bolts; in a mission without it, the rule of the zones."""


class Spot(NamedTuple):
    """Destination spaces, as a mask, all equally good by the manual, and their distance to the target."""

    distance: int
    cells: int


def enemy_reach(context: DecisionContext) -> Reach:
    """Return the spaces that the Enemy can move to by its Speed: its own only, when a card keeps it from moving
    (R-212)."""
    ground = context.run.rules.enemy_ground(context.run.state, context.view, context.enemy.id)
    return reach(ground, context.here, 0 if context.pinned else context.unit.profile.speed)


def _still(context: DecisionContext, rule: str) -> Plan | None:
    """Return the plan to skip a Move that a card prevents (R-212), None when none does."""
    return skip(context, "reason.pinned", {}, (rule, "R-181", "R-212")) if context.pinned else None


def _spot(context: DecisionContext, way: Reach, target: Character, arms: Iterable[Arm], farthest: bool) -> Spot | None:
    """Return the best spaces in reach to attack from: greatest Range (Acquire Target) or smallest (Assault), then the
    cheapest paths (R-195, R-197). None where the target cannot be chosen (R-212)."""
    board = context.run.rules.board
    there = context.view.cells[target.id]
    best: Spot | None = None
    for _, (low, high), sight in arms:
        if not board.within(there, high) & way.stops:
            continue
        bands = range(high, low - 1, -1) if farthest else range(low, high + 1)
        for distance in bands:
            if best is not None and (distance < best.distance if farthest else distance > best.distance):
                break
            cells = board.ring(there, distance) & way.stops
            found = _cheapest(context, way, cells, there, sight) if cells else 0
            if found and targetable(context, target, distance):
                if best is None or distance != best.distance:
                    best = Spot(distance, found)
                else:
                    best = Spot(distance, _cheapest(context, way, found | best.cells, there, False))
                break
    return best


def _cheapest(context: DecisionContext, way: Reach, cells: int, there: int, sight: bool) -> int:
    """Return those of the cheapest paths among some spaces from which the target is in sight."""
    for level in way.levels:
        found = level & cells
        if found and sight:
            found = sum(1 << cell for cell in cells_of(found) if context.sees(cell, there))
        if found:
            return found
    return 0


def _by_cost(way: Reach, cells: int) -> list[int]:
    """Return the spaces of a mask, those of the cheapest paths first, then the smallest coordinates."""
    return [cell for level in way.levels if level & cells for cell in cells_of(level & cells)] or [way.start]


def walk_to(
    context: DecisionContext, way: Reach, cells: int, target: str, candidates: tuple[e.Candidate, ...], tie_break: str,
    note: str, cites: tuple[str, ...],
) -> Plan:  # fmt: skip
    """Perform the Instruction by walking to the most harmful of some spaces (R-192, R-195, R-197, R-198)."""
    order = _by_cost(way, cells)
    cell, weighed = most_harmful(context, cells, order)
    names = context.run.rules.board.names
    spaces = tuple(names[one] for one in order) if len(order) > 1 else ()
    path = tuple(names[step] for step in way.path(cell))
    harm = max((one.harm for one in weighed), default=())
    why = tuple(dict.fromkeys((*cites, *(("R-192",) if weighed else ()), *of_choice(context, tie_break))))
    told = e.InstructionChosen(
        context.enemy.id, context.kind, context.selector, target, candidates, tie_break, note, harm, weighed, why,
        spaces, _chosen_by(way, order, harm, weighed),
    )  # fmt: skip
    moved = e.Moved(context.enemy.id, context.enemy.space, path, way.cost(cell), ("R-061", *cites[:1]))

    def perform(run: Transaction) -> None:
        run.emit(told)
        open_doors(run, context.enemy.id, (context.here, *way.path(cell)))
        run.emit(moved)

    return Plan(True, perform)


def open_doors(run: Transaction, enemy: str, path: Sequence[int]) -> None:
    """Open the closed doors on the path of an Enemy that walks through them (R-126, R-212)."""
    board, view = run.rules.board, run.view
    for here, there in pairwise(path):
        for door in cells_of(board.doors_at(here) & board.doors_at(there) & ~view.open_doors):
            run.emit(e.DoorOpened(board.doors[door].id, enemy, ("R-126", "R-212")))
            run.fact("door_opened", board.doors[door].id)


def _chosen_by(way: Reach, order: list[int], harm: tuple[int, ...], weighed: tuple[e.Weighed, ...]) -> str:
    """Return what chose among several spaces: the harm alone, the cheapest path to the most harmful ones, or the
    smallest coordinates; "" for a single space."""
    if weighed:
        order = [cell for cell, one in zip(order, weighed, strict=True) if one.harm == harm]
        if len(order) == 1:
            return "harm"
    if len(order) == 1:
        return ""
    return "path" if way.cost(order[0]) < way.cost(order[1]) else "coordinates"


def acquire(context: DecisionContext) -> Plan:
    """Acquire Target (R-194…R-196): skipped if a target can be attacked already. Else move to the greatest Range from
    which the target can be attacked; if no target can be acquired, move nearer to the closest."""
    held = next((one.id for one in context.everyone if ways(context, one, context.here)), "")
    if held:
        return skip(context, "reason.already_in_reach", {held: "reason.in_reach"}, ("R-194", "R-181"))
    still = _still(context, "R-195")
    if still is not None:
        return still
    way = enemy_reach(context)
    spots = {one.id: _spot(context, way, one, arms(context, one), farthest=True) for one in context.everyone}
    first: Collection[str] = ()
    if context.selector == "least_distance":
        cells = context.view.cells
        first = [one.id for one in context.everyone if context.sees(context.here, cells[one.id])]
    return _walk(context, way, spots, ("R-195", "R-186"), first)


def assault(context: DecisionContext) -> Plan:
    """Assault (R-197): skipped if in Contact already. Else move toward the target, to the smallest minimum Range in
    sight, of all Attacks or of the first printed one (switch D31). The Enemy also moves toward a target that it cannot
    reach yet."""
    near = context.view.passages.near[context.here]
    held = next((one.id for one in context.everyone if near >> context.view.cells[one.id] & 1), "")
    if held:
        return skip(context, "reason.in_contact", {held: "reason.in_contact"}, ("R-197", "R-181"))
    still = _still(context, "R-197")
    if still is not None:
        return still
    way = enemy_reach(context)
    first = context.run.rules.switches["assault_goal"] == "attack"
    spots: dict[str, Spot | None] = {}
    for one in context.everyone:
        wanted = arms(context, one)[:1] if first else arms(context, one)
        spot = _spot(context, way, one, wanted, farthest=False)
        closest = spot is not None and spot.distance == min(low for _, (low, _), _ in wanted)
        spots[one.id] = spot if closest else _toward(context, way, one)
    return _walk(context, way, spots, ("R-197", "R-186"))


def _toward(context: DecisionContext, way: Reach, target: Character) -> Spot | None:
    """Return the spaces as near to the target as the Move allows, None when they are not nearer."""
    there = context.view.cells[target.id]
    cells = nearer(context, way, there)
    return Spot(context.row[there], cells) if cells else None


def _walk(
    context: DecisionContext,
    way: Reach,
    spots: dict[str, Spot | None],
    cites: tuple[str, ...],
    first: Collection[str] = (),
) -> Plan:
    """Move to the chosen target's spot; without one, nearer to the closest (R-186, R-196). Targets in `first` are
    chosen before all others."""
    run, everyone = context.run, context.everyone
    notes = {id: "reason.cannot_be_reached" for id, spot in spots.items() if spot is None}
    candidates = weighed_up(context, notes)
    possible = [one for one in everyone if spots[one.id] is not None]
    if possible:
        choice = choose(run, context.enemy.id, context.selector, possible, context.row, first)
        asked = chance_of(context, choice)
        if asked is not None:
            return asked
        target = chosen(context, choice)
        spot = spots[target]
        assert spot is not None
        if spot.cells >> context.here & 1:
            return skip(context, "reason.stands_best", notes, (cites[0], "R-181"))
        return walk_to(context, way, spot.cells, target, candidates, choice.tie_break, "", cites)
    if not everyone:
        return skip(context, "reason.nobody_there", notes, (cites[0], "R-181"))
    choice = choose(run, context.enemy.id, "least_distance", everyone, context.row)
    asked = chance_of(context, choice)
    if asked is not None:
        return asked
    target = chosen(context, choice)
    cells = nearer(context, way, context.view.cells[target])
    if not cells:
        return skip(context, "reason.no_way", notes, (cites[0], "R-181"))
    return walk_to(
        context, way, cells, target, candidates, choice.tie_break, "reason.closer", ("R-196", "R-189", *cites[1:])
    )


def nearer(context: DecisionContext, way: Reach, there: int) -> int:
    """Return the spaces in reach that are nearest to another on foot, past closed doors by hex distance; 0 when none is
    nearer than the Enemy's own."""
    ground = Ground(way.ground.passages, way.ground.enter2)
    here = 1 << context.here
    close = nearest(ground, there, way.stops | here)
    if close:
        return 0 if close & here else close
    board = context.run.rules.board
    for distance in range(context.row[there]):
        cells = board.ring(there, distance) & way.stops
        if cells:
            return cells
    return 0


def withdraw(context: DecisionContext) -> Plan:
    """Withdraw (R-198): move as far from the target as all movement points allow. A target that it cannot get away from
    is not chosen (R-186)."""
    run, everyone = context.run, context.everyone
    still = _still(context, "R-198")
    if still is not None:
        return still
    way = enemy_reach(context)
    goals = {one.id: _away(context, way, one) for one in everyone}
    notes = {id: "reason.no_way" for id, cells in goals.items() if not cells}
    possible = [one for one in everyone if goals[one.id]]
    if not possible:
        return skip(context, "reason.no_way" if everyone else "reason.nobody_there", notes, ("R-198", "R-181"))
    choice = choose(run, context.enemy.id, context.selector, possible, context.row)
    asked = chance_of(context, choice)
    if asked is not None:
        return asked
    target = chosen(context, choice)
    candidates = weighed_up(context, notes)
    return walk_to(context, way, goals[target], target, candidates, choice.tie_break, "", ("R-198", "R-186"))


def _away(context: DecisionContext, way: Reach, target: Character) -> int:
    """Return the spaces in reach farthest from a figure; 0 when none is farther than the Enemy's own."""
    board = context.run.rules.board
    there = context.view.cells[target.id]
    left = way.stops & ~board.within(there, context.row[there])
    if not left:
        return 0
    row = board.distances(there)
    farthest = max(row[cell] for cell in cells_of(left))
    return left & board.ring(there, farthest)


def bolt(context: DecisionContext) -> Plan:
    """Bolt (R-212): move by the whole Speed along the shortest open way to the mission's zone `pad`, or in a mission
    without one to a zone on fire. Skipped where it has arrived, and where no way is open."""
    here = 1 << context.here
    pad = _goal(context)
    if pad & here:
        return skip(context, "reason.on_pad", {}, ("R-212", "R-181"))
    still = _still(context, "R-212")
    if still is not None:
        return still
    way = enemy_reach(context)
    cells = _toward_zone(way, pad, way.stops | here)
    if not cells or cells & here:
        return skip(context, "reason.no_open_way", {}, ("R-212", "R-181"))
    return walk_to(context, way, cells, "", (), "", "", ("R-212",))


def _goal(context: DecisionContext) -> int:
    """Return the mask of the spaces to which an Enemy bolts."""
    zones, kept = context.run.rules.zones, context.run.state.mission
    if PAD in zones:
        return zones[PAD]
    goal = 0
    for zone, rules in (kept.zones if kept else {}).items():
        goal |= zones[zone] if FIRE in rules else 0
    return goal


def _toward_zone(way: Reach, zone: int, ends: int) -> int:
    """Return those of some spaces with the fewest movement points left to a zone, as a mask; 0 when no way is open."""
    ground = Ground(way.ground.passages, way.ground.enter2)
    found: dict[int, int] = {}
    for goal in cells_of(zone):
        levels = waves(ground, goal, wanted=ends)
        if levels[-1] & ends:
            cost = len(levels) - 1
            found[cost] = found.get(cost, 0) | levels[-1] & ends
    return found[min(found)] if found else 0
