"""One damaged file: the copy of a game that a kind of damage works on, and the table of the kinds."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.workshop.torture.doors import SOUND
from tests.workshop.torture.games import FORMS, LIVE, RECORD, SAVE, Base, log_of


@dataclass
class Damaged:
    """A copy of a game in a folder of its own, and everything that damages it.

    `path` is what is opened; damage may move it. `names` is whether a refusal must name the file. `scratch` is a folder
    for things that are costly to make, shared by all cases. `closing` undoes what outlives the case.
    """

    base: Base
    folder: Path
    path: Path
    chance: random.Random
    bases: Sequence[Base]
    scratch: Path
    expects: str = SOUND
    names: bool = True
    closing: ExitStack = field(default_factory=ExitStack)

    @classmethod
    def copy(
        cls, base: Base, folder: Path, chance: random.Random, bases: Sequence[Base], scratch: Path, expects: str
    ) -> Damaged:
        """Copy the game into the folder."""
        folder.mkdir(parents=True)
        path = folder / base.path.name
        shutil.copyfile(base.path, path)
        if base.form == LIVE and log_of(base.path).exists():
            shutil.copyfile(log_of(base.path), log_of(path))
        return cls(base, folder, path, chance, bases, scratch, expects)

    @property
    def log(self) -> Path:
        """The write-ahead log."""
        return log_of(self.path)

    def other(self, form: str) -> Base:
        """Return another game of the form."""
        others = [one for one in self.bases if one.form == form and one.name != self.base.name]
        return self.chance.choice(others)


Act = Callable[[Damaged], None]


@dataclass(frozen=True)
class Kind:
    """A kind of damage: what it does, to which forms of a game, and what may come of it (`doors`).

    `seconds` is the time that the damage itself may take. `plays` is whether the file is also opened for playing on.
    """

    name: str
    act: Act
    forms: tuple[str, ...] = FORMS
    expects: str = SOUND
    weight: int = 4
    seconds: float = 20.0
    plays: bool = True


KINDS: dict[str, Kind] = {}
"""Every kind of damage by name, filled by the modules that define them."""


def kind(
    *forms: str, expects: str = SOUND, weight: int = 4, seconds: float = 20.0, plays: bool = True
) -> Callable[[Act], Act]:
    """Enter a function as the kind of damage that it is named after."""

    def entered(act: Act) -> Act:
        name = act.__name__
        assert name not in KINDS, name
        KINDS[name] = Kind(name, act, forms or FORMS, expects, weight, seconds, plays)
        return act

    return entered


SAVES = (SAVE, LIVE)
__all__ = ["KINDS", "LIVE", "RECORD", "SAVE", "SAVES", "Damaged", "Kind", "kind"]
