"""A bot that looks one step ahead: it tries each legal command and keeps the one after which the team stands best."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from defiance_qt.api import ContributeContext, DefianceError, port

MOST = 24
"""The most commands that it tries; of more, a sample."""

LIKED = {"interact": 6, "attack": 5, "hack": 4, "move": 1}
"""What a kind of command is worth beside what comes of it, by the first word of its text form."""


class CarefulBot:
    """Values the health of the team, then what it likes. `bold` is how much more it likes to attack."""

    def __init__(self, seed: int, bold: int) -> None:
        self._random = random.Random(seed)
        self._liked = {**LIKED, "attack": LIKED["attack"] + 2 * bold}

    def choose(self, game: port.Game, state: port.State, legal: tuple[port.Command, ...]) -> port.Command:
        tried = legal if len(legal) <= MOST else tuple(self._random.sample(legal, MOST))
        return max(tried, key=lambda command: (self._value(game, state, command), self._random.random()))

    def advise(
        self, game: port.Game, state: port.State, legal: tuple[port.Command, ...], words: port.Words
    ) -> port.Advice:
        command = self.choose(game, state, legal)
        return port.Advice(command, words("careful_bot.reason", command=game.label(command, state, words)))

    def _value(self, game: port.Game, state: port.State, command: port.Command) -> float:
        kind = game.format(command).partition(" ")[0]
        try:
            for event in game.decide(state, command):
                state = game.evolve(state, event)
        except DefianceError:
            # A plugin's veto, for example: the last of its choices.
            return -1.0
        health = sum(figure.left for figure in game.summary(state).figures)
        return 10.0 * health + self._liked.get(kind, 0)


def contribute_bot(context: ContributeContext) -> Mapping[str, Callable[[int], port.Bot]]:
    bold = int(context.options["bold"])
    return {"careful": lambda seed: CarefulBot(seed, bold)}
