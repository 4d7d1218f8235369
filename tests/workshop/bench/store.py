"""Benchmarks of the store: loading a long save, submitting a step to disk, and moving within a long game."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import closing

from defiance_qt.extend.opening import open_save
from defiance_qt.extend.sessions import Session
from defiance_qt.journal import mapper
from defiance_qt.journal.store import StoredJournal
from defiance_qt.lab.bots import RandomBot
from tests.workshop.bench.baseline import BareInserts, LibraryStore, without_sync
from tests.workshop.bench.rows import (
    FEW,
    STEPS,
    Place,
    Row,
    at_least,
    at_most,
    cpu_ms,
    median,
    ms,
    percentile,
    reported,
)

FRAME_MS = 16.0
ROUNDS = 5
SUBMITTED = 400
MOVES = 300


def replay(place: Place) -> Iterator[Row]:
    """Measure opening a long save against the same data in the library's Aggregate.

    Both read a file and end in the same State. Processor time; of several rounds in turn, the least of either counts.
    Neither pays for the other's garbage: it is collected before each.
    """
    path = place.save(STEPS)
    with open_save(path, read_only=True) as session:
        state = session.state
        facts = sum(len(step.events) for step in session.timeline.steps())
        library = LibraryStore(place.folder / "library.sqlite", session.game)
        with closing(library):
            library.write(session.timeline.steps())
            usual: list[float] = []
            own: list[float] = []
            for _ in range(ROUNDS):
                gc.collect()
                own.append(cpu_ms(lambda: open_save(path, read_only=True).close()))
                gc.collect()
                usual.append(cpu_ms(library.read))
            _same(library.read(), state)
    note = f"{facts:,} events; times as fast"
    yield at_least("replaying a 20,000-step save", 1000 / min(own), 1000 / min(usual), 4, "replays a second", note=note)


def _same(one: object, other: object) -> None:
    assert one == other, "the baseline came to another State"


def step(place: Place) -> Iterator[Row]:
    """Measure one submitted step, decided and on disk, against a bare insert of the bytes it stored; then the same
    without waiting for the disk, which leaves our own share."""
    own, insert = _steps(place, sync=True)
    yield at_most("one submitted step, on disk, median", own, insert, 2, "ms")
    own, insert = _steps(place, sync=False)
    yield reported("one submitted step, without sync, median", own, insert, "ms")


def _steps(place: Place, *, sync: bool) -> tuple[float, float]:
    """Return the median milliseconds of a step and of a bare insert, in alternation."""
    word = "synced" if sync else "unsynced"
    bare = BareInserts(place.folder / f"bare-{word}.sqlite", sync=sync)
    bot = RandomBot(2)
    own: list[float] = []
    insert: list[float] = []
    seed = 1
    with closing(bare):
        while len(own) < SUBMITTED:
            path = place.folder / f"{word}-{seed}.defiance"
            with Session.new(place.system, mission=place.tools.scenario, seed=seed, path=path) as session:
                if not sync:
                    assert isinstance(session.journal, StoredJournal)
                    without_sync(session.journal)
                while session.result is None and len(own) < SUBMITTED:
                    command = bot.choose(session.game, session.state, session.legal())
                    own.append(ms(lambda: session.submit(command)))  # noqa: B023  called at once
                    number = session.timeline.entries + 1
                    stored = mapper.seal(mapper.encode(session.timeline.step(session.head)), number)
                    insert.append(ms(lambda: bare.insert(stored)))  # noqa: B023
            seed += 1
    return median(own), median(insert)


def moves(place: Place) -> Iterator[Row]:
    """Measure undo, redo and jumps in a long game against a short one, in alternation. Each is stored on disk."""
    with open_save(place.save(STEPS)) as long, open_save(place.save(FEW)) as short:
        for name, prepare, move in MOVED:
            times: tuple[list[float], list[float]] = ([], [])
            choice = random.Random(3)
            for _ in range(MOVES):
                for session, taken in zip((long, short), times, strict=True):
                    goal = choice.randrange(1, len(session.timeline))
                    prepare(session, goal)
                    taken.append(ms(lambda: move(session, goal)))  # noqa: B023
            worst = percentile(times[0], 0.99)
            yield at_most(
                f"{name} at 20,000 steps, against 200",
                median(times[0]),
                median(times[1]),
                1.5,
                "ms",
                also=worst < FRAME_MS,
                note=f"99 % under {worst:.2f} ms",
            )


def _stay(session: Session, goal: int) -> None:
    """Prepare nothing."""


def _go(session: Session, goal: int) -> None:
    session.jump(goal)


def _go_back(session: Session, goal: int) -> None:
    session.jump(goal)
    session.undo()


MOVED: tuple[tuple[str, Callable[[Session, int], object], Callable[[Session, int], object]], ...] = (
    ("undo", _go, lambda session, goal: session.undo()),
    ("redo", _go_back, lambda session, goal: session.redo()),
    ("jump to a random step", _stay, lambda session, goal: session.jump(goal)),
)
