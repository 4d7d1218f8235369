"""The tools of a system for measuring and for authors: a long game, warm tables, a repaint of its view, its rules'
sources, the check of content, ways to the end of a mission."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.core.port import Command, Game, Plugins
from defiance_qt.extend.systems import DEFAULT, load_system

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session
    from defiance_qt.lab.coverage.sources import RuleSources


class Examined(NamedTuple):
    """What a system says of content files: every fault, the keys of the texts that they need, the ids of the scenarios
    in them, and the keys of the texts that are shown if they are there."""

    faults: tuple[Message, ...]
    texts: tuple[str, ...]
    scenarios: tuple[str, ...]
    optional: tuple[str, ...] = ()


class SystemTools(Protocol):
    """The tools of one system. `scenario` is the id of the measured scenario."""

    scenario: str
    repaint: str
    """A program for a fresh process with Qt. Prints the milliseconds of a full repaint of the busiest view."""

    stops: str
    """A program for a fresh process with Qt, given a long save. Plays a game in the window and prints a line for each
    kind of act: the milliseconds of its longest stop of the event loop, and its name."""

    def long_game(self, steps: int, path: Path | None = None) -> Session:
        """Return a game with that many steps in one line, longer than a usual game if needed; saved at the path if
        given."""

    def prepare(self, game: Game) -> None:
        """Fill the caches that the game would otherwise fill on first use."""

    def rule_sources(self) -> RuleSources:
        """Return where the system keeps its rules and how its engine cites them."""

    def hasten(self, session: Session, chance: random.Random) -> tuple[Command, ...]:
        """Return commands by which the present part of a campaign comes to its end soon, () if none do."""

    def examine(self, content: Mapping[str, bytes], files: Collection[str], plugins: Plugins) -> Examined:
        """Check content for its author. `files` names those of its files that are the author's."""

    def ids(self, content: Mapping[str, bytes], plugins: Plugins) -> Mapping[str, Mapping[str, str]]:
        """Return the ids that content can name, by the kind of content, each with the key of its name, "" without."""


class NoTools(DefianceError):
    """The system provides no tools. `value` is its id."""

    def __init__(self, value: str) -> None:
        super().__init__("command.no_tools", "The game system {name!r} provides no tools for this.", name=value)
        self.value = value


def tools_of(system: str = DEFAULT) -> SystemTools:
    """Return the tools of a system. Raises `NoTools`, and `PluginError` for an unknown system."""
    found: SystemTools | None = load_system(system).rules.tools()
    if found is None:
        raise NoTools(system)
    return found
