"""The text form of a game: readable, line-comparable, and lossless on import.

Line 1 is the header, then one entry per line as JSON. The last line is the SHA-256 of all lines before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import Message, SaveError
from defiance_qt.core.port import Game
from defiance_qt.core.timeline import Entry
from defiance_qt.journal import disk, mapper, store
from defiance_qt.journal.mapper import Header, Started
from defiance_qt.journal.passport import check_passport
from defiance_qt.journal.store import StoredJournal
from defiance_qt.journal.upgrade import FORMAT, UPGRADES, Upgrade, check_format, upgraded

KIND = "defiance-qt record"


class _Hash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the hash, in hex, of all lines before it, each with a newline."""

    sha256: str


def write_record(journal: StoredJournal, out: Path | str, *, replace: bool = False) -> None:
    """Write the journal's text form, all or nothing. An existing file is replaced only with `replace`. Raises
    `SaveError`."""
    out = Path(out)
    disk.replace_file(out, _readable(_hashed(_lines(journal)), disk.shown(out)), replace=replace)


def _readable(lines: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield the lines. Raises `SaveError` once they are more than are read."""
    room = disk.LARGEST
    for line in lines:
        room -= len(line)
        if room < 0:
            raise disk.full(name, disk.LARGEST)
        yield line


def _hashed(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines, then a line with the hash of all of them."""
    digest = sha256()
    for line in lines:
        digest.update(line)
        yield line
    yield _line({"sha256": digest.hexdigest()})


def _lines(journal: StoredJournal) -> Iterator[bytes]:
    started = msgspec.to_builtins(Started(FORMAT, journal.header), builtin_types=(bytes,))
    yield _line({"record": KIND, **mapper.readable(started)})
    for raw in journal.raw():
        yield _line(mapper.readable(raw))


def _line(raw: Any) -> bytes:
    return msgspec.json.encode(raw) + b"\n"


def read_record(
    source: Path | str,
    bind: Callable[[Header], Game],
    *,
    upgrades: Mapping[int, Upgrade] = UPGRADES,
    target: int = FORMAT,
) -> StoredJournal:
    """Return the journal of a text form, in memory.

    `bind` returns the game for a header, so that commands and events are validated. Whether the entries make a game is
    checked when a session replays them. Raises `SaveError` naming the line.
    """
    source = Path(source)
    name = disk.shown(source)
    lines = _read_lines(source)
    header, format = _header(lines[0], name, target, upgrades)
    game = bind(header)
    decode = msgspec.json.Decoder(ready(mapper.entry_type(game))).decode
    entries: list[Entry] = []
    for number, line in enumerate(lines[1:-1], 2):
        with _line_errors(name, number):
            raw = mapper.compact(msgspec.json.decode(line))
            entries.append(decode(msgspec.json.encode(upgraded(raw, format, target, upgrades))))
    _check_hash(lines, name)
    if not entries:
        raise SaveError("save.no_game", "{file} holds no game.", file=name)
    journal = store.in_memory(header, name)
    journal.bind(game)
    journal.extend(entries)
    return journal


def _read_lines(source: Path) -> list[bytes]:
    # Before all of it is read: a file of another kind may be huge.
    if KIND.encode() not in disk.read_start(source, 200):
        raise SaveError("save.no_record", "{file} is not a recorded game.", file=disk.shown(source))
    content = disk.read_file(source)
    # An editor or a version control system may convert line ends; that does not change the game.
    lines = content.replace(b"\r\n", b"\n").split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def _header(line: bytes, name: str, target: int, upgrades: Mapping[int, Upgrade]) -> tuple[Header, int]:
    with _line_errors(name, 1):
        raw = msgspec.json.decode(line, type=dict[str, Any])
        format = raw["format"]
        if type(format) is not int or format < 0:
            raise TypeError(f"format {format!r}")
        check_format(format, name, target, upgrades)
        del raw["record"]
        raw = upgraded(mapper.compact(raw), format, target, upgrades)
        header = msgspec.json.decode(msgspec.json.encode(raw), type=ready(Started)).header
        check_passport(header.passport, header.content, name)
        return header, format


@contextmanager
def _line_errors(name: str, line: int) -> Iterator[None]:
    """Turn whatever a damaged line raises into one sentence with the line's number."""
    try:
        yield
    except SaveError:
        raise
    except (msgspec.MsgspecError, ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise _unreadable(name, line, error) from error
    except RecursionError as error:
        raise _unreadable(name, line, Message("save.too_deep", "it is nested too deeply")) from error


def _check_hash(lines: list[bytes], name: str) -> None:
    try:
        stated = msgspec.json.decode(lines[-1], type=ready(_Hash)).sha256
    except msgspec.MsgspecError:
        raise SaveError("save.cut", "{file} is cut off after line {line}.", file=name, line=len(lines)) from None
    digest = sha256()
    for line in lines[:-1]:
        digest.update(line + b"\n")
    if digest.hexdigest() != stated:
        raise SaveError(
            "save.changed",
            "{file} was modified: the hash in line {line} does not match the lines before it.",
            file=name,
            line=len(lines),
        )


def _unreadable(name: str, line: int, error: Exception | Message) -> SaveError:
    return SaveError("save.line", "{file}, line {line} cannot be read: {why}", file=name, line=line, why=error)
