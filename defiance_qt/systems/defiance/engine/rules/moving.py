"""The movement of an active figure: Moves, steps and dragging (R-051…R-060, R-212, R-217…R-219, R-230)."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Illegal
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.board.movement import DRAG, Ground, drags, price, steps
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.changes import cited
from defiance_qt.systems.defiance.engine.frames import Activation
from defiance_qt.systems.defiance.engine.rules import costs
from defiance_qt.systems.defiance.engine.rules.attributes import changes_of
from defiance_qt.systems.defiance.engine.rules.equip import not_beside
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def in_passing(ground: Ground, cell: int) -> int:
    """Check whether a figure may neither stay nor act on a space (R-056, R-220)."""
    return ground.no_stop >> cell & 1


def check_able(rules: Rules, state: State, frame: Activation, command: c.Move | c.StepTo | c.Drag) -> Illegal | None:
    """Refuse the movement of a figure that a card keeps from it (R-212), unless it may not stay where it is."""
    id, view = command.character, rules.view(state)
    if not rules.pinned(state, id) or in_passing(rules.ground(view, id, "team"), view.cells[id]):
        return None
    return Illegal("pinned", "R-212", f"{id} cannot move", figure=id)


def move(run: Transaction, frame: Activation, command: c.Move) -> None:
    one = run.state.team[command.character]
    costs.spend(run, command, "move", ("R-046",))
    points = run.rules.speed(run.state, one)
    changes = tuple(one.change for one in changes_of(run.rules, run.state, one.id, ("speed",)))
    run.emit(e.PointsGained(one.id, points, ("R-051", *cited(changes)), changes))


# ---- steps ----


def walks(rules: Rules, id: str, ground: Ground, cell: int, points: int) -> list[c.Command]:
    """Return the steps for which points are left (R-053, R-056)."""
    names = rules.board.names
    return [c.StepTo(id, names[there]) for there, _ in steps(ground, cell, points)] if points else []


def check_step(rules: Rules, state: State, frame: Activation, command: c.StepTo) -> Illegal | None:
    refused = check_able(rules, state, frame, command) or _barred(rules, state, command.character, command.space)
    if refused is not None:
        return refused
    view, space, points = rules.view(state), command.space, frame.points
    here, there = view.cells[command.character], rules.board.by_name[space]
    ground = rules.ground(view, command.character, "team")
    needed = price(ground, here, there)
    if needed > points:
        words = f"{space} costs {needed} movement points, {points} are left"
        rule = next(id for id in step_rules(view, ground, there, needed) if id not in ("R-055", "R-058"))
        return Illegal("no_points", rule, words, space=space, points=points, needed=needed)
    if (there, needed) in steps(ground, here, points):
        return None
    words = f"a figure cannot stop on {space}, and there are too few points to move on"
    rule = "R-219" if view.obstructed >> there & 1 else "R-056"
    return Illegal("occupied", rule, words, space=space, points=points)


def _barred(rules: Rules, state: State, id: str, space: str) -> Illegal | None:
    """Return why no step leads from a figure to a space, None when one does."""
    board, view = rules.board, rules.view(state)
    if space not in board.by_name:
        return Illegal("no_space", "R-035", f"the board has no space {space}", space=space)
    here, there = view.cells[id], board.by_name[space]
    if view.passages.near[here] >> there & 1:
        return None
    start = board.names[here]
    if board.distance(here, there) != 1:
        return Illegal("not_adjacent", "R-052", f"{space} is not adjacent to {start}", start=start, space=space)
    closed = cells_of(board.doors_at(here) & board.doors_at(there) & ~view.open_doors)
    if closed:
        door = board.doors[closed[0]].id
        return Illegal("closed_door", "R-059", f"a closed door bars the way from {start} to {space}", element=door)
    if (board.blocked | rules.terrain(state)["blocked"]) >> there & 1:
        return Illegal("blocked_space", "R-215", f"{space} is a Blocked space", space=space)
    return Illegal("wall", "R-059", f"a wall bars the way from {start} to {space}", start=start, space=space)


def step_to(run: Transaction, frame: Activation, command: c.StepTo) -> None:
    """Take one step (R-052). Leaving or passing Contact costs nothing extra (R-060)."""
    view = run.view
    cell = view.cells[command.character]
    goal = run.rules.board.by_name[command.space]
    ground = run.rules.ground(view, command.character, "team")
    points = price(ground, cell, goal)
    start = run.state.team[command.character].space
    run.emit(e.Moved(command.character, start, (command.space,), points, step_rules(view, ground, goal, points)))


def step_rules(view: View, ground: Ground, goal: int, points: int) -> tuple[str, ...]:
    """Return the rules behind the cost of a step: an Enemy's space, an obstruction, else the side that is crossed
    (R-058: the causes do not add up)."""
    if points == 1:
        return ("R-052", "R-055") if view.taken >> goal & 1 else ("R-052",)
    cites: list[str] = []
    if view.enemies >> goal & 1:
        cites += ("R-055", "R-057")
    if view.obstructed >> goal & 1:
        cites.append("R-219")
    if not ground.enter2 >> goal & 1:
        cites.append("R-217")
    return (*cites, "R-058") if len(cites) > 2 else tuple(cites)


# ---- dragging ----


def pulls(rules: Rules, state: State, view: View, one: Character, points: int) -> Iterator[c.Drag]:
    """Yield the ways to drag an Unconscious figure that the points pay for (R-230)."""
    names = rules.board.names
    for other in state.team.values() if _pays(points) else ():
        if _lies(other):
            for first, second in _ways(view, one.id, other.id):
                yield c.Drag(one.id, names[first], other.id, names[second])


def _pays(points: int) -> bool:
    return points >= DRAG


def _lies(other: Character) -> bool:
    return UNCONSCIOUS in other.states and bool(other.space)


def _ways(view: View, dragger: str, dragged: str) -> tuple[tuple[int, int], ...]:
    return drags(view.passages, view.cells[dragger], view.cells[dragged], view.taken | view.obstructed)


def check_drag(rules: Rules, state: State, frame: Activation, command: c.Drag) -> Illegal | None:
    id, target = command.character, command.dragged
    still = check_able(rules, state, frame, command)
    if still is not None:
        return still
    if not _lies(state.team[target]):
        return Illegal("not_unconscious", "R-230", f"{target} is not Unconscious", target=target)
    view, by_name = rules.view(state), rules.board.by_name
    if not view.passages.near[view.cells[id]] >> view.cells[target] & 1:
        return not_beside(id, target, "R-230")
    if not _pays(frame.points):
        words = f"dragging costs {DRAG} movement points, {frame.points} are left"
        return Illegal("no_points", "R-230", words, space=command.space, points=frame.points, needed=DRAG)
    barred = _barred(rules, state, id, command.space)
    if barred is not None or (by_name[command.space], by_name.get(command.follows)) in _ways(view, id, target):
        return barred
    words = f"from there {target} cannot follow to {command.follows}"
    return Illegal("cannot_drag", "R-230", words, target=target, space=command.space, follows=command.follows)


def drag(run: Transaction, frame: Activation, command: c.Drag) -> None:
    team = run.state.team
    start, other = team[command.character].space, team[command.dragged].space
    run.emit(e.Moved(command.character, start, (command.space,), DRAG, ("R-230",)))
    run.emit(e.Dragged(command.dragged, command.character, other, command.follows, ("R-230",)))
