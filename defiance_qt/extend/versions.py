"""Versions and version ranges in manifests: "1.4.2", ">=1,<2". Numbers and dots only.

Not PEP 440: plugin versions are ordered by their numbers. A library for the full standard would dominate the time that
the window needs to read plugins at start (docs/decisions.md).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from defiance_qt.core.errors import DefianceError

_VERSION = re.compile(r"\d+(\.\d+)*")
_CLAUSE = re.compile(r"(>=|<=|==|!=|>|<)\s*(\d+(?:\.\d+)*)")
_REQUIREMENT = re.compile(r"([a-z][a-z0-9_]*)\s*(.*)")
_COMPARE: dict[str, Callable[[tuple[int, ...], tuple[int, ...]], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}


class VersionError(DefianceError):
    """A text that is not a version, a limit or a requirement."""


def version(text: str) -> tuple[int, ...]:
    """Parse a version into its numbers, without trailing zeros: "1.4.0" is (1, 4). Raises `VersionError`."""
    if not _VERSION.fullmatch(text):
        raise VersionError("fault.version", "{text!r} is not a version such as 1.4.2", text=text)
    numbers = [int(number) for number in text.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def within(text: str, limits: str) -> bool:
    """Return whether the version `text` satisfies every clause of `limits`; "" means no limit. Raises
    `VersionError`."""
    own = version(text)
    kept = True
    for clause in filter(None, (part.strip() for part in limits.split(","))):
        match = _CLAUSE.fullmatch(clause)
        if match is None:
            raise VersionError("fault.limit", "{text!r} is not a version limit such as >=1 or <2.5", text=clause)
        kept = kept and _COMPARE[match[1]](own, version(match[2]))
    return kept


def requirement(text: str) -> tuple[str, str]:
    """Split a requirement into the plugin's id and limits: "radar >=1,<2" is ("radar", ">=1,<2"). Raises
    `VersionError`."""
    match = _REQUIREMENT.fullmatch(text.strip())
    if match is None:
        raise VersionError("fault.requirement", "{text!r} is not a requirement such as radar>=1", text=text)
    within("0", match[2])
    return match[1], match[2]
