"""`defiance-qt result`: how a game ended, as text, as plain JSON, and as a play for BG Stats.

The form of a play is what the app BG Stats reads from a link. `startPlayer` and `winner`, which are optional there, are
always given: its Android version refuses a play without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Words
from defiance_qt.core.port.board import result_text
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import found_systems

BREAK = 15 * 60
"""The most seconds between two steps that count as played: a longer time is a break. A clock that was set back counts
as none."""

SOURCE = "defiance-qt"


class NotOver(DefianceError):
    """A game that has not ended. `value` is the name of its file."""

    def __init__(self, value: str) -> None:
        super().__init__("command.not_over", "{file}: the game is not over, so there is no play.", file=value)
        self.value = value


class Figure(msgspec.Struct, frozen=True):
    """A figure of the players: what is left of its full strength."""

    name: str
    left: int
    of: int


class Result(msgspec.Struct, frozen=True):
    """How a game went. `result` is "victory", "defeat", "draw" or "" for one that is not over, and `side` the side that
    has won where people play against each other. `chapter` is the last Round or turn. `began` and `ended` are the times
    of the first and the last step, in the local time; `minutes` are those played, without breaks."""

    id: str
    system: str
    game: str
    scenario: str
    edition: str
    result: str
    side: str
    reason: str
    chapter: int
    steps: int
    began: str
    ended: str
    minutes: int
    numbers: dict[str, str]
    figures: tuple[Figure, ...]
    plugins: tuple[str, ...]
    name: str = ""
    comment: str = ""


def result(session: Session, words: Words) -> Result:
    """Return how a game went, up to its head."""
    game, timeline = session.game, session.timeline
    state = session.state
    summary, ending = game.summary(state), game.ending(state, words)
    times = [timeline.step(number).at for number in timeline.path]
    played = sum(max(0.0, min(later - earlier, BREAK)) for earlier, later in pairwise(times))
    return Result(
        session.stored_id,
        session.setup.system,
        _system_name(session.setup.system, words.language),
        words(summary.whole or summary.title),
        session.setup.edition,
        game.result(state) or "",
        summary.side,
        ending.reason if ending is not None else "",
        summary.chapter,
        len(times) - 1,
        _time(times[0]).isoformat(timespec="seconds"),
        _time(times[-1]).isoformat(timespec="seconds"),
        round(played / 60),
        dict(ending.numbers) if ending is not None else {},
        tuple(Figure(_named(one.names, words), one.left, one.of) for one in summary.figures),
        session.host.plugins,
        session.title,
        session.comment,
    )


def _system_name(id: str, language: str) -> str:
    return next((one.name(language) for one in found_systems() if one.system == id), id)


def _time(at: float) -> datetime:
    return datetime.fromtimestamp(at, tz=UTC).astimezone()


def _named(keys: Sequence[str], words: Words) -> str:
    return next((text for key in keys if (text := words(key)) != key), keys[-1] if keys else "")


def lines(found: Result, words: Words) -> list[str]:
    """Return how a game went, line by line."""
    ended = result_text(found.result, words) if found.result else words("result.open")
    told = [f"{found.game}: {found.scenario}", " ".join(part for part in (f"{ended}.", found.reason) if part)]
    told.append(words("result.played", began=found.began[:16].replace("T", " "), minutes=found.minutes))
    told += [f"{name}: {number}" for name, number in found.numbers.items()]
    told += [words("result.figure", name=one.name, left=one.left, of=one.of) for one in found.figures]
    return told


def play(found: Result, players: Sequence[str], file: str) -> dict[str, Any]:
    """Return a finished game as a play for BG Stats. Without names of players there is one, the team. Raises
    `NotOver`."""
    if not found.result:
        raise NotOver(file)
    won = found.result == "victory"
    comment = " ".join(part for part in (found.reason, found.comment) if part)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": found.id,
        "playDate": found.began[:19].replace("T", " "),
        "durationMin": found.minutes,
        "board": found.scenario,
        "comments": comment,
        "game": {"name": found.game, "sourceGameId": found.system, "highestWins": True, "noPoints": True},
        "players": [
            {"name": name, "sourcePlayerId": name, "startPlayer": False, "winner": won} for name in players or (SOURCE,)
        ],
    }
