"""The plugins that an author works on: used from their own folders, ahead of any other with the same id.

For `defiance-qt plugin check` and the fixtures for tests. Nothing is installed; outside of `authored` all is as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from defiance_qt.extend.answers import parts


class Authored(NamedTuple):
    """The folders of the plugins under work. `twice`: each of their hooks is asked every question twice, and a
    different answer is a fault."""

    folders: tuple[Path, ...] = ()
    twice: bool = False


_NONE = Authored()
_authored: ContextVar[Authored] = ContextVar("authored", default=_NONE)


@contextmanager
def authored(*folders: Path, twice: bool = False) -> Iterator[None]:
    """Use the plugins in these folders for whatever is loaded in the block, code included.

    To name a folder here is the consent to run it: only the author's own command or test does.
    """
    token = _authored.set(Authored(tuple(folder.resolve() for folder in folders), twice))
    try:
        yield
    finally:
        _authored.reset(token)


def authored_folders() -> tuple[Path, ...]:
    """Return the folders of the plugins under work; none outside of `authored`."""
    return _authored.get().folders


def asked_twice(id: str) -> bool:
    """Return whether the answers of the plugin with this id are compared with second ones."""
    now = _authored.get()
    return now.twice and any(folder.name == id for folder in now.folders)


class Impure(Exception):
    """A plugin's function has given two answers to the same question."""


def twice(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function asked twice. It raises `Impure` if the answers differ."""

    def asked(*arguments: Any) -> Any:
        first, second = _whole(function(*arguments)), _whole(function(*arguments))
        if _comparable(first) != _comparable(second):
            raise Impure(f"{first!r}, then {second!r}")
        return first

    return asked


def _comparable(answer: Any) -> Any:
    """Return what two answers have in common if they are alike: of a function, or of an object that compares by
    identity, only its type."""
    if isinstance(answer, Mapping):
        return {name: _comparable(part) for name, part in answer.items()}
    if isinstance(answer, msgspec.Struct):
        return type(answer), {name: _comparable(getattr(answer, name)) for name in answer.__struct_fields__}
    if isinstance(answer, tuple | list):
        return [_comparable(part) for part in answer]
    by_identity: bool = getattr(type(answer), "__eq__") == getattr(object, "__eq__")  # noqa: B009  typed, they overlap
    return type(answer) if by_identity else answer


def _whole(answer: Any) -> Any:
    """Return an answer that can be compared: an iterator's parts."""
    return parts(answer) if hasattr(answer, "__next__") else answer
