"""A mission in play, for tests: its game, what it keeps, corrections by hand, letting things take their course.

course.py, table.py and at_the_gate.py add the verbs that their missions' tests need.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import NamedTuple, Self

from msgspec.structs import replace

from defiance_qt.core import chance
from defiance_qt.core.chance import Request
from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import requests
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.content import Mission
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import MissionState, State
from defiance_qt.systems.defiance.game import DefianceGame
from tests.bounds import repeat
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.wandering import checked

MOST = 400


@cache
def cards() -> Catalog:
    return read_catalog(content.files())


def mission_of(id: str) -> Mission:
    return cards().missions[id]


def game_of(mission: Mission, seed: int) -> DefianceGame:
    """The game of a mission, which may be a changed one."""
    known = replace(cards(), missions={**cards().missions, mission.id: mission})
    hooks = Hooks(abilities=tuple(builtin.contribute_abilities()))
    return DefianceGame(Rules(known, Setup("infinity-defiance", mission.id, seed, "en", {}), hooks))


class InPlay(Play):
    """A game of a mission, from its set-up on. The app rolls and draws what the test does not name."""

    def __init__(self, mission: Mission, seed: int, game: DefianceGame | None = None) -> None:
        game = game or game_of(mission, seed)
        begun = list(game.start(game.rules.setup))
        super().__init__(game, reduce(game.evolve, begun, game.blank()))
        self.events = begun
        self.story = list(begun)
        """All events so far."""

    def _decide(self, command: c.Command) -> None:
        before = len(self.events)
        super()._decide(command)
        self.story += self.events[before:]

    def _answered(self, asked: Request) -> c.Command:
        if asked.kind == "dice" and not self._answers.get(asked.side):
            return requests.answer(self.state, chance.answer(self.state.setup.seed, asked))
        return super()._answered(asked)

    # -- playing

    def do(self, *lines: str, **answers: str | Sequence[str]) -> Self:
        super().do(*lines, **answers)
        return self

    def correct(self, path: str, value: object) -> Self:
        self.do()
        self._submit(c.Overrule(path, value))
        return self

    def drift(self, done: Callable[[], object]) -> Self:
        """Let things take their course until this is true or all is over. `events` are those of all of it."""
        before = len(self.story)
        for line in repeat(lambda: not (self.over or done()) and (self.idle() or self.options()[0]), self.question):
            self.do(line)
        self.events = self.story[before:]
        return self

    # -- looking

    @property
    def over(self) -> bool:
        return not self.state.agenda or self.state.result is not None

    @property
    def ended(self) -> tuple[str | None, str]:
        """The result and why."""
        return self.state.result, self.state.because

    @property
    def kept(self) -> MissionState:
        assert self.state.mission
        return self.state.mission

    def name(self, space: str) -> str:
        """The board's name of a space, which may be relative to a tile."""
        board = self.game.rules.board
        return board.names[board.space(space)] if space else ""


class Wandered(NamedTuple):
    """The end of a random game, and all that happened."""

    state: State
    events: tuple[e.Event, ...]


@cache
def wander(id: str, seed: int, most: int = MOST) -> Wandered:
    """Play a mission at random; the invariants are checked after every command."""
    game = InPlay(mission_of(id), seed)
    state, events = game.state, list(game.events)
    for moment in checked(game.game, game.state, random.Random(f"{id} {seed}"), most):
        state = moment.after
        events += moment.events
    return Wandered(state, tuple(events))
