"""The journal of one game on a recorder of the eventsourcing library: a save file, memory, or any other backend.

Each entry is one stored event: the game's id, the entry's number from 1, a tag as topic, the bytes of `mapper`. The
recorder refuses a duplicate number; this is the lock between two windows with the same save.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec
from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    IntegrityError,
    PersistenceError,
    StoredEvent,
)

from defiance_qt import __version__
from defiance_qt.core.errors import SaveError
from defiance_qt.core.system import Game, Setup
from defiance_qt.core.timeline import Entry, Step
from defiance_qt.journal import file, mapper
from defiance_qt.journal.mapper import TAGS, Header, Started, Stored, Upgraded
from defiance_qt.journal.upgrade import FORMAT, UPGRADES, Raw, Upgrade, check_format, upgraded

Factory = InfrastructureFactory[Any]

HEADS = ("started", "upgraded")
"""The tags of entries that concern the journal and not the timeline."""

AT_ONCE = 2000
"""The number of entries per fetch."""


class StoredJournal:
    """The stored timeline of one game. Create it with `create`, `open_journal` or a similar function. Every method
    raises `SaveError`.

    `connect` returns the library's factory. With a header the game is new: nothing exists on disk until the first entry
    is stored together with the header. Without a header the game already exists.
    """

    def __init__(
        self,
        name: str,
        id: str,
        connect: Callable[[], Factory],
        header: Header | None = None,
        *,
        read_only: bool = False,
        upgrades: Mapping[int, Upgrade] = UPGRADES,
        target: int = FORMAT,
    ) -> None:
        self.name = name
        self.id = id
        self.read_only = read_only
        self._connect = connect
        self._upgrades = upgrades
        self._target = target
        self._format = target
        self._last = 0
        self._factory: Factory | None = None
        self._recorder: AggregateRecorder | None = None
        self._unwritten: tuple[Stored, ...] = ()
        self._decode = msgspec.msgpack.Decoder(mapper.entry_type(None)).decode
        if header is not None:
            self._unwritten = (Started(target, header),)
        else:
            header = self._resume(self._open())
        self.header = header

    @property
    def setup(self) -> Setup:
        return self.header.setup

    def bind(self, game: Game) -> None:
        """Set the game whose commands and events the entries hold. Call before `append`, `read` and `unpack`."""
        self._decode = msgspec.msgpack.Decoder(mapper.entry_type(game)).decode

    def append(self, entry: Entry) -> bytes:
        """Store the entry; on a file, return once it is on disk. Returns the bytes that `unpack` takes."""
        payload = mapper.encode(entry)
        if self._unwritten or self._format != self._target:
            self.extend((entry,))
            return payload
        number = self._last + 1
        tag = TAGS[type(entry)]
        self._insert((StoredEvent(self.id, number, tag, mapper.seal(payload, number)),))
        self._last = number
        return payload

    def extend(self, entries: Iterable[Entry]) -> None:
        """Store several entries at once, all or none."""
        waiting = [*self._unwritten, *entries]
        if self._format != self._target:
            waiting.insert(0, Upgraded(self._target, __version__))
        events = []
        for number, entry in enumerate(waiting, self._last + 1):
            tag = TAGS[type(entry)]
            events.append(StoredEvent(self.id, number, tag, mapper.seal(mapper.encode(entry), number)))
        self._insert(events)
        self._last += len(events)
        self._unwritten = ()
        self._format = self._target

    def read(self) -> Iterator[tuple[Entry, bytes]]:
        """Yield the timeline's entries in order, upgraded to the current format, each with the bytes that `unpack`
        takes."""
        decode = self._decode
        for number, tag, payload in self._payloads():
            if tag in HEADS:
                continue
            try:
                entry = decode(payload)
            except msgspec.MsgspecError as error:
                raise mapper.unfitting(self.name, number, error) from error
            yield entry, payload

    def raw(self) -> Iterator[Raw]:
        """Yield every entry from the second on as plain values, upgraded. Needs no game."""
        for number, tag, payload in self._payloads():
            if tag not in HEADS:
                yield self._raw(payload, number)

    def unpack(self, packed: bytes) -> Step[Any, Any]:
        step = self._decode(packed)
        assert isinstance(step, Step)
        return step

    def close(self) -> None:
        """Close the journal. A save is then a single file, unless another window has it open."""
        factory, self._factory, self._recorder, self._unwritten = self._factory, None, None, ()
        try:
            if factory is not None:
                factory.close()
        except (PersistenceError, sqlite3.Error) as error:
            raise file.unwritable(self.name, error) from error

    def __enter__(self) -> StoredJournal:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def _open(self) -> AggregateRecorder:
        self._factory = self._connect()
        try:
            self._recorder = self._factory.aggregate_recorder()
        except (PersistenceError, sqlite3.Error) as error:
            self.close()
            raise SaveError("save.unopened", "{file} could not be opened: {why}", file=self.name, why=error) from error
        return self._recorder

    def _insert(self, events: Sequence[StoredEvent]) -> None:
        if self.read_only:
            raise SaveError("save.read_only", "{file} is open for reading only.", file=self.name)
        recorder = self._recorder
        if recorder is None:
            if not self._unwritten:
                raise SaveError("save.closed", "{file} is closed.", file=self.name)
            recorder = self._open()
        try:
            recorder.insert_events(events)
            if self._format != self._target and isinstance(self._factory, file.SaveFactory):
                self._factory.set_format(self._target)
        except IntegrityError:
            raise SaveError(
                "save.elsewhere", "{file} is open in another window, which has gone on.", file=self.name
            ) from None
        except (PersistenceError, sqlite3.Error) as error:
            raise file.unwritable(self.name, error) from error

    def _events(self) -> Iterator[StoredEvent]:
        if self._recorder is None:
            if self._unwritten:
                return
            raise SaveError("save.closed", "{file} is closed.", file=self.name)
        last = 0
        while True:
            try:
                events = self._recorder.select_events(self.id, gt=last, limit=AT_ONCE)
            except (PersistenceError, sqlite3.Error) as error:
                raise file.broken(self.name) from error
            yield from events
            if len(events) < AT_ONCE:
                return
            last = events[-1].originator_version

    def _payloads(self) -> Iterator[tuple[int, str, bytes]]:
        """Yield the number, tag and MessagePack of every entry, in the current format."""
        format = self._target
        for number, event in enumerate(self._events(), 1):
            tag = event.topic
            if event.originator_version != number:
                raise SaveError(
                    "save.entry_missing", "{file} is damaged: entry {entry} is missing.", file=self.name, entry=number
                )
            payload = mapper.unseal(event.state, number, self.name)
            if tag in HEADS:
                format = self._raw_format(payload, number)
            elif format != self._target:
                payload = mapper.encode(upgraded(self._raw(payload, number), format, self._target, self._upgrades))
            yield number, tag, payload

    def _raw(self, payload: bytes, number: int) -> Raw:
        try:
            raw: Raw = mapper.decode_raw(payload)
        except msgspec.MsgspecError as error:
            raise mapper.damaged(self.name, number) from error
        return raw

    def _raw_format(self, payload: bytes, number: int) -> int:
        format: int = self._raw(payload, number)["format"]
        check_format(format, self.name, self._target, self._upgrades)
        return format

    def _resume(self, recorder: AggregateRecorder) -> Header:
        """Return the header from the first entry, and set the number of the last entry."""
        try:
            first = recorder.select_events(self.id, lte=1)
            last = recorder.select_events(self.id, desc=True, limit=1)
            if not first or first[0].topic != "started":
                raise SaveError("save.no_game", "{file} holds no game.", file=self.name)
            payload = mapper.unseal(first[0].state, 1, self.name)
            self._format = self._raw_format(payload, 1)
            self._last = last[0].originator_version
            raw = upgraded(self._raw(payload, 1), self._format, self._target, self._upgrades)
            if self._format != self._target:
                for number, tag, payload in self._payloads():
                    if tag in HEADS:
                        self._format = self._raw_format(payload, number)
            return msgspec.convert({**raw, "format": self._target}, Started).header
        except msgspec.MsgspecError as error:
            self.close()
            raise mapper.unfitting(self.name, 1, error) from error
        except (PersistenceError, sqlite3.Error) as error:
            self.close()
            raise file.broken(self.name) from error
        except SaveError:
            self.close()
            raise


def create(path: Path | str, header: Header) -> StoredJournal:
    """Return a journal for a new save file, which is written with the first entry. Raises `SaveError` if the path
    exists."""
    path = Path(path)
    if path.exists():
        raise SaveError("save.exists", "{file} exists already.", file=path.name)
    return StoredJournal(path.name, uuid4().hex, lambda: file.make(path), header)


def open_journal(path: Path | str, *, read_only: bool = False) -> StoredJournal:
    """Open the journal in a save file. With `read_only` the file and its folder are not modified.

    Raises `SaveError` if the file is not a valid save of this format or an older one; the file is then unchanged.
    """
    path = Path(path)
    factory, id = file.find(path, read_only=read_only)
    return StoredJournal(path.name, id, lambda: factory, read_only=read_only)


def create_in(environment: Mapping[str, str], header: Header, name: str = "memory") -> StoredJournal:
    """Create a journal in the backend that the environment configures for the eventsourcing library; by default in
    memory."""
    return StoredJournal(name, uuid4().hex, lambda: _construct(environment, name), header)


def open_in(environment: Mapping[str, str], id: str, name: str = "memory") -> StoredJournal:
    """Open the journal of the game with this id, in the backend that the environment configures."""
    return StoredJournal(name, id, lambda: _construct(environment, name))


def in_memory(header: Header) -> StoredJournal:
    """Create a journal in memory only."""
    return create_in({}, header)


def _construct(environment: Mapping[str, str], name: str) -> Factory:
    try:
        # Ids as text: otherwise the library converts every row's id to a UUID.
        return InfrastructureFactory.construct({"ORIGINATOR_ID_TYPE": "text", **environment})
    except (EventSourcingError, OSError) as error:
        raise SaveError("save.unopened", "{file} could not be opened: {why}", file=name, why=error) from error
