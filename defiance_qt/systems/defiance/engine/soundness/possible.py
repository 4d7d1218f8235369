"""What can ever happen in a mission: the spaces that can be reached, the facts, the effects. Rolls always succeed.

It errs on the side of the mission. A fact, an effect or a condition that is not known here counts as possible, so a new
one in the mission language needs no entry until it can be impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from defiance_qt.systems.defiance.engine.board.tiles import Board, cells_of
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.shared import held
from defiance_qt.systems.defiance.engine.content import (
    Appear,
    CardAction,
    ConsoleInput,
    DeployUnits,
    Mission,
    MissionConsole,
    Modifier,
    OpenDoors,
    SetFlag,
    Trigger,
)
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols

CONSOLE_ROLLS = ("console", "hacking")
"""The rolls whose symbols a Console takes (R-133)."""


class Possible(msgspec.Struct):
    """What can happen in a mission, found step by step. `reached` is a mask of cells, `open` one of doors; `flags`,
    `units`, `triggers` hold what can be set, enter play and fire."""

    catalog: Catalog
    mission: Mission
    board: Board
    symbols: frozenset[str] = frozenset()
    reached: int = 0
    open: int = 0
    flags: frozenset[str] = frozenset()
    units: frozenset[str] = frozenset()
    triggers: frozenset[int] = frozenset()

    def near(self, space: str) -> bool:
        """Check whether a figure can come into Contact with the element on a space (R-037)."""
        return bool(self.board.neighbours(self.board.space(space), self.open) & self.reached)

    def beside(self, door: str) -> bool:
        """Check whether a figure can come to a door (R-038)."""
        return any(self.reached >> cell & 1 for cell in self.board.door_cells(self.board.door_index[door]))

    def opens(self, door: str) -> bool:
        return bool(self.open >> self.board.door_index[door] & 1)

    def completes(self, input: ConsoleInput) -> bool:
        """Check whether the dice show every symbol that an input needs (R-134)."""
        return not missing_symbols(input.symbols, self.symbols)

    def used(self, console: MissionConsole) -> bool:
        return self.near(console.space)

    def holds(self, flags: tuple[str, ...]) -> bool:
        """Check whether flags can be set. Abilities can set any."""
        return bool(self.mission.abilities) or self.flags.issuperset(flags)

    def happens(self, fact: str) -> bool:
        """Check whether a fact in text ("door_opened vault") can happen."""
        kind, _, name = fact.partition(" ")
        check = FACTS.get(kind)
        return check is None or not name or check(self, name)


def missing_symbols(text: str, there: frozenset[str]) -> tuple[str, ...]:
    """Return the symbols of an input that are not among those there."""
    return tuple(dict.fromkeys(symbol for symbol in Symbols.parse(text).text.split() if symbol not in there))


def console_symbols(catalog: Catalog) -> frozenset[str]:
    """Return the symbols that a roll at a Console can show: of the Console die, of the Hacking value of any device, of
    what cards add to these rolls. A critical counts as the symbols it can be divided into too (R-134)."""
    dice = list(catalog.dice.rolls.get("console", ()))
    texts: list[str] = []
    for item in catalog.equipment.values():
        if item.device is not None:
            dice += item.device.hacking
    for kind in ("characters", "equipment", "software", "specialties", "states", "consequences"):
        for part in held(tuple(getattr(catalog, kind).values())):
            if isinstance(part, Modifier) and set(part.rolls) & set(CONSOLE_ROLLS):
                dice += (*part.dice, *(part.instead or ()))
                texts.append(part.symbols)
    faces = [face for die in dice if die in catalog.dice.dice for face in catalog.dice.dice[die].faces]
    names = {name for face in (*faces, *map(Symbols.parse, filter(None, texts))) for name in _names(face)}
    return frozenset(names | {single for name, single in (("CS", "S"), ("CB", "B")) if name in names})


def _names(symbols: Symbols) -> Iterator[str]:
    if symbols != NO_SYMBOLS:
        yield from symbols.text.split()


def flood(board: Board, start: int, open_doors: int) -> int:
    """Return the mask of the spaces that can be walked to from those of a mask."""
    seen, todo = start, cells_of(start)
    while todo:
        new = board.neighbours(todo.pop(), open_doors) & ~seen
        seen |= new
        todo += cells_of(new)
    return seen


def possible(catalog: Catalog, mission: Mission, board: Board) -> Possible:
    """Return what can happen in a mission. Its spaces and doors exist already (catalog.py)."""
    found = Possible(catalog, mission, board, console_symbols(catalog))
    found.open = sum(1 << index for index, door in enumerate(board.doors) if not door.security)
    entered = {unit.unit for opening in mission.openings.values() for unit in opening.deployed}
    found.units = frozenset({*entered, *mission.available})
    before: Possible | None = None
    while before is None or before != found:
        before = msgspec.structs.replace(found)
        found.reached = flood(board, board.mask(mission.deployment), found.open)
        found.triggers = frozenset(
            number for number, trigger in enumerate(mission.triggers) if found.happens(trigger.on)
        )
        for part in held(tuple(_effects(found))):
            if isinstance(part, OpenDoors):
                found.open |= sum(1 << board.door_index[door] for door in part.doors if door in board.door_index)
            elif isinstance(part, SetFlag):
                found.flags |= {part.flag}
            elif isinstance(part, DeployUnits):
                found.units |= set(part.units)
    return found


def _effects(found: Possible) -> Iterator[ConsoleInput | Trigger | CardAction]:
    """Yield what has effects that can happen: inputs that can be completed, triggers that can fire, the Actions that
    the mission gives."""
    for console in found.mission.consoles:
        if found.used(console):
            yield from filter(found.completes, console.inputs)
    yield from (found.mission.triggers[number] for number in found.triggers)
    yield from (action for actions in found.mission.actions.values() for action in actions)


def _named(found: Possible, field: str, id: str) -> Iterator[str]:
    """Yield the space of the element of that id."""
    yield from (element.space for element in getattr(found.mission, field) if element.id == id)


def _console_completed(found: Possible, id: str) -> bool:
    return any(
        found.used(console) and all(map(found.completes, console.inputs))
        for console in found.mission.consoles
        if console.id == id
    )


FACTS: Mapping[str, Callable[[Possible, str], bool]] = {
    "door_opened": lambda found, id: found.opens(id),
    "container_opened": lambda found, id: any(map(found.near, _named(found, "containers", id))),
    "console_completed": _console_completed,
    "ally_joined": lambda found, id: (
        any(found.near(one.space) for one in found.mission.neutrals if one.card == id)
        or any(part.card == id for part in held(found.mission) if isinstance(part, Appear))
    ),
    "unit_deployed": lambda found, id: id in found.units,
    "unit_eliminated": lambda found, id: id in found.units,
    "flag": lambda found, id: found.holds((id,)),
}
"""The facts that can be impossible: kind to a check of the name."""
