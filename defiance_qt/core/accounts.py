"""Finds the stretches of a game that are explained as a whole (`Game.account`): the turns of an automatic opponent."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from defiance_qt.core.session import Session
from defiance_qt.core.system import Account, EventContext, Words


def in_account(session: Session, step: int, index: int) -> bool:
    """Whether an event belongs to such a stretch."""
    return _opening(session, _line_through(session, step), step, index) is not None


def account_at(session: Session, step: int, index: int, words: Words) -> Account | None:
    """The stretch that an event belongs to, up to the head; of another line than the head's as far as that goes."""
    return account_on(session, _line_through(session, step), step, words, index)


def account_on(
    session: Session, path: Sequence[int], step: int, words: Words, index: int | None = None
) -> Account | None:
    """The stretch that an event of a step belongs to (without `index` the last event), as far as `path` goes, which
    leads through the step. None when the event belongs to none."""
    opening = _opening(session, path, step, index)
    return None if opening is None else session.game.account(tuple(_stretch(session, path, *opening)), words)


def last_account(session: Session, words: Words, subject: str = "") -> Account | None:
    """The last stretch on the way to the head, anybody's or that of this subject; None when there was none."""
    path = session.timeline.path
    game = session.game
    for step in reversed(path):
        events = session.timeline.step(step).events
        for index in range(len(events) - 1, -1, -1):
            whose = game.opens_account(events[index])
            if whose and subject in ("", whose):
                return account_on(session, path, step, words, index)
    return None


def line_of(session: Session, step: int) -> list[int]:
    """The steps that lead to this one, and those that follow it."""
    return [*path_to(session, step), *session.timeline.onward(step)]


def path_to(session: Session, step: int) -> list[int]:
    """The steps from the first to this one."""
    path = [step]
    while (parent := session.timeline.parent(path[-1])) is not None:
        path.append(parent)
    return path[::-1]


def _line_through(session: Session, step: int) -> Sequence[int]:
    """The path to the head if it leads through the step, else the step's own line."""
    path = session.timeline.path
    depth = session.timeline.depth(step)
    return path if depth < len(path) and path[depth] == step else line_of(session, step)


def _opening(session: Session, path: Sequence[int], step: int, index: int | None) -> tuple[int, int] | None:
    """Where the stretch opens that an event lies in: the position in the path, the index in the step."""
    game = session.game
    last = bisect_left(path, step)
    for position in range(last, -1, -1):
        events = session.timeline.step(path[position]).events
        start = index if position == last and index is not None else len(events) - 1
        for at in range(start, -1, -1):
            if game.opens_account(events[at]):
                return position, at
            asked = position == last and (index is None or at == index)
            if game.closes_account(events[at]) and not asked:
                return None
    return None


def _stretch(session: Session, path: Sequence[int], position: int, index: int) -> Iterable[EventContext]:
    """The events from the opening one to the closing one."""
    closes = session.game.closes_account
    for context in session.event_contexts(path[position:]):
        if context.step != path[position] or context.index >= index:
            yield context
            if closes(context.event):
                return
