"""The view models of turning points: the line of the estimate with its marks, and a card for each point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from defiance_qt.core.port import Words
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.turning import telling
from defiance_qt.lab.turning.line import Line
from defiance_qt.lab.turning.search import Kind, Moment, Report
from defiance_qt.lab.turning.telling import Texts
from defiance_qt.lab.what_if.figures import Interval, Share


class PointView(msgspec.Struct, frozen=True):
    """A place of the line, from 0 to 1: its share of wins, with the ends of the interval."""

    at: float
    share: float
    low: float
    high: float


class MarkView(msgspec.Struct, frozen=True):
    """A turning point on the line: from which of its points to which, and whether the chance to win falls."""

    number: int
    kind: Kind
    first: int
    last: int
    falls: bool


class ChartView(msgspec.Struct, frozen=True):
    """The line. `ticks` are the chapters by their places, `spoken` is what it shows in words."""

    points: tuple[PointView, ...]
    ticks: tuple[tuple[float, str], ...]
    marks: tuple[MarkView, ...]
    ending: str
    won: bool | None
    spoken: str


class EffectView(msgspec.Struct, frozen=True):
    """What a part of a turning point has changed: `span` are the ends of its interval from -1 to 1, None for the bot's
    own way."""

    name: str
    text: str
    span: Interval | None


class MomentView(msgspec.Struct, frozen=True):
    """A turning point. `before` and `after` are the steps of the states that its board can show."""

    number: int
    kind: Kind
    kind_name: str
    falls: bool
    place: str
    wins: str
    effects: tuple[EffectView, ...]
    texts: Texts
    before: int
    after: int


class TurningView(msgspec.Struct, frozen=True):
    """What is known of the turning points of a game. `state` says how far the counting is, "" at its end."""

    title: str
    verdict: str
    chart: ChartView
    moments: tuple[MomentView, ...]
    progress: float
    state: str
    meant: str


def turning_view(session: Session, line: Line, found: Report, told: Sequence[Texts], words: Words) -> TurningView:
    """Return what is known now. `told` are the texts of the moments, as far as they are ready."""
    moments = tuple(
        _moment(number, line, one, words, text) for number, (one, text) in enumerate(_pairs(found, told), 1)
    )
    percent = round(100 * found.progress)
    return TurningView(
        telling.title(found, words) if found.done else words("ui.turning.heading"),
        " ".join(telling.verdict(line, found, words)) if found.done else "",
        _chart(session, line, found, words),
        moments,
        found.progress,
        "" if found.done else words("ui.turning.counting", n=len(line.stretches), percent=percent),
        telling.meant(found, words),
    )


def _pairs(found: Report, told: Sequence[Texts]) -> Iterator[tuple[Moment, Texts]]:
    return zip(found.moments, told, strict=False)


def _chart(session: Session, line: Line, found: Report, words: Words) -> ChartView:
    timeline = session.timeline
    steps = [*(one.at for one in line.stretches), line.last]
    depths = [timeline.depth(step) for step in steps]
    first, wide = depths[0], max(1, depths[-1] - depths[0])
    places = [(depth - first) / wide for depth in depths]
    points: list[PointView] = []
    index: dict[int, int] = {}
    for at, share in enumerate(found.line):
        if share is not None:
            index[at] = len(points)
            points.append(PointView(places[at], _rate(share), *share.interval))
    ticks: list[tuple[float, str]] = []
    last = None
    for place, step in zip(places, steps[:-1], strict=False):
        chapter = session.game.summary(timeline.state_at(step)).chapter
        if chapter != last:
            ticks.append((place, str(chapter) if ticks else telling.chapter(session, step, words)))
            last = chapter
    marks = tuple(
        MarkView(number, one.kind, index[one.place], index[one.place + 1], sum(one.change) < 0)
        for number, one in enumerate(found.moments, 1)
    )
    ending = telling.ended(line, words)
    spoken = [words("ui.turning.chart"), ending]
    spoken += [
        f"{name}: {telling.chance(one, words)}" for name, one in telling.by_chapters(session, line, found, words)
    ]
    return ChartView(tuple(points), tuple(ticks), marks, ending, line.won, ". ".join(spoken))


def _rate(one: Share) -> float:
    return one.count / one.of if one.of else float(one.count)


def _moment(number: int, line: Line, one: Moment, words: Words, text: Texts) -> MomentView:
    stretch = line.stretches[one.place]
    names = ("decision", "dice")
    effects = tuple(
        EffectView(words(f"ui.turning.row.{name}"), telling.effect(span, words), span)
        for name, span in zip(names, (one.decision, one.dice), strict=True)
    )
    place = " · ".join(filter(None, (text.chapter, words("ui.turning.step", n=stretch.at))))
    return MomentView(
        number,
        one.kind,
        telling.kind(one, words),
        sum(one.change) < 0,
        place,
        telling.before_after(one, words),
        effects,
        text,
        stretch.at,
        stretch.steps[-1],
    )
