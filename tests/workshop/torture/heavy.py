"""Entries that are small on disk and enormous when they are read: deeply nested, inflated, endless lines."""

from __future__ import annotations

import zlib
from pathlib import Path

from defiance_qt.journal import mapper
from tests.workshop.torture import values
from tests.workshop.torture.damaged import RECORD, SAVE, Damaged, kind
from tests.workshop.torture.doors import FORGED, FREE
from tests.workshop.torture.rows import TABLE, append, rows, some_row, update
from tests.workshop.torture.sealed import decoded, lines, store, write_lines

BOMB = 1 << 30
"""The bytes that a megabyte inflates to."""


@kind(SAVE, RECORD, weight=3)
def nested_too_deep(file: Damaged) -> None:
    """Replace an entry with one that is nested a hundred thousand levels deep."""
    levels = file.chance.choice((600, 5000, values.DEEP))
    if file.base.form == RECORD:
        content = lines(file.path)
        hostile = file.chance.choice((b"[" * levels, b"[" * levels + b"]" * levels, b'{"entry":' * levels + b"1"))
        content[file.chance.randrange(len(content))] = hostile + (b"}" * levels if hostile[:1] == b"{" else b"")
        write_lines(file.path, content)
        return
    number, *_ = some_row(file)
    hostile = file.chance.choice((b"\x91" * levels + b"\xc0", b"\x81\xa5entry" * levels + b"\xc0"))
    store(file, number, hostile)


@kind(SAVE, weight=3)
def nested_value(file: Damaged) -> None:
    """Nest the value of a setting too deeply, in an entry that is otherwise sound."""
    levels = file.chance.choice((600, 5000, values.DEEP))
    file.expects = FREE
    head = b"\x83\xa5entry\xa7setting\xa4name\xa1x\xa5value"
    _append_sealed(file, "setting", head + b"\x91" * levels + b"\xc0")


def _append_sealed(file: Damaged, topic: str, payload: bytes) -> None:
    number = len(rows(file.path)) + 1
    append(file, topic, mapper.seal(payload, number))


@kind(SAVE, weight=1, seconds=60)
def inflates(file: Damaged) -> None:
    """Replace an entry with a megabyte that inflates to a gigabyte."""
    number, _topic, _ = some_row(file)
    body = bomb(file.scratch)
    update(
        file.path,
        f"UPDATE {TABLE} SET state=? WHERE originator_version=?",
        body + zlib.crc32(body, number).to_bytes(4, "big"),
        number,
    )


def bomb(scratch: Path) -> bytes:
    """Return the megabyte; it is made once."""
    path = scratch / "bomb"
    if not path.exists():
        squeeze = zlib.compressobj(1)
        piece = bytes(1 << 20)
        # The MessagePack of a byte string of that length, so that it is not merely refused as no map.
        data = [squeeze.compress(b"\xc6" + BOMB.to_bytes(4, "big"))]
        data += [squeeze.compress(piece) for _ in range(BOMB >> 20)]
        made = path.with_name(f"bomb-{id(data)}")
        made.write_bytes(b"".join((*data, squeeze.flush())))
        made.replace(path)
    return path.read_bytes()


@kind(SAVE, weight=2)
def inflates_wide(file: Damaged) -> None:
    """Replace an entry with one of millions of small values."""
    number, _topic, _ = some_row(file)
    count = 30_000_000
    payload = b"\x81\xa5entry\xdd" + count.to_bytes(4, "big") + b"\xc0" * count
    store(file, number, payload)


ANNOUNCED = (
    b"\xdd\xff\xff\xff\xff",  # a list of four billion values
    b"\xdf\xff\xff\xff\xff",  # a map of as many
    b"\xdb\xff\xff\xff\xff",  # a text of four gigabytes
    b"\xc6\xff\xff\xff\xff",  # bytes
    b"\xc9\xff\xff\xff\xff\x05",  # a type of its own
    b"\xdc\xff\xff",
    b"\xde\xff\xff",
    b"\xd8\x01" + bytes(16),
    b"\xc7\x0c\xff" + b"\xff" * 12,  # a time
    b"\xc1",  # never used
    b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",  # not a number
    b"\xa4\xff\xfe\xfd\xfc",  # a text that is not UTF-8
)
"""Beginnings of MessagePack that promise more than there is, or what no entry holds."""


@kind(SAVE, weight=4)
def announces(file: Damaged) -> None:
    """Store an entry, or the value of a setting, that promises billions of values and ends there."""
    hostile = file.chance.choice(ANNOUNCED) + b"\xc0" * file.chance.choice((0, 1, 40))
    if file.chance.random() < 0.5:
        number, *_ = some_row(file)
        store(file, number, hostile)
        return
    file.expects = FREE
    _append_sealed(file, "setting", b"\x83\xa5entry\xa7setting\xa4name\xa1x\xa5value" + hostile)


@kind(SAVE, weight=4)
def keys_twice_packed(file: Damaged) -> None:
    """State a key of a stored entry twice; which of the two counts must be clear to all readers."""
    number, tag, state = some_row(file)
    raw = decoded(number, state)
    key = file.chance.choice(sorted(raw))
    value = raw[key] if file.chance.random() < 0.3 else values.similar(raw[key], file.chance)
    payload = mapper.encode(raw)
    # A map of up to fifteen pairs begins with one byte that counts them.
    pair = mapper.encode(key) + mapper.encode(value)
    more = pair + payload[1:] if file.chance.random() < 0.5 else payload[1:] + pair
    # A step's events and commands depend on each other; its time, and what a name or note says, depend on nothing.
    file.expects = FREE if key in ("time", "seat") or tag not in ("step", "started") else FORGED
    store(file, number, bytes([payload[0] + 1]) + more)


@kind(RECORD, weight=3)
def long_line(file: Damaged) -> None:
    """Put a line of many megabytes into a record."""
    content = lines(file.path)
    index = file.chance.randrange(len(content))
    size = file.chance.choice((1 << 20, 40 << 20))
    content[index] = file.chance.choice((b"9" * size, b'"' + b"x" * size + b'"', b"[" + b"1," * (size // 2) + b"1]"))
    write_lines(file.path, content)
