"""The languages that the window offers, with their names; those of plugins are added when they are needed."""

from __future__ import annotations

from defiance_qt.core.errors import PluginError
from defiance_qt.core.port import Words
from defiance_qt.words.languages import FALLBACK, added, known


def usable(language: str) -> str:
    """Return a language if it is there, once those of plugins were asked too; else English."""
    if language in known():
        return language
    if not language:
        return FALLBACK
    from defiance_qt.extend.languages import is_there

    return language if is_there(language) else FALLBACK


def more_languages() -> tuple[PluginError, ...]:
    """Add the languages of plugins. Return the plugins that cannot be used."""
    from defiance_qt.extend.languages import add_languages

    return add_languages()


def names(words: Words) -> dict[str, str]:
    """Return the name of each available language, each in itself."""
    found = {}
    for id in known():
        more = added(id)
        found[id] = words(f"ui.language.{id}") if more is None else more[0]
    return found
