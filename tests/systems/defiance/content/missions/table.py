"""A mission at a test's table: figures are put where the test wants them, what chance answers is named or drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce

from msgspec.structs import replace

from defiance_qt.core import chance
from defiance_qt.core.system import Setup
from defiance_qt.systems.defiance import plugin as builtin
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.agenda import run_until_prompt
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.hooks import Hooks
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.notation import format_command
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import MissionState
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.play import Play
from tests.systems.defiance.engine.positions import SYSTEM, catalog

IDLE = ("proceed", "let_stand", "keep_critical", "keep_dice", "finish_equip", "leave_console", "keep ")
"""The commands that let things take their course, one of which is possible wherever a decision is open."""
SHOWN = {
    "S": "S B !",
    "B": "B !",
    "!": "!",
    "S B": "S B !",
    "S !": "S B !",
    "! B": "B !",
    "! !": "S ! !",
    "S ! B": "S B !",
}
"""The face of the Console die that shows some symbols."""
TASTE: dict[type, float] = {c.Attack: 7, c.Hack: 4, c.Interact: 8, c.Equip: 0.2, c.Rest: 0.5, c.Move: 3}
TOUGH = 90
MOST = 400


class Table(Play):
    """A mission in play. `story` are all events so far."""

    def __init__(self, mission: str, seed: int = 1, records: Sequence[str] | None = None) -> None:
        setup = Setup(SYSTEM, mission, seed, "en", {})
        game = _game(setup, records)
        begun = list(game.start(setup))
        super().__init__(game, reduce(game.evolve, begun, game.blank()))
        self.story: list[e.Event] = begun

    def _decide(self, command: c.Command) -> None:
        before = len(self.events)
        super()._decide(command)
        self.story += self.events[before:]

    # -- the table

    def begun(self) -> Table:
        """Place the team on the first free spaces; nobody falls as long as the test does not want it."""
        while self.asks() == "team deployment":
            self.do(self.options("deploy")[0])
        for one in self.state.team.values():
            self.correct(f"team.{one.id}.wounds", TOUGH)
        return self

    def correct(self, path: str, value: object) -> Table:
        self._decide(c.Overrule(path, value))
        return self

    def space(self, name: str) -> str:
        """Return the board's name of a tile's space."""
        return self.game.rules.board.names[self.game.rules.board.space(name)]

    def put(self, *figures: str, at: str) -> Table:
        """Put figures on a space of a tile, "T01/B1", or all of them into a zone; Enemies make room."""
        wanted = [self.space(one) for one in self.game.rules.mission.zones.get(at, (at,))]
        for enemy in list(self.state.enemies.values()):
            if enemy.space in wanted:
                board, view = self.game.rules.board, self.game.rules.view(self.state)
                free = cells_of(board.spaces & ~board.blocked & ~view.taken & ~view.obstructed & ~board.mask(wanted))
                self.correct(f"enemies.{enemy.id}.space", board.names[free[-1]])
        for id in figures:
            there = {one.space for one in self.state.team.values() if one.id != id}
            self.correct(f"team.{id}.space", next(one for one in wanted if one not in there))
        return self

    def kept(self) -> MissionState:
        assert self.state.mission
        return self.state.mission

    def counter(self, id: str) -> int:
        return self.kept().counters[id]

    def happened(self, *tags: str) -> list[str]:
        """Return the events of the whole game with these tags, as lines."""
        self.events, was = self.story, self.events
        try:
            return self.told(*tags)
        finally:
            self.events = was

    # -- the team

    def turn(self, who: str) -> Table:
        """Begin an Activation of one of the team, after whoever else is acting."""
        while True:
            acting = next((one.character for one in self.state.agenda if isinstance(one, f.Activation)), "")
            if acting == who:
                return self
            if self.can(f"activate {who}"):
                return self.drift(f"activate {who}")
            if acting:
                self.drift(f"end_activation {acting}")
            else:
                self.drift(self._idle())

    def works(self, who: str, console: str, symbols: str, number: int = 0) -> Table:
        """Roll these symbols at a Console with one Action, and assign them to an input."""
        self.turn(who)
        self.do(f"interact {who} {console}", team=SHOWN[symbols])
        if self.can("keep_dice"):
            self.drift("keep_dice")
        for symbol in symbols.split():
            self.drift(f"assign {symbol} {number}")
        while self.asks() == "team console":
            self.drift(self.options()[0])
        return self

    def interacts(self, who: str, element: str) -> Table:
        self.turn(who).drift(f"interact {who} {element}")
        while self.can("finish_equip"):
            self.drift("finish_equip")
        return self

    def suffers(self, figure: str, amount: int) -> Table:
        """Deal Damage to a figure in the middle of a turn."""
        run = Transaction(self.game.rules, self.state)
        harm.suffer(run, figure, amount, "")
        run_until_prompt(run)
        self.state, self.events = run.state, run.events
        self.story += run.events
        return self.chance()

    def rests(self, who: str) -> Table:
        self.turn(who)
        return self.drift(f"end_activation {who}")

    def an_activation_ends(self) -> Table:
        """Let things take their course until one of the team has acted or the game is over."""
        said = len(self.happened("activation_ended"))
        while self.state.result is None and len(self.happened("activation_ended")) == said:
            self.drift(self._idle())
        return self

    def drift(self, line: str) -> Table:
        """Submit a command; chance is answered by the app, whatever it asks for."""
        self.events = []
        command = next((one for one in self.game.legal(self.state) if format_command(one) == line), None)
        assert command is not None, f"{line}: not among {self.options()}"
        self._decide(command)
        return self.chance()

    def chance(self) -> Table:
        """Let the app answer what it is asked for."""
        while (asked := self.game.request(self.state)) is not None and asked.by_app:
            self._decide(self.game.answer(self.state, chance.answer(self.state.setup.seed, asked)))
        return self

    def ends_round(self) -> Table:
        """Let everybody pass until the next Round begins or the game is over."""
        number = self.state.round
        while self.state.round == number and self.state.result is None:
            self.drift(self._idle())
        return self

    def _idle(self) -> str:
        legal = self.options()
        for start in (*IDLE, "end_activation", "activate"):
            found = [line for line in legal if line.startswith(start)]
            if found:
                return found[0]
        return legal[0]


def _game(setup: Setup, records: Sequence[str] | None) -> DefianceGame:
    """Return a mission's game. `records` replace those that it assumes of the campaign."""
    known = catalog()
    if records is not None:
        mission = replace(known.missions[setup.mission], records=tuple(records))
        known = replace(known, missions={**known.missions, setup.mission: mission})
    return DefianceGame(Rules(known, setup, Hooks(abilities=tuple(builtin.contribute_abilities()))))


def wander(mission: str, seed: int, most: int = MOST) -> list[e.Event]:
    """Play at random and check the invariants after every command. Return what happened."""
    table, luck = Table(mission, seed), random.Random(f"{mission} {seed}")
    game, state = table.game, table.state
    for _ in range(most):
        if game.result(state) is not None:
            break
        asked = game.request(state)
        if asked is not None:
            command = game.answer(state, chance.answer(seed, asked))
        else:
            legal = game.legal(state)
            assert legal, state.agenda
            command = luck.choices(legal, [TASTE.get(type(one), 1) for one in legal])[0]
        state, caused = game.step(state, command)
        assert broken(game.rules, state) == [], command
        table.story += caused
    return table.story
