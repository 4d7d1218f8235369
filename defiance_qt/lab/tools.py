"""The tools of a system for measuring and for authors: a long game, warm tables, a repaint of its view, its rules'
sources, the check of content, ways to the end of a mission."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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


class NoTools(DefianceError):
    """The system provides no tools. `value` is its id."""

    def __init__(self, value: str) -> None:
        super().__init__("command.no_tools", "The game system {name!r} provides no tools for this.", name=value)
        self.value = value


class SystemTools:
    """The tools of one system. A system derives it and fills those that it has; a default that cannot be raises
    `NoTools`."""

    def __init__(self, system: str) -> None:
        self.system = system

    @property
    def scenario(self) -> str:
        """The id of the measured scenario, by default the first one."""
        rules = load_system(self.system).rules
        return rules.offerings(rules.content()).scenarios[0].id

    @property
    def repaint(self) -> str:
        """A program for a fresh process with Qt. Prints the milliseconds of a full repaint of the busiest view."""
        raise NoTools(self.system)

    @property
    def stops(self) -> str:
        """A program for a fresh process with Qt, given a long save. Plays a game in the window and prints a line for
        each kind of act: the milliseconds of its longest stop of the event loop, and its name."""
        raise NoTools(self.system)

    def long_game(self, steps: int, path: Path | None = None) -> Session:
        """Return a game with that many steps in one line, longer than a usual game if needed; saved at the path if
        given."""
        raise NoTools(self.system)

    def prepare(self, game: Game) -> None:
        """Fill the caches that the game would otherwise fill on first use."""

    def rule_sources(self) -> RuleSources:
        """Return where the system keeps its rules and how its engine cites them."""
        from defiance_qt.lab.coverage.of_system import of_system

        return of_system(self.system)

    def hasten(self, session: Session, chance: random.Random) -> tuple[Command, ...]:
        """Return commands by which the present part of a campaign comes to its end soon, () if none do."""
        return ()

    def examine(self, content: Mapping[str, bytes], files: Collection[str], plugins: Plugins) -> Examined:
        """Check content for its author. `files` names those of its files that are the author's."""
        raise NoTools(self.system)

    def ids(self, content: Mapping[str, bytes], plugins: Plugins) -> Mapping[str, Mapping[str, str]]:
        """Return the ids that content can name, by the kind of content, each with the key of its name, "" without."""
        raise NoTools(self.system)


def tools_of(system: str = DEFAULT) -> SystemTools:
    """Return the tools of a system. Raises `PluginError` for an unknown system."""
    return load_system(system).rules.tools() or SystemTools(system)
