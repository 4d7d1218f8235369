"""`defiance-qt turning-points FILE`: where a game turned, and whether a decision or the dice turned it.

`line` reads the decisions of a game, `search` says which games to play from them and what they show, `telling` puts
that in words. The games are played as those of compared plans are (`lab/what_if`).
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.extend.sessions import Session
from defiance_qt.lab.turning.line import Line
from defiance_qt.lab.turning.search import Report, Search
from defiance_qt.lab.what_if import count
from defiance_qt.lab.what_if.rollouts import Question

GAMES = 200
"""The number of games that a change is measured with, on either side of it."""


def questions(session: Session, line: Line, seed: int) -> tuple[Question, ...]:
    """Return what games are played from: before each decision the bot's way (plan 0) and the user's (plan 1), and where
    an unfinished line ends."""
    state = session.timeline.state_at
    found = [Question(state(one.at), ((), one.commands), seed) for one in line.stretches]
    if line.won is None:
        found.append(Question(state(line.last), ((),), seed))
    return tuple(found)


def search(line: Line, games: int = GAMES) -> Search:
    """Return the search for the turning points of a line."""
    skipped = frozenset(place for place, one in enumerate(line.stretches) if one.corrected)
    return Search(len(line.stretches), games, line.won, skipped)


def find(
    session: Session,
    line: Line,
    search: Search,
    seed: int = 1,
    jobs: int = 1,
    tell: Callable[[], object] = lambda: None,
) -> Report:
    """Play until the turning points are measured. Calls `tell` after each task. The report does not depend on
    `jobs`."""
    count(session, questions(session, line, seed), search, jobs, tell)
    return search.report()
