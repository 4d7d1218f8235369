"""Compiled modules (`make fast`): which are in use, and how to run without them."""

from __future__ import annotations

import sys
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

import defiance_qt

PACKAGE = Path(defiance_qt.__file__).resolve().parent


def compiled_modules() -> tuple[str, ...]:
    """Return the names of the modules that have a compiled form, in order; () in a pure installation."""
    suffix = EXTENSION_SUFFIXES[0]
    found = (path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob(f"*{suffix}"))
    return tuple(sorted(".".join(path.parts).removesuffix(suffix) for path in found))


def refuse_compiled() -> None:
    """Import the package's modules from their sources from now on. Call before any of them is imported."""

    def sources(path: str) -> FileFinder:
        if PACKAGE not in (folder := Path(path).resolve(), *folder.parents):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, sources)
    sys.path_importer_cache.clear()
