"""The edition options of the game, and the variants that set them."""

from __future__ import annotations

from defiance_qt.api import port

VARIANTS: dict[str, dict[str, str]] = {
    "one": {"dice": "one", "double_one": "pot"},
    "two": {"dice": "two", "double_one": "all"},
}
VALUES = {"dice": ("one", "two"), "double_one": ("pot", "all")}
RULES = {"dice": ("P-001",), "double_one": ("P-006",)}

SWITCHES = tuple(
    port.Switch(
        id,
        f"switch.{id}",
        {value: f"switch.{id}.{value}" for value in values},
        {variant: chosen[id] for variant, chosen in VARIANTS.items()},
        RULES[id],
    )
    for id, values in VALUES.items()
)
