"""The journal of one game on a recorder of the eventsourcing library: a save file, memory, or any other backend.

Each entry is one stored event: the game's id, the entry's number from 1, a tag as topic, the bytes of `mapper`. The
recorder refuses a duplicate number; this is the lock between two windows with the same save. The journal also keeps the
entries' bytes in memory, which the timeline shares: they are read once, and the whole game can be written elsewhere.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

import msgspec

from defiance_qt import __version__
from defiance_qt.core.errors import Message, SaveError
from defiance_qt.core.port import Game, Setup
from defiance_qt.core.timeline import Entry, Step, Updated
from defiance_qt.journal import disk, file, mapper
from defiance_qt.journal.beside import LeftOver, StrayFile, check_free, judged, put_aside
from defiance_qt.journal.file import SaveFile
from defiance_qt.journal.mapper import TAGS, Header, Started, Upgraded
from defiance_qt.journal.passport import check_passport
from defiance_qt.journal.reading import Row, Saved, digest
from defiance_qt.journal.upgrade import FORMAT, UPGRADES, Raw, Upgrade, check_format, upgraded

HEADS = ("started", "upgraded")
"""The tags of entries that concern the journal and not the timeline."""


UNREAD = ("save.busy", "save.missing", "save.unreadable")
"""The refusals that say nothing of what a save holds."""


class Backend(Protocol):
    """The place where the rows of one game are stored. Every method raises `SaveError`."""

    read_only: bool

    def read(self, format: int) -> Saved:
        """Return all rows. Called once, before anything is stored."""

    def create(self, id: str, rows: Sequence[Row], format: int, mark: int) -> None:
        """Store the first rows of a new game."""

    def insert(self, rows: Sequence[Row], format: int) -> None:
        """Store further rows, all or none, durably."""

    def accept(self) -> None:
        """Note that the rows make a game, so that `close` may tidy up after a program that was killed."""

    def close(self, format: int, mark: int) -> None:
        """Release the place. `mark` says which rows it should hold. Unless they were accepted or written to, nothing
        changes."""


class StoredJournal:
    """The stored timeline of one game. Create it with `create`, `open_journal` or a similar function. Every method
    raises `SaveError`.

    With a header the game is new: nothing is stored until the first entry is, together with the header. Without a
    header the game exists in the backend. `doubt` is a warning if the entries may not be all that were stored.
    """

    def __init__(
        self,
        name: str,
        backend: Backend,
        header: Header | None = None,
        *,
        upgrades: Mapping[int, Upgrade] = UPGRADES,
        target: int = FORMAT,
    ) -> None:
        self.name = name
        self.doubt: Message | None = None
        self._backend = backend
        self._upgrades = upgrades
        self._target = target
        self._format = target
        self._digest = 0
        self._last = 0
        self._held = 0  # the bytes of all entries
        self._closed = False
        self._tags: list[str] = []
        self._payloads: list[bytes] = []
        self._decode = mapper.decoder(mapper.entry_type(None)).decode
        if header is None:
            self.id, self.header = self._load()
        else:
            self.id, self.header = uuid4().hex, header

    @property
    def setup(self) -> Setup:
        return self.header.setup

    @property
    def read_only(self) -> bool:
        return self._backend.read_only

    def bind(self, game: Game) -> None:
        """Set the game whose commands and events the entries hold. Call before `append`, `read` and `unpack`."""
        self._decode = mapper.decoder(mapper.entry_type(game)).decode

    def append(self, entry: Entry) -> bytes:
        """Store the entry; on a file, return once it is on disk. Returns the bytes that `unpack` takes."""
        payload = self._packed(entry)
        self._write(((TAGS[type(entry)], payload),))
        return payload

    def extend(self, entries: Iterable[Entry]) -> None:
        """Store several entries at once, all or none."""
        self._write([(TAGS[type(entry)], self._packed(entry)) for entry in entries])

    def read(self, after: int = 0) -> Iterator[tuple[Entry, bytes]]:
        """Yield the timeline's entries in order, upgraded to the current format, each with the bytes that `unpack`
        takes; of all entries those after so many."""
        self._check_open()
        decode, check = self._decode, mapper.check_entry
        step = TAGS[Step]
        entries = zip(self._tags[after:], self._payloads[after:], strict=True)
        for number, (tag, payload) in enumerate(entries, after + 1):
            if tag in HEADS:
                continue
            try:
                entry = decode(payload)
                check(entry)
            except (msgspec.MsgspecError, RecursionError, ValueError) as error:
                raise mapper.unfitting(self.name, number, error) from error
            if tag == step and type(entry) is Step:
                yield entry, payload
                continue
            if TAGS[type(entry)] != tag:
                raise mapper.damaged(self.name, number)
            if type(entry) is Updated:
                check_passport(entry.header.passport, entry.header.content, self.name)
            yield entry, payload

    def rows(self, after: int = 0) -> list[Row]:
        """Return the entries after so many, for another process that follows the game: see `lent`."""
        return _sealed(list(zip(self._tags[after:], self._payloads[after:], strict=True)), after)

    def take(self, rows: Iterable[Row]) -> Iterator[tuple[Entry, bytes]]:
        """Take further entries of a game that is stored elsewhere. Yields them as `read` does."""
        after = len(self._tags)
        for number, tag, sealed in rows:
            self._payloads.append(mapper.unseal(sealed, number, self.name))
            self._tags.append(tag)
        return self.read(after)

    def raw(self) -> Iterator[Raw]:
        """Yield every entry from the second on as plain values, upgraded. Needs no game."""
        self._check_open()
        for number, (tag, payload) in enumerate(zip(self._tags, self._payloads, strict=True), 1):
            if tag not in HEADS:
                yield self._raw(payload, number)

    def updates(self) -> Iterator[Header]:
        """Yield the headers of the updates. Needs no game."""
        plain = mapper.decoder(Updated[Header])
        for number, (tag, payload) in enumerate(zip(self._tags, self._payloads, strict=True), 1):
            if tag == TAGS[Updated]:
                try:
                    yield plain.decode(payload).header
                except (msgspec.MsgspecError, RecursionError, ValueError) as error:
                    raise mapper.unfitting(self.name, number, error) from error

    def unpack(self, packed: bytes) -> Step[Any, Any]:
        step = self._decode(packed)
        assert isinstance(step, Step)
        return step

    def copy_to(self, path: Path | str) -> None:
        """Write the whole game, every branch, to a new save. This journal stays where it is."""
        path = Path(path)
        entries = [(tag, payload) for tag, payload in zip(self._tags, self._payloads, strict=True) if tag not in HEADS]
        entries = [self._first(), *entries]
        _check_room(entries, 0, disk.shown(path))
        rows = _sealed(entries, 0)
        SaveFile(path).create(uuid4().hex, rows, self._target, file.closing_mark(digest(rows)))

    def move_to(self, path: Path | str) -> None:
        """Write the whole game to a new save and go on there, for example because the old file was deleted."""
        path = Path(path)
        self.copy_to(path)
        moved = open_journal(path)
        old, format, mark = self._backend, self._format, file.closing_mark(self._digest)
        self.name, self.id, self.doubt = moved.name, moved.id, None
        self._backend, self._format = moved._backend, moved._format
        self._digest, self._last, self._held = moved._digest, moved._last, moved._held
        self._tags, self._payloads = moved._tags, moved._payloads
        # The old file is as whole as before if it cannot be closed: locked, or not there any more.
        with contextlib.suppress(SaveError):
            old.close(format, mark)

    def accept(self) -> None:
        """Note that a session has replayed every entry. Until then the file may be refused, and must not be changed."""
        self._backend.accept()

    def close(self) -> None:
        """Close the journal. A save is then a single file, unless another window has it open, or it was neither
        accepted nor written to."""
        if not self._closed:
            self._closed = True
            self._backend.close(self._format, file.closing_mark(self._digest))

    def __enter__(self) -> StoredJournal:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise SaveError("save.closed", "{file} is closed.", file=self.name)

    def _packed(self, entry: Entry) -> bytes:
        """Return the entry's bytes, after reading them back: whatever is stored can be opened again."""
        try:
            payload = mapper.encode(entry)
            stored = self._decode(payload)
            mapper.check_entry(stored)
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise SaveError("save.unstorable", "This cannot be stored: {why}", why=error) from error
        return payload

    def _first(self) -> tuple[str, bytes]:
        return "started", mapper.encode(Started(self._target, self.header))

    def _write(self, entries: Sequence[tuple[str, bytes]]) -> None:
        self._check_open()
        new = not self._last
        if new:
            entries = [self._first(), *entries]
        elif self._format != self._target:
            entries = [("upgraded", mapper.encode(Upgraded(self._target, __version__))), *entries]
        held = _check_room(entries, self._held, self.name)
        rows = _sealed(entries, self._last)
        total = digest(rows, self._digest)
        if new:
            self._backend.create(self.id, rows, self._target, file.closing_mark(total))
        else:
            self._backend.insert(rows, self._target)
        for tag, payload in entries:
            self._tags.append(tag)
            self._payloads.append(payload)
        self._digest, self._last, self._held, self._format = total, rows[-1].number, held, self._target

    def _load(self) -> tuple[str, Header]:
        """Read every entry from the backend, check its seal and upgrade it. Returns the game's id and header."""
        saved = self._backend.read(self._target)
        room = mapper.MOST
        if saved.rows[0][1] != "started":
            raise SaveError("save.no_game", "{file} holds no game.", file=self.name)
        tags, payloads, target, unseal, name = self._tags, self._payloads, self._target, mapper.unseal, self.name
        for number, tag, sealed in saved.rows:
            payload = unseal(sealed, number, name, room)
            room -= len(payload)
            if tag in HEADS:
                self._format = self._raw_format(payload, number)
            if self._format != target and tag != "upgraded":
                raw = self._upgraded(payload, number)
                payload = mapper.encode({**raw, "format": target} if tag == "started" else raw)
            tags.append(tag)
            payloads.append(payload)
        self._digest, self._last, self._held = saved.digest, len(saved.rows), mapper.MOST - room
        self.doubt = self._doubt(saved)
        try:
            started = mapper.decoder(Started).decode(self._payloads[0])
            mapper.check_entry(started)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise mapper.unfitting(self.name, 1, error) from error
        header: Header = started.header
        check_passport(header.passport, header.content, self.name)
        return saved.id, header

    def _doubt(self, saved: Saved) -> Message | None:
        if saved.mark == file.OPEN and not saved.log:
            return Message(
                "save.parted",
                "{file} was copied while it was open, without the file {log} beside it: its last steps may be missing.",
                file=self.name,
                log=f"{self.name}-wal",
            )
        if saved.mark in (file.OPEN, file.UNMARKED, file.closing_mark(self._digest)):
            return None
        if not file.closed_with(saved.rows, saved.mark):
            return Message("save.marked", "{file} does not hold the entries with which it was closed.", file=self.name)
        if saved.log:
            # The program was killed before it could mark the file as open.
            return None
        return Message("save.grown", "{file} holds entries that were added after it was closed.", file=self.name)

    def _upgraded(self, payload: bytes, number: int) -> Raw:
        try:
            return upgraded(self._raw(payload, number), self._format, self._target, self._upgrades)
        except (KeyError, TypeError, AttributeError) as error:
            raise mapper.unfitting(self.name, number, error) from error

    def _raw(self, payload: bytes, number: int) -> Raw:
        try:
            raw: Raw = mapper.decode_raw(payload)
        except (msgspec.MsgspecError, RecursionError, ValueError) as error:
            raise mapper.damaged(self.name, number) from error
        if not isinstance(raw, dict):
            raise mapper.damaged(self.name, number)
        return raw

    def _raw_format(self, payload: bytes, number: int) -> int:
        format = self._raw(payload, number).get("format")
        if type(format) is not int or format < 0:
            raise mapper.damaged(self.name, number)
        check_format(format, self.name, self._target, self._upgrades)
        return format


def _check_room(entries: Sequence[tuple[str, bytes]], held: int, name: str) -> int:
    """Check that a save which holds so many bytes can be read with these entries, too, and return how many it then
    holds. Raises `SaveError`."""
    for _, payload in entries:
        if len(payload) >= mapper.LARGEST:
            limit = max(1, mapper.LARGEST // disk.MIB)
            why = Message("save.entry_large", "it is larger than {limit} MiB", limit=limit)
            raise SaveError("save.unstorable", "This cannot be stored: {why}", why=why)
        held += len(payload)
    if held >= mapper.MOST:
        raise disk.full(name, mapper.MOST)
    return held


def _sealed(entries: Sequence[tuple[str, bytes]], last: int) -> list[Row]:
    """Return the rows for entries after row `last`."""
    return [Row(number, tag, mapper.seal(payload, number)) for number, (tag, payload) in enumerate(entries, last + 1)]


def create(path: Path | str, header: Header) -> StoredJournal:
    """Return a journal for a new save file, which is written with the first entry. Raises `SaveError` if the path
    exists."""
    path = Path(path)
    file.check_new(path)
    save = SaveFile(path)
    return StoredJournal(save.name, save, header)


def open_journal(
    path: Path | str,
    *,
    read_only: bool = False,
    upgrades: Mapping[int, Upgrade] = UPGRADES,
    target: int = FORMAT,
) -> StoredJournal:
    """Open the journal in a save file. Nothing is modified before an entry is appended, and with `read_only` nothing
    can be.

    Raises `SaveError` if the file is not a valid save of this format or an older one, `StrayFile` if a file beside it
    is not its own.
    """
    path = Path(path)
    save = SaveFile(path, read_only=read_only)
    try:
        return StoredJournal(save.name, save, upgrades=upgrades, target=target)
    except StrayFile:
        raise
    except SaveError as error:
        log = None if error.message.key in UNREAD else judged(path)
        if log is None:
            raise
        # The log may be another game's, or of another time.
        try:
            StoredJournal(save.name, SaveFile(path, alone=True), upgrades=upgrades, target=target)
        except SaveError:
            raise error from None
        raise StrayFile(log, path) from error


def set_aside(path: Path | str) -> list[tuple[Path, Path]]:
    """Rename the files beside a save that keep it from being opened, or beside a name that a new save cannot have
    because of them. Returns each with its new name. Raises `SaveError` if the save cannot be opened without them
    either."""
    path = Path(path)
    moved: list[tuple[Path, Path]] = []
    while True:
        try:
            if os.path.lexists(path):
                open_journal(path, read_only=True).close()
            else:
                check_free(path)
        except (StrayFile, LeftOver) as stray:
            moved.append((stray.path, put_aside(stray.path)))
        else:
            return moved


def create_in(environment: Mapping[str, str], header: Header, name: str = "memory") -> StoredJournal:
    """Create a journal in the backend that the environment configures for the eventsourcing library; by default in
    memory."""
    from defiance_qt.journal.library import Library

    return StoredJournal(name, Library(environment, name), header)


def open_in(environment: Mapping[str, str], id: str, name: str = "memory") -> StoredJournal:
    """Open the journal of the game with this id, in the backend that the environment configures."""
    from defiance_qt.journal.library import Library

    return StoredJournal(name, Library(environment, name, id))


def in_memory(header: Header, name: str = "memory") -> StoredJournal:
    """Create a journal in memory only."""
    return create_in({}, header, name)
