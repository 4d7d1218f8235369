"""Game systems: finds them by their manifests, imports one when it is wanted, and checks that it fills the port.

The built-in systems are packages below `defiance_qt.systems`; others are plugins of kind "system" in the folders where
plugins are. A system's texts (`locale`, `rules`) are read without importing its rules.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from defiance_qt.core.errors import Message, PluginError
from defiance_qt.core.system import Game, GameSystem
from defiance_qt.extend.found import Found, available, default_folders, digest, files, imported
from defiance_qt.extend.hookspecs import ContributeContext
from defiance_qt.extend.registry import unusable
from defiance_qt.extend.texts import WORDS, read_words
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import LANGUAGES

DEFAULT = "infinity-defiance"
"""The system of a new game when none is named."""

PACKAGE = Path(__file__).resolve().parent.parent / "systems"


class LoadedSystem(NamedTuple):
    """A system at work: its rules, its plugin as it was found, the plugin's module and files."""

    rules: GameSystem
    found: Found
    module: ModuleType
    contents: dict[str, bytes]

    @property
    def built_in(self) -> bool:
        return self.found.folder.parent == PACKAGE


def found_systems(folders: Iterable[Path] | None = None) -> tuple[Found, ...]:
    """The plugins that bring a system and whose manifest is sound, the default system first, then by name."""
    everywhere = available((PACKAGE, *(default_folders() if folders is None else folders)))
    found = [one for one in everywhere if one.manifest is not None and one.manifest.kind == "system"]
    return tuple(sorted(found, key=lambda one: (one.system != DEFAULT, one.id)))


def load_system(id: str) -> LoadedSystem:
    """Import the system with this id. Raises `PluginError` for one that is not there, naming those there are, and for
    one that lacks a part of the port, naming the parts."""
    found = next((one for one in found_systems() if one.system == id), None)
    if found is None:
        raise unknown_system(id)
    contents = {} if found.folder.parent == PACKAGE else files(found.folder)
    return _load(found.folder, found.id, digest(contents))


def unknown_system(id: str) -> PluginError:
    """The error for a system that is not there: names those there are, and why a plugin of that name is refused."""
    broken = [one for one in available(default_folders()) if one.manifest is None and _claims(one, id)]
    if broken:
        return unusable(broken[0].id, broken[0].faults)
    known = ", ".join(one.system for one in found_systems())
    return PluginError("system.unknown", "There is no game system {name!r}: {known}.", name=id, known=known)


def _claims(one: Found, id: str) -> bool:
    """Whether a plugin whose manifest is refused is the system with this id, by its name or by what it says."""
    if id in (one.id, one.folder.name):
        return True
    try:
        named = tomllib.loads((one.folder / "plugin.toml").read_text(encoding="utf-8")).get("systems")
    except (OSError, ValueError):
        return False
    return isinstance(named, list) and named == [id]


@cache
def _load(folder: Path, id: str, sha256: str) -> LoadedSystem:
    """Cached by the files, so that a changed system is imported again."""
    found = next(one for one in found_systems((folder.parent,)) if one.folder == folder)
    assert found.manifest is not None
    contents = {} if folder.parent == PACKAGE else files(folder)
    if not found.manifest.module:
        raise unusable(id, (Message("fault.no_module", "a game system needs a module"),))
    try:
        package = f"{__package__.partition('.')[0]}.systems.{folder.name}" if folder.parent == PACKAGE else ""
        module = imported(folder, id, found.manifest.module, sha256, package)
    except (Exception, SystemExit) as error:
        why = Message("fault.import", "its import failed with {kind}: {why}", kind=type(error).__name__, why=str(error))
        raise unusable(id, (why,)) from error
    return LoadedSystem(_contributed(id, module, ContributeContext(found.system)), found, module, contents)


def _contributed(id: str, module: ModuleType, context: ContributeContext) -> GameSystem:
    """The system that a plugin's module brings. Raises `PluginError`."""
    hook = "contribute_system"
    make = getattr(module, hook, None)
    if make is None:
        raise unusable(id, (Message("fault.no_system", "it has no {name}", name=hook),))
    try:
        rules: GameSystem = make(context) if inspect.signature(make).parameters else make()
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise PluginError(
            "plugin.failed", "The plugin {name!r} failed in {hook}: {why}.", name=id, hook=hook, why=why
        ) from error
    if missing := lacking(rules, GameSystem):
        raise unusable(id, (_lacks("GameSystem", missing),))
    return rules


def lacking(value: object, port: type) -> list[str]:
    """The members of a protocol that the value does not have."""
    names = {name for name in (*vars(port), *getattr(port, "__annotations__", {})) if not name.startswith("_")}
    return sorted(name for name in names if not hasattr(value, name))


def check_game(id: str, game: Any) -> Game:
    """The game that a system has bound. Raises `PluginError` naming the parts of the port that it lacks."""
    if missing := lacking(game, Game):
        raise unusable(id, (_lacks("Game", missing),))
    checked: Game = game
    return checked


def _lacks(port: str, names: list[str]) -> Message:
    return Message("fault.port", "it lacks {names} of {port}", names=", ".join(names), port=port)


def words_of(system: str, language: str) -> Words:
    """The texts and rules of a system in a language, with the shell's own; of a system that is not there only these.
    Imports no rules."""
    found = next((one for one in found_systems() if one.system == system), None)
    return Words(language) if found is None else system_words(found, language)


def system_words(found: Found, language: str, texts: Mapping[str, Mapping[str, str]] = {}) -> Words:
    """The texts and rules of a system; `texts` by language and key come before them."""
    file = found.folder / WORDS
    own = read_words(file.read_bytes()) if file.is_file() else {}
    merged = {one: {**own.get(one, {}), **texts.get(one, {})} for one in LANGUAGES}
    return Words(language, (found.folder / "locale",), merged, (found.folder / "rules",))
