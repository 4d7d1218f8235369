"""House rule: a line of sight that only grazes a single corner of a wall or of a figure is not cut."""

from __future__ import annotations

from defiance_qt.api import SetupContext, SightRule


def choose_sight(context: SetupContext) -> SightRule | None:
    return SightRule(graze_cuts=False)
