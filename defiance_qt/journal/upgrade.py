"""From the formats of earlier versions to today's: one function for each step from a format to the next.

An upgrade works on entries as plain values (dictionaries, lists, text, numbers), before they become structs. A field or
struct that is removed or renamed, in an entry, a command or an event, raises `FORMAT` and gets a function here and a
save of the old format under `tests/journal/saves/`.
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
    """1 to 2: a step says whose act it is."""
    return {**raw, "seat": ""} if raw["entry"] == "step" else raw


UPGRADES: dict[int, Upgrade] = {1: _add_seat}
"""By the format an upgrade starts from: it makes the next one."""


def check_format(format: int, name: str, target: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES) -> None:
    """Raises `SaveError`, naming the file, for a format this version cannot read."""
    if format > target:
        raise SaveError("save.newer", "{file} was written by a newer version of the program.", file=name)
    for older in range(format, target):
        if older not in upgrades:
            raise SaveError(
                "save.format", "{file} has the format {format}, which is no longer read.", file=name, format=format
            )


def upgraded(raw: Raw, format: int, target: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES) -> Raw:
    """The entry in today's format. `format` is the one it was written in and has passed `check_format`."""
    for older in range(format, target):
        raw = upgrades[older](raw)
    return raw
