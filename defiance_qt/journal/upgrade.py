"""Upgrades entries from earlier formats: one function per format step.

An upgrade works on entries as plain values (dictionaries, lists, text, numbers), before they become structs. Removing
or renaming a field or struct in an entry, a command or an event requires three changes: a higher `FORMAT`, a function
here, and a save of the old format under `tests/journal/saves/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from defiance_qt.core.errors import SaveError

FORMAT = 2
"""The format that this version writes."""

Raw = dict[str, Any]
Upgrade = Callable[[Raw], Raw]


def _add_seat(raw: Raw) -> Raw:
    """1 to 2: steps store the acting seat."""
    return {**raw, "seat": ""} if raw["entry"] == "step" else raw


UPGRADES: dict[int, Upgrade] = {1: _add_seat}
"""The upgrades by source format; each produces the next format."""


def check_format(format: int, name: str, target: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES) -> None:
    """Check that this version can read the format. Raises `SaveError` naming the file."""
    if format > target:
        raise SaveError("save.newer", "{file} was written by a newer version of the program.", file=name)
    for older in range(format, target):
        if older not in upgrades:
            raise SaveError(
                "save.format", "{file} uses format {format}, which is no longer supported.", file=name, format=format
            )


def upgraded(raw: Raw, format: int, target: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Raw:
    """Return the entry in the target format. `format` is its own format and must have passed `check_format`."""
    for older in range(format, target):
        raw = upgrades[older](raw)
    return raw
