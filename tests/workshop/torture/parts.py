"""What the parts of the torture have in common: kinds by weight, and a folder of its own for each case."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from tests.workshop.torture.cases import Case, Fault, Result, Tell, by_turns
from tests.workshop.torture.games import Base


class Part:
    """A part of the torture. `scratch` is the folder that those of its cases are below.

    A case that runs says in `base` what it harms, and in `count` how many commands it has played.
    """

    weights: ClassVar[Mapping[str, int]]
    """The kinds of its cases, and how often each comes."""

    def __init__(self, bases: Sequence[Base], scratch: Path) -> None:
        self.bases, self.scratch = bases, scratch
        self.base, self.count = "", 0

    def kinds(self) -> tuple[str, ...]:
        return tuple(self.weights)

    def cases(self, count: int, first: int) -> Iterable[Case]:
        """Return that many cases."""
        return by_turns(self.weights, count, first)

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        """Run a case in a folder of its own, which is not there yet. Return the detail and the outcome. Raises
        `Fault`."""
        raise NotImplementedError  # abstract: each part does harm of its own kind

    def __call__(self, case: Case, tell: Tell) -> Result:
        room = self.scratch / f"{case.kind}-{case.seed}"
        shutil.rmtree(room, ignore_errors=True)
        self.base, self.count = "", 0
        try:
            detail, outcome = self.run(case, room, case.chance(), tell)
        except Fault as fault:
            detail, outcome = fault.detail, fault.outcome
        shutil.rmtree(room, ignore_errors=True)
        return Result(case, outcome, "", detail, self.base, self.count)


def evenly(names: Iterable[str]) -> dict[str, int]:
    """Return kinds that come equally often."""
    return dict.fromkeys(names, 1)
