"""Games in any backend of the eventsourcing library: memory, PostgreSQL and others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
    StoredEvent,
)

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import file
from defiance_qt.journal.reading import Row, Saved, check_rows, digest


class Library:
    """A backend that an environment configures for the eventsourcing library; by default memory.

    Without an id the game is new.
    """

    read_only = False

    def __init__(self, environment: Mapping[str, str], name: str, id: str = "") -> None:
        self._environment = environment
        self._name = name
        self._id = id
        self._factory: InfrastructureFactory[Any] | None = None
        self._recorder: AggregateRecorder | None = None

    def read(self, format: int) -> Saved:
        recorder = self._connected()
        try:
            found = recorder.select_events(self._id)
        except PersistenceError as error:
            raise self._unopened(error) from error
        if not found:
            raise SaveError("save.no_game", "{file} holds no game.", file=self._name)
        rows = [(event.originator_version, event.topic, event.state) for event in found]
        check_rows(rows, self._name)
        return Saved(self._id, rows, digest(rows), file.UNMARKED, False)

    def create(self, id: str, rows: Sequence[Row], format: int, mark: int) -> None:
        self._id = id
        self.insert(rows, format)

    def insert(self, rows: Sequence[Row], format: int) -> None:
        recorder = self._connected()
        try:
            recorder.insert_events([StoredEvent(self._id, row.number, row.tag, row.sealed) for row in rows])
        except IntegrityError:
            raise file.elsewhere(self._name) from None
        except PersistenceError as error:
            raise SaveError(
                "save.unwritable", "{file} could not be written: {why}", file=self._name, why=error
            ) from error

    def accept(self) -> None:
        """Do nothing: there is nothing to tidy up."""

    def close(self, format: int, mark: int) -> None:
        if self._factory is not None:
            self._factory.close()

    def _connected(self) -> AggregateRecorder:
        if self._recorder is None:
            try:
                # Ids as text: otherwise the library converts every row's id to a UUID.
                self._factory = InfrastructureFactory.construct({"ORIGINATOR_ID_TYPE": "text", **self._environment})
                self._recorder = self._factory.aggregate_recorder()
            except (EventSourcingError, OSError) as error:
                raise self._unopened(error) from error
        return self._recorder

    def _unopened(self, error: Exception) -> SaveError:
        return SaveError("save.unopened", "{file} could not be opened: {why}", file=self._name, why=error)
