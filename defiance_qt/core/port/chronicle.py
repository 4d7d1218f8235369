"""The chronicle of a game: its diary, who did what, and the dice against expectation, as plain values in words.

A game fills it (`Game.chronicle`); rooms that know no game show it and write it to files. Every line, number and point
names the steps that it comes from.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Tone = Literal["", "gold", "danger", "quiet", "note", "name"]


class Line(msgspec.Struct, frozen=True):
    """A sentence of the diary. `place` is its place in the timeline in a few characters ("R3·27").

    `tone` is "gold" (a turn of the story), "danger", "quiet", "note" (a user's own note), "name" (a step that the user
    named) or "".
    """

    text: str
    step: int
    place: str = ""
    tone: Tone = ""


class Cell(msgspec.Struct, frozen=True):
    """A value of a table with the steps that it comes from. `best` marks the highest one of its column."""

    text: str
    steps: tuple[int, ...] = ()
    best: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of a table; `side` is that of its name, for its color: "team", "enemy" or ""."""

    name: str
    cells: tuple[Cell, ...]
    side: str = ""


class Table(msgspec.Struct, frozen=True):
    """A table. `columns` begin with the heading of the rows' names. `note` says how to read it, `side` whose it is:
    "team", "enemy" or ""."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    side: str = ""


class Point(msgspec.Struct, frozen=True):
    """A point of a plot. `spread` is how far to either side of 0 the expected band reaches there."""

    x: float
    y: float
    step: int = -1
    spread: float = 0.0


class Series(msgspec.Struct, frozen=True):
    """A line of a plot; `side` is "team", "enemy" or ""."""

    name: str
    points: tuple[Point, ...]
    side: str = ""


class Plot(msgspec.Struct, frozen=True):
    """A plot. `text` says in words what it shows. `x` and `y` name its axes, `band` the band around 0, "" without one.

    `marks` are places on the axis with their names."""

    title: str
    text: str
    x: str
    y: str
    series: tuple[Series, ...]
    band: str = ""
    marks: tuple[tuple[float, str], ...] = ()
    kind: Literal["line", "bars"] = "line"


class Section(msgspec.Struct, frozen=True):
    """A part of the chronicle: a scenario that was played ("part"), the time between two ("between"), or the game as a
    whole ("whole").

    `outcome` is its result in words; `result` is "victory", "defeat", "draw" or "", and `side` the side that has won,
    where people play against each other. `facts` are a few words each. `proofs` are
    the tables that compare chance with expectation. `first` and `last` are its steps in the timeline.
    """

    id: str
    title: str
    kind: Literal["part", "between", "whole"] = "part"
    result: str = ""
    outcome: str = ""
    facts: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    tables: tuple[Table, ...] = ()
    plots: tuple[Plot, ...] = ()
    proofs: tuple[Table, ...] = ()
    first: int = 0
    last: int = 0
    side: str = ""


class Chronicle(msgspec.Struct, frozen=True):
    """A game's chronicle. A section of kind "whole" comes first if there are several scenarios."""

    title: str
    sections: tuple[Section, ...]
