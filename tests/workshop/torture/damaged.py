"""One damaged file: the copy of a game that a kind of damage works on."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from tests.workshop.torture.doors import SOUND
from tests.workshop.torture.edits import Edit, edit
from tests.workshop.torture.games import LIVE, Base, log_of


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

    def beside(self, suffix: str) -> Path:
        """Return the file beside that has the suffix after the whole name."""
        return self.path.with_name(self.path.name + suffix)

    def other(self, form: str) -> Base:
        """Return another game of the form."""
        others = [one for one in self.bases if one.form == form and one.name != self.base.name]
        return self.chance.choice(others)


Act = Callable[[Damaged], None]


def of_file(change: Edit) -> Act:
    """Return what edits the bytes of the file."""
    return lambda file: edit(file.path, file.chance, change)


def of_log(change: Edit) -> Act:
    """Return what edits the bytes of the write-ahead log."""
    return lambda file: edit(file.log, file.chance, change)
