"""Plays a plan on from a state, with a bot and chance of its own, to the end of the chapter or of the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from hashlib import blake2b

import msgspec

from defiance_qt.core.chance import ByPurpose
from defiance_qt.core.port import Bot, Command, Forecast, Game, State

MOST_STEPS = 5000
"""The maximum number of commands; a longer game counts as not won."""


class Rollout(msgspec.Struct, frozen=True):
    """What one game has come to: by the end of the chapter, and `won` at its end, None if it was not played so far.

    `state` is a digest of the state at the end of the chapter.
    """

    chapter: Forecast
    state: bytes
    won: bool | None = None


class Task(msgspec.Struct, frozen=True, array_like=True):
    """Games to play: those of one plan with `count` consecutive seeds, as a `whole` or to the end of the chapter. `at`
    is the place of the question, where several are asked."""

    plan: int
    first: int
    count: int
    whole: bool = False
    at: int = 0


class Question(msgspec.Struct, frozen=True):
    """Plans to compare from a state. `seed` is that of all of them."""

    state: State
    plans: tuple[tuple[Command, ...], ...]
    seed: int


class Player:
    """Plays the games of tasks. `make` makes a bot for each game, which keeps nothing from the one before."""

    def __init__(self, game: Game, make: Callable[[int], Bot]) -> None:
        self._game, self._make = game, make

    def play(self, question: Question, task: Task) -> list[Rollout]:
        """Return what each game has come to, in the order of the seeds. Raises `PluginError`."""
        commands = question.plans[task.plan]
        return [self._rollout(question, commands, task.first + nth, task.whole) for nth in range(task.count)]

    def _rollout(self, question: Question, commands: Sequence[Command], nth: int, whole: bool) -> Rollout:
        game, before = self._game, question.state
        bot = self._make(nth)
        chapter = game.summary(before).chapter
        dice = ByPurpose(question.seed + nth, chapter)
        plan = _Plan(commands)
        state = game.redealt(before, dice)
        ended: Rollout | None = None
        for _ in range(MOST_STEPS):
            dice.chapter = game.summary(state).chapter
            found = self._forecast(before, state)
            if ended is None and (dice.chapter != chapter or found.won is not None):
                ended = Rollout(found, _digest(state))
            if ended is not None and (found.won is not None or not whole):
                return msgspec.structs.replace(ended, won=found.won) if whole else ended
            request = game.request(state)
            command = plan.next(game.legal(state)) if request is None else game.answer(state, dice(request))
            if command is None:
                command = bot.choose(game, state, game.legal(state))
            state, _, _ = game.play(state, command, dice)
        return msgspec.structs.replace(ended or Rollout(found, _digest(state)), won=False if whole else None)

    def _forecast(self, before: State, state: State) -> Forecast:
        found = self._game.forecast(before, state)
        assert found is not None, "a game that compares plans has a forecast for each state"
        return found


class _Plan:
    """The commands of a plan that are still to be given. Each waits until it is legal; where it is not, but another
    command of the plan's kinds is, the plan is at its end."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._left = deque(commands)
        self._kinds = {type(one) for one in commands}

    def next(self, legal: Sequence[Command]) -> Command | None:
        """Return the next command if it is legal now, else None."""
        if not self._left:
            return None
        if self._left[0] in legal:
            return self._left.popleft()
        if any(type(one) in self._kinds for one in legal):
            self._left.clear()
        return None


def _digest(state: State) -> bytes:
    return blake2b(msgspec.msgpack.encode(state), digest_size=8).digest()
