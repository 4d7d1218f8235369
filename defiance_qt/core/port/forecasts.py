"""The facet of forecasts: plans that can be compared, and what a stretch of a game comes to.

A plan is compared by playing on from a state many times, with a bot and other chance. What counts by the end of the
chapter (a Round, a turn) and when the game is decided is the game's own. A game without it compares no plans.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from defiance_qt.core.port.rules import Command, State, Values


class Candidate(msgspec.Struct, frozen=True):
    """A plan: commands to be given one after the other, in words. A bot answers what is asked between them.

    `text` says what is done and `note` why, "" without a reason. `about` are the ids of what it touches, in order: who
    acts, the spaces of the way, the target.
    """

    commands: tuple[Command, ...]
    text: str
    note: str = ""
    about: tuple[str, ...] = ()


class Forecast(msgspec.Struct, frozen=True):
    """What a stretch of a game has come to.

    `numbers` are in the order in which they are shown; the text `forecast.<id>` names each. `lost` are the figures that
    were lost, by their ids among the subjects (`Game.subjects`). `won` is None until the game, or the part of a longer
    one that is being played, is decided.
    """

    numbers: Mapping[str, int] = {}
    lost: tuple[str, ...] = ()
    won: bool | None = None


class Forecasts(Protocol):
    """What plans are compared by. By default nothing is."""

    def forecast(self, before: State, after: State) -> Forecast | None:
        """Return what has come of `before` by `after`, None for a game that compares no plans."""
        return None

    def redealt(self, state: State, values: Values) -> State:
        """Return the state with what no user knows dealt again, by `values`: cards that lie face down."""
        return state
