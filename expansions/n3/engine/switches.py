"""The edition options of the game: points on which the text is silent or says two things."""

from __future__ import annotations

from defiance_qt.api import port

VALUES: dict[str, tuple[str, ...]] = {
    "hopeless": ("none", "roll"),
    "both_attributes": ("two", "worse"),
    "ph_instead": ("wound", "immobilised"),
    "immune_to_zones": ("yes", "no"),
    "tri_core_list": ("working", "list"),
    "embryo_turn": ("may", "must"),
    "cloud_skill": ("movement", "any"),
    "phero_stun": ("stun", "pheromonic"),
    "guts_by_zone": ("no", "yes"),
    "targeted_ends": ("reset", "turn"),
}
RULES = {
    "hopeless": ("N-029",),
    "both_attributes": ("N-022",),
    "ph_instead": ("N-034",),
    "immune_to_zones": ("N-049", "N-103"),
    "tri_core_list": ("N-082", "N-127"),
    "embryo_turn": ("N-067",),
    "cloud_skill": ("N-093",),
    "phero_stun": ("N-113",),
    "guts_by_zone": ("K-019",),
    "targeted_ends": ("K-018",),
}
VARIANT = "n3"
USUAL = {id: values[0] for id, values in VALUES.items()}

SWITCHES = tuple(
    port.Switch(
        id, f"switch.{id}", {value: f"switch.{id}.{value}" for value in values}, {VARIANT: values[0]}, RULES[id]
    )
    for id, values in VALUES.items()
)
