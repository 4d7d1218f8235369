"""A game system: what it offers before there is a game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.port.board import scenario_title
from defiance_qt.core.port.bots import Bot
from defiance_qt.core.port.game import Game
from defiance_qt.core.port.lessons import Course, Lesson
from defiance_qt.core.port.odds import Odds
from defiance_qt.core.port.setup import Offerings, Plugins, Scenario, Setup, chance_kind


class GameSystem(Protocol):
    """A set of rules that the app can run. Provided by a plugin of kind "system" through `contribute_system`."""

    id: str

    def content(self) -> Mapping[str, bytes]:
        """Return the built-in content: file name to bytes. Every save carries a copy, so a later version does not
        change running games."""
        return {}

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Plugins) -> Game:
        """Return a game over this content. Raises `ContentError` naming file and key."""

    def offerings(self, content: Mapping[str, bytes]) -> Offerings:
        """Return the choices for a new game with this content. Raises `ContentError`."""
        return Offerings((Scenario(self.id, scenario_title(self.id, self.id)),))

    def hookspecs(self) -> ModuleType | None:
        """Return the module with the additional hooks of this system, None if there are none.

        Its ANSWERS defines the parameters and valid return values of each hook (extend/hookspecs.py).
        """
        return None

    def bots(self) -> Mapping[str, Callable[[int], Bot]]:
        """Return the system's bots: name to a factory that takes a seed. The best comes first. The random bot is added
        for every system."""
        return {}

    def tools(self) -> Any:
        """Return the tools of the system for authors, a `defiance_qt.api.SystemTools`; None for its defaults."""
        return None

    def lessons(self, content: Mapping[str, bytes]) -> tuple[Lesson, ...]:
        """Return the lessons on offer, guides first; none for a system that teaches nothing. Raises `ContentError`."""
        return ()

    def lesson(self, content: Mapping[str, bytes], id: str) -> Course | None:
        """Return a lesson to be played, None if there is none with this id. Raises `ContentError`."""
        return None

    def dice_odds(self, own: str, rival: str, options: Mapping[str, Sequence[str]]) -> Odds:
        """Return the exact probabilities of named dice ("red,red" against "blue"). Raises `DefianceError`; a system
        without such rolls raises it on every call."""
        raise DefianceError("odds.none", "The game system {name!r} has no rolls to compute odds of.", name=self.id)


class BasicSystem(GameSystem):
    """The base of a game system: it needs `id` and `game`, or `bind`, and has defaults for all else."""

    game: Callable[[Setup], Game]
    """What makes the game of a set-up: the class of a `BasicGame`."""
    dice_help: tuple[tuple[str, str], ...] = ()
    """Samples of what `dice_odds` takes, as written on the command line, each with the text key of what it is. A system
    that is not derived from this class may do without."""
    courses: tuple[Course, ...] = ()
    """The lessons on offer, guides first."""

    _folder: Path
    """The folder of the system's module. Later another copy of it may have the module's name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._folder = Path(getattr(sys.modules[cls.__module__], "__file__", None) or "").parent

    def content(self) -> Mapping[str, bytes]:
        """Return the TOML files of the folder `content` beside the system's module."""
        return {path.name: path.read_bytes() for path in sorted((self._folder / "content").glob("*.toml"))}

    def lessons(self, content: Mapping[str, bytes]) -> tuple[Lesson, ...]:
        return tuple(course.lesson for course in self.courses)

    def lesson(self, content: Mapping[str, bytes], id: str) -> Course | None:
        return next((course for course in self.courses if course.lesson.id == id), None)

    def bind(self, content: Mapping[str, bytes], setup: Setup, plugins: Plugins) -> Game:
        return type(self).game(setup)

    def offerings(self, content: Mapping[str, bytes]) -> Offerings:
        """Return by default one scenario, and the kinds of chance of `game`."""
        kinds = tuple(map(chance_kind, getattr(self, "game", Game).chance_kinds))
        return msgspec.structs.replace(super().offerings(content), chance=kinds)
