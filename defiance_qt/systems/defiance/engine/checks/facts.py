"""The facts that missions wait for, in text: "door_opened lab", "entered dock by uma"."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.checks.shared import held

BY = " by "
"""Joins a fact and the figure that caused it: "entered dock by uma"."""

REPORTED = frozenset(
    {
        "set_up", "door_opened", "ally_joined", "container_opened", "console_completed", "input_completed",
        "unit_deployed", "unit_eliminated", "activation_ended", "round_began", "round_ended", "alert", "flag",
        "counter", "revealed",
    }
)  # fmt: skip
"""Facts that the rules report where they occur."""

OBSERVED = frozenset({"entered", "fallen", "miniature_died", "damaged", "item_gained", "enemy_activation_ended"})
"""Facts that are looked for only in missions that wait for one (rules/observing.py)."""

OF_EVERY_MISSION = (
    t.Impose, t.Relieve, t.Suffer, t.Heal, t.Revive, t.Calm, t.AddSymbols, t.Reinforce, t.RaiseAlert, t.Suffering,
    t.Receive, t.GainIntel, t.OpenDoors, t.DeployUnits, t.FlipUnit, t.SetFlag, t.Test, t.UseAbility,
)  # fmt: skip
"""Effects that need nothing of `MissionState`."""


def names(fact: str) -> tuple[str, ...]:
    """Return the ways in which a trigger or a condition can name a fact: whole, its beginning, with "*" for any one."""
    words = fact.split(" ")
    whole = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
    return tuple(dict.fromkeys((*whole, *((f"{words[0]} *",) if len(words) > 1 else ()))))


def noted(mission: t.Mission) -> frozenset[str]:
    """Return the facts that conditions of the mission ask about."""
    return frozenset(fact for one in held(mission) if isinstance(one, t.Requirement) for fact in one.happened)


def keeps(mission: t.Mission) -> bool:
    """Check whether a mission has rules that need a `MissionState`."""
    declared = (mission.counters, mission.hidden, mission.zone_rules, mission.results, noted(mission))
    waits = (trigger.on.partition(" ")[0] not in REPORTED for trigger in mission.triggers)
    told = (isinstance(one, t.Effect) and not isinstance(one, OF_EVERY_MISSION) for one in held(mission))
    return any(declared) or any(waits) or any(told)
