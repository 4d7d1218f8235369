"""The closed list of what content may name: effects of cards, numbers that cards change, and when they do.

Each name is one function or one sum of the rules; the modules of `rules` hold the functions.
"""

from __future__ import annotations

NUMBERS = {
    "hit": "W-031",
    "pen": "W-033",
    "cover": "W-142",
    "entry": "W-112",
    "first_entry": "W-151",
    "entrants": "W-151",
    "reload": "W-115",
    "range": "W-148",
    "range_cap": "W-148",
    "threat": "W-158",
    "hth": "W-041",
    "heal": "W-147",
    "rally": "W-158",
    "call": "W-157",
    "charge": "W-158",
    "batch_load": "W-158",
    "clear_sight": "W-157",
}
"""The numbers that Skills, Equipment, Supports and traits change, each with the rule of the sum."""

WHEN = ("", "one_die", "close", "apart", "far")
"""When a change counts: always; for a mode of one die; at range 0; at range 1 or more; at range 2 or more."""

LAID = ("entry_cards", "second_move", "die", "sure", "cover_die", "flank", "overwatch")
"""What an Action card changes that lies before a Soldier."""

ACTIONS = (
    "laid", "reload", "suppress", "dive", "rally", "heal", "ready", "recon", "kill", "redirect", "experience", "blast",
    "draw",
)  # fmt: skip
"""The effects of Action cards."""

EVENTS = (
    "patrol", "fog", "jamming", "ricochet", "lost_pack", "draw", "unload", "lull", "mortar_fire", "alarm", "deserters",
    "regroup", "mud", "old_map",
)  # fmt: skip
"""The effects of Event cards."""

SUPPORTS = ("scout", "strike_empty", "strike_any", "heal", "supply", "jam", "relief", "decoy")
"""The effects of Support cards."""

AT_ONCE = ("heal", "supply", "relief", "decoy")
"""The effects of Supports that act when they are called: their cards say `once`."""

ATTACKS = {"actions": ("blast",), "equipment": ("attack",), "supports": ("strike_empty", "strike_any")}
"""By deck the effects that are an attack: their cards have `modes`."""

USES = ("attack", "flash", "smoke", "heal", "charge")
"""What an Action with a piece of Equipment does."""

TRAITS = ("stores", "fearless", "inspire", "area", "again")
"""The abilities of traits that no number expresses."""

ONCE = {"scout": "mission", "leader": "turn"}
"""What a Skill allows once: to choose a Location once a mission, to level up a card for nothing once a turn."""
