"""A mission at a test's table: figures are put where the test wants them, what chance answers is named or drawn."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.agenda import run_until_prompt
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.rules import harm
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.bounds import repeat
from tests.systems.defiance.content.missions.in_play import InPlay, mission_of

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
TOUGH = 90


class Table(InPlay):
    """A mission whose Units act. `records` replace those that it assumes of the campaign."""

    def __init__(self, mission: str, seed: int = 1, records: Sequence[str] | None = None) -> None:
        card = mission_of(mission)
        super().__init__(card if records is None else replace(card, records=tuple(records)), seed)

    # -- the table

    def begun(self) -> Table:
        """Place the team on the first free spaces; nobody falls as long as the test does not want it."""
        for lines in repeat(lambda: self.options("deploy"), self.question):
            self.do(lines[0])
        for one in self.state.team.values():
            self.correct(f"team.{one.id}.wounds", TOUGH)
        return self

    def put(self, *figures: str, at: str) -> Table:
        """Put figures on a space of a tile, "T01/B1", or all of them into a zone; Enemies make room."""
        wanted = [self.name(one) for one in self.game.rules.mission.zones.get(at, (at,))]
        for enemy in list(self.state.enemies.values()):
            if enemy.space in wanted:
                board, view = self.game.rules.board, self.game.rules.view(self.state)
                free = cells_of(board.spaces & ~board.blocked & ~view.taken & ~view.obstructed & ~board.mask(wanted))
                self.correct(f"enemies.{enemy.id}.space", board.names[free[-1]])
        for id in figures:
            there = {one.space for one in self.state.team.values() if one.id != id}
            self.correct(f"team.{id}.space", next(one for one in wanted if one not in there))
        return self

    def counter(self, id: str) -> int:
        return self.kept.counters[id]

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
        for _ in repeat(lambda: self._acting() != who, self.question):
            self.do(f"activate {who}" if self.can(f"activate {who}") else self.idle())
        return self

    def _acting(self) -> str:
        return next((one.character for one in self.state.agenda if isinstance(one, f.Activation)), "")

    def works(self, who: str, console: str, symbols: str, number: int = 0) -> Table:
        """Roll these symbols at a Console with one Action, and assign them to an input."""
        self.turn(who)
        self.do(f"interact {who} {console}", team=SHOWN[symbols])
        if self.can("keep_dice"):
            self.do("keep_dice")
        for symbol in symbols.split():
            self.do(f"assign {symbol} {number}")
        for lines in repeat(lambda: self.asks() == "team console" and self.options(), self.question):
            self.do(lines[0])
        return self

    def interacts(self, who: str, element: str) -> Table:
        self.turn(who).do(f"interact {who} {element}")
        for line in repeat(lambda: self.asks() == "team equipping" and self.idle(), self.question):
            self.do(line)
        return self

    def suffers(self, figure: str, amount: int) -> Table:
        """Deal Damage to a figure in the middle of a turn."""
        run = Transaction(self.game.rules, self.state)
        harm.suffer(run, figure, amount, "")
        run_until_prompt(run)
        self.state, self.events = run.state, run.events
        self.story += run.events
        for asked in repeat(self._for_the_app, self.question):
            self._decide(self._answered(asked))
        return self

    def rests(self, who: str) -> Table:
        self.turn(who)
        return self.do(f"end_activation {who}")

    def an_activation_ends(self) -> Table:
        """Let things take their course until one of the team has acted or the game is over."""
        said = len(self.happened("activation_ended"))
        return self.drift(lambda: len(self.happened("activation_ended")) > said)

    def ends_round(self) -> Table:
        """Let everybody pass until the next Round begins or the game is over."""
        number = self.state.round
        return self.drift(lambda: self.state.round != number)
