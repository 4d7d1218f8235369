"""Bots: who answers a prompt in place of a person, and the table of those there are.

A bot sees what a person sees through the rules' own queries, and answers with one of the legal commands. It takes no
chance: a random bot has a generator of its own, so that the same seed plays the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from defiance_qt.core.errors import DefianceError
from defiance_qt.systems.defiance.bots.heuristic import HeuristicBot
from defiance_qt.systems.defiance.engine.commands import Command
from defiance_qt.systems.defiance.engine.game import DefianceGame
from defiance_qt.systems.defiance.engine.state import State


class UnknownBot(DefianceError):
    """There is no bot of that name. `value` is the name."""

    def __init__(self, value: str) -> None:
        super().__init__(f"There is no bot {value!r}: {', '.join(BOTS)}.")
        self.value = value


class Bot(Protocol):
    """Somebody who answers prompts. One bot plays one game; its answer depends on nothing but what it was asked and
    its seed."""

    def choose(self, game: DefianceGame, state: State, legal: tuple[Command, ...]) -> Command:
        """One of the legal commands, of which there is at least one."""


class RandomBot:
    """Any legal command, all alike."""

    def __init__(self, seed: int) -> None:
        self._choice = random.Random(seed).choice

    def choose(self, game: DefianceGame, state: State, legal: tuple[Command, ...]) -> Command:
        return self._choice(legal)


BOTS: dict[str, Callable[[int], Bot]] = {
    "heuristic": lambda seed: HeuristicBot(),
    "random": RandomBot,
}


def make_bot(name: str, seed: int) -> Bot:
    """A bot by its name, for one game. Raises `UnknownBot`."""
    if name not in BOTS:
        raise UnknownBot(name)
    return BOTS[name](seed)
