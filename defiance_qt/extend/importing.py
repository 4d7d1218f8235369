"""Imports the modules of plugins from the bytes that were read, so that what runs is what the digest was taken of.

A module that Python would find beside them (compiled code, an extension, a file written since) is never run.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, TracebackType

PREFIX = "defiance_plugin_"
"""What begins the name of a plugin's package; its id and the beginning of a digest follow."""


def imported(folder: Path, id: str, name: str, sha256: str, contents: Mapping[str, bytes]) -> ModuleType:
    """Import the plugin's module from its contents, inside a package of its own so that its modules can import each
    other.

    The package name contains a digest of the files and their folder, where a module may look for its data. Changed
    files and copies in another folder are therefore imported beside the first ones, which may be in use, and unchanged
    ones are shared between sessions.
    """
    package = f"{PREFIX}{id}_{hashlib.sha256(f'{sha256} {folder}'.encode()).hexdigest()[:12]}"
    if package not in sys.modules:
        parent = ModuleType(package)
        parent.__path__ = [str(folder)]
        sys.modules[package] = parent
        _finder.sources[package] = folder, {key: one for key, one in contents.items() if key.endswith(".py")}
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    try:
        return importlib.import_module(f"{package}.{name}")
    except BaseException:
        _forget(package)
        raise


def _forget(package: str) -> None:
    for key in [key for key in sys.modules if key == package or key.startswith(f"{package}.")]:
        del sys.modules[key]


def plugin_of(trace: TracebackType | None) -> str:
    """Return the plugin whose code an error came from, by the innermost of its modules; "" for none."""
    plugin = ""
    while trace is not None:
        package = str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0]
        if package.startswith(PREFIX):
            plugin = package.removeprefix(PREFIX).rpartition("_")[0]
        trace = trace.tb_next
    return plugin


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of the plugins' packages, and nothing else."""

    def __init__(self) -> None:
        self.sources: dict[str, tuple[Path, dict[str, bytes]]] = {}
        """The folder and the Python files by path in it, for each package."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, rest = fullname.partition(".")
        if package not in self.sources:
            return None
        folder, files = self.sources[package]
        place = rest.replace(".", "/")
        for file in (f"{place}.py", f"{place}/__init__.py"):
            if file in files:
                loader = _Loader(fullname, str(folder / file), files[file])
                within = [str(folder / place)] if file.endswith("/__init__.py") else None
                return importlib.util.spec_from_file_location(
                    fullname, folder / file, loader=loader, submodule_search_locations=within
                )
        # The path finder must not look for it on disk.
        raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


class _Loader(importlib.abc.SourceLoader):
    """Loads one module from its source. Reads and writes no compiled code."""

    def __init__(self, name: str, path: str, source: bytes) -> None:
        self.name, self.path, self.source = name, path, source

    def get_filename(self, fullname: str) -> str:
        return self.path

    def get_data(self, path: bytes | str) -> bytes:
        if path != self.path:
            raise FileNotFoundError(path)
        return self.source


_finder = _Finder()
