"""Game systems: finds them by their manifests, imports them on demand, and checks that they implement the port.

Built-in systems are packages below `defiance_qt.systems`; others are plugins of kind "system" in the plugin folders. A
system's texts (`locale`, `rules`) are read without importing its rules.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from defiance_qt.core.errors import Message, PluginError, SaveError
from defiance_qt.core.port import GameSystem, Offerings
from defiance_qt.extend.facets import asked, check_members, guard_methods
from defiance_qt.extend.found import BUILT_IN, Found, available, default_folders, digest
from defiance_qt.extend.guard import PluginFault, failed, run, unusable
from defiance_qt.extend.hookspecs import ContributeContext
from defiance_qt.extend.importing import imported
from defiance_qt.extend.manifest import FILE
from defiance_qt.extend.sources import TABLE, Unreadable, manifest_source, plugin_files, table
from defiance_qt.extend.texts import WORDS, read_words, word_faults
from defiance_qt.extend.trust import untrusted
from defiance_qt.journal import disk
from defiance_qt.words.catalogue import Unfilled, Words
from defiance_qt.words.languages import LANGUAGES, known

DEFAULT = "infinity-defiance"
"""The default system of a new game."""


class LoadedSystem(NamedTuple):
    """A loaded system: its rules, its plugin as found on disk, the plugin's module and files."""

    rules: GameSystem
    found: Found
    module: ModuleType
    contents: dict[str, bytes]

    @property
    def built_in(self) -> bool:
        return self.found.folder.parent == BUILT_IN


def found_systems(folders: Iterable[Path] | None = None) -> tuple[Found, ...]:
    """Return the plugins of kind "system" with a valid manifest, the default system first, then by id."""
    everywhere = available((BUILT_IN, *(default_folders() if folders is None else folders)))
    found = [one for one in everywhere if one.manifest is not None and one.manifest.kind == "system"]
    return tuple(sorted(found, key=lambda one: (one.system != DEFAULT, one.id)))


def load_system(id: str) -> LoadedSystem:
    """Import the system with this id.

    Raises `PluginError` for an unknown system, naming the known ones, for one that is not trusted, and for one that
    lacks members of the port, naming them.
    """
    # No plugin replaces a built-in system: the others' manifests are read only for what is not built in.
    found = next((one for folders in ((), None) for one in found_systems(folders) if one.system == id), None)
    if found is None:
        raise unknown_system(id)
    contents = {} if found.folder.parent == BUILT_IN else _files(found)
    sha256 = digest(contents)
    if error := untrusted(found, sha256):
        raise error
    return _load(found.folder, found.id, sha256)


def system_module(id: str, name: str) -> ModuleType:
    """Return a module of a system's package, as "api" or "testing.play". Raises `PluginError` for a system that cannot
    be used, `ImportError` for a module that is not there."""
    found = next((one for one in found_systems(()) if one.system == id), None)
    if found is not None:
        return import_module(f"{__package__.partition('.')[0]}.systems.{found.folder.name}.{name}")
    loaded = load_system(id)
    return imported(loaded.found.folder, loaded.found.id, name, digest(loaded.contents), loaded.contents)


def view_package(rules: GameSystem) -> str:
    """Return the name of the package where the view of a system would be."""
    return f"{type(rules).__module__.rpartition('.')[0]}.view"


def unknown_system(id: str) -> PluginError:
    """Return the error for a missing system. It names the known systems, or the faults of a rejected plugin of that
    name."""
    broken = [one for one in available(default_folders()) if one.manifest is None and _claims(one, id)]
    if broken:
        return unusable(broken[0].id, broken[0].faults)
    known = ", ".join(one.system for one in found_systems())
    return PluginError("system.unknown", "There is no game system {name!r}: {known}.", name=id, known=known)


def _files(found: Found) -> dict[str, bytes]:
    """Return the files of a system's plugin. Raises `PluginError`."""
    try:
        return plugin_files(found.folder)
    except Unreadable as error:
        raise unusable(found.id, (Message("fault.files", "its files cannot be read: {why}", why=error.why),)) from error


def _words_in(file: Path, languages: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the texts of a system in its languages; none if the file is damaged, for which loading the system gives
    the reason."""
    try:
        source = disk.read_file(file, TABLE)
    except SaveError:
        return {}
    return {} if word_faults(source, languages) else read_words(source)


def _claims(one: Found, id: str) -> bool:
    """Return whether a plugin with an invalid manifest provides this system, by its name or its `systems` entry."""
    if id in (one.id, one.folder.name):
        return True
    try:
        named = table(manifest_source(one.folder / FILE)).get("systems")
    except (SaveError, Unreadable):
        return False
    return isinstance(named, list) and named == [id]


@cache
def _load(folder: Path, id: str, sha256: str) -> LoadedSystem:
    """Load a system, cached by the digest of its files so that a changed system is imported again."""
    found = next(one for one in found_systems((folder.parent,)) if one.folder == folder)
    assert found.manifest is not None
    contents = {} if folder.parent == BUILT_IN else _files(found)
    # Read again: they may have changed since the digest was taken.
    sha256 = digest(contents)
    if error := untrusted(found, sha256):
        raise error
    if not found.manifest.module:
        raise unusable(id, (Message("fault.no_module", "a game system needs a module"),))
    try:
        package = f"{__package__.partition('.')[0]}.systems.{folder.name}" if folder.parent == BUILT_IN else ""
        # The built-in system is part of the program: a fault in it is a bug and shall show itself.
        module = (
            import_module(f"{package}.{found.manifest.module}")
            if package
            else run(imported, folder, id, found.manifest.module, sha256, contents)
        )
    except PluginFault as fault:
        raise unusable(id, (Message("fault.import_failed", "its import failed: {why}", why=fault.why),)) from fault
    rules = _contributed(id, module, ContributeContext(found.system))
    if not package:
        asked(id, "contribute_system", guard_methods, id, rules, GameSystem)
        _try_out(id, rules)
    return LoadedSystem(rules, found, module, contents)


def _contributed(id: str, module: ModuleType, context: ContributeContext) -> GameSystem:
    """Return the system that a plugin's module provides. Raises `PluginError`."""
    hook = "contribute_system"
    make = getattr(module, hook, None)
    if make is None:
        raise unusable(id, (Message("fault.no_system", "it has no {name}", name=hook),))
    try:
        rules: GameSystem = run(lambda: make(context) if inspect.signature(make).parameters else make())
    except PluginFault as fault:
        raise failed(id, hook, fault) from fault
    check_members(id, rules, GameSystem)
    return rules


def _try_out(id: str, rules: GameSystem) -> None:
    """Ask a plugin's system whatever it is asked before there is a game, so that it fails here or not at all. Raises
    `PluginError`."""
    content = asked(id, "content", _files_of, rules)
    offerings_of(id, rules, content)
    asked(id, "hookspecs", rules.hookspecs)
    asked(id, "bots", rules.bots)
    asked(id, "lessons", rules.lessons, content)


def _files_of(rules: GameSystem) -> dict[str, bytes]:
    """Return a system's content files. Raises `TypeError` for anything else."""
    files: dict[Any, Any] = dict(rules.content())
    if not all(isinstance(name, str) and isinstance(source, bytes) for name, source in files.items()):
        raise TypeError("its content is not a mapping from names to bytes")
    return files


def offerings_of(id: str, rules: GameSystem, content: Mapping[str, bytes]) -> Offerings:
    """Return what the system of a plugin offers with this content. Raises `PluginError`, and what else the system
    raises of this program's errors."""
    found: Offerings = asked(id, "offerings", _checked_offerings, rules, content)
    return found


def _checked_offerings(rules: GameSystem, content: Mapping[str, bytes]) -> Offerings:
    offerings = rules.offerings(content)
    if not offerings.scenarios:
        raise ValueError("there is no scenario")
    return offerings


def words_of(system: str, language: str) -> Words:
    """Return the texts and rules of a system in a language, with the shell's own; only the shell's if the system is
    missing. Imports no rules."""
    found = next((one for one in found_systems() if one.system == system), None)
    return Words(language) if found is None else system_words(found, language)


def system_words(
    found: Found, language: str, texts: Mapping[str, Mapping[str, str]] = {}, unfilled: Unfilled | None = None
) -> Words:
    """Return the texts and rules of a system; `texts`, by language and key, take precedence. `unfilled` is called
    for those that cannot be filled in."""
    file = found.folder / WORDS
    languages = LANGUAGES if found.manifest is None else found.manifest.languages
    own = _words_in(file, languages) if file.is_file() else {}
    merged = {one: {"game.name": found.name(one), **own.get(one, {}), **texts.get(one, {})} for one in known()}
    return Words(language, (found.folder / "locale",), merged, (found.folder / "rules",), unfilled)
