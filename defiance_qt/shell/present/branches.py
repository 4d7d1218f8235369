"""View models of the branches of a game: the lines of play as a tree, and two of them compared at the same moments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from defiance_qt.core.lines import Line, lines
from defiance_qt.core.port import Game, State, Words
from defiance_qt.core.port.board import line_text
from defiance_qt.core.session import Session
from defiance_qt.core.telling import chapter
from defiance_qt.lab.correcting import outcome
from defiance_qt.lab.what_if.telling import number_name

Key = TypeVar("Key")
NOTHING = "", "–"


class LineRow(msgspec.Struct, frozen=True):
    """A line of play. `begins` and `ends` are depths: where it leaves the row `of`, -1 for the first, and its last
    step, `tip`. `where` says where it leaves and how long it is, `outcome` how it ends. `stands`: the game stands on
    it. `result` is the game's at its tip."""

    tip: int
    name: str
    where: str
    outcome: str
    begins: int
    ends: int
    of: int
    result: str
    stands: bool

    @property
    def spoken(self) -> str:
        """All of it as one text, for a screen reader."""
        return ". ".join(filter(None, (self.name, self.where, self.outcome)))


class Fact(msgspec.Struct, frozen=True):
    """Something that two lines are compared by: its name, and what it is on each."""

    name: str
    values: tuple[str, str]

    @property
    def differs(self) -> bool:
        return self.values[0] != self.values[1]


class Moment(msgspec.Struct, frozen=True):
    """A moment of two lines: the end of a chapter. `steps` are those after which it is over on each; a line that has
    ended before has its last one there, and `over` says so."""

    title: str
    steps: tuple[int, int]
    over: tuple[bool, bool]


class Tree(msgspec.Struct, frozen=True):
    """The lines of play, the one that is shown first. `chapters` are the depths at which chapters of that one begin,
    with their names."""

    rows: tuple[LineRow, ...]
    chapters: tuple[tuple[int, str], ...]


class Branches:
    """The lines of play of a session, as they are when this is made."""

    def __init__(self, session: Session, words: Words) -> None:
        self._session, self._words = session, words
        self._lines = lines(session)
        self.tree = Tree(tuple(map(self._row, range(len(self._lines)))), tuple(self._chapters()))

    def _row(self, place: int) -> LineRow:
        session, words, line = self._session, self._words, self._lines[place]
        timeline = session.timeline
        state, game = timeline.state_at(line.tip), session.game_at(line.tip)
        begins = -1 if line.leaves is None else timeline.depth(line.leaves)
        ends = timeline.depth(line.tip)
        length = words.count("ui.timeline.steps", ends - max(begins, 0), n=ends - max(begins, 0))
        where = length
        if line.leaves is not None:
            left = words("ui.branches.leaves", step=begins, chapter=chapter(session, line.leaves, words))
            where = f"{left} · {length}"
        first = timeline.branch(line.tip).fork is None
        unnamed = words("ui.branches.first") if first else words("ui.branches.unnamed")
        return LineRow(
            line.tip,
            line.name or unnamed,
            where,
            outcome(game, state, words),
            begins,
            ends,
            self._leaves(line),
            game.result(state) or "",
            session.stands == line.tip or (place == 0 and session.stands in line.path),
        )

    def _leaves(self, line: Line) -> int:
        """Return the row that a line leaves, -1 for the first."""
        if line.leaves is None:
            return -1
        depth = self._session.timeline.depth(line.leaves)
        return next(
            place
            for place, other in enumerate(self._lines)
            if depth < len(other.path) and other.path[depth] == line.leaves
        )

    def _chapters(self) -> Iterator[tuple[int, str]]:
        path, begins = self._lines[0].path, 0
        while begins < len(path):
            yield begins, chapter(self._session, path[begins], self._words)
            begins = self._chapter_end(path, begins) + 1

    def _key(self, step: int) -> tuple[str, int]:
        summary = self._session.game_at(step).summary(self._session.timeline.state_at(step))
        return summary.title, summary.chapter

    def _chapter_end(self, path: Sequence[int], begins: int) -> int:
        """Return the depth of the last step of the chapter that a step is in. Looks at few steps of a long chapter."""
        key, reach = self._key(path[begins]), 1
        while begins + reach < len(path) and self._key(path[begins + reach]) == key:
            reach *= 2
        low, high = begins + reach // 2, min(begins + reach, len(path))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._key(path[middle]) == key else (low, middle)
        return low

    def moments(self, first: int, second: int) -> tuple[Moment, ...]:
        """Return the moments at which two rows are compared: where they part, then the end of each chapter."""
        session, words = self._session, self._words
        paths = self._lines[first].path, self._lines[second].path
        parted = self._parted(first, second)
        ends = tuple(dict(self._ends(path, parted)) for path in paths)
        found = [Moment(words("ui.branches.parted", step=parted), (paths[0][parted], paths[0][parted]), (False, False))]
        for key in _merged(tuple(ends[0]), tuple(ends[1])):
            steps = tuple(own.get(key, path[-1]) for own, path in zip(ends, paths, strict=True))
            over = key not in ends[0], key not in ends[1]
            named = chapter(session, steps[over.index(False)], words)
            title = words("ui.branches.moment", chapter=named)
            found.append(Moment(title, (steps[0], steps[1]), over))
        return tuple(found)

    def _parted(self, first: int, second: int) -> int:
        """Return the depth of the last step that two rows share."""
        one, other = self._lines[first].path, self._lines[second].path
        low, high = 0, min(len(one), len(other))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if one[middle] == other[middle] else (low, middle)
        return low

    def _ends(self, path: Sequence[int], parted: int) -> Iterator[tuple[tuple[str, int], int]]:
        """Yield each chapter that goes on after a depth, with its last step."""
        begins = parted + 1
        while begins < len(path):
            end = self._chapter_end(path, begins)
            yield self._key(path[end]), path[end]
            begins = end + 1

    def facts(self, first: int, second: int, moment: Moment) -> tuple[Fact, ...]:
        """Return what two rows are compared by at a moment: how they end, then how they stand there."""
        session, words = self._session, self._words
        parted = self._lines[first].path[self._parted(first, second)]
        before = session.timeline.state_at(parted)
        rows = self.tree.rows[first], self.tree.rows[second]
        columns: list[dict[str, tuple[str, str]]] = []
        for row, step, over in zip(rows, moment.steps, moment.over, strict=True):
            game, state = session.game_at(step), session.timeline.state_at(step)
            at = chapter(session, step, words)
            if over:
                at = words("ui.branches.over", chapter=at)
            elif step == row.tip and not row.result:
                at = words("ui.branches.so_far", chapter=at)
            played = session.timeline.depth(step) - session.timeline.depth(parted)
            column = {
                "outcome": (words("ui.branches.outcome"), row.outcome),
                "then": (words("ui.branches.then"), at),
                "played": (words("ui.branches.played"), str(played)),
            }
            columns.append({**column, **_standing(game, before, state, words)})
        names = {key: name for column in columns for key, (name, _) in column.items()}
        return tuple(
            Fact(names[key], (columns[0].get(key, NOTHING)[1], columns[1].get(key, NOTHING)[1]))
            for key in _merged(tuple(columns[0]), tuple(columns[1]))
        )


def _standing(game: Game, before: State, state: State, words: Words) -> dict[str, tuple[str, str]]:
    """Return how a game stands, each fact with its name: the goals, what has come since another state, or the gauges
    of a game that does not count that, and the figures."""
    summary, progress, forecast = game.summary(state), game.progress(state, words), game.forecast(before, state)
    found: dict[str, tuple[str, str]] = {}
    table = words("ui.branches.table")
    if progress is not None and progress.goals:
        done = sum(goal.state == "done" for goal in progress.goals)
        found["goals"] = words("ui.branches.goals"), words("ui.branches.of", n=done, of=len(progress.goals))
    if forecast is not None:
        for id, number in forecast.numbers.items():
            found[f"number {id}"] = number_name(id, words), str(number).replace("-", "−")
    elif progress is not None and progress.gauges:
        found |= {f"gauge {place}": (table, gauge.text) for place, gauge in enumerate(progress.gauges)}
    else:
        found |= {f"line {place}": (table, line_text(one, words)) for place, one in enumerate(summary.lines)}
    for figure in summary.figures:
        name = next((words(key) for key in figure.names if key in words), figure.names[-1])
        found[f"figure {figure.names[0]}"] = name, words("ui.branches.of", n=figure.left, of=figure.of)
    return found


def _merged(first: Sequence[Key], second: Sequence[Key]) -> list[Key]:
    """Return the keys of both in one order: what only the second has comes after what it has before that."""
    merged = list(first)
    place = 0
    for key in second:
        if key in merged:
            place = merged.index(key) + 1
        else:
            merged.insert(place, key)
            place += 1
    return merged
