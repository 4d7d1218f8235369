"""Positions of the game in text, for tests: "own=12 rival=30 pot=5 seat=1"."""

from __future__ import annotations

from msgspec.structs import replace

from defiance_qt.testing import Positions

from .engine.game import DiceGame
from .engine.state import Scores, State


class DicePositions(Positions):
    """Reads the scores, the pot, and whose turn it is: 0 for the player's, 1 for the rival's."""

    def state(self, game: DiceGame, begun: State, text: str) -> State:
        given = {name: int(value) for name, value in (one.split("=") for one in text.split())}
        scores = Scores(given.pop("own", 0), given.pop("rival", 0))
        return replace(begun, scores=scores, **given)
