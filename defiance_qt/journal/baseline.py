"""What the store is measured against: the same facts kept the library's usual way, and bare SQLite.

For the benchmark only. The library's way is an Aggregate with an event a step, stored by its own mapper and its JSON
transcoder in a SQLite file; what a step holds is the same text as in the record, and ends in the same State.
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

from defiance_qt.core.system import Game, State
from defiance_qt.core.timeline import Step
from defiance_qt.journal import mapper

AT_ONCE = 500


class Play(Aggregate):
    """A game as the library's Aggregate: its events are steps, applied by the same `evolve`."""

    def __init__(self, id: UUID) -> None:
        self._id = id
        self.state: State = None

    @staticmethod
    def create_id(id: UUID) -> UUID:
        return id

    @event("StepTaken")
    def take(self, step: dict[str, Any]) -> None:
        """One step with its events, as plain values."""
        game = GAMES[self.id]
        state = self.state if self.state is not None else game.blank()
        for told in step["events"]:
            state = game.evolve(state, msgspec.convert(told, game.event_type))
        self.state = state


GAMES: dict[UUID, Game] = {}
"""The rules by which an Aggregate that is being rebuilt evolves: it can hold nothing but what is stored."""


class LibraryStore:
    """A game stored the library's way in a file. To be closed."""

    def __init__(self, path: Path, game: Game) -> None:
        self._id = uuid4()
        GAMES[self._id] = game
        self._application: Application[UUID] = Application(
            env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        )

    def write(self, steps: Iterable[Step[Any, Any]]) -> None:
        """Store the steps, which must follow one another."""
        play = Play(self._id)
        for number, step in enumerate(steps, 1):
            play.take(step=mapper.readable(msgspec.to_builtins(step)))
            if not number % AT_ONCE:
                self._application.save(play)
        self._application.save(play)

    def read(self) -> State:
        """The State that the stored events add up to."""
        play: Play = self._application.repository.get(self._id)
        return play.state

    def close(self) -> None:
        del GAMES[self._id]
        self._application.close()


class BareInserts:
    """A table of SQLite with the write-ahead log and full sync, and nothing else. To be closed."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE kept (number INTEGER PRIMARY KEY, payload BLOB)")
        self._number = 0

    def insert(self, payload: bytes) -> None:
        """One row in a transaction of its own; on disk when this returns."""
        self._number += 1
        with closing(self._connection.cursor()) as cursor:
            cursor.execute("BEGIN")
            cursor.execute("INSERT INTO kept VALUES (?, ?)", (self._number, payload))
            cursor.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()
