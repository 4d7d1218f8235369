"""The journal of one game over a recorder of the eventsourcing library: a save file, memory, or any other it offers.

One stored event an entry: the game's id, the entry's number from 1, a tag as topic, the bytes of `mapper`. The
recorder refuses a number twice, and that is the lock between two windows on one save.
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
"""How many entries are fetched at a time."""


class StoredJournal:
    """The stored timeline of one game. Made by `create`, `open_journal` and their kin; everything raises `SaveError`.

    `connect` gives the library's factory. With a header the game is a new one: it is written, header and all, together
    with its first entry, and until then nothing exists on disk. Without one it is there already.
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
        """The game whose commands and events the entries hold. Before `append`, `read` and `unpack`."""
        self._decode = msgspec.msgpack.Decoder(mapper.entry_type(game)).decode

    def append(self, entry: Entry) -> bytes:
        """Store the entry; on a file, returns once it is on disk. Gives the bytes that `unpack` takes."""
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
        """Store many entries at once, all or none."""
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
        """The timeline's entries in order, upgraded to today's format, each with the bytes that `unpack` takes."""
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
        """Every entry from the second on as plain values, upgraded. Needs no game."""
        for number, tag, payload in self._payloads():
            if tag not in HEADS:
                yield self._raw(payload, number)

    def unpack(self, packed: bytes) -> Step[Any, Any]:
        step = self._decode(packed)
        assert isinstance(step, Step)
        return step

    def close(self) -> None:
        """Close; a save file is then one file that stands alone, unless another window has it open."""
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
        """Number, tag and MessagePack of every entry, in today's format."""
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
        """The header, from the first entry; from the last, how far the game has gone."""
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
    """A new save file, written with the first entry. Raises `SaveError` if the path is taken."""
    path = Path(path)
    if path.exists():
        raise SaveError("save.exists", "{file} exists already.", file=path.name)
    return StoredJournal(path.name, uuid4().hex, lambda: file.make(path), header)


def open_journal(path: Path | str, *, read_only: bool = False) -> StoredJournal:
    """The journal in a save file. With `read_only` the file and its folder stay as they are, to the byte.

    Raises `SaveError` for what is no sound save of this format or an older one; the file is left alone.
    """
    path = Path(path)
    factory, id = file.find(path, read_only=read_only)
    return StoredJournal(path.name, id, lambda: factory, read_only=read_only)


def create_in(environment: Mapping[str, str], header: Header, name: str = "memory") -> StoredJournal:
    """A new journal where the environment tells the eventsourcing library; with none of its settings, in memory."""
    return StoredJournal(name, uuid4().hex, lambda: _construct(environment, name), header)


def open_in(environment: Mapping[str, str], id: str, name: str = "memory") -> StoredJournal:
    """The journal of the game with this id, where the environment tells the eventsourcing library."""
    return StoredJournal(name, id, lambda: _construct(environment, name))


def in_memory(header: Header) -> StoredJournal:
    """A new journal that nothing outlives."""
    return create_in({}, header)


def _construct(environment: Mapping[str, str], name: str) -> Factory:
    try:
        # Ids as text: the library would make a UUID of every row it reads.
        return InfrastructureFactory.construct({"ORIGINATOR_ID_TYPE": "text", **environment})
    except (EventSourcingError, OSError) as error:
        raise SaveError("save.unopened", "{file} could not be opened: {why}", file=name, why=error) from error
