"""What saves and plugins are worth: whether a game would be decided the same today, and which plugins are there."""

from __future__ import annotations

from pathlib import Path

import msgspec

from defiance_qt.extend import loader
from defiance_qt.extend.sessions import open_save
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import sentences

LONGEST = 320


class ListedPlugin(msgspec.Struct, frozen=True):
    """A plugin as its manifest describes it, in one language; `faults` keep it from being used."""

    id: str
    version: str
    kind: str
    name: str
    description: str
    folder: str
    faults: tuple[str, ...] = ()


def verdict(file: Path) -> str:
    """Whether today's rules decide a save as it was decided: "ok", "differs at step N: …", "needs plugin …".

    Raises `SaveError` for what cannot be read.
    """
    with open_save(file, read_only=True) as session:
        if session.missing:
            there = {one.id for one in loader.available(loader.default_folders())}
            absent = [id for id in session.setup.plugins if id not in there]
            if absent:
                return f"needs plugin {', '.join(absent)}"
            return f"needs plugin: {session.missing[0]}"
        return shortened(session.verify().words)


def shortened(words: str) -> str:
    """A line that fits a terminal; two events side by side can be very long."""
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


def listed_plugins(words: Words) -> tuple[ListedPlugin, ...]:
    """Every plugin in the folders where plugins live, by id."""
    return tuple(_listed(one, words) for one in loader.available(loader.default_folders()))


def _listed(one: loader.Found, words: Words) -> ListedPlugin:
    manifest, language = one.manifest, words.language
    faults = sentences(one.faults, words)
    if manifest is None:
        return ListedPlugin(one.id, "", "", "", "", str(one.folder), faults)
    name = manifest.name.get(language, manifest.name.get("en", one.id))
    description = manifest.description.get(language, manifest.description.get("en", ""))
    return ListedPlugin(one.id, manifest.version, manifest.kind, name, description, str(one.folder), faults)
