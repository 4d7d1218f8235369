"""The text form of commands and events, one line each: for golden playthroughs, tests and the command line.

A line is the tag, then the fields in order. Required fields are positional. The others are written as `name=value`,
only where they differ from their default. The rules that an event cites end the line in brackets. A card and its Attack
or Action are one word ("rippers.slash"). Text with special characters is a JSON string, and a value of any type is
JSON.

Commands can be parsed back: `parse_command(format_command(command)) == command`. Events are only written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, cast, get_args, get_origin

import msgspec

from defiance_qt.core.decoding import ready
from defiance_qt.core.errors import NotationError
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.commands import Attack, Command, UseCard
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import PoolDie

_PLAIN = re.compile(r"[\w.#:+\-!/*?]+")
_WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')
_QUOTED_PAIR = re.compile(r'("(?:[^"\\]|\\.)*")\.("(?:[^"\\]|\\.)*")')

# A card and the Attack or Action on it, written as one word.
_PAIRS = {Attack: ("weapon", "attack"), UseCard: ("card", "action"), e.AttackDeclared: ("weapon", "attack"),
          e.CardUsed: ("card", "action")}  # fmt: skip


class _Field(NamedTuple):
    """The written form of a field: `partner` is the field that shares its word."""

    name: str
    type: Any
    required: bool
    default: Any
    partner: str = ""


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[_Field, ...]:
    first, second = _PAIRS.get(kind, ("", ""))
    found = []
    for field in msgspec.structs.fields(kind):
        if field.name != second:
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            found.append(_Field(field.name, field.type, field.required, default, second if field.name == first else ""))
    return tuple(found)


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


_COMMANDS: dict[str, type[msgspec.Struct]] = {_tag(kind): kind for kind in get_args(Command)}
EVENT_TAGS = frozenset(_tag(kind) for kind in get_args(Event))
"""The first words of events in text form."""


# ---- writing ----


def format_command(command: Command) -> str:
    """Return the command as one line: "attack cadin rippers.slash nox_spec_ops.2"."""
    return " ".join((_tag(type(command)), *_written(command)))


def format_event(event: Event) -> str:
    """Return the event as one line: "moved cadin J5>K7 cost=1 [R-052]"."""
    words = [_tag(type(event)), *_short.get(type(event), _written)(event)]
    if rules := getattr(event, "rules", ()):
        words.append(f"[{' '.join(rules)}]")
    return " ".join(words)


def _unsplit(value: Any, kind: Any) -> bool:
    """Check whether a list holds words that could not be split again; commands are read back."""
    words = get_origin(kind) is tuple and get_args(kind)[:1] == (str,)
    return words and any(not _PLAIN.fullmatch(one) or one == "-" for one in value)


def _written(value: msgspec.Struct) -> Iterator[str]:
    command = type(value) in _COMMANDS.values()
    for field in _fields(type(value)):
        if field.name == "rules":
            continue
        held = getattr(value, field.name)
        if field.partner:
            text = _pair(held, getattr(value, field.partner))
        else:
            text = _json(held) if command and _unsplit(held, field.type) else _text(held, field.type)
        if field.required:
            yield text
        elif held != field.default:
            yield f"{field.name}={text}"


def _moved(event: e.Moved) -> Iterator[str]:
    yield _string(event.figure)
    yield ">".join((event.start, *event.path))
    yield f"cost={event.cost}"


def _set_up(event: e.MissionSetUp) -> Iterator[str]:
    setup = event.state.setup
    yield _string(setup.mission)
    yield f"seed={setup.seed}"
    yield f"edition={setup.edition}"


_short: dict[Any, Any] = {e.Moved: _moved, e.MissionSetUp: _set_up}


def _string(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text
    return _json(text)


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if text.isprintable() else json.dumps(value, separators=(",", ":"))


def _pair(card: str, part: str) -> str:
    if _PLAIN.fullmatch(card) and _PLAIN.fullmatch(part) and "." not in part:
        return f"{card}.{part}"
    return f"{json.dumps(card)}.{json.dumps(part)}"


def _text(value: Any, kind: Any = None) -> str:
    if kind is Any or get_origin(kind) is dict:
        return _json(msgspec.to_builtins(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, Symbols):
        return value.text.replace(" ", "+")
    if isinstance(value, PoolDie):
        return f"{value.die}@{value.source}"
    if isinstance(value, msgspec.Struct):
        tag = value.__struct_config__.tag
        return "{" + " ".join((*([str(tag)] if tag else ()), *_inside(value))) + "}"
    if isinstance(value, tuple):
        return ",".join(_text(one) for one in value) or "-"
    if isinstance(value, dict):
        return _json(msgspec.to_builtins(value))
    return "none" if value is None else str(value)


def _inside(value: msgspec.Struct) -> Iterator[str]:
    """Yield the fields of a value inside an event, all by name, because most of its many fields have their default."""
    for field in _fields(type(value)):
        held = getattr(value, field.name)
        if field.required or held != field.default:
            yield f"{field.name}={_text(held, field.type)}"


# ---- reading ----


def parse_command(text: str) -> Command:
    """Return the command of a line. Raises `NotationError` naming the mistake."""
    tag, *words = _words(text)
    kind = _COMMANDS.get(tag)
    if kind is None:
        raise NotationError("command.no_command", "{text!r} is not a command", text, text=tag)
    fields = _fields(kind)
    places = [field for field in fields if field.required]
    if len(words) < len(places):
        raise NotationError(
            "command.wants",
            "{command!r} requires {fields}",
            text,
            command=tag,
            fields=" ".join(field.name for field in places),
        )
    named = {field.name: field for field in fields if not field.required}
    values: dict[str, Any] = {"command": tag}
    for field, word in zip(places, words, strict=False):
        values |= _read(field, word, text)
    for word in words[len(places) :]:
        name, _, rest = word.partition("=")
        if name not in named or name in values:
            raise NotationError(
                "command.nothing_said", "{command!r} does not accept {word!r}", text, word=word, command=tag
            )
        values |= _read(named[name], rest, text)
    try:
        return cast("Command", msgspec.convert(values, ready(kind)))
    except msgspec.ValidationError as error:
        raise NotationError("command.unfit", "{text!r}: {why}", text, text=text, why=error) from error


def _words(text: str) -> list[str]:
    words = _WORD.findall(text)
    if not words or "".join(words) != "".join(_outside(text)):
        raise NotationError("command.no_command", "{text!r} is not a command", text, text=text)
    return words


def _outside(text: str) -> Iterator[str]:
    """Yield the words of the line and the stripped text between them, where an unclosed quotation mark shows up."""
    at = 0
    for word in _WORD.finditer(text):
        yield text[at : word.start()].strip()
        yield word.group()
        at = word.end()
    yield text[at:].strip()


def _read(field: _Field, word: str, line: str) -> dict[str, Any]:
    if field.partner:
        return dict(zip((field.name, field.partner), _read_pair(word, line), strict=True))
    return {field.name: _read_value(field.type, word, line)}


def _read_pair(word: str, line: str) -> tuple[str, str]:
    if quoted := _QUOTED_PAIR.fullmatch(word):
        return _load(quoted.group(1), line), _load(quoted.group(2), line)
    card, _, part = word.rpartition(".")
    if not card or not part:
        raise NotationError(
            "command.no_part",
            "{text!r} does not name a card's Attack or Action; example: 'rippers.slash'",
            line,
            text=word,
        )
    return card, part


def _read_value(kind: Any, word: str, line: str) -> Any:
    if kind is Any or get_origin(kind) is dict:
        return _load(word, line)
    if kind is bool:
        return {"yes": True, "no": False}.get(word, word)
    if kind is int:
        return _whole(word, line)
    if get_origin(kind) is tuple:
        if word.startswith("["):
            return _load(word, line)
        words = [] if word == "-" else word.split(",")
        return words if get_args(kind)[:1] == (str,) else [_whole(one, line) for one in words]
    return _load(word, line) if word.startswith('"') else word


def _whole(word: str, line: str) -> int:
    try:
        return int(word)
    except ValueError as error:
        raise NotationError("fault.whole", "{value!r} is not a whole number", line, value=word) from error


def _load(word: str, line: str) -> Any:
    try:
        return json.loads(word)
    except json.JSONDecodeError as error:
        raise NotationError(
            "command.no_value", "{text!r} is not a valid value: a text stands in double quotes", line, text=word
        ) from error
