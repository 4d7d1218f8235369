"""The dice that were rolled: one throw for each die and each time that it was rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from defiance_qt.core.port import EventContext
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.dice import Die, Symbols
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.chronicle import significance


class Throw(NamedTuple):
    """A die that showed a face (0 to 5). `typed`: entered by a person."""

    step: int
    side: str
    die: str
    face: int
    typed: bool


def throws_of(context: EventContext) -> Iterator[Throw]:
    """Yield the throws of an event; a die that is rolled again is one more."""
    event, step = context.event, context.step
    if not isinstance(event, e.DiceRolled | e.DieRolledAgain):
        return
    dice = _pool(context.before, event.side)
    if isinstance(event, e.DieRolledAgain):
        yield Throw(step, event.side, dice[event.die], event.face, event.typed)
        return
    for die, face in zip(dice, event.faces, strict=True):
        yield Throw(step, event.side, die, face, event.typed)


def _pool(state: State, side: str) -> tuple[str, ...]:
    roll = next(frame for frame in reversed(state.agenda) if isinstance(frame, Roll))
    own = roll.team if side == "team" else roll.enemy
    assert own is not None
    return tuple(one.die for one in own.dice)


def successes(symbols: Symbols) -> int:
    """Return the Successes of a face: a Critical Success is one of them."""
    return symbols.success + symbols.critical


def blocks(symbols: Symbols) -> int:
    """Return the Blocks of a face: a Critical Block is one of them."""
    return symbols.block + symbols.critical_block


class Kind(NamedTuple):
    """How the dice of one kind have fallen: the different faces with how often each came and its probability."""

    die: Die
    faces: tuple[Symbols, ...]
    counts: tuple[int, ...]
    shares: tuple[float, ...]

    @property
    def rolled(self) -> int:
        return sum(self.counts)

    @property
    def testable(self) -> bool:
        """Whether enough dice were rolled for a test of their faces."""
        return self.rolled * min(self.shares) >= significance.ENOUGH

    @property
    def statistic(self) -> float:
        return significance.chi_square(self.counts, self.shares)

    @property
    def freedom(self) -> int:
        return len(self.faces) - 1


def kinds(throws: Iterable[Throw], dice: dict[str, Die]) -> list[Kind]:
    """Return the kinds of dice among the throws, in the order of the dice. Faces that show the same are one: a person
    who enters a die names what it shows."""
    counted: dict[str, dict[Symbols, int]] = {}
    for throw in throws:
        shown = counted.setdefault(throw.die, dict.fromkeys(dice[throw.die].faces, 0))
        shown[dice[throw.die].faces[throw.face]] += 1
    found = []
    for id, die in dice.items():
        if id in counted:
            faces = tuple(counted[id])
            shares = tuple(die.faces.count(face) / len(die.faces) for face in faces)
            found.append(Kind(die, faces, tuple(counted[id].values()), shares))
    return found
