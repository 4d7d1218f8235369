"""Serialization of entries: MessagePack with a checksum for the store, JSON for the text form.

A stored entry is its MessagePack, compressed with zlib if it is long. It ends with four bytes of CRC-32 over the bytes
before them, seeded with the entry's number.
"""

from __future__ import annotations

import math
import zlib
from typing import Any

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import SaveError
from defiance_qt.core.port import Game, Setup
from defiance_qt.core.timeline import Entry, Forked, Moved, Named, Noted, Setting, Step, Updated
from defiance_qt.journal.passport import Passport
from defiance_qt.journal.upgrade import Raw


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up of a game, its passport, its content by file name, and its plugins' texts by language and key."""

    setup: Setup
    passport: Passport
    content: dict[str, bytes]
    texts: dict[str, dict[str, str]] = {}


class Started(msgspec.Struct, frozen=True, tag_field="entry", tag="started", forbid_unknown_fields=True):
    """The first entry. `format` applies to it and the following entries."""

    format: int
    header: Header


class Upgraded(msgspec.Struct, frozen=True, tag_field="entry", tag="upgraded", forbid_unknown_fields=True):
    """A later version of the program continued the game; the following entries have this format."""

    format: int
    version: str


Stored = Entry | Started | Upgraded

TAGS: dict[type, str] = {
    Step: "step",
    Moved: "moved",
    Forked: "forked",
    Named: "named",
    Noted: "noted",
    Setting: "setting",
    Updated: "updated",
    Started: "started",
    Upgraded: "upgraded",
}
"""The topics of stored entries. Part of the format: a tag never changes."""

WITH_CONTENT = ("started", "updated")
"""The tags of entries that carry a header."""

LONG = 1000
"""The minimum size in bytes for compression. One step in a hundred is as long. Compressing one in four, from 500 bytes
on, makes a file smaller by a fifth and takes an eighth of the time in which a long game is opened."""

LARGEST = 64 << 20
"""The limit in bytes of one entry after decompression, for writing and reading. The largest, a header with all content,
has less than one MiB."""

MOST = 512 << 20
"""The limit in bytes of all entries of a save, for writing and reading. 200,000 steps have about a tenth of this."""

SMALL = 32 << 10
"""The maximum size in bytes of what is decompressed at once: zlib makes at most 1,032 bytes of one, half of the limit
in all."""

COMMON = 4 << 10
"""The size in bytes that most decompressed entries have at most: what zlib sets aside at first, and grows if needed."""

ZLIB = 0x78
"""The first byte of zlib output. The MessagePack of an entry is a map and never starts with it."""

encode = msgspec.msgpack.Encoder().encode


def _no_type(code: int, data: memoryview) -> Any:
    raise ValueError(f"a value of the foreign type {code}")


decode_raw = msgspec.msgpack.Decoder(ext_hook=_no_type).decode


def decoder(type: Any) -> msgspec.msgpack.Decoder[Any]:
    """Return a decoder for entries of this type (`entry_type`). Values of types that MessagePack has not itself are
    refused."""
    return msgspec.msgpack.Decoder(ready(type), ext_hook=_no_type)


def check_entry(entry: Stored) -> None:
    """Check the values of an entry that may be of any type. Raises `ValueError`."""
    if type(entry) is Step:
        if not math.isfinite(entry.at):
            raise ValueError(f"{entry.at!r} is not a time")
    elif isinstance(entry, Setting):
        check_plain(entry.value)
    elif isinstance(entry, Started | Updated):
        check_plain(entry.header.setup.options)
        for stamp in entry.header.passport.plugins:
            check_plain(stamp.options)


def check_plain(value: Any) -> None:
    """Check a value of any type: text, numbers, lists and maps, which the text form can hold too. Raises
    `ValueError`."""
    if isinstance(value, list):
        for one in value:
            check_plain(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            check_plain(one)
            if not isinstance(key, str):
                raise ValueError(f"{key!r} is not a text")
    elif not (value is None or isinstance(value, bool | int | str)) and not (
        isinstance(value, float) and math.isfinite(value)
    ):
        raise ValueError(f"{value!r} cannot be stored")


def entry_type(game: Game | None) -> Any:
    """Return the type of all entries of this game; without a game, of the entries without commands and events."""
    plain = Moved | Forked | Named | Noted | Setting | Updated[Header] | Started | Upgraded
    # The generic is filled in at run time, with the game's types.
    step: Any = Step
    return plain if game is None else step[game.command_type, game.event_type] | plain


def seal(payload: bytes, number: int) -> bytes:
    """Return the bytes to store for an entry's MessagePack."""
    body = payload if len(payload) < LONG else zlib.compress(payload, 1)
    return body + zlib.crc32(body, number).to_bytes(4, "big")


def unseal(sealed: bytes, number: int, name: str, room: int = MOST) -> bytes:
    """Return the entry's MessagePack, of at most `room` bytes. Raises `SaveError` with the file's name and the entry's
    number if it is damaged."""
    try:
        body = sealed[:-4]
        if zlib.crc32(body, number) == int.from_bytes(sealed[-4:], "big"):
            return _inflated(body, room) if body[0] == ZLIB else body
    except (TypeError, IndexError, zlib.error) as error:
        raise damaged(name, number) from error
    raise damaged(name, number)


def _inflated(body: bytes, room: int) -> bytes:
    """Return the decompressed bytes. Raises `zlib.error` for more than the limits, which no entry needs, and for a
    stream that is cut off."""
    if len(body) <= SMALL and room >= LARGEST:
        return zlib.decompress(body, bufsize=COMMON)
    stream = zlib.decompressobj()
    payload = stream.decompress(body, max(1, min(room, LARGEST)))
    if not stream.eof:
        raise zlib.error("too large or cut off")
    return payload


def damaged(name: str, number: int) -> SaveError:
    return SaveError("save.entry", "{file} is damaged: entry {entry} cannot be read.", file=name, entry=number)


def unfitting(name: str, number: int, why: object) -> SaveError:
    return SaveError(
        "save.entry_unfit", "{file}: entry {entry} does not fit this game: {why}", file=name, entry=number, why=why
    )


def readable(raw: Raw) -> Raw:
    """Convert a raw entry's content for JSON: {"text": …}, or {"base64": …} for bytes that are not UTF-8."""
    if raw["entry"] in WITH_CONTENT:
        header = dict(raw["header"])
        header["content"] = {name: _shown(value) for name, value in sorted(header["content"].items())}
        return {**raw, "header": header}
    return raw


def _shown(value: bytes) -> dict[str, str]:
    try:
        return {"text": value.decode()}
    except UnicodeDecodeError:
        return {"base64": msgspec.to_builtins(value)}


def compact(raw: Any) -> Any:
    """Convert back from `readable`, with the content as base64, JSON's form of bytes."""
    if isinstance(raw, dict) and raw.get("entry") in WITH_CONTENT:
        header = dict(raw["header"])
        content: dict[str, dict[str, str]] = header["content"]
        header["content"] = {
            name: msgspec.to_builtins(value["text"].encode()) if "text" in value else value["base64"]
            for name, value in content.items()
        }
        return {**raw, "header": header}
    return raw
