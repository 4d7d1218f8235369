"""The available languages: the built-in ones, and those that plugins have brought to this process."""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("en", "es", "ru")
"""ISO 639 codes, in menu order."""

FALLBACK = "en"
"""The language used for texts that another language lacks."""

_added: dict[str, tuple[str, Mapping[str, str]]] = {}


def add(id: str, name: str, texts: Mapping[str, str]) -> None:
    """Make a further language available: its name in itself, and its texts by key. What it lacks is English."""
    if id not in LANGUAGES:
        _added[id] = name, texts


def forget() -> None:
    """Leave only the built-in languages."""
    _added.clear()


def known() -> tuple[str, ...]:
    """Return the codes of all available languages, in menu order."""
    return (*LANGUAGES, *_added)


def added(id: str) -> tuple[str, Mapping[str, str]] | None:
    """Return the name and the texts of an added language, None for any other."""
    return _added.get(id)
