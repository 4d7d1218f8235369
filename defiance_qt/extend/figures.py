"""The drawings of figures in a plugin's folder: `figures/ID.svg` for each card of a figure. The built-in system has its
own with its view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import PurePosixPath

from defiance_qt.core.errors import Message, SaveError
from defiance_qt.extend.hookspecs import LARGEST_SVG, TokenLook, not_drawn
from defiance_qt.journal import disk

FOLDER = "figures/"
FOLDERS = (FOLDER, f"view/{FOLDER}")
"""Where a system has drawings, below its own folder."""


def figures_in(contents: Mapping[str, bytes]) -> tuple[dict[str, TokenLook], list[Message]]:
    """Return the drawings among the files of a plugin by the ids of figures, and the faults of those that are none."""
    found: dict[str, TokenLook] = {}
    faults: list[Message] = []
    for name, source in contents.items():
        if not name.startswith(FOLDER) or not name.endswith(".svg"):
            continue
        svg = source.decode("utf-8", "replace")
        fault = not_drawn(name, svg)
        if fault is None:
            found[PurePosixPath(name).stem] = TokenLook(svg)
        else:
            faults.append(fault)
    return found, faults


def system_drawings(system: str, ids: Iterable[str]) -> dict[str, str]:
    """Return the drawings (SVG) that a system has of some figures, without importing it: those that it lacks are left
    out."""
    from defiance_qt.extend.systems import found_systems

    # The ids come from a list of saves, which may have been changed by hand.
    wanted = [id for id in ids if id.isidentifier()]
    folders = [one.folder for one in found_systems() if one.system == system] if wanted else []
    found: dict[str, str] = {}
    for id, folder, place in product(wanted, folders, FOLDERS):
        try:
            svg = disk.read_file(folder / place / f"{id}.svg", LARGEST_SVG).decode("utf-8", "replace")
        except SaveError:
            continue
        if not_drawn(id, svg) is None:
            found.setdefault(id, svg)
    return found
