"""Bots: who answers a prompt in place of a person. Each system brings its own; a random one is always there.

A bot sees what a person sees through the rules' own queries, and answers with one of the legal commands. It takes no
chance: a random bot has a generator of its own, so that the same seed plays the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.system import Bot, Command, Game, State
from defiance_qt.extend.systems import DEFAULT, load_system


class UnknownBot(DefianceError):
    """There is no bot of that name. `value` is the name."""

    def __init__(self, value: str, known: tuple[str, ...]) -> None:
        super().__init__("command.bot", "There is no bot {name!r}: {known}.", name=value, known=", ".join(known))
        self.value = value


class RandomBot:
    """Any legal command, all with the same chance."""

    def __init__(self, seed: int) -> None:
        self._choice = random.Random(seed).choice

    def choose(self, game: Game, state: State, legal: tuple[Command, ...]) -> Command:
        return self._choice(legal)


def bots(system: str = DEFAULT) -> Mapping[str, Callable[[int], Bot]]:
    """The bots of a system by name, the best first. Raises `PluginError` for a system that is not there."""
    return {**load_system(system).rules.bots(), "random": RandomBot}


def bot_name(name: str, system: str = DEFAULT) -> str:
    """The name of a system's bot; "" names the best. Raises `UnknownBot`."""
    known = tuple(bots(system))
    if name and name not in known:
        raise UnknownBot(name, known)
    return name or known[0]


def make_bot(name: str, seed: int, system: str = DEFAULT) -> Bot:
    """A bot by its name, for one game; "" is the system's best. Raises `UnknownBot`."""
    return bots(system)[bot_name(name, system)](seed)
