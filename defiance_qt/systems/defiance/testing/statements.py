"""The text of a position, read: its board and its statements, one a line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any

from defiance_qt.systems.defiance.engine import content as cards
from defiance_qt.systems.defiance.engine.catalog import Catalog

MARKS = {"C": "cadin", "U": "uma", "Q": "qiang", "J": "jazz", "B": "billie"}
GROUNDS = frozenset(".#~%!")
SIDES = ("wall", "red", "violet", "difficult")


class Table:
    """A position while it is read."""

    def __init__(self, known: Catalog) -> None:
        self.known = known
        self.marks: dict[str, str] = {}
        self.rows: list[str] = []
        self.team: dict[str, list[str]] = {}
        self.units: dict[str, list[str]] = {}
        self.minis: dict[str, list[str]] = {}
        self.mission: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.round: dict[str, Any] = {}
        self.sides: dict[Any, tuple[str, ...]] = {}
        self.doors: dict[str, bool] = {}
        self.switches: dict[str, str] = {}
        self.answers: dict[str, str] = {}
        self.piles: dict[str, dict[str, tuple[str, ...]]] = {"decks": {}, "discards": {}}
        self.edition = "en"

    def space(self, word: str) -> str:
        return self.marks.get(word, word)

    def read_board(self, lines: Sequence[str]) -> None:
        for row, line in enumerate(lines):
            ground = ""
            for column, char in enumerate(line.split()):
                name = f"{chr(ord('A') + column)}{row + 1}"
                if char in GROUNDS or char == "_":
                    ground += " " if char == "_" else char
                    continue
                ground += "."
                self.marks[char] = name
                if char in MARKS:
                    self.team[MARKS[char]] = [name]
            self.rows.append(ground)

    def read_statement(self, line: str) -> None:
        word, *rest = shlex.split(line)
        if word in self.known.characters:
            held = self.team.setdefault(word, [""])
            if rest and "=" not in rest[0] and (rest[0] in self.marks or rest[0][-1].isdigit()):
                held[0] = self.space(rest.pop(0))
            held += rest
        elif word in self.known.units:
            self.units[word] = rest
        elif word.rpartition(".")[0] in self.known.units:
            self.minis[word] = rest
        else:
            STATEMENTS[word](self, rest)


def _into(place: str, field: str, make: Callable[[list[str]], Any]) -> Callable[[Table, list[str]], None]:
    def read(table: Table, rest: list[str]) -> None:
        getattr(table, place)[field] = make(rest)

    return read


def _sides(kind: str) -> Callable[[Table, list[str]], None]:
    def read(table: Table, rest: list[str]) -> None:
        table.sides[kind] = (*table.sides.get(kind, ()), *rest)

    return read


def _door(security: bool, opened: bool) -> Callable[[Table, list[str]], None]:
    def read(table: Table, rest: list[str]) -> None:
        door = cards.MissionDoor(rest[0], rest[1], security)
        table.mission["doors"] = (*table.mission.get("doors", ()), door)
        table.doors[rest[0]] = opened

    return read


def _container(table: Table, rest: list[str]) -> None:
    box = cards.MissionContainer(rest[0], table.space(rest[1]), int(rest[2]) if len(rest) > 2 else 1)
    table.mission["containers"] = (*table.mission.get("containers", ()), box)


def _console(table: Table, rest: list[str]) -> None:
    inputs = tuple(
        cards.ConsoleInput(symbols, (cards.SetFlag(f"{rest[0]}_{number}"),))
        for number, symbols in enumerate(rest[2:], start=1)
    )
    one = cards.MissionConsole(rest[0], table.space(rest[1]), inputs)
    table.mission["consoles"] = (*table.mission.get("consoles", ()), one)


def _neutral(table: Table, rest: list[str]) -> None:
    one = cards.MissionNeutral(rest[0], table.space(rest[1]))
    table.mission["neutrals"] = (*table.mission.get("neutrals", ()), one)


def _zone(table: Table, rest: list[str]) -> None:
    table.mission.setdefault("zones", {})[rest[0]] = tuple(table.space(word) for word in rest[1:])


def _pairs(place: str) -> Callable[[Table, list[str]], None]:
    def read(table: Table, rest: list[str]) -> None:
        getattr(table, place).update(word.split("=") for word in rest)

    return read


def _pile(piles: str) -> Callable[[Table, list[str]], None]:
    def read(table: Table, rest: list[str]) -> None:
        table.piles[piles][rest[0]] = tuple(rest[1:])

    return read


def _edition(table: Table, rest: list[str]) -> None:
    table.edition = rest[0]


def _respawn(table: Table, rest: list[str]) -> None:
    table.mission["respawn"] = tuple(table.space(word) for word in rest)


def _first(rest: list[str]) -> str:
    return rest[0]


def _whole(rest: list[str]) -> int:
    return int(rest[0])


STATEMENTS: dict[str, Callable[[Table, list[str]], None]] = {
    **{kind: _sides(kind) for kind in SIDES},
    "door": _door(False, False),
    "security": _door(True, False),
    "open": _door(False, True),
    "container": _container,
    "console": _console,
    "neutral": _neutral,
    "zone": _zone,
    "alert": _into("state", "alert", _whole),
    "reserve": _into("state", "reserve", _whole),
    "round": _into("state", "round", _whole),
    "last": _into("state", "last_activated", _first),
    "initiative": _into("state", "initiative", tuple),
    "flags": _into("state", "flags", tuple),
    "selected": _into("state", "selected", tuple),
    "available": _into("state", "available", tuple),
    "turn": _into("round", "turn", _first),
    "block": _into("round", "block", _first),
    "phase": _into("round", "phase", _first),
    "respawn": _respawn,
    "edition": _edition,
    "switch": _pairs("switches"),
    "answers": _pairs("answers"),
    "deck": _pile("decks"),
    "discards": _pile("discards"),
}
