"""A game in a test's hand: commands in text, dice by what they shall show, what was told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from defiance_qt.core import chance
from defiance_qt.core.chance import Request
from defiance_qt.lab.positions import GamePlay
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine import requests
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols
from defiance_qt.systems.defiance.engine.notation import format_event, parse_command
from defiance_qt.systems.defiance.engine.rules import equip
from defiance_qt.systems.defiance.engine.state import Character, Enemy, State, Unit
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.testing.bounds import repeat

SETTLING = ("proceed", "let_stand", "keep", "finish_equip", "assign", "leave_console", "end_activation")
IDLE = (*SETTLING, "activate")


class Play(GamePlay):
    """A game at a position. `events` are those of the last `do`."""

    game: DefianceGame
    state: State
    events: list[e.Event]

    def __init__(self, game: DefianceGame, state: State) -> None:
        super().__init__(game, state)
        self._by_app = False

    # -- playing

    def do(self, *lines: str, **answers: str | Sequence[str]) -> Self:
        """The commands, one after another. `answers` are what chance answers, in order: `team` and `enemy` are dice,
        as faces ("1 6") or as what they show ("S S !"); `ai`, `initiative`, `loot`, `consequence` and `pick` are cards.
        All of them must be asked for. Cards that nobody names are drawn by the app; dice have to be named.
        """
        return super().do(*lines, **answers)

    def pass_on(self, **answers: str | Sequence[str]) -> Self:
        """The Enemy's turn to its end; the team keeps what it rolls."""
        self._begin(answers)
        idle = ("proceed", "let_stand", "keep_critical", "keep_dice")
        for lines in repeat(lambda: self.options(*idle), self.question):
            self._submit(parse_command(lines[0]))
        self._end()
        return self

    def pass_round(self) -> Self:
        """The rest of the Round: those who may act pass, and the app rolls. Ends early when the game is over."""
        self._begin({})
        self._by_app, now = True, self.state.round
        try:
            for line in repeat(lambda: self.state.round == now and self.idle(), self.question):
                self._submit(parse_command(line))
        finally:
            self._by_app = False
        return self

    def _submit(self, command: Command) -> None:
        self._decide(command)
        for asked in repeat(self._for_the_app, self.question):
            self._decide(self._answered(asked))

    def _for_the_app(self) -> Request | None:
        """The request for chance that the app answers, if there is one."""
        asked = self.game.request(self.state)
        return asked if asked is not None and asked.by_app else None

    def _answered(self, asked: Request) -> Command:
        key = asked.side if asked.kind == "dice" else {"ai_card": "ai"}.get(asked.kind, asked.kind)
        told = self._answers.get(key)
        if asked.kind == "dice" and not self._by_app:
            assert told, f"no dice named for the {asked.side}: {self._pool(asked)}"
            return requests.answer(self.state, self.faces(asked, told.pop(0)))
        if not told:
            return requests.answer(self.state, chance.answer(self.state.setup.seed, asked))
        return parse_command(f"enter_card {told.pop(0)}")

    def _pool(self, asked: Request) -> tuple[list[str], Symbols]:
        """The dice that are asked for, and what stands beside them already."""
        roll = self.state.agenda[-1]
        assert isinstance(roll, f.Roll)
        side = roll.team if asked.side == "team" else roll.enemy
        assert side is not None
        if roll.step.startswith("again:"):
            return [side.dice[int(roll.step[6:])].die], NO_SYMBOLS
        return [pool.die for pool in side.dice], side.fixed

    def faces(self, asked: Request, told: str) -> tuple[int, ...]:
        if told and told.replace(" ", "").isdigit():
            return tuple(int(face) - 1 for face in told.split())
        dice, fixed = self._pool(asked)
        return faces_showing(self.game.rules.catalog, dice, Symbols.parse(told), fixed)

    # -- looking

    def line(self, event: e.Event) -> str:
        return format_event(event)

    def one(self, id: str) -> Character:
        return self.state.team[id]

    def foe(self, id: str) -> Enemy:
        return self.state.enemies[id]

    def unit(self, id: str) -> Unit:
        return self.state.units[id]

    def points(self) -> int:
        """The active Character's movement points."""
        return self._activation().points

    def actions(self) -> int:
        """The active Character's Actions."""
        return self._activation().actions

    def _activation(self) -> f.Activation:
        return next(frame for frame in self.state.agenda if isinstance(frame, f.Activation))

    def roll(self) -> f.Roll:
        """The roll in progress."""
        return next(frame for frame in reversed(self.state.agenda) if isinstance(frame, f.Roll))

    def shown(self, side: str) -> str:
        """What a side of the roll in progress has left, in text form."""
        roll = self.roll()
        held = roll.team if side == "team" else roll.enemy
        assert held is not None
        return held.symbols.text

    def dice(self, side: str) -> list[str]:
        """The dice of a side of the roll that was opened last."""
        opened = [event for event in self.events if isinstance(event, e.RollOpened)]
        held = opened[-1].roll.team if side == "team" else opened[-1].roll.enemy
        assert held is not None
        return [pool.die for pool in held.dice]

    def idle(self, *starts: str) -> str:
        """The command that lets things take their course, if there is one: what is rolled and held stays, cards in hand
        are put where they fit, Symbols where they can be, and who may act passes. `starts`: only commands that begin
        so, in this order."""
        frame = self.state.agenda[-1] if self.state.agenda else None
        if isinstance(frame, f.Equipping) and (card := equip.fitting(self.game.rules, self.state, frame)):
            return self.options(f"place {card[0]} {card[1]} ")[0]
        lines = self.options(*starts or IDLE)
        return next((line for start in starts or IDLE for line in lines if line.startswith(start)), "")


def faces_showing(known: Catalog, dice: Sequence[str], wanted: Symbols, fixed: Symbols = NO_SYMBOLS) -> tuple[int, ...]:
    """Faces from 0 that together show exactly these symbols. Fails when the dice cannot."""
    if not dice:
        assert wanted == fixed, f"they show {fixed.text} besides"
        return ()
    for face, shown in enumerate(known.dice.dice[dice[0]].faces):
        if wanted.covers(fixed + shown):
            try:
                return (face, *faces_showing(known, dice[1:], wanted, fixed + shown))
            except AssertionError:
                continue
    raise AssertionError(f"{' '.join(dice)} cannot show {wanted.text} besides {fixed.text}")
