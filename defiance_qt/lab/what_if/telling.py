"""A comparison of plans in words, a figure never without its range; and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from defiance_qt.core.port import Candidate, Game, State, Words
from defiance_qt.lab.what_if.comparison import Report
from defiance_qt.lab.what_if.figures import LOST, Difference, Figures, Interval, Number, Share, share

ROUNDED = 0.05
"""What is shown as none with one decimal, if less."""


def report_lines(plans: Sequence[Candidate], names: Mapping[str, str], found: Report, words: Words) -> Iterator[str]:
    """Yield the comparison as lines: each plan with its figures, then what differs, and how the figures are meant."""
    for number, (plan, own) in enumerate(zip(plans, found.plans, strict=True), 1):
        yield f"{number}  {plan.text}" + (f" · {plan.note}" if plan.note else "")
        rows = [(number_name(one.id, words), amounts(one, words)) for one in own.numbers]
        rows.append((words("ui.what_if.lost"), losses(own, found.chapters, names, words)))
        if own.wins is not None:
            rows.append((words("ui.what_if.wins"), wins(own.wins, words)))
        wide = max(len(name) for name, _ in rows)
        yield from (f"   {name:<{wide}}  {text}" for name, text in rows)
    yield from verdict(found, words)
    yield words("ui.what_if.meant")


def verdict(found: Report, words: Words) -> Iterator[str]:
    """Yield what can be said of the plans against each other: which are the same, what differs by the end of the
    chapter, and who wins more often."""
    if len(found.plans) < 2 or not found.settled:
        return
    for first, second in found.same:
        yield words("ui.what_if.same", first=first + 1, second=second + 1)
    if len(found.same) == len(found.plans) * (len(found.plans) - 1) // 2:
        return
    if found.differences:
        told = "; ".join(_differs(one, words) for one in found.differences)
        yield words("ui.what_if.chapter.differs", until=words("forecast.until"), what=told)
    else:
        yield words.count("ui.what_if.chapter.equal", found.chapters, until=words("forecast.until"))
    yield from (_wins_differ(one, words) for one in found.wins)
    if found.compared and not found.wins:
        yield words.count("ui.what_if.wins.equal", found.compared)


def _differs(one: Difference, words: Words) -> str:
    digits = 1 if one.interval[0] >= ROUNDED else 2
    low, high = (decimal(bound, words, digits) for bound in one.interval)
    name = number_name(one.id, words)
    plans = {"more": one.more + 1, "less": one.less + 1}
    if low == high:
        return words("ui.what_if.differs.always", name=name, amount=low, **plans)
    return words("ui.what_if.differs", name=name, low=low, high=high, **plans)


def _wins_differ(one: Difference, words: Words) -> str:
    low, high = (round(100 * bound) for bound in one.interval)
    return words("ui.what_if.wins.differs", low=low, high=high, more=one.more + 1, less=one.less + 1)


def number_name(id: str, words: Words) -> str:
    """Return the name of a number: the game's, but for the figures that were lost."""
    return words("ui.what_if.lost.number") if id == LOST else words(f"forecast.{id}")


def amounts(one: Number, words: Words) -> str:
    """Return the range of a number with the interval of its mean."""
    if len(one.counts) == 1:
        return span(one, words)
    low, high = (decimal(bound, words) for bound in one.mean)
    return words("ui.what_if.mean", range=span(one, words), low=low, high=high)


def span(one: Number, words: Words) -> str:
    """Return the range of a number."""
    amount = _whole(one.low)
    if len(one.counts) == 1:
        return words("ui.what_if.always", amount=amount, n=sum(one.counts.values()))
    return amount if one.low == one.high else words("ui.what_if.range", low=amount, high=_whole(one.high))


def losses(own: Figures, chapters: int, names: Mapping[str, str], words: Words) -> str:
    """Return which figures may be lost, each with its chance; of nobody the most that it may still be."""
    if own.lost:
        return ", ".join(
            words("ui.what_if.may", name=names.get(one.id, one.id), chance=percent(one, words)) for one in own.lost
        )
    most = ceil(100 * share("", 0, chapters).interval[1])
    return words("ui.what_if.nobody", n=chapters, most=most)


def wins(one: Share, words: Words) -> str:
    """Return how often a plan wins."""
    return words("ui.what_if.won", chance=percent(one, words), count=one.count, of=one.of)


def percent(one: Share, words: Words) -> str:
    """Return the interval of a share in percent."""
    low, high = (round(100 * bound) for bound in one.interval)
    return words("ui.what_if.percent", low=low, high=high)


def _whole(amount: int) -> str:
    return str(amount).replace("-", "−")


def decimal(amount: float, words: Words, digits: int = 1) -> str:
    """Return a number with so many decimals, with the separator of the language."""
    shown = f"{round(amount, digits) + 0.0:.{digits}f}"
    return shown.replace("-", "−").replace(".", words("ui.what_if.point"))


def figure_names(game: Game, state: State, words: Words) -> dict[str, str]:
    """Return the names of the figures by their ids."""
    return {one.id: one.name for one in game.subjects(state, words)}


def report(plans: Sequence[Candidate], found: Report, game: Game, words: Words) -> dict[str, Any]:
    """Return the comparison as plain values."""
    return {
        "chapters": found.chapters,
        "games": found.games,
        "plans": [_plan(plan, own, game) for plan, own in zip(plans, found.plans, strict=True)],
        "differences": [_difference(one) for one in found.differences],
        "wins": [_difference(one) for one in found.wins],
        "same": [[first + 1, second + 1] for first, second in found.same],
        "verdict": list(verdict(found, words)),
    }


def _plan(plan: Candidate, own: Figures, game: Game) -> dict[str, Any]:
    return {
        "text": plan.text,
        "commands": [game.format(one) for one in plan.commands],
        "numbers": {one.id: _number(one) for one in own.numbers},
        "lost": {one.id: _share(one) for one in own.lost},
        "wins": None if own.wins is None else _share(own.wins),
    }


def _number(one: Number) -> dict[str, Any]:
    return {
        "range": [one.low, one.high],
        "mean": _interval(one.mean),
        "counts": {str(amount): n for amount, n in one.counts.items()},
    }


def _share(one: Share) -> dict[str, Any]:
    return {"count": one.count, "of": one.of, "interval": _interval(one.interval)}


def _difference(one: Difference) -> dict[str, Any]:
    return {"more": one.more + 1, "less": one.less + 1, "number": one.id, "interval": _interval(one.interval)}


def _interval(bounds: Interval) -> list[float]:
    return [round(bound, 4) for bound in bounds]
