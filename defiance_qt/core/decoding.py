"""Types for msgspec to decode, made ready by one thread at a time."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from functools import reduce
from operator import getitem
from typing import Any, TypeVar

import msgspec
import tomli

from defiance_qt.core.errors import ContentError

T = TypeVar("T")

_lock = threading.Lock()
_ready: set[Any] = set()


def ready(kind: type[T]) -> type[T]:
    """Return the type once msgspec has built what it keeps of it. Every type that holds structs goes through here
    before it is decoded to or converted to. Raises `TypeError` for a type that msgspec does not support.

    msgspec reads a struct's annotations when it first meets it, which runs Python code, and shows the half-built
    result to any other thread that gets its turn meanwhile: the process dies. (Seen with 0.22; the window reads content
    on several threads.)"""
    if kind not in _ready:
        with _lock:
            msgspec.msgpack.Decoder(kind)
            _ready.add(kind)
    return kind


def read_content(name: str, source: bytes, kind: type[T]) -> T:
    """Return a TOML file of content as a value of this type. Raises `ContentError` naming the file and the key."""
    try:
        values = tomli.loads(source.decode())
    except ValueError as error:
        raise ContentError("content.file", "{file}: {why}", file=name, why=error) from error
    try:
        return msgspec.convert(values, ready(kind))
    except msgspec.ValidationError as error:
        why = _located(str(error), values, kind)
        raise ContentError("content.file", "{file}: {why}", file=name, why=why) from error


_PLACE = re.compile(r"`\$(\S+)`$")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")


def _located(sentence: str, values: Any, kind: Any) -> str:
    """Return msgspec's sentence with the keys of tables, each of which it writes as `[...]`. It stops at the first
    fault, so the key is the first one that is wrong without the others beside it."""
    place = _PLACE.search(sentence)
    if place is None:
        return sentence
    steps: list[str | int] = []
    for name, index in _STEP.findall(place[1]):
        if index == "...":
            table = reduce(getitem, steps, values)
            name = next(key for key in table if not _fits(_narrowed(values, steps, {key: table[key]}), kind))
        steps.append(name or int(index))
    told = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)
    return f"{sentence[: place.start()]}`{told.lstrip('.')}`"


def _narrowed(values: Any, steps: Sequence[str | int], inner: Any) -> Any:
    """Return the values with another one at a place."""
    if not steps:
        return inner
    copy = values.copy()
    copy[steps[0]] = _narrowed(values[steps[0]], steps[1:], inner)
    return copy


def _fits(values: Any, kind: Any) -> bool:
    try:
        msgspec.convert(values, kind)
    except msgspec.ValidationError:
        return False
    return True
