"""Runs a process without compiled modules (`make fast`)."""

from __future__ import annotations

import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path

from defiance_qt.lab.compiled import PACKAGE


def refuse_compiled() -> None:
    """Import the package's modules from their sources from now on. Call before any of them is imported."""

    def sources(path: str) -> FileFinder:
        if PACKAGE not in (folder := Path(path).resolve(), *folder.parents):
            raise ImportError
        return FileFinder(path, (SourceFileLoader, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, sources)
    sys.path_importer_cache.clear()
