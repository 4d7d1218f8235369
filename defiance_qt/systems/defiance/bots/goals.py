"""Derives tasks from a mission: traces its victory conditions back to actions that are possible on the board.

Reads conditions, triggers, doors and Consoles generically. Does not decide how to pursue a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from defiance_qt.systems.defiance.bots.distances import FAR, DistanceMap
from defiance_qt.systems.defiance.engine.content import (
    Appear,
    Count,
    CounterSpan,
    DeployUnits,
    Effect,
    EndMission,
    EnemiesThere,
    OpenDoors,
    Receive,
    Requirement,
    Reveal,
    SetFlag,
    Trigger,
)
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.rules.conditions import EVERYBODY, carriers, enemies, holds
from defiance_qt.systems.defiance.engine.rules.interact import open_inputs
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
    ways = _Ways(rules, distances, state)
    now = dict.fromkeys(one for task in found for one in ways.to(task, 0))
    return Goals(tuple(now), tuple(found), False)


def deadline(rules: Rules, state: State) -> int | None:
    """Return the last Round of the game, or None when the mission sets none.

    A counter that runs by itself as Rounds end, and loses the game at some value, sets one too.
    """
    ends = [one.after_round for one in rules.mission.defeat if one.after_round is not None]
    return min((*ends, *_run_out(rules, state)), default=None)


def _run_out(rules: Rules, state: State) -> Iterator[int]:
    """Yield the Round in which each counter that runs now would lose the game."""
    for number, trigger in enumerate(rules.mission.triggers):
        word, _, what = trigger.on.partition(" ")
        if word != "counter" or number in state.fired or not _applies(rules, state, trigger):
            continue
        if not any(isinstance(one, EndMission) and one.result == "defeat" for one in trigger.effects):
            continue
        counter, _, goal = what.partition(" ")
        pace = _pace(rules, state, counter)
        left = int(goal) - (state.mission.counters.get(counter, 0) if state.mission else 0)
        if pace and left * pace > 0:
            yield state.round - 1 + ceil(left / pace)


def _pace(rules: Rules, state: State, counter: str) -> int:
    """Return by how much a counter changes as a Round ends, as things stand."""
    return sum(
        effect.amount
        for trigger in rules.mission.triggers
        if trigger.on == "round_ended" and trigger.repeats and _applies(rules, state, trigger)
        for effect in trigger.effects
        if isinstance(effect, Count) and effect.counter == counter
    )


def _applies(rules: Rules, state: State, trigger: Trigger) -> bool:
    if trigger.unless is not None and holds(rules, state, trigger.unless):
        return False
    return trigger.needs is None or holds(rules, state, trigger.needs)


def _before(rules: Rules, state: State, need: Requirement, depth: int = 0) -> Iterator[Task]:
    """Yield the tasks to complete before the positions of figures matter, for whatever a condition still lacks."""
    for flag in need.flags:
        if flag not in state.flags:
            yield from _achieve(rules, state, f"flag {flag}", depth)
    for unit in need.eliminated:
        yield from _achieve(rules, state, f"unit_eliminated {unit}", depth)
    for id in need.standing:
        if id not in state.team and id not in EVERYBODY:
            yield from _achieve(rules, state, f"ally_joined {id}", depth)
    for fact in need.happened:
        if not (state.mission and fact in state.mission.happened):
            yield from _achieve(rules, state, fact, depth)
    if need.carrying and carriers(state, need.carrying) < (1 if need.standing else need.count or 1):
        yield from _achieve(rules, state, f"item_gained {need.carrying}", depth)
    if need.counter is not None:
        yield from _counted(rules, state, need.counter, depth)
    if need.enemies is not None and need.enemies.max is not None:
        yield from _cleared(rules, state, need.enemies)
    for one in need.all:
        yield from _before(rules, state, one, depth)
    if need.any and not any(holds(rules, state, one) for one in need.any):
        yield from _before(rules, state, need.any[0], depth)


def _counted(rules: Rules, state: State, span: CounterSpan, depth: int) -> Iterator[Task]:
    """Yield the tasks that bring a counter nearer to its range."""
    value = state.mission.counters.get(span.id, 0) if state.mission else 0
    if span.min is not None and value < span.min:
        yield from _caused(rules, state, _counts(span.id, 1), depth, several=True)
    elif span.max is not None and value > span.max:
        yield from _caused(rules, state, _counts(span.id, -1), depth, several=True)


def _counts(counter: str, sign: int) -> Callable[[Effect], bool]:
    return lambda one: isinstance(one, Count) and one.counter == counter and one.amount * sign > 0


def _cleared(rules: Rules, state: State, there: EnemiesThere) -> Iterator[Task]:
    """Yield the Enemies to eliminate if there are too many in a zone."""
    if enemies(rules, state, there) > (there.max or 0):
        zone = rules.zones[there.zone] if there.zone else rules.board.spaces
        for one in state.enemies.values():
            if there.unit in ("", one.unit) and zone >> rules.board.by_name[one.space] & 1:
                yield Task("destroy", _around(rules, one.space), one.id)


def _standing(rules: Rules, state: State, condition: Requirement) -> Iterator[Task]:
    if not condition.zone:
        for part in (*condition.all, *condition.any[:1]):
            yield from _standing(rules, state, part)
        return
    zone = rules.zones[condition.zone]
    for id in condition.standing:
        if id in EVERYBODY:
            allies = EVERYBODY[id]
            yield Task(
                "stand", zone, condition.zone, tuple(one.id for one in state.team.values() if allies or not one.ally)
            )
            continue
        one = state.team.get(id)
        if one is None:
            continue
        if one.space and not one.conscious:
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
    ways = ACHIEVE.get(word)
    if ways is not None and depth <= DEEPEST:
        yield from ways(rules, state, what, depth)


def _flag(rules: Rules, state: State, flag: str, depth: int) -> Iterator[Task]:
    return _caused(rules, state, lambda one: isinstance(one, SetFlag) and one.flag == flag, depth)


def _killed(rules: Rules, state: State, what: str, depth: int) -> Iterator[Task]:
    unit = what.partition(" ")[0]
    found = [one for one in state.enemies.values() if one.unit == unit]
    for one in found:
        yield Task("destroy", _around(rules, one.space), one.id)
    if not found and unit in state.selected:
        yield from _caused(rules, state, lambda one: isinstance(one, DeployUnits) and unit in one.units, depth)


def _joined(rules: Rules, state: State, card: str, depth: int) -> Iterator[Task]:
    if card in state.neutrals:
        yield Task("meet", _beside(rules, state, state.neutrals[card].space), card)
    elif card not in state.team:
        yield from _caused(rules, state, lambda one: isinstance(one, Appear) and one.card == card, depth)


def _searched(rules: Rules, state: State, container: str, depth: int) -> Iterator[Task]:
    if container in state.containers and not state.containers[container].empty:
        yield Task("search", _beside(rules, state, state.containers[container].space), container)


def _worked(rules: Rules, state: State, what: str, depth: int) -> Iterator[Task]:
    console, _, number = what.partition(" ")
    left = open_inputs(state, console) if console in state.consoles else ()
    wanted = tuple(one for one in left if number in ("", str(one + 1)))
    if wanted:
        yield _work(rules, state, console, wanted)


def _opened(rules: Rules, state: State, door: str, depth: int) -> Iterator[Task]:
    if door in state.doors and not state.doors[door].open:
        yield from _door(rules, state, door, depth)


def _entered(rules: Rules, state: State, zone: str, depth: int) -> Iterator[Task]:
    yield Task("stand", rules.zones[zone], zone)


def _found(rules: Rules, state: State, item: str, depth: int) -> Iterator[Task]:
    return _caused(rules, state, lambda one: isinstance(one, Receive) and one.item == item, depth)


def _passed(rules: Rules, state: State, what: str, depth: int) -> Iterator[Task]:
    counter, _, goal = what.partition(" ")
    value = state.mission.counters.get(counter, 0) if state.mission else 0
    return _caused(rules, state, _counts(counter, 1 if int(goal or value) > value else -1), depth, several=True)


def _revealed(rules: Rules, state: State, what: str, depth: int) -> Iterator[Task]:
    hidden = what.partition(" ")[0]
    return _caused(rules, state, lambda one: isinstance(one, Reveal) and one.hidden == hidden, depth, several=True)


ACHIEVE: dict[str, Callable[[Rules, State, str, int], Iterator[Task]]] = {
    "flag": _flag,
    "unit_eliminated": _killed,
    "miniature_died": _killed,
    "damaged": _killed,
    "ally_joined": _joined,
    "container_opened": _searched,
    "console_completed": _worked,
    "input_completed": _worked,
    "door_opened": _opened,
    "entered": _entered,
    "item_gained": _found,
    "counter": _passed,
    "revealed": _revealed,
}
"""For each word of a fact, the tasks that would make it happen."""


def _caused(
    rules: Rules, state: State, wants: Callable[[Effect], bool], depth: int, *, several: bool = False
) -> Iterator[Task]:
    """Yield the tasks that cause an effect: a Console's input, or the fact that a trigger waits for and its
    conditions. With `several`, every Console that can; else the first."""

    def has(effects: Sequence[Effect]) -> bool:
        return any(wants(effect) for effect in effects)

    worked = False
    for id, console in state.consoles.items():
        numbers = [number for number in open_inputs(state, id) if has(console.inputs[number].effects)]
        if numbers:
            yield _work(rules, state, id, numbers)
            worked = True
            if not several:
                return
    if worked:
        return
    for number, trigger in enumerate(rules.mission.triggers):
        if number not in state.fired and has(trigger.effects):
            if trigger.needs is not None and not holds(rules, state, trigger.needs):
                yield from _before(rules, state, trigger.needs, depth + 1)
                yield from _standing(rules, state, trigger.needs)
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


class _Ways:
    """The ways to tasks in one state. Where doors open one another from afar, many ways lead by the same door: each is
    looked for once."""

    def __init__(self, rules: Rules, distances: DistanceMap, state: State) -> None:
        self._rules, self._distances, self._state = rules, distances, state
        self._view = rules.view(state)
        self._starts = [self._view.cells[one.id] for one in state.team.values() if one.space and not one.remote]
        self._known: dict[tuple[Task, int], tuple[Task, ...]] = {}

    def to(self, task: Task, depth: int) -> tuple[Task, ...]:
        """Return the task, or the tasks that open the security doors on the way to it, each once."""
        key = task, depth
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(dict.fromkeys(self._found(task, depth)))
        return found

    def _found(self, task: Task, depth: int) -> Sequence[Task]:
        starts, doors = self._starts, self._view.open_doors
        field = self._distances.field(task.spaces, doors)
        if depth > DEEPEST or not starts or min(field[cell] for cell in starts) < FAR:
            return (task,)
        locked = self._distances.field(task.spaces, doors, unlocking=True)
        nearest = min(starts, key=lambda cell: locked[cell])
        keys: list[Task] = []
        for place in self._distances.locked_between(nearest, task.spaces, doors):
            for key in _door(self._rules, self._state, self._rules.board.doors[place].id, 0):
                keys += self.to(key, depth + 1)
        return keys or (task,)


def missing_symbols(state: State, task: Task) -> Symbols:
    """Return the sum of the symbols that the relevant inputs still need."""
    console = state.consoles[task.element]
    total = Symbols()
    for number in task.inputs:
        total = total + (Symbols.parse(console.inputs[number].symbols) - console.assigned[number])
    return total
