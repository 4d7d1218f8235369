"""Reads and writes entries of saves and lines of records with every checksum made again."""

from __future__ import annotations

import math
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.journal import mapper
from tests.workshop.torture.cases import Skip
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.database import TABLE, rows, update
from tests.workshop.torture.games import RECORD

Raw = dict[str, Any]


def decoded(number: int, state: bytes) -> Any:
    """Return the plain values of a stored entry."""
    return mapper.decode_raw(mapper.unseal(state, number, "base"))


def store(file: Damaged, number: int, payload: bytes, topic: str = "") -> None:
    """Store an entry's MessagePack under the number, with its checksum."""
    update(
        file.path,
        f"UPDATE {TABLE} SET state=?{', topic=?' if topic else ''} WHERE originator_version=?",
        *(mapper.seal(payload, number), *((topic,) if topic else ()), number),
    )


def lines(path: Path) -> list[bytes]:
    """Return the lines of a record without the last, which is the hash."""
    return path.read_bytes().split(b"\n")[:-2]


def write_lines(path: Path, content: list[bytes]) -> None:
    """Write a record with the hash made again."""
    text = b"".join(line + b"\n" for line in content)
    path.write_bytes(text + msgspec.json.encode({"sha256": sha256(text).hexdigest()}) + b"\n")


class NoForm(Exception):
    """A change that the form of the file cannot express."""


def forge(file: Damaged, change: Callable[[Raw], Any], pick: Callable[[Raw], bool]) -> None:
    """Change one of the entries that `pick` returns, and make every checksum again."""
    for _ in range(20):
        try:
            if file.base.form == RECORD:
                _forge_line(file, change, pick)
            else:
                _forge_row(file, change, pick)
            return
        except NoForm:
            continue


def _forge_row(file: Damaged, change: Callable[[Raw], Any], pick: Callable[[Raw], bool]) -> None:
    found = [(number, raw) for number, _, state in rows(file.path) if pick(raw := decoded(number, state))]
    if not found:
        raise Skip("the game has no such entry")
    number, raw = file.chance.choice(found)
    changed = change(raw)
    topic = changed.get("entry", "") if isinstance(changed, dict) else ""
    try:
        payload = mapper.encode(changed)
    except (TypeError, OverflowError, RecursionError) as error:
        raise NoForm from error
    store(file, number, payload, topic if isinstance(topic, str) else "")


def _forge_line(file: Damaged, change: Callable[[Raw], Any], pick: Callable[[Raw], bool]) -> None:
    content = lines(file.path)
    found = [(index, raw) for index, line in enumerate(content) if pick(raw := msgspec.json.decode(line))]
    if not found:
        raise Skip("the game has no such entry")
    index, raw = file.chance.choice(found)
    try:
        content[index] = msgspec.json.encode(_finite(change(raw)))
    except (TypeError, OverflowError, RecursionError) as error:
        raise NoForm from error
    if b"\n" in content[index]:
        raise NoForm
    write_lines(file.path, content)


def _finite(value: Any) -> Any:
    """Return the value without what JSON lacks: msgspec would write null for it."""
    return None if isinstance(value, float) and not math.isfinite(value) else value


def is_header(raw: Raw) -> bool:
    return raw.get("entry") == "started"


def is_step(raw: Raw) -> bool:
    return raw.get("entry") == "step"
