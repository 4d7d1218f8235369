"""The dice of a part against expectation: tables, and the course of the Successes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from defiance_qt.core.port import Words
from defiance_qt.core.port.chronicle import Cell, Plot, Point, Row, Series, Table
from defiance_qt.systems.defiance.engine.dice import Die, Symbols
from defiance_qt.systems.defiance.tell.chronicle.significance import Shares, chi_square_p, mean, total_p, variance
from defiance_qt.systems.defiance.tell.chronicle.texts import decimal, likelihood, probability, signed
from defiance_qt.systems.defiance.tell.chronicle.throws import Kind, Throw, blocks, kinds, successes

SIDES = ("team", "enemy")
# The band of a plot holds the total of 19 games in 20.
_BAND = 1.96
# A plot has at most about so many points.
_POINTS = 400
_MOST_FACES = 6
# A probability is called so in every language.
_P = "p"
Amount = Callable[[Symbols], int]


class Group(NamedTuple):
    """The throws of one side by one source: the app, or a person who typed them in."""

    side: str
    typed: bool
    throws: tuple[Throw, ...]

    @property
    def code(self) -> str:
        return f"{self.side}.{'typed' if self.typed else 'app'}"


def grouped(throws: Sequence[Throw]) -> Iterator[Group]:
    """Yield the groups that have throws: the team's before the Enemy's, the app's before typed ones."""
    for side in SIDES:
        for typed in (False, True):
            found = tuple(one for one in throws if (one.side, one.typed) == (side, typed))
            if found:
                yield Group(side, typed, found)


def shares_of(die: Die, amount: Amount) -> Shares:
    """Return the probability of each amount on one die."""
    found: dict[int, float] = {}
    for face in die.faces:
        found[amount(face)] = found.get(amount(face), 0.0) + 1 / len(die.faces)
    return found


class DiceWords:
    """The dice in words."""

    def __init__(self, dice: Mapping[str, Die], words: Words) -> None:
        self.dice, self.words = dict(dice), words

    def tables(self, throws: Sequence[Throw]) -> tuple[Table, ...]:
        """Return for each group how its symbols and its faces compare with expectation."""
        return tuple(table for group in grouped(throws) for table in (self._symbols(group), self._faces(group)))

    def plots(self, throws: Sequence[Throw], marks: Sequence[tuple[int, str]] = ()) -> tuple[Plot, ...]:
        """Return for each group the course of its Successes. `marks` are steps from which something new begins."""
        return tuple(self._course(group, marks) for group in grouped(throws))

    # -- symbols

    def _symbols(self, group: Group) -> Table:
        found = kinds(group.throws, self.dice)
        rows = [self._row(self.words(f"die.{one.die.id}"), [one], group.throws) for one in found]
        if len(found) > 1:
            rows.append(self._row(self.words("chronicle.total"), found, group.throws))
        columns = ("die", "rolled", "successes", "expected", "p", "blocks", "expected", "p", "faces_p")
        heads = tuple(_P if column == _P else self.words(f"chronicle.column.{column}") for column in columns)
        title, note = self.words(f"chronicle.dice.{group.code}"), self.words("chronicle.dice.note")
        return Table(title, heads, tuple(rows), note, group.side)

    def _row(self, name: str, found: Sequence[Kind], throws: Sequence[Throw]) -> Row:
        ids = {one.die.id for one in found}
        steps = tuple(dict.fromkeys(throw.step for throw in throws if throw.die in ids))
        cells = [Cell(str(sum(one.rolled for one in found)), steps)]
        for amount in (successes, blocks):
            cells += self._against(found, amount)
        tested = [one for one in found if one.testable]
        p = chi_square_p(sum(one.statistic for one in tested), sum(one.freedom for one in tested)) if tested else None
        return Row(name, (*cells, Cell("–" if p is None else probability(p, self.words))))

    def _against(self, found: Sequence[Kind], amount: Amount) -> Iterator[Cell]:
        """Yield what came, what was expected, and how likely it is; dashes for dice without such symbols."""
        shown = sum(amount(face) * count for one in found for face, count in zip(one.faces, one.counts, strict=True))
        dice = [(shares_of(one.die, amount), one.rolled) for one in found]
        expected = sum(mean(shares) * count for shares, count in dice)
        if not expected:
            yield from (Cell("–"), Cell("–"), Cell("–"))
            return
        yield Cell(str(shown))
        yield Cell(decimal(expected, self.words))
        yield Cell(probability(total_p(shown, dice), self.words))

    # -- faces

    def _faces(self, group: Group) -> Table:
        """Return how often each face came; faces that show the same are one."""
        rows = []
        for one in kinds(group.throws, self.dice):
            cells = [
                Cell(
                    self.words(
                        "chronicle.face",
                        face=face.text.replace("-", "–"),
                        count=count,
                        expected=decimal(one.rolled * share, self.words),
                    )
                )
                for face, count, share in zip(one.faces, one.counts, one.shares, strict=True)
            ]
            cells += [Cell("")] * (_MOST_FACES - len(cells))
            rows.append(Row(self.words(f"die.{one.die.id}"), tuple(cells)))
        heads = (self.words("chronicle.column.die"), *(str(number) for number in range(1, _MOST_FACES + 1)))
        note = self.words("chronicle.faces.note")
        return Table(self.words(f"chronicle.faces.{group.code}"), heads, tuple(rows), note, group.side)

    # -- the course

    def _course(self, group: Group, marks: Sequence[tuple[int, str]]) -> Plot:
        shares = {id: shares_of(die, successes) for id, die in self.dice.items()}
        away = spread = 0.0
        points = [Point(0, 0.0)]
        for number, throw in enumerate(group.throws, 1):
            away += successes(self.dice[throw.die].faces[throw.face]) - mean(shares[throw.die])
            spread += variance(shares[throw.die])
            points.append(Point(number, round(away, 4), throw.step, round(_BAND * math.sqrt(spread), 4)))
        begins = [(_dice_before(group.throws, step), name) for step, name in marks]
        words = self.words
        return Plot(
            self.words(f"chronicle.course.{group.code}"),
            self._verdict(group),
            words("chronicle.axis.dice"),
            words("chronicle.axis.away"),
            (Series(words("chronicle.column.successes"), _thinned(points), group.side),),
            words("chronicle.band"),
            tuple((float(at), name) for at, name in begins if at < len(group.throws)),
        )

    def _verdict(self, group: Group) -> str:
        """Say how many Successes came of how many expected, and what that means."""
        found = kinds(group.throws, self.dice)
        dice = [(shares_of(one.die, successes), one.rolled) for one in found]
        shown = sum(successes(self.dice[one.die].faces[one.face]) for one in group.throws)
        expected = sum(mean(shares) * count for shares, count in dice)
        p = total_p(shown, dice)
        values = {
            "shown": shown,
            "expected": decimal(expected, self.words),
            "away": signed(shown - expected, self.words),
            "p": probability(p, self.words),
            "means": likelihood(p, self.words),
        }
        return self.words.count("chronicle.verdict", len(group.throws), **values)


def _dice_before(throws: Iterable[Throw], step: int) -> int:
    return sum(throw.step < step for throw in throws)


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return evenly chosen points, the last one among them."""
    every = max(1, len(points) // _POINTS)
    found = list(points[::every])
    return tuple(found if found[-1] is points[-1] else [*found, points[-1]])
