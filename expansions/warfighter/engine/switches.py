"""The edition options of the game, and the variants that set them."""

from __future__ import annotations

from defiance_qt.api import port

VALUES = {
    "team_max": ("5", "6"),
    "pinned": ("pinned", "shaken"),
    "tens": ("none", "natural"),
    "reload": ("natural", "modified"),
    "burst": ("each", "once"),
    "lock": ("yes", "no"),
    "stumble": ("one", "two"),
    "return_fire": ("hit", "either"),
    "last": ("player", "any"),
    "environment": ("off", "on"),
}
"""The values of each edition option: that of the variant "table", then that of "harsh"."""

RULES = {
    "team_max": ("W-101",),
    "pinned": ("W-110",),
    "tens": ("W-114",),
    "reload": ("W-115",),
    "burst": ("W-116",),
    "lock": ("W-120",),
    "stumble": ("W-122",),
    "return_fire": ("W-141",),
    "last": ("W-146",),
    "environment": ("W-135",),
}
"""The rules that each edition option affects."""

VARIANTS = ("table", "harsh")

SWITCHES = tuple(
    port.Switch(
        id,
        f"switch.{id}",
        {value: f"switch.{id}.{value}" for value in values},
        dict(zip(VARIANTS, values, strict=True)),
        RULES[id],
    )
    for id, values in VALUES.items()
)
