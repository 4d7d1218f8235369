"""Types for msgspec to decode, made ready by one thread at a time."""

from __future__ import annotations

import threading
import tomllib
from typing import Any, TypeVar

import msgspec

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
    """Return a TOML file of content as a value of this type. Raises `ContentError` naming the file."""
    try:
        return msgspec.convert(tomllib.loads(source.decode()), ready(kind))
    except ValueError as error:
        raise ContentError("content.file", "{file}: {why}", file=name, why=error) from error
