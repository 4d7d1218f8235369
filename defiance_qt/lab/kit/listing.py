"""`defiance-qt plugin list`: every plugin, where it is from, whether its code may run, and all of its faults.

Code that nobody has trusted is read and not run; so what its content means is told only once it is.
"""

from __future__ import annotations

import msgspec

from defiance_qt.extend import trust
from defiance_qt.extend.distributions import plugin_packages
from defiance_qt.extend.found import Found, available, default_folders, user_folder
from defiance_qt.extend.installing import settle
from defiance_qt.extend.links import linked_folders
from defiance_qt.journal.disk import printable
from defiance_qt.lab.kit.check import Checking
from defiance_qt.lab.kit.findings import Finding
from defiance_qt.words.catalogue import Words


class ListedPlugin(msgspec.Struct, frozen=True):
    """A plugin as described by its manifest, in one language. A plugin with `faults` cannot be used.

    `origin` is "bundled", "installed", "linked" or "distribution". `trusted` is whether its code may run; one without
    code needs no trust.
    """

    id: str
    version: str
    kind: str
    name: str
    description: str
    folder: str
    origin: str
    runs_code: bool
    trusted: bool
    authors: tuple[str, ...] = ()
    licence: str = ""
    home: str = ""
    systems: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def listed_plugins(words: Words) -> tuple[ListedPlugin, ...]:
    """Return every plugin in the plugin folders, sorted by id. Puts right what an interrupted installation left."""
    settle(user_folder())
    return tuple(_listed(one, words) for one in available(default_folders()))


def _listed(one: Found, words: Words) -> ListedPlugin:
    manifest = one.manifest
    trusted = trust.untrusted(one, one.sha256) is None
    faults = tuple(dict.fromkeys(fault.line(words) for fault in _faults(one, words, trusted)))
    place = printable(str(one.folder))
    if manifest is None:
        return ListedPlugin(one.id, "", "", "", "", place, _origin(one), False, False, faults=faults)
    return ListedPlugin(
        one.id,
        manifest.version,
        manifest.kind,
        one.name(words.language),
        one.description(words.language),
        place,
        _origin(one),
        one.runs_code,
        trusted,
        manifest.authors,
        manifest.licence,
        manifest.home,
        manifest.systems,
        manifest.requires,
        faults,
    )


def _origin(one: Found) -> str:
    if one.bundled:
        return "bundled"
    if one.folder in linked_folders():
        return "linked"
    return "distribution" if one.folder in plugin_packages() else "installed"


def _faults(one: Found, words: Words, trusted: bool) -> list[Finding]:
    """Return the faults of a plugin. Code and content of bundled ones have been examined before they were shipped."""
    checking = Checking(one, words)
    if one.bundled:
        return list(checking.of_manifest())
    faults = list(checking.still())
    if not faults and one.manifest is not None and trusted:
        for system in one.manifest.systems:
            checking.content(system, faults)
    return faults
