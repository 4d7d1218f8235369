"""The largest games: whatever the writer stores, the reader opens. The journal is written directly, not played.

A game of 200,000 steps of each system is opened, jumped through and played on; an entry about as large as one may be is
refused when it is written, or opens again.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.timeline import Step
from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session, systems
from defiance_qt.journal import mapper, store
from tests.workshop.torture.cases import CHANGED, HELD, LOST, REFUSED, Case, Fault, Skip, Tell
from tests.workshop.torture.doors import raw_is_a_fault
from tests.workshop.torture.games import ENCODE, SAVE, Base, one_step
from tests.workshop.torture.parts import Part, evenly

STEPS = 200_000
"""The steps of a long game."""

LONG, WIDE = "largest_game", "largest_entry"

MANY = 120.0
"""The seconds in which a game of that many steps is written or opened."""

JUMP = 5.0

AT_ONCE = 10_000
"""The steps that are stored at a time."""

AROUND = (-4096, -64, -16, -1, 0, 1, 64, 4096)
"""How far from the limit the largest entries are, in bytes."""


class Largest(Part):
    """Runs cases of games near the limits, the systems by turns. `count` is the steps of a long one."""

    growth = 1 << 30
    """The bytes of memory that such a game may need."""

    weights: ClassVar = evenly((LONG, WIDE))

    def cases(self, count: int, first: int) -> Iterator[Case]:
        for number in range(count):
            yield Case((LONG, WIDE)[number % 2], first + number)

    def run(self, case: Case, room: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
        there = sorted(systems())
        system = there[case.seed // 2 % len(there)]
        room.mkdir()
        base = chance.choice(
            [one for one in self.bases if one.form == SAVE and one.system == system and one.contents.steps > 8]
        )
        self.base = base.name
        detail, outcome = (_long if case.kind == LONG else _wide)(base, room / "game.defiance", chance, tell)
        self.count = int(detail.partition(" ")[0]) if case.kind == LONG and outcome == HELD else 0
        return detail, outcome


def _long(base: Base, path: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
    tell("write", MANY)
    last = write_long(base, path)
    tell("open", MANY)
    with raw_is_a_fault(path.name) as refused, open_save(path) as session:
        if len(session.timeline) != last + 1:
            raise Fault(LOST, f"{len(session.timeline)} of {last + 1} steps are there")
        for step in (0, last, *(chance.randrange(last) for _ in range(9))):
            tell("jump", JUMP)
            session.jump(step)
        tell("play", JUMP)
        one_step(session, chance)
        state = session.state
        tell("close", MANY)
    if not refused:
        tell("open again", MANY)
        with raw_is_a_fault(path.name) as refused, open_save(path, read_only=True) as session:
            if session.state != state:
                raise Fault(CHANGED, "opened again it holds another state")
    if refused:
        raise Fault(LOST, f"the writer stored it, and the reader: {refused[0]}")
    return f"{last + 1} steps", HELD


def write_long(base: Base, path: Path) -> int:
    """Write the game to a new save, and one of its steps again and again after its last, until it has that many steps
    or as many as the writer takes. Return the number of the last."""
    with open_save(base.path, read_only=True) as session:
        journal: Any = session.journal
        entries = [entry for entry, _ in journal.read()]
        again = _repeatable(session, [entry for entry in entries if isinstance(entry, Step)])
        made = store.create(path, journal.header)
        made.bind(session.game)
        first, parent = len(session.timeline), session.head
    with made:
        made.extend(entries)
        for begin in range(first, STEPS, AT_ONCE):
            end = min(begin + AT_ONCE, STEPS)
            parents = (number - 1 if number > first else parent for number in range(begin, end))
            try:
                made.extend(
                    msgspec.structs.replace(again, number=number, parent=before)
                    for number, before in enumerate(parents, begin)
                )
            except SaveError:
                return begin - 1
    return STEPS - 1


def _repeatable(session: Session, steps: Sequence[Any]) -> Any:
    """Return the smallest of the steps whose events can follow the last state again and again, and do not make it
    grow."""
    game = session.game
    for step in sorted(steps, key=lambda step: len(mapper.encode(step))):
        state, sizes = session.state, []
        try:
            for _ in range(3):
                for event in step.events:
                    state = game.evolve(state, event)
                sizes.append(len(ENCODE(state)))
        except Exception:  # noqa: BLE001  it does not fit here; another will
            sizes.clear()
        if step.events and sizes and sizes[-1] - sizes[0] <= 2:
            return step
    raise Skip("no step of the game can follow its last one")


def _wide(base: Base, path: Path, chance: random.Random, tell: Tell) -> tuple[str, str]:
    """A note of about the largest size of an entry: refused, or there when the save is opened again."""
    shutil.copyfile(base.path, path)
    size = mapper.LARGEST + chance.choice(AROUND)
    tell("write", MANY)
    with raw_is_a_fault() as refused, open_save(path) as session:
        session.note("x" * size)
    tell("open again", MANY)
    with raw_is_a_fault(path.name) as again, open_save(path, read_only=True) as session:
        there = sum(len(text) == size for notes in session.timeline.notes.values() for text in notes)
    if again:
        raise Fault(LOST, f"the writer {'refused' if refused else 'stored'} it, and the reader: {again[0]}")
    if bool(there) == bool(refused):
        raise Fault(CHANGED, f"the note is {'there' if there else 'gone'}, and: {refused or 'not refused'}")
    return (refused[0], REFUSED) if refused else (f"{size} bytes", HELD)
