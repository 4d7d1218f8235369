"""A bot that holds as soon as another roll has no positive expected gain."""

from __future__ import annotations

from .engine.game import DiceGame
from .engine.odds import expectation
from .engine.state import Hold, State


class ThriftyBot:
    """Weighs the gain and loss of one more roll, and holds as soon as holding wins."""

    def choose(self, game: DiceGame, state: State, legal: tuple[object, ...]) -> object:
        if len(legal) == 1 or Hold() not in legal:
            return legal[0]
        wins = state.scores[0] + state.pot >= state.target
        gain, bust = expectation(game.rules.dice, game.rules.faces)
        return Hold() if wins or gain <= bust * state.pot else legal[0]
