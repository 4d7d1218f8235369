"""A bot that attacks whenever it can, and otherwise does something at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from defiance_qt.api import ContributeContext, port


class Bot:
    """One instance plays one game: the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, game: port.Game, state: port.State, legal: tuple[port.Command, ...]) -> port.Command:
        """Return one of the legal commands."""
        attacks = [command for command in legal if game.format(command).startswith("attack ")]
        return self._random.choice(attacks or legal)


def contribute_bot(context: ContributeContext) -> Mapping[str, Callable[[int], port.Bot]]:
    return {"my_plugin": Bot}
