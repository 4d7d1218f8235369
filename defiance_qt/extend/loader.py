"""Finding plugins on disk and turning the chosen ones into `Hooks`.

Finding reads manifests and imports nothing. Loading imports the chosen ones; whatever is wrong with one becomes a
failure that names it, and the others are loaded all the same.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import platformdirs

from defiance_qt.core.errors import PluginError
from defiance_qt.core.system import PluginStamp
from defiance_qt.extend.hookspecs import ContributeContext, ShowContext, TableFactory
from defiance_qt.extend.manifest import LANGUAGES, Manifest, read
from defiance_qt.extend.registry import Registry
from defiance_qt.extend.versions import requirement, within
from defiance_qt.systems.defiance import builtin
from defiance_qt.systems.defiance.engine.hooks import Ability, Hooks

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Found:
    """A plugin's folder, its manifest, and what is wrong with it; without a manifest when something is."""

    folder: Path
    manifest: Manifest | None
    faults: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.manifest.id if self.manifest else self.folder.name


@dataclass(frozen=True)
class Loaded:
    """The chosen plugins at work.

    `hooks` is what the engine gets; `content` is all content files, the built-in ones included, name to bytes;
    `stamps` are for the passport, in the order of ids; `texts` are the plugins' own, by language and key. `failures`
    grows while hooks fail during play.
    """

    hooks: Hooks
    content: dict[str, bytes]
    stamps: tuple[PluginStamp, ...]
    registry: Registry
    refused: tuple[PluginError, ...] = ()
    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """Why plugins were not loaded, then what has failed in those that were."""
        return self.refused + self.registry.failures

    def tables(self, language: str) -> dict[str, TableFactory]:
        """The window's tables: system id to factory. Raises `PluginError` naming two plugins with the same system."""
        found: dict[str, TableFactory] = {}
        owners: dict[str, str] = {}
        for plugin, tables in self.registry.answers("show_table", ShowContext(language)):
            for system, factory in tables.items():
                if system in owners:
                    raise PluginError(
                        f"The plugins {owners[system]!r} and {plugin!r} both show the table of {system!r}."
                    )
                owners[system] = plugin
                found[system] = factory
        return found


def bundled_folders() -> tuple[Path, ...]:
    """Where the program's own plugins are: beside the package in the repository, inside it once installed."""
    beside = tuple(_PACKAGE.parent / name for name in ("plugins", "expansions"))
    if (_PACKAGE.parent / "pyproject.toml").is_file():
        return beside
    return tuple(_PACKAGE / f"_{folder.name}" for folder in beside)


def user_folder() -> Path:
    """Where a person's own plugins are. It may not exist yet."""
    return Path(platformdirs.user_data_dir("defiance-qt", appauthor=False)) / "plugins"


def default_folders() -> tuple[Path, ...]:
    return (*bundled_folders(), user_folder())


def available(folders: Iterable[Path]) -> tuple[Found, ...]:
    """Every plugin in the folders, sorted by id, read from manifests only. A folder that does not exist holds none.

    Of two with the same id the one in the earlier folder counts; the other is listed with that as its fault.
    """
    found: dict[str, Found] = {}
    twice: list[Found] = []
    for folder in folders:
        for place in sorted(folder.iterdir()) if folder.is_dir() else ():
            if not place.is_dir() or place.name.startswith((".", "_")):
                continue
            one = Found(place, *read(place))
            if one.id in found:
                twice.append(Found(place, None, (*one.faults, f"the plugin in {found[one.id].folder} has the same id")))
            else:
                found[one.id] = one
    return tuple(sorted([*found.values(), *twice], key=lambda one: one.id))


def files(folder: Path) -> dict[str, bytes]:
    """The files of a plugin, relative path to bytes, sorted; hidden ones and what Python leaves behind do not count."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in parts):
            found["/".join(parts)] = path.read_bytes()
    return found


def digest(contents: Mapping[str, bytes]) -> str:
    """The SHA-256 of files, as hex: over each path and its bytes, both with their lengths, in the order of paths."""
    whole = hashlib.sha256()
    for name in sorted(contents):
        for part in (name.encode(), contents[name]):
            whole.update(len(part).to_bytes(8, "big"))
            whole.update(part)
    return whole.hexdigest()


def load(
    ids: Collection[str],
    options: Mapping[str, Mapping[str, object]] | None = None,
    found: Iterable[Found] | None = None,
    system: str = builtin.SYSTEM,
) -> Loaded:
    """The plugins with these ids at work. Nothing raises: what cannot be loaded is in `Loaded.failures`.

    `options` maps a plugin's id to the values of its options; what is not given takes its default. `found` is what
    there is to choose from, normally `available(default_folders())`. The order of `ids` and `found` does not matter.
    """
    return _Loading(available(default_folders()) if found is None else tuple(found), options or {}, system).load(ids)


class _Loading:
    """The steps of loading, and what they have found out so far."""

    def __init__(self, found: tuple[Found, ...], options: Mapping[str, Mapping[str, object]], system: str) -> None:
        self.found: dict[str, Found] = {}
        for one in found:
            if one.id not in self.found or self.found[one.id].manifest is None:
                self.found[one.id] = one
        self.options = options
        self.system = system
        self.refused: dict[str, PluginError] = {}
        self.chosen: dict[str, Manifest] = {}
        self.values: dict[str, dict[str, Any]] = {}
        self.contents: dict[str, dict[str, bytes]] = {}
        self.registry = Registry()

    def load(self, ids: Collection[str]) -> Loaded:
        for id in sorted(set(ids)):
            self._choose(id)
        self._refuse_conflicts()
        self._refuse_unmet()
        if self.system == builtin.SYSTEM:
            self.registry.add(builtin.ID, builtin, {})
        for id in sorted(self.chosen):
            self._add(id)
        self._refuse_unmet()
        context = ContributeContext(self.system)
        contents = dict(self.registry.answers("contribute_content", context))
        abilities = dict(self.registry.answers("contribute_abilities", context))
        content = self._content(contents)
        while self._refuse_clashes(abilities) or self._refuse_unmet():
            content = self._content(contents)  # Without what was refused in the meantime.
        return Loaded(
            hooks=Hooks(
                abilities=tuple(self._abilities(abilities)),
                **{name: self.registry.calls(name) for name in _ENGINE_HOOKS},
            ),
            content=content,
            stamps=tuple(
                PluginStamp(id, self.chosen[id].version, digest(self.contents[id]), self.values[id])
                for id in sorted(self.chosen)
            ),
            registry=self.registry,
            refused=tuple(self.refused[id] for id in sorted(self.refused)),
            texts=self._texts(),
        )

    def _refuse(self, id: str, why: str) -> None:
        self.chosen.pop(id, None)
        self.registry.remove(id)
        self.refused[id] = PluginError(f"The plugin {id!r} cannot be used: {why}.")

    def _choose(self, id: str) -> None:
        """Take a plugin as far as its manifest allows."""
        one = self.found.get(id)
        if one is None:
            self.refused[id] = PluginError(f"There is no plugin {id!r}.")
            return
        if one.manifest is None:
            self._refuse(id, "; ".join(one.faults))
            return
        values, faults = one.manifest.chosen(self.options.get(id, {}))
        if self.system not in one.manifest.systems:
            faults = (f"it is not made for {self.system}", *faults)
        if faults:
            self._refuse(id, "; ".join(faults))
            return
        self.chosen[id] = one.manifest
        self.values[id] = values

    def _refuse_conflicts(self) -> None:
        """Refuse each plugin that names another chosen one as a conflict, whatever their order."""
        guilty = {
            id: other
            for id, manifest in self.chosen.items()
            for other, limits in map(requirement, manifest.conflicts)
            if other in self.chosen and other != id and within(self.chosen[other].version, limits)
        }
        for id, other in guilty.items():
            self._refuse(id, f"it does not go together with {other!r}")

    def _refuse_unmet(self) -> bool:
        """Refuse plugins whose requirements are not at work, until no more fall. Whether any fell."""
        before = len(self.chosen)
        while unmet := {
            id: text for id, manifest in self.chosen.items() for text in manifest.requires if not self._met(text)
        }:
            for id, text in unmet.items():
                self._refuse(id, f"it needs the plugin {text}, which is not at work")
        return len(self.chosen) < before

    def _met(self, text: str) -> bool:
        id, limits = requirement(text)
        return id in self.chosen and within(self.chosen[id].version, limits)

    def _add(self, id: str) -> None:
        """Read the plugin's files, import its module and register it."""
        folder = self.found[id].folder
        try:
            self.contents[id] = files(folder)
        except OSError as error:
            self._refuse(id, f"{error.filename} cannot be read: {error.strerror}")
            return
        if faults := _word_faults(self.contents[id].get(WORDS, b"")):
            self._refuse(id, "; ".join(faults))
            return
        if not self.chosen[id].module:
            return
        try:
            module = _imported(folder, id, self.chosen[id].module, digest(self.contents[id]))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an import raises ends here, named
            self._refuse(id, f"its import failed with {type(error).__name__}: {error}")
            self.refused[id].__cause__ = error
            return
        try:
            self.registry.add(id, module, self.values[id])
        except PluginError as error:
            self.chosen.pop(id)
            self.refused[id] = error

    def _content(self, contributed: Mapping[str, Mapping[str, bytes]]) -> dict[str, bytes]:
        """All content files: the built-in ones, then each plugin's under its id, unless it stands in for one.

        Refuses plugins with a file that is no TOML or that replaces what it may not.
        """
        content = dict(contributed.get(builtin.ID, {}))
        replaced: dict[str, str] = {}
        for id in sorted(self.chosen):
            replaces = self.chosen[id].replaces
            own = {
                name.removeprefix("content/"): source
                for name, source in self.contents[id].items()
                if name.startswith("content/") and name.endswith(".toml")
            } | dict(contributed.get(id, {}))
            faults = [fault for name, source in own.items() if (fault := _toml_fault(name, source))]
            for name in replaces:
                if name in replaced:
                    faults.append(f"it replaces {name!r}, and so does {replaced[name]!r}")
                elif name not in content:
                    faults.append(f"it replaces {name!r}, which is no built-in content file")
            if faults:
                self._refuse(id, "; ".join(faults))
                continue
            replaced |= dict.fromkeys(replaces, id)
            content |= {name if name in replaces else f"{id}/{name}": source for name, source in own.items()}
        return content

    def _texts(self) -> dict[str, dict[str, str]]:
        """All plugins' texts; of two for one key that of the plugin with the first id."""
        texts: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for id in sorted(self.chosen, reverse=True):
            for language, own in tomllib.loads(self.contents[id].get(WORDS, b"").decode()).items():
                texts[language] |= own
        return texts

    def _refuse_clashes(self, contributed: Mapping[str, Sequence[Ability]]) -> bool:
        """Refuse each plugin with an ability whose id is taken by one before it. Whether there was one."""
        owners: dict[str, str] = {}
        before = len(self.chosen)
        for id in (builtin.ID, *sorted(self.chosen)):
            own = [ability.id for ability in contributed.get(id, ())]
            taken = next((name for name in own if name in owners), None)
            if taken is None:
                owners |= dict.fromkeys(own, id)
            else:
                self._refuse(id, f"its ability {taken!r} has the id of one of {owners[taken]!r}")
        return len(self.chosen) < before

    def _abilities(self, contributed: Mapping[str, Sequence[Ability]]) -> Iterator[Ability]:
        for id in (builtin.ID, *sorted(self.chosen)):
            yield from contributed.get(id, ())


_ENGINE_HOOKS = ("choose_sight", "check_command", "modify_roll", "modify_attribute", "react_event")


WORDS = "locale/words.toml"


def _word_faults(source: bytes) -> list[str]:
    """What is wrong with a plugin's file of words: a table for each language, in each of them the same keys."""
    try:
        tables = msgspec.convert(tomllib.loads(source.decode()), dict[str, dict[str, str]])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        return [f"its {WORDS} cannot be read: {error}"]
    faults = [
        f"its {WORDS} has texts in {language!r}, no such language" for language in tables if language not in LANGUAGES
    ]
    keys = sorted({key for texts in tables.values() for key in texts})
    for language in LANGUAGES:
        faults += [
            f"its {WORDS} lacks {key!r} in {language!r}" for key in keys if not tables.get(language, {}).get(key)
        ]
    return faults


def _toml_fault(name: str, source: bytes) -> str:
    try:
        tomllib.loads(source.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return f"its content file {name} is no TOML: {error}"
    return ""


def _imported(folder: Path, id: str, name: str, sha256: str) -> ModuleType:
    """The plugin's module, inside a package of its own so that its modules can import each other.

    The package's name holds the digest of the files: what has changed on disk is imported anew, and what has not is
    shared between sessions.
    """
    package = f"defiance_plugin_{id}_{sha256[:12]}"
    if package not in sys.modules:
        parent = ModuleType(package)
        parent.__path__ = [str(folder)]
        sys.modules[package] = parent
    try:
        return importlib.import_module(f"{package}.{name}")
    except BaseException:
        for key in [key for key in sys.modules if key == package or key.startswith(f"{package}.")]:
            del sys.modules[key]
        raise
