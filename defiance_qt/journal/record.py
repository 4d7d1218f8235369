"""The text form of a game: readable, line-comparable, and lossless on import.

Line 1 is the header, then one entry per line as JSON. The last line is the SHA-256 of all lines before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.system import Game
from defiance_qt.core.timeline import Entry
from defiance_qt.journal import file, mapper, store
from defiance_qt.journal.mapper import Header, Started
from defiance_qt.journal.store import StoredJournal
from defiance_qt.journal.upgrade import FORMAT, UPGRADES, Upgrade, check_format, upgraded

KIND = "defiance-qt record"


class _Hash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: the hash, in hex, of all lines before it, each with a newline."""

    sha256: str


def write_record(journal: StoredJournal, out: Path | str, *, replace: bool = False) -> None:
    """Write the journal's text form. An existing file is overwritten only with `replace`. Raises `SaveError`."""
    out = Path(out)
    digest = sha256()
    try:
        with out.open("wb" if replace else "xb") as target:
            for line in _lines(journal):
                digest.update(line)
                target.write(line)
            target.write(_line({"sha256": digest.hexdigest()}))
    except FileExistsError:
        raise SaveError("save.exists", "{file} exists already.", file=out.name) from None
    except OSError as error:
        raise file.unwritable(out.name, error) from error


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
    into: Path | str | None = None,
    *,
    upgrades: Mapping[int, Upgrade] = UPGRADES,
    target: int = FORMAT,
) -> StoredJournal:
    """Read a text form and store its journal in a new save file, or in memory only.

    `bind` returns the game for the header, so that commands and events are validated. Raises `SaveError` naming the
    line; then nothing is stored.
    """
    source = Path(source)
    lines = _read_lines(source)
    header, format = _header(lines[0], source.name, target, upgrades)
    decode = msgspec.json.Decoder(mapper.entry_type(bind(header))).decode
    entries: list[Entry] = []
    for number, line in enumerate(lines[1:-1], 2):
        try:
            raw = mapper.compact(msgspec.json.decode(line))
            entries.append(decode(msgspec.json.encode(upgraded(raw, format, target, upgrades))))
        except (msgspec.MsgspecError, KeyError, TypeError) as error:
            raise _unreadable(source.name, number, error) from error
    _check_hash(lines, source.name)
    if not entries:
        raise SaveError("save.no_game", "{file} holds no game.", file=source.name)
    journal = store.in_memory(header) if into is None else store.create(into, header)
    journal.extend(entries)
    return journal


def read_header(source: Path | str) -> Header:
    """Return the header of a text form. Raises `SaveError`."""
    source = Path(source)
    return _header(_read_lines(source)[0], source.name, FORMAT, UPGRADES)[0]


def _read_lines(source: Path) -> list[bytes]:
    try:
        content = source.read_bytes()
    except OSError as error:
        raise SaveError("save.unreadable", "{file} could not be read: {why}", file=source.name, why=error) from error
    # An editor or a version control system may convert line ends; that does not change the game.
    lines = content.replace(b"\r\n", b"\n").split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if not lines or KIND.encode() not in lines[0]:
        raise SaveError("save.no_record", "{file} is not a recorded game.", file=source.name)
    return lines


def _header(line: bytes, name: str, target: int, upgrades: Mapping[int, Upgrade]) -> tuple[Header, int]:
    try:
        raw = msgspec.json.decode(line, type=dict[str, Any])
        format = raw["format"]
        check_format(format, name, target, upgrades)
        del raw["record"]
        raw = upgraded(mapper.compact(raw), format, target, upgrades)
        return msgspec.json.decode(msgspec.json.encode(raw), type=Started).header, format
    except (msgspec.MsgspecError, KeyError, TypeError) as error:
        raise _unreadable(name, 1, error) from error


def _check_hash(lines: list[bytes], name: str) -> None:
    try:
        stated = msgspec.json.decode(lines[-1], type=_Hash).sha256
    except msgspec.MsgspecError:
        raise SaveError("save.cut", "{file} is cut off after line {line}.", file=name, line=len(lines)) from None
    digest = sha256()
    for line in lines[:-1]:
        digest.update(line + b"\n")
    if digest.hexdigest() != stated:
        raise SaveError(
            "save.changed",
            "{file} was changed: the hash in line {line} does not fit what stands before.",
            file=name,
            line=len(lines),
        )


def _unreadable(name: str, line: int, error: Exception) -> SaveError:
    return SaveError("save.line", "{file}, line {line} cannot be read: {why}", file=name, line=line, why=error)
