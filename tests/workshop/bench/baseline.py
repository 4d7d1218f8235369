"""Baselines for the store benchmark: the same data stored by the library's standard Aggregate, and bare SQLite.

Used by the benchmark only. The library's way is an Aggregate with one event per step, stored by its own mapper and JSON
transcoder in a SQLite file. A step holds the same text as in the record and leads to the same State. The type that
decodes a step's events is made once per game, not once per event.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from defiance_qt.core.decoding import ready
from defiance_qt.core.port import Game, State
from defiance_qt.core.timeline import Step
from defiance_qt.journal import mapper
from defiance_qt.journal.file import SaveFile
from defiance_qt.journal.store import StoredJournal

AT_ONCE = 500


class Play(Aggregate):
    """A game as an Aggregate of the library: its events are steps, applied with the same `evolve`."""

    def __init__(self, id: UUID) -> None:
        self._id = id
        self.state: State = None

    @staticmethod
    def create_id(id: UUID) -> UUID:
        return id

    @event("StepTaken")
    def take(self, step: dict[str, Any]) -> None:
        """Apply one step with its events, given as plain values."""
        game, facts = GAMES[self.id]
        state = self.state if self.state is not None else game.blank()
        evolve = game.evolve
        for told in msgspec.convert(step, ready(facts)).events:
            state = evolve(state, told)
        self.state = state


GAMES: dict[UUID, tuple[Game, Any]] = {}
"""The game and its `facts_type` by Aggregate id, for rebuilding: an Aggregate holds only stored values."""


def facts_type(game: Game) -> Any:
    """Return a struct with a step's events alone. msgspec keeps what it has to know about a struct, and would otherwise
    work out the union of all event types on every call."""
    return msgspec.defstruct("Facts", [("events", tuple[game.event_type, ...])])  # type: ignore[name-defined]


class LibraryStore:
    """A game stored in a file by the library's Aggregate. Close after use."""

    def __init__(self, path: Path, game: Game) -> None:
        self._id = uuid4()
        GAMES[self._id] = (game, facts_type(game))
        self._application: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )

    def write(self, steps: Iterable[Step[Any, Any]]) -> None:
        """Store the steps, which must be consecutive."""
        play = Play(self._id)
        for number, step in enumerate(steps, 1):
            play.take(step=mapper.readable(msgspec.to_builtins(step)))
            if not number % AT_ONCE:
                self._application.save(play)
        self._application.save(play)

    def read(self) -> State:
        """Return the State rebuilt from the stored events."""
        play: Play = self._application.repository.get(self._id)
        return play.state

    def close(self) -> None:
        del GAMES[self._id]
        self._application.close()


def without_sync(journal: StoredJournal) -> None:
    """Let the save file of a journal be written without waiting for the disk, to measure what remains."""
    assert isinstance(journal._backend, SaveFile)
    journal._backend.execute("PRAGMA synchronous=OFF")


class BareInserts:
    """A bare SQLite table with the write-ahead log, and full sync unless without. Close after use."""

    def __init__(self, path: Path, *, sync: bool = True) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute(f"PRAGMA synchronous={'FULL' if sync else 'OFF'}")
        self._connection.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, payload BLOB)")
        self._number = 0

    def insert(self, payload: bytes) -> None:
        """Insert one row in its own transaction; it is on disk when this returns."""
        self._number += 1
        with closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN")
            cursor.execute("INSERT INTO kept VALUES (?, ?)", (self._number, payload))
            cursor.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()
