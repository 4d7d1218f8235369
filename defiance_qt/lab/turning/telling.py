"""Turning points in words: what was done, what came of it, what the bot would have done; and as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from defiance_qt.core import telling
from defiance_qt.core.port import Told, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import hint
from defiance_qt.lab.turning.line import Line, Stretch
from defiance_qt.lab.turning.search import Moment, Report
from defiance_qt.lab.what_if.figures import Interval, Share
from defiance_qt.lab.what_if.telling import percent

SENTENCES = 3
"""The most sentences that tell what followed."""
QUIET = ("quiet", "chapter")
"""The tones of sentences that tell nothing that could have turned a game."""


class Texts(msgspec.Struct, frozen=True):
    """A turning point in words. `title` is its main sentence, `given` what the user did, `came` what followed; `bot` is
    what the bot would have done, with its reason."""

    title: str
    chapter: str
    given: str
    came: str
    bot: str


def texts(session: Session, one: Moment, stretch: Stretch, words: Words) -> Texts:
    """Return a turning point in words."""
    given = list(_given(session, stretch, words))
    came = [one for one, _ in _told(session, stretch.steps[stretch.given :], words) if one.tone not in QUIET]
    weighty = sorted(came, key=_weight, reverse=True)[:SENTENCES]
    lead = weighty[0].text if weighty and one.kind != "decision" else given[-1]
    advice = hint(session.game, session.timeline.state_at(stretch.at), session.bots, words)
    return Texts(
        lead.split(". ")[0].rstrip("."),
        chapter(session, stretch.at, words),
        _prose(given),
        _prose(told.text for told in came if told in weighty),
        words("ui.turning.bot.same") if one.decision is None else advice.text if advice is not None else "",
    )


def _given(session: Session, stretch: Stretch, words: Words) -> Iterator[str]:
    """Yield what the user did, as the story has it. Of the last command, which chance has answered, the story tells
    what came of it: it is named instead, unless a sentence about those before holds it too."""
    game, timeline = session.game, session.timeline
    own = set(stretch.steps[: stretch.given])
    held: set[int] = set()
    nothing = True
    for one, steps in _told(session, stretch.steps[: stretch.given + 1], words):
        if one.tone not in QUIET and steps[one.main - one.first] in own:
            yield one.text
            held.update(steps)
            nothing = False
    for step in stretch.steps[stretch.given : stretch.given + 1]:
        command, before = timeline.step(step).commands[0], timeline.parent(step)
        if step not in held and before is not None and command in stretch.commands:
            yield game.label(command, timeline.state_at(before), words)
            nothing = False
    if nothing:
        yield game.label(stretch.commands[0], timeline.state_at(stretch.at), words)


def _prose(sentences: Iterable[str]) -> str:
    """Return sentences as a text: those of some games have no full stop."""
    return " ".join(one if one.endswith((".", "!", "?")) else f"{one}." for one in sentences)


def _weight(one: Told) -> tuple[bool, int]:
    """Return how much a sentence says: a turn of the story or harm, and figures of both sides more than one."""
    return bool(one.tone), len({side for _, _, side in telling.spans(one.text, one.names)})


def _told(session: Session, steps: Sequence[int], words: Words) -> Iterator[tuple[Told, tuple[int, ...]]]:
    """Yield the sentences about steps, each with the steps of its events."""
    together: list[int] = []
    for step in (*steps, None):
        if together and (step is None or not telling.joins(session, step)):
            for one, events in telling.told(session, together, words):
                yield one, tuple(event.step for event in events)
            together = []
        if step is not None:
            together.append(step)


def chapter(session: Session, step: int, words: Words) -> str:
    """Return the name of the chapter after a step, "" in a game that names none."""
    found = session.game.progress(session.timeline.state_at(step), words)
    return "" if found is None else found.name


def report_lines(session: Session, line: Line, found: Report, words: Words, told: bool) -> Iterator[str]:
    """Yield the turning points as lines: the estimate by chapters, each point, and how the figures are meant. With
    `told` each says what the bot would have done."""
    yield f"{part_name(session, line, words)} · {ended(line, words)}"
    yield from (f"   {name}  {chance(one, words)}" for name, one in by_chapters(session, line, found, words))
    yield from ("", title(found, words), *verdict(line, found, words))
    for number, one in enumerate(found.moments, 1):
        stretch = line.stretches[one.place]
        own = texts(session, one, stretch, words)
        yield ""
        yield f"{number}  {own.title} · {kind(one, words)} · {own.chapter} · {words('ui.turning.step', n=stretch.at)}"
        yield f"   {before_after(one, words)}"
        rows = [
            ("ui.turning.row.decision", effect(one.decision, words)),
            ("ui.turning.row.dice", effect(one.dice, words)),
        ]
        yield "   " + " · ".join(f"{words(key)}: {text}" for key, text in rows)
        parts = [("ui.turning.you", own.given), ("ui.turning.came", own.came)]
        parts += [("ui.turning.bot", own.bot)] if told else []
        yield from (f"   {words(key)}: {text}" for key, text in parts if text)
    yield from ("", meant(found, words))


def by_chapters(session: Session, line: Line, found: Report, words: Words) -> Iterator[tuple[str, Share]]:
    """Yield the chance to win at the first decision of each chapter."""
    last = ""
    for stretch, one in zip(line.stretches, found.line, strict=False):
        name = chapter(session, stretch.at, words)
        if name != last and one is not None:
            last = name
            yield name, one


def part_name(session: Session, line: Line, words: Words) -> str:
    """Return the name of the part of a game."""
    return words(session.game.summary(session.timeline.state_at(line.stretches[0].at)).title)


def ended(line: Line, words: Words) -> str:
    """Return how a line ends."""
    key = "open" if line.won is None else "won" if line.won else "lost"
    return words(f"ui.turning.{key}", step=line.last)


def title(found: Report, words: Words) -> str:
    """Return how many turning points there are."""
    return words.count("ui.turning.title", len(found.moments))


def verdict(line: Line, found: Report, words: Words) -> Iterator[str]:
    """Yield what turned the game, and that no decision did where that is so."""
    kinds = [one.kind for one in found.moments]
    counted = [
        words.count(f"ui.turning.count.{kind}", kinds.count(kind))
        for kind in ("decision", "dice", "both")
        if kind in kinds
    ]
    if counted:
        yield words("ui.turning.sentence", what=", ".join(counted))
    if not any(one.kind == "decision" and one.decision is not None and one.decision[1] < 0 for one in found.moments):
        key = "cost" if line.won is False else "stands_out"
        yield words.count(f"ui.turning.no_decision.{key}", found.games)


def meant(found: Report, words: Words) -> str:
    """Return how the figures are meant."""
    return words("ui.turning.meant", n=found.games, screened=found.screened)


def kind(one: Moment, words: Words) -> str:
    """Return what turned the game at a turning point."""
    return words(f"ui.turning.kind.{one.kind}")


def before_after(one: Moment, words: Words) -> str:
    """Return the chance to win on both sides of a turning point."""
    return words("ui.turning.wins", before=chance(one.before, words), after=chance(one.after, words))


def chance(one: Share, words: Words) -> str:
    """Return a chance to win, or the result where it is known."""
    if one.of:
        return percent(one, words)
    return words("ui.turning.result.won" if one.count else "ui.turning.result.lost")


def effect(interval: Interval | None, words: Words) -> str:
    """Return by how many points something has changed the chance to win."""
    if interval is None:
        return words("ui.turning.same")
    low, high = (f"{round(100 * bound):+d}".replace("-", "−").replace("+0", "0") for bound in interval)
    return words("ui.turning.points", low=low, high=high)


def report(session: Session, line: Line, found: Report, words: Words) -> dict[str, Any]:
    """Return the turning points as plain values."""
    state = session.timeline.state_at
    points = [
        {"step": stretch.at, "chapter": session.game.summary(state(stretch.at)).chapter, "wins": _share(one)}
        for stretch, one in zip(line.stretches, found.line, strict=False)
    ]
    return {
        "part": line.part,
        "parts": line.parts,
        "won": line.won,
        "last": line.last,
        "games": found.games,
        "screened": found.screened,
        "line": points,
        "moments": [_moment(session, line, one, words) for one in found.moments],
        "verdict": list(verdict(line, found, words)),
    }


def _moment(session: Session, line: Line, one: Moment, words: Words) -> dict[str, Any]:
    stretch = line.stretches[one.place]
    return {
        "step": stretch.at,
        "until": stretch.steps[-1],
        "kind": one.kind,
        "before": _share(one.before),
        "after": _share(one.after),
        "change": _interval(one.change),
        "decision": None if one.decision is None else _interval(one.decision),
        "dice": _interval(one.dice),
        "commands": [session.game.format(command) for command in stretch.commands],
        "texts": msgspec.to_builtins(texts(session, one, stretch, words)),
    }


def _share(one: Share | None) -> dict[str, Any] | None:
    return None if one is None else {"count": one.count, "of": one.of, "interval": _interval(one.interval)}


def _interval(bounds: Interval) -> list[float]:
    return [round(bound, 4) for bound in bounds]
