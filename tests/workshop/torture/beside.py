"""Files beside a save that are not its own, at every door that opens a save or gives one its name.

The whole tree of folders is compared: whatever lies outside, and whatever was refused, has to be as before.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

from defiance_qt.extend.opening import import_record, open_save
from defiance_qt.journal.beside import LOG_MAGIC, SUFFIXES
from defiance_qt.journal.store import set_aside
from tests.workshop.torture.cases import HELD, LOST, REFUSED, TOUCHED, Case, Fault, Tell
from tests.workshop.torture.doors import difference, raw_is_a_fault, read, snapshot
from tests.workshop.torture.games import LIVE, RECORD, SAVE, Base, begin, log_of, one_turn
from tests.workshop.torture.parts import Part, evenly
from tests.workshop.torture.places import GIB, PLACES, put

Sort = Callable[[Path, Path, random.Random, Sequence[Base]], None]
"""Puts something at a path beside a save; the second path is a file outside that nothing may touch."""


def _no_file(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    put(place, chance.choice((*PLACES, "/dev/zero", "/dev/urandom", "/dev/null")))


def _linked(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    if chance.random() < 0.5:
        place.symlink_to(outside)
    else:
        place.hardlink_to(outside)


def _stale(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    logs = [log_of(one.path) for one in bases if one.form == LIVE]
    shutil.copyfile(chance.choice([log for log in logs if log.exists()]), place)


def _rubbish(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    place.write_bytes(chance.choice((b"", b"x", LOG_MAGIC[0])) + chance.randbytes(chance.choice((0, 30, 9000))))


def _huge(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    place.write_bytes(LOG_MAGIC[1])
    os.truncate(place, chance.choice((GIB // 5, GIB // 2, 40 * GIB)))


def _forged(place: Path, outside: Path, chance: random.Random, bases: Sequence[Base]) -> None:
    """A rollback journal that names a super-journal: SQLite deletes that file when it recovers, or waits for it."""
    if chance.random() < 0.3:
        outside.unlink()
        os.mkfifo(outside)
    magic, name = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", os.fsencode(outside)
    head = magic + b"".join(number.to_bytes(4, "big") for number in (0, chance.randrange(2**32), 2, 512, 4096))
    numbers = (len(name).to_bytes(4, "big"), (sum(name) % 2**32).to_bytes(4, "big"))
    place.write_bytes(head.ljust(512, b"\0") + (1).to_bytes(4, "big") + name + b"".join(numbers) + magic)


SORTS: dict[str, Sort] = {
    "no_file": _no_file,
    "linked": _linked,
    "stale": _stale,
    "rubbish": _rubbish,
    "huge": _huge,
    "forged": _forged,
}

DOORS = ("open", "new", "import", "copy", "move")


class Beside(Part):
    """Runs cases of one sort of neighbour at one door."""

    growth = 300 << 20
    """The bytes of memory that a huge neighbour may cost: about what a large game needs."""

    weights: ClassVar = evenly(f"beside_{sort}_{door}" for sort in SORTS for door in DOORS)

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        base = chance.choice([one for one in self.bases if one.form == SAVE])
        self.base = base.name
        sort, door = case.kind.removeprefix("beside_").rsplit("_", 1)
        path, outside = room / "saves" / "game.defiance", room / "outside"
        path.parent.mkdir(parents=True)
        outside.write_bytes(b"precious" * 1000)
        if door == "open":
            shutil.copyfile(base.path, path)
        place = path.with_name(path.name + chance.choice(SUFFIXES))
        SORTS[sort](place, outside, chance, self.bases)
        before = snapshot(room)
        tell(door)
        with raw_is_a_fault(path.name) as refused:
            self._ask(door, path, base, chance)
        after = snapshot(room)
        if refused and (changed := difference(before, after)):
            raise Fault(TOUCHED, f"{changed}, after: {refused[0]}")
        if changed := difference({"outside": before["outside"]}, {"outside": after.get("outside", "absent")}):
            raise Fault(TOUCHED, changed)
        if not refused:
            self._opens(path)
            return "it holds", HELD
        tell("set aside")
        with raw_is_a_fault(path.name) as again:
            set_aside(path)
            self._ask(door, path, base, chance)
        if again:
            raise Fault(LOST, f"set aside, and still: {again[0]}")
        if changed := difference({"outside": before["outside"]}, {"outside": snapshot(room).get("outside", "absent")}):
            raise Fault(TOUCHED, changed)
        self._opens(path)
        return refused[0], REFUSED

    def _ask(self, door: str, path: Path, base: Base, chance: random.Random) -> None:
        if door == "open":
            with open_save(path) as session:
                one_turn(session, chance)
        elif door == "new":
            with begin(base.system, chance.randrange(99), (), path) as session:
                one_turn(session, chance)
        elif door == "import":
            records = [one for one in self.bases if one.form == RECORD and one.name == base.name]
            import_record(records[0].path, path)
        else:
            with open_save(base.path, read_only=True) as session:
                (session.copy_to if door == "copy" else session.move_to)(path)

    @staticmethod
    def _opens(path: Path) -> None:
        found = read(path)
        if found.refused:
            raise Fault(LOST, f"it does not open any more: {found.refused}")
