"""Finds plugins on disk by their manifests. Imports nothing of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from defiance_qt.core.errors import Message, one_line
from defiance_qt.extend.authoring import authored_folders
from defiance_qt.extend.distributions import plugin_packages
from defiance_qt.extend.links import linked_folders
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.extend.sources import Unreadable, plugin_files
from defiance_qt.extend.sources import folders as folders_in
from defiance_qt.extend.versions import requirement, version
from defiance_qt.journal.disk import printable
from defiance_qt.words.languages import FALLBACK

_PACKAGE = Path(__file__).resolve().parent.parent

SAFE = "DEFIANCE_QT_SAFE"
"""The environment variable of safe mode."""

BUILT_IN = _PACKAGE / "systems"
"""The folder of the built-in game systems. What they provide comes before any plugin."""


@dataclass(frozen=True, slots=True)
class Found:
    """A plugin's folder, manifest and faults. `manifest` is None if the manifest is invalid."""

    folder: Path
    manifest: Manifest | None
    faults: tuple[Message, ...] = ()

    @property
    def id(self) -> str:
        return self.manifest.id if self.manifest else printable(self.folder.name)

    @property
    def bundled(self) -> bool:
        """Whether it came with the program."""
        return self.folder.absolute().parent in (BUILT_IN, *bundled_folders())

    @property
    def runs_code(self) -> bool:
        """Whether a game with it runs Python code of its author."""
        return self.manifest is not None and bool(self.manifest.module)

    @property
    def sha256(self) -> str:
        """The digest of its files, "" if they cannot be read."""
        try:
            return digest(plugin_files(self.folder))
        except Unreadable:
            return ""

    @property
    def system(self) -> str:
        """The id of the system that a plugin of kind "system" provides, "" for other plugins."""
        return self.manifest.systems[0] if self.manifest is not None and self.manifest.kind == "system" else ""

    def serves(self, system: str) -> bool:
        """Return whether a game of this system can use it. A plugin with an invalid manifest is listed with its
        faults."""
        return self.manifest is None or (self.manifest.kind != "system" and system in self.manifest.systems)

    def name(self, language: str) -> str:
        """Return its name in the language, else in English, else its id."""
        names = self.manifest.name if self.manifest is not None else {}
        return one_line(names.get(language) or names.get(FALLBACK) or self.id)

    def description(self, language: str) -> str:
        """Return its description in the language, else in English."""
        texts = self.manifest.description if self.manifest is not None else {}
        return one_line(texts.get(language) or texts.get(FALLBACK) or "")


def bundled_folders() -> tuple[Path, ...]:
    """Return the folders of the bundled plugins."""
    return _bundled() / "plugins", _bundled() / "expansions"


def documents_folder() -> Path:
    """Return the folder of the documents."""
    return _bundled() / "docs"


def _bundled() -> Path:
    """Return the folder of what comes with the package: next to it in the repository, inside it once installed."""
    beside = _PACKAGE.parent
    return beside if (beside / "pyproject.toml").is_file() else _PACKAGE / "_bundled"


def user_folder() -> Path:
    """Return the folder of the user's own plugins. It may not exist."""
    return Path(platformdirs.user_data_dir("defiance-qt", appauthor=False)) / "plugins"


def settle_at_start() -> None:
    """Put right what an installation that was interrupted has left of a plugin in the user's folder."""
    with suppress(OSError):
        names = {one.name for one in user_folder().iterdir()}
        if any(name.startswith(".old-") and name.removeprefix(".old-") not in names for name in names):
            # Late: finding plugins must not load what installs them.
            from defiance_qt.extend.installing import settle

            settle(user_folder())


def default_folders() -> tuple[Path, ...]:
    """Return the folders of plugins, and those that are plugins, of installed distributions and linked ones; in safe
    mode only those of the bundled ones."""
    return bundled_folders() if safe() else (*bundled_folders(), user_folder(), *plugin_packages(), *linked_folders())


def safe() -> bool:
    """Return whether this process runs in safe mode, in which no plugin but bundled ones is listed or loaded."""
    return bool(os.environ.get(SAFE))


def set_safe() -> None:
    """Turn safe mode on for this process and those that it starts."""
    os.environ[SAFE] = "1"


def available(folders: Iterable[Path]) -> tuple[Found, ...]:
    """Return every plugin in the folders, sorted by id. Reads manifests only and skips folders that do not exist.

    Of plugins with the same id a linked one is used, else the newest version, of equal versions the one in the earlier
    folder; of plugins that provide the same game system the first. The others are listed with a fault. The built-in
    systems come first, listed only if their folder is among the folders. Those that an author works on replace all
    others of their ids.
    """
    found = _available(folders)
    built_in = {one.id for one in found if one.folder.parent == BUILT_IN}
    own = {
        one.id: one for one in (Found(place, *read(place)) for place in authored_folders()) if one.id not in built_in
    }
    return tuple(sorted((*(one for one in found if one.id not in own), *own.values()), key=lambda one: one.id))


def required(ids: Iterable[str], found: Iterable[Found]) -> tuple[str, ...]:
    """Return plugins with those that they require, directly or not, these first. Of two with one id the last is
    asked."""
    there = {one.id: one.manifest for one in found}
    known = list(dict.fromkeys(ids))
    for id in known:
        manifest = there.get(id)
        if manifest is not None:
            known += [needed for needed, _ in map(requirement, manifest.requires) if needed not in known]
    return tuple(dict.fromkeys(known))


def _available(folders: Iterable[Path]) -> tuple[Found, ...]:
    folders, linked = tuple(folders), linked_folders()
    single = {*plugin_packages(), *linked}
    listed: list[tuple[bool, Found]] = []
    newest: dict[str, Found] = {}
    for folder in dict.fromkeys((BUILT_IN, *folders)):
        for place in [folder] if folder in single else folders_in(folder):
            if place.name.startswith((".", "_")):
                continue
            one = Found(place, *read(place))
            listed.append((folder in folders, one))
            if one.id not in newest or _newer(one, newest[one.id], linked):
                newest[one.id] = one
    systems: dict[str, Found] = {}
    for _, one in listed:
        if newest[one.id] is one:
            systems.setdefault(one.system, one)
    result = []
    for shown, one in listed:
        taken = _taken(one, newest[one.id], systems.get(one.system, one))
        if shown:
            result.append(Found(one.folder, None, (*one.faults, *taken)) if taken else one)
    return tuple(sorted(result, key=lambda one: one.id))


def _newer(one: Found, other: Found, linked: Collection[Path]) -> bool:
    """Return whether a plugin is used instead of one with the same id: it is linked, or newer. A built-in system is
    never replaced."""
    if one.manifest is None or other.folder.parent == BUILT_IN:
        return False
    if one.folder in linked:
        return True
    return other.manifest is None or version(one.manifest.version) > version(other.manifest.version)


def _taken(one: Found, of_id: Found, of_system: Found) -> list[Message]:
    """Return a fault for the id and for the system of a plugin that another one has."""
    faults = []
    if of_id is not one:
        faults.append(
            Message("fault.same_id", "the plugin in {folder} has the same id", folder=printable(str(of_id.folder)))
        )
    if one.system and of_system is not one:
        faults.append(
            Message(
                "fault.same_system",
                "the plugin {name!r} provides the game system {system!r} already",
                name=of_system.id,
                system=one.system,
            )
        )
    return faults


def digest(contents: Mapping[str, bytes]) -> str:
    """Return the SHA-256 of files in hex: over each path and its bytes, both with their lengths, sorted by path."""
    whole = hashlib.sha256()
    for name in sorted(contents):
        for part in (os.fsencode(name), contents[name]):
            whole.update(len(part).to_bytes(8, "big"))
            whole.update(part)
    return whole.hexdigest()
