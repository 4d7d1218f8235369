"""Derives tasks from a mission: traces its victory conditions back to actions that are possible on the board.

Reads conditions, triggers, doors and Consoles generically. Does not decide how to pursue a task.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from defiance_qt.systems.defiance.bots.distances import FAR, DistanceMap
from defiance_qt.systems.defiance.engine.content import Condition, DeployUnits, Effect, OpenDoors, SetFlag
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State

DEEPEST = 6
"""The maximum depth of tasks that depend on one another."""


class Task(NamedTuple):
    """A task: `kind` is "stand", "meet", "open", "search", "work", "destroy" or "revive".

    `spaces` is the mask of cells where it can be done and `element` its object. `who` lists the figures that must do
    it; empty means any figure. `inputs` are the relevant inputs of a Console.
    """

    kind: str
    spaces: int
    element: str = ""
    who: tuple[str, ...] = ()
    inputs: tuple[int, ...] = ()


class Goals(NamedTuple):
    """The tasks that are possible `now`, and the final task that they serve: where to stand afterwards."""

    now: tuple[Task, ...]
    then: tuple[Task, ...]
    leaving: bool


def find_goals(rules: Rules, distances: DistanceMap, state: State) -> Goals:
    """Return what the mission requires of the team in this state."""
    found: list[Task] = []
    standing: list[Task] = []
    for condition in rules.mission.victory[:1]:
        found += _before(rules, state, condition)
        standing += _standing(rules, state, condition)
    if not found:
        return Goals(tuple(standing), tuple(standing), True)
    now: list[Task] = []
    for task in found:
        now += _reachable(rules, distances, state, task, 0)
    return Goals(tuple(dict.fromkeys(now)), tuple(found), False)


def deadline(rules: Rules) -> int | None:
    """Return the last Round of the game, or None when the mission sets none."""
    ends = [one.after_round for one in rules.mission.defeat if one.after_round is not None]
    return min(ends, default=None)


def _before(rules: Rules, state: State, condition: Condition) -> Iterator[Task]:
    """Yield the tasks to complete before the positions of figures matter."""
    for flag in condition.flags:
        if flag not in state.flags:
            yield from _achieve(rules, state, f"flag {flag}", 0)
    for unit in condition.eliminated:
        yield from _achieve(rules, state, f"unit_eliminated {unit}", 0)
    for id in condition.standing:
        if id in state.neutrals:
            yield from _achieve(rules, state, f"ally_joined {id}", 0)


def _standing(rules: Rules, state: State, condition: Condition) -> Iterator[Task]:
    if not condition.zone:
        return
    zone = rules.zones[condition.zone]
    for id in condition.standing:
        if id == "*":
            yield Task("stand", zone, condition.zone, tuple(one.id for one in state.team.values() if not one.ally))
            continue
        one = state.team.get(id)
        if one is not None and one.space and not one.conscious:
            yield Task("revive", _around(rules, one.space), id)
        yield Task("stand", zone, condition.zone, (id,))


def _around(rules: Rules, space: str) -> int:
    """Return the mask of a space and its neighbors."""
    return rules.board.within(rules.board.by_name[space], 1)


def _beside(rules: Rules, state: State, space: str) -> int:
    """Return the mask of the spaces in Contact with a space."""
    view = rules.view(state)
    return view.passages.near[rules.board.by_name[space]] & ~view.obstructed


def _achieve(rules: Rules, state: State, fact: str, depth: int) -> Iterator[Task]:
    """Yield the tasks that would make a fact happen, according to the mission's triggers; none when it is
    impossible."""
    word, _, what = fact.partition(" ")
    if depth > DEEPEST:
        return
    if word == "flag":
        yield from _caused(rules, state, lambda one: isinstance(one, SetFlag) and one.flag == what, depth)
    elif word == "unit_eliminated":
        enemies = [one for one in state.enemies.values() if one.unit == what]
        for one in enemies:
            yield Task("destroy", _around(rules, one.space), one.id)
        if not enemies and what in state.selected:
            yield from _caused(rules, state, lambda one: isinstance(one, DeployUnits) and what in one.units, depth)
    elif word == "ally_joined" and what in state.neutrals:
        yield Task("meet", _beside(rules, state, state.neutrals[what].space), what)
    elif word == "container_opened" and what in state.containers and not state.containers[what].empty:
        yield Task("search", _beside(rules, state, state.containers[what].space), what)
    elif word == "console_completed" and what in state.consoles:
        yield _work(rules, state, what, range(len(state.consoles[what].inputs)))
    elif word == "door_opened" and what in state.doors and not state.doors[what].open:
        yield from _door(rules, state, what, depth)


def _caused(rules: Rules, state: State, wants: object, depth: int) -> Iterator[Task]:
    """Yield the tasks that cause an effect: a Console's input, or the fact that a trigger waits for."""
    assert callable(wants)

    def has(effects: Sequence[Effect]) -> bool:
        return any(wants(effect) for effect in effects)

    for id, console in state.consoles.items():
        numbers = [number for number, one in enumerate(console.inputs) if has(one.effects)]
        if left := [number for number in numbers if number not in console.completed]:
            yield _work(rules, state, id, left)
            return
    for number, trigger in enumerate(rules.mission.triggers):
        if number not in state.fired and has(trigger.effects):
            yield from _achieve(rules, state, trigger.on, depth + 1)


def _work(rules: Rules, state: State, console: str, inputs: Sequence[int]) -> Task:
    done = state.consoles[console].completed
    left = tuple(number for number in inputs if number not in done)
    return Task("work", _beside(rules, state, state.consoles[console].space), console, (), left)


def _door(rules: Rules, state: State, door: str, depth: int) -> Iterator[Task]:
    if state.doors[door].security:
        yield from _caused(rules, state, lambda one: isinstance(one, OpenDoors) and door in one.doors, depth + 1)
        return
    one, other = rules.board.door_cells(rules.board.door_index[door])
    yield Task("open", 1 << one | 1 << other, door)


def _reachable(rules: Rules, distances: DistanceMap, state: State, task: Task, depth: int) -> Iterator[Task]:
    """Yield the task, or the tasks that open the security doors on the way to it."""
    view = rules.view(state)
    starts = [view.cells[one.id] for one in state.team.values() if one.space and not one.remote]
    field = distances.field(task.spaces, view.open_doors)
    if depth > DEEPEST or not starts or min(field[cell] for cell in starts) < FAR:
        yield task
        return
    nearest = min(starts, key=lambda cell: distances.field(task.spaces, view.open_doors, unlocking=True)[cell])
    keys: list[Task] = []
    for place in distances.locked_between(nearest, task.spaces, view.open_doors):
        for key in _door(rules, state, rules.board.doors[place].id, 0):
            keys += _reachable(rules, distances, state, key, depth + 1)
    yield from keys or [task]


def missing_symbols(state: State, task: Task) -> Symbols:
    """Return the sum of the symbols that the relevant inputs still need."""
    console = state.consoles[task.element]
    total = Symbols()
    for number in task.inputs:
        total = total + (Symbols.parse(console.inputs[number].symbols) - console.assigned[number])
    return total
