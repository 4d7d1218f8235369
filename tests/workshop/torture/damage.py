"""Damaged files: every kind of damage to saves and records, each case judged at every door."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.workshop.torture import blind, forged, heavy, places, rows, schema
from tests.workshop.torture.cases import Case, Fault, Result, Tell, by_turns
from tests.workshop.torture.damaged import KINDS, Damaged
from tests.workshop.torture.doors import Asked, judge
from tests.workshop.torture.games import Base

JOINED = ("of_two_files", "page_of_another")
"""Kinds that can make a whole other game of a short one."""

DEFINED_IN = (blind, rows, forged, heavy, schema, places)


class Damage:
    """Runs cases of damage to the collected games, each in a folder of its own below `scratch`."""

    def __init__(self, bases: tuple[Base, ...], scratch: Path) -> None:
        self.bases, self.scratch = bases, scratch

    def kinds(self) -> tuple[str, ...]:
        return tuple(KINDS)

    def cases(self, count: int, first: int) -> Iterator[Case]:
        """Yield that many cases, the kinds by turns, each as often as its weight says."""
        yield from by_turns({name: kind.weight for name, kind in KINDS.items()}, count, first)

    def __call__(self, case: Case, tell: Tell) -> Result:
        chance = case.chance()
        room = self.scratch / f"{case.kind}-{case.seed}"
        file = self._copied(case, chance, room)
        out = room / "out"
        out.mkdir()
        with file.closing:
            tell("damage", KINDS[case.kind].seconds)
            KINDS[case.kind].act(file)
            name = file.path.name if file.names else ""
            others = self.bases if case.kind in JOINED else ()
            asked = Asked(
                file.path, file.base, file.expects, file.folder, out, name, KINDS[case.kind].plays, others=others
            )
            try:
                outcome, detail = judge(asked, chance, tell)
            except Fault as fault:
                outcome, detail = fault.outcome, fault.detail
        shutil.rmtree(room, ignore_errors=True)
        return Result(case, outcome, "", detail, f"{file.base.name}, {file.base.form}")

    def _copied(self, case: Case, chance: random.Random, room: Path) -> Damaged:
        kind = KINDS[case.kind]
        base = chance.choice([one for one in self.bases if one.form in kind.forms])
        shutil.rmtree(room, ignore_errors=True)
        return Damaged.copy(base, room / "damaged", chance, self.bases, self.scratch, kind.expects)

    def leave(self, case: Case, folder: Path) -> None:
        """Make the damaged file once more in the folder, to be looked at. Locks and permissions are undone."""
        file = self._copied(case, case.chance(), folder)
        with file.closing:
            KINDS[case.kind].act(file)
