"""Finds plugins in installed Python distributions by their entry points. Imports nothing of them.

A distribution names each of its plugins in the group `defiance_qt.plugins`: the plugin's id, and the package that is
the plugin's folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from defiance_qt.core.errors import SaveError
from defiance_qt.journal import disk

GROUP = "defiance_qt.plugins"


@cache
def plugin_packages() -> tuple[Path, ...]:
    """Return the folders of the plugins in installed distributions, sorted. They are looked for once."""
    packages = {package for place in sys.path for package in _named(Path(place or "."))}
    found = (_folder(package) for package in packages)
    return tuple(sorted({folder for folder in found if folder is not None}))


def _named(place: Path) -> Iterator[str]:
    """Yield the packages that the distributions in a folder name as plugins."""
    try:
        found = [path for path in place.iterdir() if path.suffix in (".dist-info", ".egg-info")]
    except OSError:
        return
    for folder in found:
        try:
            text = disk.read_file(folder / "entry_points.txt", disk.MIB).decode()
        except (SaveError, UnicodeDecodeError):
            # Another distribution's fault is not ours to tell.
            continue
        if f"[{GROUP}]" in text:
            yield from _values(text)


def _values(text: str) -> Iterator[str]:
    # Imported only if there is something to read.
    from configparser import ConfigParser, Error

    points = ConfigParser(delimiters=("=",), interpolation=None)
    try:
        points.read_string(text)
    except Error:
        return
    if GROUP in points:
        yield from points[GROUP].values()


def _folder(package: str) -> Path | None:
    """Return the folder of a package without importing it, None if there is none."""
    name, *rest = package.split(".")
    try:
        # Of the outermost package only: for one within, Python would import those around it.
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(next(iter(spec.submodule_search_locations))).joinpath(*rest)
    return folder if folder.is_dir() else None
