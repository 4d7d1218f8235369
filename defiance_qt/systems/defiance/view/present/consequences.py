"""What follows from an answer in a roll or at a Console, found by playing it on: the engine decides, nothing is
guessed."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import EventContext
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.record import RollRecord, read

# The answers that spend nothing: at each step of a roll one of them is legal at most.
IDLE = frozenset({c.LetStand, c.KeepCritical, c.KeepDice})
# The most answers that are played on after the first, and the number of states whose outcomes are kept.
MOST = 12
FACES = 6


class Outcome(msgspec.Struct, frozen=True):
    """The end of a roll for the team's side. `dealt` and `suffered` are exact means where dice are rolled again.

    `others` are figures outside the roll and the Damage they suffer; `gone` are those that fall; `states` pairs of
    figure and State gained. `success` is that of a Simple Roll, 1 or 0 (a share where dice are rolled again).
    """

    dealt: float
    suffered: float
    success: float | None = None
    others: tuple[tuple[str, int], ...] = ()
    gone: tuple[str, ...] = ()
    states: tuple[tuple[str, str], ...] = ()
    certain: bool = True

    @property
    def rank(self) -> tuple[float, ...]:
        """The order of outcomes: success, who falls, Damage dealt less Damage suffered, then less suffered."""
        falls = sum(1 if "." in figure else -1 for figure in self.gone)
        besides = sum(amount if "." in figure else -amount for figure, amount in self.others)
        return (self.success or 0, falls, self.dealt + besides - self.suffered, -self.suffered, len(self.states))


class Consequences:
    """Plays answers on in copies of a session's state. Outcomes are kept while the state is the same object."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._state: State | None = None
        self._known: dict[Any, Any] = {}

    def _memo(self, key: Any) -> Any:
        if self._state is not self._session.state:
            self._state = self._session.state
            self._known = {}
        return self._known.get(key)

    def standing(self, record: RollRecord) -> RollRecord | None:
        """Return the record of the roll as it ends if nothing more is spent, None while dice are still unknown."""
        known = self._memo("standing")
        if known is None:
            found = self._play(self._session.state, record.to_play_on(), ())
            known = self._known["standing"] = (found,)
        result: RollRecord | None
        (result,) = known
        return result

    def outcome(self, record: RollRecord, command: Any = None) -> Outcome | None:
        """Return the end of the roll after this answer if nothing more is spent; without one, of letting it stand."""
        known = self._memo(command)
        if known is None:
            known = self._known[command] = (self._outcome(record, command),)
        result: Outcome | None
        (result,) = known
        return result

    def _outcome(self, record: RollRecord, command: Any) -> Outcome | None:
        state = self._session.state
        if isinstance(command, c.RollAgain):
            return self._rerolled(state, record, command)
        ended = self._play(state, record.to_play_on(), () if command is None else (command,))
        return None if ended is None else summed(ended)

    def _rerolled(self, state: State, record: RollRecord, command: c.RollAgain) -> Outcome | None:
        """Return the mean over the faces of a die that is rolled again."""
        ends = []
        for face in range(FACES):
            ended = self._play(state, record.to_play_on(), (command, c.EnterDice((face + 1,))))
            if ended is None:
                return None
            ends.append(summed(ended))
        success = None if ends[0].success is None else sum(end.success or 0 for end in ends) / FACES
        mean = [sum(values) / FACES for values in zip(*((one.dealt, one.suffered) for one in ends), strict=True)]
        return Outcome(mean[0], mean[1], success, certain=False)

    def _play(self, state: State, record: RollRecord, commands: tuple[Any, ...]) -> RollRecord | None:
        """Play the commands and then nothing more until the roll is over. Return None if that needs chance."""
        game = self._session.game
        waiting = list(commands)
        for _ in range(MOST):
            command = waiting.pop(0) if waiting else _idle(game.legal(state))
            if command is None:
                return None
            try:
                after, events = game.step(state, command)
            except Illegal:
                return None
            contexts = []
            before = state
            for index, event in enumerate(events):
                then = game.evolve(before, event)
                contexts.append(EventContext(record.step, index, event, before, then))
                before = then
            read(contexts, record)
            state = after
            if record.over:
                return record
        return None


def _idle(legal: tuple[Any, ...]) -> Any:
    """Return the answer that spends nothing, None if there is none."""
    return next((command for command in legal if type(command) in IDLE), None)


def summed(record: RollRecord) -> Outcome:
    """Return the end of a roll that is over."""
    team, enemy = record.roll.team, record.roll.enemy
    within = {side.figure for side in (team, enemy) if side is not None}
    dealt = record.suffered(enemy.figure) if enemy is not None else 0
    suffered = record.suffered(team.figure) if team is not None else 0
    others = tuple((figure, amount) for figure, (amount, _) in record.hurt.items() if figure not in within)
    success = None if record.success is None else float(record.success)
    return Outcome(dealt, suffered, success, others, tuple(sorted(record.gone)), tuple(record.states))
