"""The drawings of figures in a plugin's folder: `figures/ID.svg` for each card of a figure."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath

from defiance_qt.core.errors import Message
from defiance_qt.extend.hookspecs import TokenLook, not_drawn

FOLDER = "figures/"


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
