"""House rule: the team's Attacks lose dice in the fog."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.systems.defiance.api import PlayContext, Roll, RollModifier


def modify_roll(context: PlayContext, roll: Roll) -> Sequence[RollModifier]:
    """Take dice from each Attack of the team."""
    lost = context.options["dice"]
    if roll.purpose != "attack" or not lost:
        return ()
    return (RollModifier("my_plugin.fog", "team", fewer=lost, rules=("my_plugin-1",)),)
