"""Forged entries: changed by somebody who knows the format, with every checksum made again."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.workshop.torture import values
from tests.workshop.torture.cases import Skip
from tests.workshop.torture.damaged import RECORD, SAVE, Damaged, kind
from tests.workshop.torture.doors import FORGED, FREE, SHORTER
from tests.workshop.torture.rows import rows
from tests.workshop.torture.sealed import Raw, decoded, forge, is_header, is_step, lines, write_lines


@kind(SAVE, RECORD, expects=FORGED, weight=24)
def step_forged(file: Damaged) -> None:
    """Change something in the commands or events of a step."""
    part = file.chance.choice(("commands", "events"))

    def change(raw: Raw) -> Any:
        return {**raw, part: values.change(raw[part], file.chance)}

    forge(file, change, lambda raw: is_step(raw) and bool(raw[part]))


@kind(SAVE, RECORD, expects=FORGED, weight=12)
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


@kind(SAVE, RECORD, expects=FORGED, weight=10)
def step_frame_forged(file: Damaged) -> None:
    """Change the number, the parent, the tag or the shape of a step."""

    def change(raw: Raw) -> Any:
        field = file.chance.choice(("number", "parent", "entry", "commands", "events", ""))
        if not field:
            return values.change(raw, file.chance)
        return {**raw, field: file.chance.choice((*values.HUGE, *values.OTHER, "moved", "stepped", "started"))}

    file.expects = FREE  # the time of a step depends on nothing
    forge(file, change, is_step)


@kind(SAVE, RECORD, expects=FREE, weight=8)
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


@kind(SAVE, RECORD, expects=FREE, weight=12)
def header_misshapen(file: Damaged) -> None:
    """Change something in the first entry: a key, a type, a name."""
    forge(file, lambda raw: values.change(_without_content(raw, file), file.chance), is_header)


def _without_content(raw: Raw, file: Damaged) -> Raw:
    """Leave one of ten headers without content, so that the few other values are hit too."""
    if file.chance.random() < 0.1:
        return {**raw, "header": {**raw["header"], "content": {}}}
    return raw


@kind(SAVE, RECORD, expects=FORGED, weight=12)
def content_changed(file: Damaged) -> None:
    """Change a value in a content file that the header carries."""

    def change(raw: Raw) -> Any:
        content = dict(raw["header"]["content"])
        name = file.chance.choice(sorted(content))
        text = _text(content[name])
        digits = [place for place, sign in enumerate(text) if sign.isdigit()] or [0]
        place = file.chance.choice(digits)
        text = f"{text[:place]}{(int(text[place]) + 1) % 10 if text[place].isdigit() else '#'}{text[place + 1 :]}"
        content[name] = _as(content[name], text)
        return {**raw, "header": {**raw["header"], "content": content}}

    forge(file, change, is_header)


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace") or " "
    return str(value.get("text", "")) or " "


def _as(value: Any, text: str) -> Any:
    return text.encode() if isinstance(value, bytes) else {"text": text}


@kind(SAVE, RECORD, expects=FREE, weight=6)
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

    def change(raw: Raw) -> Any:
        content = dict(raw["header"]["content"])
        name = file.chance.choice((*sorted(content), "../../x.toml", "", "a\0b.toml", "plugin/x.toml"))
        sample = next(iter(content.values()))
        content[name] = _as(sample, hostile)
        return {**raw, "header": {**raw["header"], "content": content}}

    forge(file, change, is_header)


@kind(SAVE, RECORD, expects=FREE, weight=6)
def setup_forged(file: Damaged) -> None:
    """Change the set-up in the header: the system, the scenario, the seed, options and plugins."""

    def change(raw: Raw) -> Any:
        setup = values.change(raw["header"]["setup"], file.chance)
        return {**raw, "header": {**raw["header"], "setup": setup}}

    forge(file, change, is_header)


@kind(SAVE, RECORD, expects=FREE, weight=6)
def passport_forged(file: Damaged) -> None:
    """Change the passport in the header; a wrong hash of the content has to be noticed."""

    def change(raw: Raw) -> Any:
        passport = raw["header"]["passport"]
        changed = values.change(passport, file.chance)
        if isinstance(changed, dict) and changed.get("content") != passport["content"]:
            file.expects = FORGED
        return {**raw, "header": {**raw["header"], "passport": changed}}

    forge(file, change, is_header)


@kind(RECORD, weight=6)
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


@kind(RECORD)
def last_lines_removed(file: Damaged) -> None:
    """Leave out the last lines of a record and make the hash again."""
    content = lines(file.path)
    file.expects = SHORTER
    write_lines(file.path, content[: file.chance.randint(1, len(content))])


@kind(RECORD)
def keys_twice(file: Damaged) -> None:
    """State a key of a line twice."""
    content = lines(file.path)
    index = file.chance.randrange(len(content))
    key = file.chance.choice((b'{"entry":"moved",', b'{"number":0,', b'{"header":null,', b'{"record":"x",'))
    content[index] = content[index].replace(b"{", key, 1)
    file.expects = FREE
    write_lines(file.path, content)
