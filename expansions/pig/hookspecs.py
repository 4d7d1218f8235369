"""The hooks of the game, for packs: what they are given, and what they may answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from defiance_qt.api import Answer


class RollContext(msgspec.Struct, frozen=True):
    """What a hook is given: how many points win, and the pack's own options."""

    target: int
    options: Mapping[str, Any] = {}


def modify_points(context: RollContext, faces: tuple[int, ...]) -> int:  # type: ignore[empty-body]
    """Return how many points more or fewer a roll without a one brings. Called once for each such roll."""


def _points(answer: object, context: RollContext, faces: tuple[int, ...]) -> int:
    if type(answer) is not int or abs(answer) > 100:
        raise TypeError(f"{answer!r} is no number of points")
    return answer


ANSWERS = {"modify_points": Answer(("context", "faces"), _points, 0)}
