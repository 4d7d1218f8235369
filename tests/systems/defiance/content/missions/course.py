"""A campaign mission in a test's hand: legal commands, and `overrule` for positions, dice by the app unless named.

game = begin("two_keys", {"uma": "T08/A1", "cadin": "T08/A2", "qiang": "T02/H3", "jazz": "T02/H4", "billie": "T02/I3"})
game.put("uma", "T08/I1")
game.act("uma", "interact uma switch_west", "assign S 0", "assign ! 0", team="S B !")
game.end_round()
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from random import Random

from msgspec.structs import replace

from defiance_qt.core import chance
from defiance_qt.core.chance import Request
from defiance_qt.core.system import Setup
from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import content as k
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import requests
from defiance_qt.systems.defiance.engine.catalog import Catalog, read_catalog
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import MissionState
from tests.systems.defiance.engine.play import Play

IDLE = ("proceed", "let_stand", "keep")
OPEN = ("end_activation", "assign", "leave_console", "finish_equip", "place", *IDLE)
_CATALOGS: dict[str, Catalog] = {}


class Course(Play):
    """A game of a mission, from its set-up on. `story` are all its events so far."""

    def __init__(self, game: DefianceGame, state: object, events: list[e.Event]) -> None:
        super().__init__(game, state)  # type: ignore[arg-type]
        self.events = events
        self.story = list(events)

    def _decide(self, command: Command) -> None:
        before = len(self.events)
        super()._decide(command)
        self.story += self.events[before:]

    def _answered(self, asked: Request) -> Command:
        if asked.kind == "dice" and not self._answers.get(asked.side):
            return requests.answer(self.state, chance.answer(self.state.setup.seed, asked))
        return super()._answered(asked)

    # -- playing

    def put(self, figure: str, space: str) -> Course:
        """Place a figure by hand; `space` may be relative to a tile."""
        table = "enemies" if figure in self.state.enemies else "team"
        return self.correct(f"{table}.{figure}.space", self.name(space))

    def correct(self, path: str, value: object) -> Course:
        self.do(f"overrule {path} {json.dumps(value)}")
        return self

    def act(self, who: str, *lines: str, **answers: str | list[str]) -> Course:
        """One Activation with these commands; whatever they leave open is settled in the first way there is."""
        self.do(f"activate {who}", *lines, **answers)
        while line := self._next(OPEN):
            self.do(line)
        self.rest()
        return self

    def rest(self) -> None:
        """Let no Unit act any more in this Round."""
        if not self.over and self.state.initiative:
            self.correct("initiative", [])
        while line := self._next(IDLE):
            self.do(line)

    def end_round(self) -> Course:
        """Let all others of the team pass, and no Unit act, until the next Round has begun or the mission is over."""
        number = self.state.round
        while not self.over and self.state.round == number:
            self.rest()
            line = self._next(("activate", *OPEN))
            assert line or self.state.round != number, self.options()
            if line:
                self.do(line)
        return self

    def _next(self, starts: tuple[str, ...]) -> str:
        """Return the first legal command, in the order of these beginnings; "" without one or when all is over."""
        found = () if self.over else (line for one in starts for line in self.options(one))
        return next(iter(found), "")

    # -- looking

    @property
    def over(self) -> bool:
        return not self.state.agenda or self.state.result is not None

    @property
    def kept(self) -> MissionState:
        assert self.state.mission
        return self.state.mission

    @property
    def fired(self) -> set[int]:
        """The numbers of the triggers that have fired so far."""
        return {event.trigger for event in self.story if isinstance(event, e.TriggerFired)}

    def name(self, space: str) -> str:
        board = self.game.rules.board
        return board.names[board.space(space)]

    def cards(self, item: str) -> list[str]:
        return [one.id for one in self.state.team.values() for held in one.carried if held.item == item]


def _catalog(mission: str) -> Catalog:
    if mission not in _CATALOGS:
        _CATALOGS[mission] = read_catalog(content.files(), missions=(mission,))
    return _CATALOGS[mission]


def blank(mission: str, seed: int = 1, records: tuple[str, ...] = ()) -> Course:
    """The mission as it is set up, the team still to be placed. `records` are those of a campaign."""
    known = _catalog(mission)
    if records:
        card = replace(known.missions[mission], records=records)
        known = replace(known, missions={**known.missions, mission: card})
    setup = Setup("infinity-defiance", mission, seed, "en", {})
    game = DefianceGame(Rules(known, setup, Hooks(abilities=tuple(builtin.contribute_abilities()))))
    events = list(game.start(setup))
    return Course(game, reduce(game.evolve, events, game.blank()), events)


def begin(mission: str, places: Mapping[str, str], seed: int = 1, records: tuple[str, ...] = ()) -> Course:
    """The mission in Round 1, with the team on these spaces; no Unit acts."""
    game = blank(mission, seed, records)
    game.do(*(f"deploy {id} {game.name(space)}" for id, space in places.items()))
    game.rest()
    return game


def wander(mission: str, seed: int, most: int = 400) -> Course:
    """A game played at random; the invariants are checked after every command."""
    game, chooser = blank(mission, seed), Random(seed)
    for _ in range(most):
        if game.over:
            break
        legal = game.game.legal(game.state)
        game._answers = {}
        game._submit(legal[chooser.randrange(len(legal))])
    return game


def mission_of(mission: str) -> k.Mission:
    return _catalog(mission).missions[mission]
