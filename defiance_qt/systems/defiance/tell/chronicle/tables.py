"""Tables and plots of deeds: who did what, who killed which Units, who carried whom, the Damage of every Round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Plot, Point, Row, Series, Table
from defiance_qt.systems.defiance.tell.chronicle.deeds import KINDS, LOSSES, Deed, total
from defiance_qt.systems.defiance.tell.names import Names

# Columns that are there even if all of their values are 0.
_ALWAYS = ("kills", "dealt", "taken", "fell")


def _cell(deeds: Sequence[Deed], best: bool = False) -> Cell:
    return Cell(str(sum(deed.amount for deed in deeds)), tuple(dict.fromkeys(deed.step for deed in deeds)), best)


def who_did_what(deeds: Iterable[Deed], figures: Iterable[str], names: Names) -> Table:
    """Return a row for each figure and a column for each kind of deed that there is."""
    by_kind: dict[str, dict[str, list[Deed]]] = {kind: defaultdict(list) for kind in KINDS}
    for deed in deeds:
        if deed.what in by_kind:
            by_kind[deed.what][deed.who].append(deed)
    shown = [kind for kind in KINDS if kind in _ALWAYS or by_kind[kind]]
    team = list(dict.fromkeys((*figures, *(who for kind in shown for who in by_kind[kind]))))
    best = {kind: _best(by_kind[kind]) for kind in shown if kind not in LOSSES}
    rows = tuple(
        Row(names.figure(id), tuple(_cell(by_kind[kind][id], best.get(kind) == id) for kind in shown), "team")
        for id in team
    )
    words = names.words
    heads = (words("chronicle.column.figure"), *(words(f"chronicle.column.{kind}") for kind in shown))
    return Table(words("chronicle.table.deeds"), heads, rows)


def _best(deeds: Mapping[str, list[Deed]]) -> str:
    """Return the figure with the most, "" if several have as much."""
    totals = {who: total(found) for who, found in deeds.items()}
    most = max(totals.values(), default=0)
    leaders = [who for who, amount in totals.items() if amount == most]
    return leaders[0] if len(leaders) == 1 and most else ""


def kills(deeds: Iterable[Deed], names: Names) -> Table | None:
    """Return the Miniatures of each Unit by who killed them; None without any."""
    killed = [deed for deed in deeds if deed.what == "kills"]
    if not killed:
        return None
    who = list(dict.fromkeys(deed.who for deed in killed))
    rows = []
    for unit in dict.fromkeys(deed.about for deed in killed):
        own = [deed for deed in killed if deed.about == unit]
        cells = [_cell([deed for deed in own if deed.who == id]) for id in who]
        rows.append(Row(names.unit(unit), (*cells, _cell(own)), "enemy"))
    words = names.words
    heads = (words("chronicle.column.unit"), *map(names.figure, who), words("chronicle.total"))
    return Table(words("chronicle.table.kills"), heads, tuple(rows))


def carried(deeds: Iterable[Deed], names: Names) -> Table | None:
    """Return who carried whom, how often and how far; None if it did not happen."""
    pairs: dict[tuple[str, str], dict[str, list[Deed]]] = {}
    for deed in deeds:
        if deed.what in ("carried", "spaces"):
            pairs.setdefault((deed.who, deed.about), {"carried": [], "spaces": []})[deed.what].append(deed)
    if not pairs:
        return None
    words = names.words
    heads = tuple(words(f"chronicle.column.{column}") for column in ("figure", "whom", "times", "spaces"))
    rows = tuple(
        Row(names.figure(by), (Cell(names.figure(whom)), _cell(found["carried"]), _cell(found["spaces"])), "team")
        for (by, whom), found in pairs.items()
    )
    return Table(words("chronicle.table.carried"), heads, rows)


def damage(deeds: Sequence[Deed], words: Words, rounds: int) -> Plot | None:
    """Return the Damage dealt and suffered in each Round; None if the mission has had none."""
    if not rounds:
        return None
    groups = [[deed for deed in deeds if deed.round == number] for number in range(1, rounds + 1)]
    names = [(float(number), str(number)) for number in range(1, rounds + 1)]
    return _damage(groups, words, words("chronicle.axis.round"), names)


def by_mission(groups: Sequence[Sequence[Deed]], missions: Sequence[str], words: Words) -> Plot:
    """Return the Damage dealt and suffered in each mission that was played."""
    names = [(float(number), name) for number, name in enumerate(missions, 1)]
    return _damage(groups, words, words("chronicle.axis.mission"), names)


def _damage(groups: Sequence[Sequence[Deed]], words: Words, axis: str, names: Sequence[tuple[float, str]]) -> Plot:
    series, totals = [], []
    for kind, side in (("dealt", "team"), ("taken", "enemy")):
        own = [[deed for deed in group if deed.what == kind] for group in groups]
        points = tuple(_point(number, found) for number, found in enumerate(own, 1))
        series.append(Series(words(f"chronicle.column.{kind}"), points, side))
        totals.append(sum(total(found) for found in own))
    text = words("chronicle.plot.damage.text", dealt=totals[0], taken=totals[1])
    title, y = words("chronicle.plot.damage"), words("chronicle.axis.damage")
    return Plot(title, text, axis, y, tuple(series), marks=tuple(names), kind="bars")


def _point(number: int, deeds: list[Deed]) -> Point:
    return Point(number, total(deeds), deeds[0].step if deeds else -1)
