"""The decisions of a game, in their order, each with what followed until the next one.

A decision is what its user gives between two answers to chance: what follows from them is known when it is made. It
begins where the bot for hints plans. Choices within a roll are part of what followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

import msgspec

from defiance_qt.core.accounts import path_to
from defiance_qt.core.bridging import named
from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port import Candidate, Command, Game, Words
from defiance_qt.extend.sessions import Session
from defiance_qt.lab.bots import plans


class Stretch(msgspec.Struct, frozen=True):
    """A decision, asked for after the step `at`, and what followed: all `steps` up to the next decision, of which the
    first `given` hold nothing but the decision. `corrected`: a value was put right by hand there."""

    at: int
    steps: tuple[int, ...]
    given: int
    commands: tuple[Command, ...]
    corrected: bool = False


class Line(msgspec.Struct, frozen=True):
    """A part of a game, the whole of most: its decisions up to the step `last`, and whether it was `won`, None while it
    is undecided. `part` counts from 1 to `parts`."""

    stretches: tuple[Stretch, ...]
    last: int
    won: bool | None
    part: int
    parts: int


class _Part(msgspec.Struct, frozen=True):
    steps: tuple[int, ...]
    won: bool | None


def read(session: Session, game: Game, words: Words, part: int | None = None) -> Line:
    """Return a part of a session's game as it stands: by default the last one that is decided, or the first. Raises
    `DefianceError` for a game that does not know when it is won, or without a decision there."""
    parts = _parts(session, game, words)
    decided = [number for number, one in enumerate(parts, 1) if one.won is not None]
    number = part if part is not None else next(reversed(decided), 1)
    if not 1 <= number <= len(parts):
        raise DefianceError(
            "command.no_turning_part", "There is no part {part}: this game has {count}.", part=number, count=len(parts)
        )
    chosen = parts[number - 1]
    stretches = tuple(_stretches(session, game, words, chosen.steps))
    if not stretches:
        raise DefianceError("command.no_decisions", "Nothing has been decided yet in which a turning point could be.")
    return Line(stretches, chosen.steps[-1], chosen.won, number, len(parts))


def played(session: Session, at: int, words: Words) -> Candidate | None:
    """Return the decision that was made after a step, as a plan; None where the line on which the game stands has
    none."""
    path = path_to(session, session.timeline.stands)
    steps = path[path.index(at) :] if at in path else ()
    found = next(_stretches(session, session.game, words, steps), None)
    if found is None or found.at != at or found.corrected or not found.commands:
        return None
    state, game = session.timeline.state_at(at), session.game
    last = [list(same)[-1] for _, same in groupby(found.commands, type)]
    text = " · ".join(game.label(one, state, words) for one in last)
    return Candidate(found.commands, text, words("ui.what_if.as_played"), named(found.commands))


def _parts(session: Session, game: Game, words: Words) -> list[_Part]:
    """Return the parts of the game, such as the missions of a campaign: each ends where it is decided."""
    timeline = session.timeline
    path = path_to(session, timeline.stands)
    parts: list[_Part] = []
    first = 0
    for place, step in enumerate(path):
        found = game.forecast(timeline.state_at(path[first]), timeline.state_at(step))
        if found is None:
            raise DefianceError("command.no_turning", "{game} has no turning points to find.", game=words("game.name"))
        if found.won is not None and place > first:
            parts.append(_Part(tuple(path[first : place + 1]), found.won))
            first = place
    if first < len(path) - 1 or not parts:
        parts.append(_Part(tuple(path[first:]), None))
    return parts


def _stretches(session: Session, game: Game, words: Words, steps: Sequence[int]) -> Iterator[Stretch]:
    """Yield the decisions of a part."""
    timeline = session.timeline
    at, given, corrected = -1, 0, False
    own: list[int] = []
    commands: list[Command] = []
    known = True
    """Whether all that followed from the last decision is known: the next one may begin."""
    for before, step in pairwise(steps):
        state, entry = timeline.state_at(before), timeline.step(step)
        first = entry.commands[0]
        if known and not game.automatic(first) and plans(game, state, session.bots, words):
            if at >= 0:
                yield Stretch(at, tuple(own), given, tuple(commands), corrected)
            at, own, given, commands, corrected, known = before, [], 0, [], False, False
        if at < 0:
            continue
        own.append(step)
        if not isinstance(first, game.answer_types) and first not in game.legal(state):
            corrected = True
            continue
        for command in entry.commands:
            known = known or isinstance(command, game.answer_types) or game.automatic(command)
            if not known:
                commands.append(command)
        given += not known
    if at >= 0:
        yield Stretch(at, tuple(own), given, tuple(commands), corrected)
