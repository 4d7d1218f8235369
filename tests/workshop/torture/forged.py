"""Forged entries: changed by somebody who knows the format, with every checksum made again; also such as are small on
disk and enormous when they are read."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from defiance_qt.journal import mapper
from tests.workshop.torture import values
from tests.workshop.torture.cases import Skip
from tests.workshop.torture.damaged import Damaged
from tests.workshop.torture.database import TABLE, append, rows, some_row, update
from tests.workshop.torture.doors import FORGED, FREE, SHORTER
from tests.workshop.torture.games import RECORD
from tests.workshop.torture.sealed import Raw, decoded, forge, is_header, is_step, lines, store, write_lines


def step_forged(file: Damaged) -> None:
    """Change something in the commands or events of a step."""
    part = file.chance.choice(("commands", "events"))

    def change(raw: Raw) -> Any:
        return {**raw, part: values.change(raw[part], file.chance)}

    forge(file, change, lambda raw: is_step(raw) and bool(raw[part]))


def event_forged(file: Damaged) -> None:
    """Change a value of one event, every sort of event as often as any other: often to what another event has there."""
    events = [event for raw in _raws(file) if is_step(raw) for event in raw["events"]]
    sorts = sorted({event["event"] for event in events})
    if not sorts:
        raise Skip("the game has no event")
    sort = file.chance.choice(sorts)

    def change(raw: Raw) -> Any:
        place = file.chance.choice([n for n, event in enumerate(raw["events"]) if event["event"] == sort])
        changed = list(raw["events"])
        changed[place] = _event_changed(changed[place], events, file)
        return {**raw, "events": changed}

    forge(file, change, lambda raw: is_step(raw) and any(event["event"] == sort for event in raw["events"]))


def _event_changed(event: Raw, events: list[Raw], file: Damaged) -> Any:
    field = file.chance.choice(sorted(event))
    others = [other[field] for other in events if field in other and other[field] != event[field]]
    if others and file.chance.random() < 0.4:
        return {**event, field: file.chance.choice(others)}
    return values.change(event, file.chance)


def _raws(file: Damaged) -> list[Raw]:
    if file.base.form == RECORD:
        return [msgspec.json.decode(line) for line in lines(file.path)]
    return [decoded(number, state) for number, _, state in rows(file.path)]


def step_frame_forged(file: Damaged) -> None:
    """Change the number, the parent, the tag or the shape of a step."""

    def change(raw: Raw) -> Any:
        field = file.chance.choice(("number", "parent", "entry", "commands", "events", ""))
        if not field:
            return values.change(raw, file.chance)
        return {**raw, field: file.chance.choice((*values.HUGE, *values.OTHER, "moved", "stepped", "started"))}

    file.expects = FREE  # the time of a step depends on nothing
    forge(file, change, is_step)


def move_forged(file: Damaged) -> None:
    """Change an entry that is not a step: a jump, a name, a note, a setting."""
    entry = file.chance.choice(
        (
            {"entry": "moved", "head": file.chance.choice((0, 1, *values.HUGE))},
            {"entry": "forked", "step": file.chance.choice((0, *values.HUGE)), "name": "way"},
            {"entry": "named", "step": file.chance.choice((0, *values.HUGE)), "name": file.chance.choice(values.OTHER)},
            {"entry": "noted", "step": 0, "text": file.chance.choice(values.STRANGE)},
            {
                "entry": "setting",
                "name": file.chance.choice(("dice_after_undo", "x", "")),
                "value": file.chance.choice((*values.OTHER, "same", "fresh", [1] * 9)),
            },
            {"entry": "updated", "header": file.chance.choice(values.OTHER)},
            {"entry": "upgraded", "format": file.chance.choice((0, 1, 2, 3, *values.HUGE)), "version": "9"},
            {"entry": "unheard", "of": 1},
        )
    )

    def change(raw: Raw) -> Any:
        return entry if file.chance.random() < 0.6 else values.change(raw, file.chance)

    def not_the_start(raw: Raw) -> bool:
        return not is_header(raw) and not (is_step(raw) and raw["number"] == 0)

    if file.base.contents.steps > 1:
        forge(file, change, not_the_start)


def header_misshapen(file: Damaged) -> None:
    """Change something in the first entry: a key, a type, a name."""
    forge(file, lambda raw: values.change(_without_content(raw, file), file.chance), is_header)


def _without_content(raw: Raw, file: Damaged) -> Raw:
    """Leave one of ten headers without content, so that the few other values are hit too."""
    if file.chance.random() < 0.1:
        return {**raw, "header": {**raw["header"], "content": {}}}
    return raw


def _forge_header(file: Damaged, key: str, change: Callable[[Any], Any]) -> None:
    """Change one part of the header."""
    forge(file, lambda raw: {**raw, "header": {**raw["header"], key: change(raw["header"][key])}}, is_header)


def content_changed(file: Damaged) -> None:
    """Change a value in a content file that the header carries."""

    def change(content: Raw) -> Raw:
        name = file.chance.choice(sorted(content))
        text = _text(content[name])
        digits = [place for place, sign in enumerate(text) if sign.isdigit()] or [0]
        place = file.chance.choice(digits)
        text = f"{text[:place]}{(int(text[place]) + 1) % 10 if text[place].isdigit() else '#'}{text[place + 1 :]}"
        return {**content, name: _as(content[name], text)}

    _forge_header(file, "content", change)


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace") or " "
    return str(value.get("text", "")) or " "


def _as(value: Any, text: str) -> Any:
    return text.encode() if isinstance(value, bytes) else {"text": text}


def content_hostile(file: Damaged) -> None:
    """Put content that is nested too deeply, is not TOML, or stands under a strange name into the header."""
    hostile = file.chance.choice(
        (
            "a = " + "[" * values.DEEP,
            "a." * 20_000 + "b = 1",
            "[" + ".".join("a" * 20_000) + "]",
            "a = 1\n" * 2,
            "x = " + "9" * 50_000,
            'x = "' + "Ω" * 50_000 + '"',
            "\0\0\0",
            "".join(f"[[a{number}]]\n" for number in range(20_000)),
            "x = 1e999999\n",
        )
    )

    def change(content: Raw) -> Raw:
        name = file.chance.choice((*sorted(content), "../../x.toml", "", "a\0b.toml", "plugin/x.toml"))
        return {**content, name: _as(next(iter(content.values())), hostile)}

    _forge_header(file, "content", change)


def setup_forged(file: Damaged) -> None:
    """Change the set-up in the header: the system, the scenario, the seed, options and plugins."""
    _forge_header(file, "setup", lambda setup: values.change(setup, file.chance))


def passport_forged(file: Damaged) -> None:
    """Change the passport in the header; a wrong hash of the content has to be noticed."""

    def change(passport: Raw) -> Any:
        changed = values.change(passport, file.chance)
        if isinstance(changed, dict) and changed.get("content") != passport["content"]:
            file.expects = FORGED
        return changed

    _forge_header(file, "passport", change)


def lines_moved(file: Damaged) -> None:
    """Swap, repeat or leave out lines of a record, with the hash made again."""
    content = lines(file.path)
    file.expects = FORGED
    one, two = (file.chance.randrange(len(content)) for _ in range(2))
    dice = file.chance.random()
    if dice < 0.4:
        content[one], content[two] = content[two], content[one]
    elif dice < 0.7:
        content.insert(one, content[two])
    elif dice < 0.9:
        del content[one]
    else:
        content[one:one] = [b""] * 3
    if _steps(content) == _steps(lines(file.path))[: len(_steps(content))]:
        # Only notes, names and moves changed places, or the last steps are gone.
        file.expects = FREE
    write_lines(file.path, content)


def _steps(content: list[bytes]) -> list[bytes]:
    return [content[0], *(line for line in content if line.startswith(b'{"entry":"step"'))] if content else []


def last_lines_removed(file: Damaged) -> None:
    """Leave out the last lines of a record and make the hash again."""
    content = lines(file.path)
    file.expects = SHORTER
    write_lines(file.path, content[: file.chance.randint(1, len(content))])


def keys_twice(file: Damaged) -> None:
    """State a key of a line twice."""
    content = lines(file.path)
    index = file.chance.randrange(len(content))
    key = file.chance.choice((b'{"entry":"moved",', b'{"number":0,', b'{"header":null,', b'{"record":"x",'))
    content[index] = content[index].replace(b"{", key, 1)
    file.expects = FREE
    write_lines(file.path, content)


# ---- small on disk, enormous when it is read ------------------------------------------------------------------------

BOMB = 1 << 30
"""The bytes that a megabyte inflates to."""


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


def nested_value(file: Damaged) -> None:
    """Nest the value of a setting too deeply, in an entry that is otherwise sound."""
    levels = file.chance.choice((600, 5000, values.DEEP))
    file.expects = FREE
    head = b"\x83\xa5entry\xa7setting\xa4name\xa1x\xa5value"
    _append_sealed(file, "setting", head + b"\x91" * levels + b"\xc0")


def _append_sealed(file: Damaged, topic: str, payload: bytes) -> None:
    number = len(rows(file.path)) + 1
    append(file, topic, mapper.seal(payload, number))


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


def announces(file: Damaged) -> None:
    """Store an entry, or the value of a setting, that promises billions of values and ends there."""
    hostile = file.chance.choice(ANNOUNCED) + b"\xc0" * file.chance.choice((0, 1, 40))
    if file.chance.random() < 0.5:
        number, *_ = some_row(file)
        store(file, number, hostile)
        return
    file.expects = FREE
    _append_sealed(file, "setting", b"\x83\xa5entry\xa7setting\xa4name\xa1x\xa5value" + hostile)


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


def long_line(file: Damaged) -> None:
    """Put a line of many megabytes into a record."""
    content = lines(file.path)
    index = file.chance.randrange(len(content))
    size = file.chance.choice((1 << 20, 40 << 20))
    content[index] = file.chance.choice((b"9" * size, b'"' + b"x" * size + b'"', b"[" + b"1," * (size // 2) + b"1]"))
    write_lines(file.path, content)
