"""Random play, for tests of what must hold at any moment of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from defiance_qt.core import chance
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame

TASTE: dict[type, float] = {c.Attack: 9, c.Hack: 6, c.UseCard: 4, c.Interact: 5, c.Equip: 0.2, c.Rest: 1, c.Move: 3}
"""The weight of some commands; all others have 1."""


class Moment(NamedTuple):
    """A state, the command that was given in it, and what came of it."""

    state: State
    command: c.Command
    events: Sequence[e.Event]
    after: State


def wandered(
    game: DefianceGame, state: State, luck: random.Random, most: int, taste: Mapping[type, float] = TASTE
) -> Iterator[Moment]:
    """Yield the moments of a random game from this state on, at most so many; the app answers chance. Fail where a
    game that is not over has no legal command."""
    for _ in range(most):
        if game.result(state) is not None:
            return
        asked = game.request(state)
        if asked is not None:
            command: c.Command = game.answer(state, chance.answer(state.setup.seed, asked))
        else:
            legal = game.legal(state)
            assert legal, state.agenda
            command = luck.choices(legal, [taste.get(type(one), 1) for one in legal])[0]
        after, events = game.step(state, command)
        yield Moment(state, command, tuple(events), after)
        state = after


def checked(game: DefianceGame, state: State, luck: random.Random, most: int) -> Iterator[Moment]:
    """Yield the same, with the invariants checked after every command."""
    for moment in wandered(game, state, luck, most):
        assert broken(game.rules, moment.after) == [], moment.command
        yield moment
