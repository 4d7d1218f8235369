"""Finds the stretches of events that are explained as a whole (`Game.account`), such as an automatic opponent's
turn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from defiance_qt.core.port import Account, EventContext, Words
from defiance_qt.core.session import Session


def in_account(session: Session, step: int, index: int) -> bool:
    """Return whether an event belongs to an account."""
    return _opening(session, _line_through(session, step), step, index) is not None


def account_at(session: Session, step: int, index: int, words: Words) -> Account | None:
    """Return the account that an event belongs to, up to the head; on another branch, up to the end of that branch.
    None if the event belongs to no account."""
    return account_on(session, _line_through(session, step), step, words, index)


def account_on(
    session: Session, path: Sequence[int], step: int, words: Words, index: int | None = None
) -> Account | None:
    """Return the account that an event of a step belongs to (the last event without `index`), None if there is none.

    `path` must contain the step; the account ends with the path at the latest.
    """
    opening = _opening(session, path, step, index)
    if opening is None:
        return None
    return session.game_at(path[opening[0]]).account(tuple(_stretch(session, path, *opening)), words)


def last_account(session: Session, words: Words, subject: str = "") -> Account | None:
    """Return the last account up to the head, of any subject or of the given one; None if there is none."""
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
    """Return the steps up to this one and those after it on the most recently visited line."""
    return [*path_to(session, step), *session.timeline.onward(step)]


def path_to(session: Session, step: int) -> list[int]:
    """Return the steps from the first to this one."""
    path = [step]
    while (parent := session.timeline.parent(path[-1])) is not None:
        path.append(parent)
    return path[::-1]


def _line_through(session: Session, step: int) -> Sequence[int]:
    """Return the path to the head if it contains the step, else the step's own line."""
    path = session.timeline.path
    depth = session.timeline.depth(step)
    return path if depth < len(path) and path[depth] == step else line_of(session, step)


def _opening(session: Session, path: Sequence[int], step: int, index: int | None) -> tuple[int, int] | None:
    """Return where the account of an event opens: the position in the path and the index in the step."""
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
    """Yield the events from the opening one to the closing one."""
    closes = session.game.closes_account
    for context in session.event_contexts(path[position:]):
        if context.step != path[position] or context.index >= index:
            yield context
            if closes(context.event):
                return
