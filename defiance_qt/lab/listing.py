"""`defiance-qt content list`: the ids that content can name, with their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from defiance_qt.core.errors import DefianceError
from defiance_qt.extend.loader import load
from defiance_qt.extend.systems import system_words
from defiance_qt.lab.tools import tools_of


def listed_ids(kind: str, plugins: Sequence[str], system: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the ids of a kind of content, of all without one, each with its name, "" if it has none. Those of plugins
    are among them.

    Raises `DefianceError` for an unknown kind, `NoTools`, and `PluginError` for a plugin that cannot be used.
    """
    loaded = load(plugins, system=system)
    if loaded.failures:
        raise loaded.failures[0]
    words = system_words(loaded.system.found, language, loaded.texts)
    found = tools_of(system).ids(loaded.content, loaded)
    if kind and kind not in found:
        raise DefianceError(
            "command.no_content_kind",
            "There is no kind of content {name!r}: {known}.",
            name=kind,
            known=", ".join(sorted(found)),
        )
    return {
        one: {id: words(key) if key in words else "" for id, key in sorted(found[one].items())}
        for one in sorted(found)
        if kind in ("", one)
    }
