"""A bot that holds as soon as another roll would lose more than it gains on average."""

from __future__ import annotations

from ..engine.game import PigGame
from ..engine.odds import expectation
from ..engine.state import Hold, State


class ThriftyBot:
    """Plays for the higher mean; holds at once when that wins."""

    def choose(self, game: PigGame, state: State, legal: tuple[object, ...]) -> object:
        if len(legal) == 1 or Hold() not in legal:
            return legal[0]
        wins = state.scores[0] + state.pot >= state.target
        gain, bust = expectation(game.rules.dice)
        return Hold() if wins or gain <= bust * state.pot else legal[0]
