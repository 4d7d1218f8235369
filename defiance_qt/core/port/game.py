"""A game: its facets together, as the rooms above ask it, and as an author writes one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from defiance_qt.core.port.accounts import Accounts
from defiance_qt.core.port.audit import Audit
from defiance_qt.core.port.board import Board, Summary, scenario_title
from defiance_qt.core.port.chance import Chance
from defiance_qt.core.port.chronicle import Chronicle
from defiance_qt.core.port.corrections import Corrections
from defiance_qt.core.port.forecasts import Forecasts
from defiance_qt.core.port.forms import Forms
from defiance_qt.core.port.odds import Planning
from defiance_qt.core.port.players import Players
from defiance_qt.core.port.rules import Rules, State
from defiance_qt.core.port.setup import Setup
from defiance_qt.core.port.story import EventContext, Story
from defiance_qt.core.port.text import Text
from defiance_qt.core.port.words import Words


class Game(
    Rules, Chance, Text, Story, Board, Accounts, Corrections, Forms, Planning, Forecasts, Players, Audit, Protocol
):
    """A game system bound to one session's content, edition, options and plugins."""

    system: str


class BasicGame(Game):
    """The base of a game: it needs the types, `start`, `decide`, `evolve`, `legal` and `result`, and has
    defaults for all else (see each facet)."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.system = setup.system

    def seed(self, state: State) -> int:
        return self.setup.seed

    def answers(self, state: State) -> Mapping[str, str]:
        """Return the source of each kind of chance: as it was changed last, else as the game was begun with."""
        changed: Mapping[str, str] = getattr(state, "answers", {})
        return {**super().answers(state), **self.setup.options.get("answers", {}), **changed}

    def summary(self, state: State) -> Summary:
        return Summary(scenario_title(self.setup.system, self.setup.mission), result=self.result(state) or "")


@runtime_checkable
class Chronicler(Protocol):
    """A game that keeps a chronicle. It is an optional part of the port: a `Game` may do without."""

    def chronicle(self, events: Iterable[EventContext], words: Words) -> Chronicle | None:
        """Return the chronicle of the events of a whole game, None if there is nothing to tell."""
