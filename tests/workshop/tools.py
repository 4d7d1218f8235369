"""What the workshop needs to know of a system: a long game, warm tables, a repaint of its view, its rules' sources,
ways to the end of a mission."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from defiance_qt.core.port import Command, Game
from defiance_qt.extend.sessions import Session
from defiance_qt.extend.systems import DEFAULT, load_system
from defiance_qt.lab.tools import NoTools
from tests.workshop.coverage.sources import RuleSources


class Tools:
    """The workshop's tools for one system, by default for any. What has no default raises `NoTools`."""

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
        from tests.workshop.coverage.of_system import of_system

        return of_system(self.system)

    def hasten(self, session: Session, chance: random.Random) -> tuple[Command, ...]:
        """Return commands by which the present part of a campaign comes to its end soon, () if none do."""
        return ()


class N3Tools(Tools):
    """The tools for N3."""

    def rule_sources(self) -> RuleSources:
        citing = (
            ("refuse", "refusal"),
            ("Illegal", "refusal"),
            ("Ability", "ability"),
            ("Skill", "skill"),
            ("Step", "step"),
        )
        makers = (("Save", "SaveAsked"), ("replace", "SaveAsked"), ("Treatment", "SaveAsked"))
        return replace(super().rule_sources(), scenario="free", citing=citing, makers=makers)


class WarfighterTools(Tools):
    """The tools for Warfighter."""

    def rule_sources(self) -> RuleSources:
        citing = (("Illegal", "refusal"), ("refused", "refusal"))
        return replace(super().rule_sources(), describing=("words",), citing=citing)


def tools_of(system: str = DEFAULT) -> Tools:
    """Return the tools for a system. Raises `PluginError` for an unknown system."""
    from tests.workshop.defiance.tools import DefianceTools

    load_system(system)
    own = {"infinity-defiance": DefianceTools, "n3": N3Tools, "warfighter": WarfighterTools}
    return own.get(system, Tools)(system)
