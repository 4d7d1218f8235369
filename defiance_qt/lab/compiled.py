"""Compiled modules (`make fast`): which are in use."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import defiance_qt

PACKAGE = Path(defiance_qt.__file__).resolve().parent


def compiled_modules() -> tuple[str, ...]:
    """Return the names of the modules that have a compiled form, in order; () in a pure installation."""
    suffix = EXTENSION_SUFFIXES[0]
    found = (path.relative_to(PACKAGE.parent) for path in PACKAGE.rglob(f"*{suffix}"))
    return tuple(sorted(".".join(path.parts).removesuffix(suffix) for path in found))
