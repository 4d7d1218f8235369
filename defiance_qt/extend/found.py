"""Finds plugins on disk by their manifests, reads their files, imports the module of one. Finding imports nothing."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import platformdirs

from defiance_qt.core.errors import Message
from defiance_qt.extend.manifest import Manifest, read
from defiance_qt.words.languages import FALLBACK

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Found:
    """A plugin's folder, its manifest, and what is wrong with it; without a manifest when something is."""

    folder: Path
    manifest: Manifest | None
    faults: tuple[Message, ...] = ()

    @property
    def id(self) -> str:
        return self.manifest.id if self.manifest else self.folder.name

    @property
    def system(self) -> str:
        """The id of the system that a plugin of kind "system" brings, "" for any other."""
        return self.manifest.systems[0] if self.manifest is not None and self.manifest.kind == "system" else ""

    def serves(self, system: str) -> bool:
        """Whether it can be chosen for a game of this system. One that cannot be read is listed with its faults."""
        return self.manifest is None or (self.manifest.kind != "system" and system in self.manifest.systems)

    def name(self, language: str) -> str:
        """What it is called."""
        names = self.manifest.name if self.manifest is not None else {}
        return names.get(language) or names.get(FALLBACK) or self.id


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
                same = Message("fault.same_id", "the plugin in {folder} has the same id", folder=found[one.id].folder)
                twice.append(Found(place, None, (*one.faults, same)))
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


def imported(folder: Path, id: str, name: str, sha256: str, package: str = "") -> ModuleType:
    """The plugin's module, inside a package of its own so that its modules can import each other.

    The package's name holds the digest of the files: what has changed on disk is imported anew, and what has not is
    shared between sessions. A `package` that is importable as it is, a built-in one, is imported so.
    """
    if package:
        return importlib.import_module(f"{package}.{name}")
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
