"""House rule: a line of sight is not cut if it only touches a single corner of a wall or figure."""

from __future__ import annotations

from defiance_qt.systems.defiance.api import SetupContext, SightRule


def choose_sight(context: SetupContext) -> SightRule | None:
    return SightRule(graze_cuts=False)
