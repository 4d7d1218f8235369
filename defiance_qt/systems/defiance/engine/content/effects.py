"""Effects: the small closed set, and the Switches and modifiers that contain them.

`on` names figures relative to the card's use: "user", "target" (rival or chosen target), "team" (all Characters and
Allies), "characters" (Characters only). "other_enemy" and "other_character" are another one in Range of the card or
Attack, chosen by its player, or by Evil AI.
"""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.systems.defiance.engine.content.base import Value


class Impose(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="impose"):
    """Gives a State (R-275, R-278)."""

    state: str
    on: str = "target"


class Relieve(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="relieve"):
    """Removes a State; "*" removes any one, the most harmful first."""

    state: str = "*"
    on: str = "target"


class Suffer(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="suffer"):
    """Damage that Blocks do not stop. On the rival of a roll it joins the roll's own Damage."""

    amount: int
    on: str = "target"


class Heal(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="heal"):
    """Removes Damage. A Remote is healed only by an effect that `repairs` (R-153)."""

    amount: int
    on: str = "user"
    repairs: bool = False


class Revive(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="revive"):
    """Ends Unconsciousness, heals, and brings a Consequence: `draw` cards of which one is kept (R-160, R-232)."""

    heal: int
    draw: int = 1
    on: str = "target"


class Calm(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="calm"):
    """Changes Aggro by `amount`, never below zero."""

    amount: int
    on: str = "user"


class AddSymbols(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="add_symbols"):
    """Adds symbols to the user's own roll (Switches only)."""

    symbols: str


class Reinforce(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="reinforce"):
    amount: int = 1


class RaiseAlert(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="alert"):
    amount: int = 1


class Suffering(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="consequence"):
    """The figure suffers Consequences (R-237)."""

    count: int = 1
    on: str = "target"


class Receive(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="receive"):
    """The user receives an Equipment card, to be placed in the Equip Action that follows."""

    item: str


class GainIntel(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="intel"):
    """Intel Packs for the user; an Ally gains none (R-148)."""

    amount: int = 1


class OpenDoors(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="open"):
    doors: tuple[str, ...]


class DeployUnits(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="deploy"):
    """Units of the Selected deck enter play at these spaces, with the face of this index (R-016, R-130, R-170)."""

    units: tuple[str, ...]
    at: tuple[str, ...]
    face: int = 0


class FlipUnit(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="flip"):
    """A deployed Unit's card turns to the face with this index (R-323)."""

    unit: str
    face: int = 1


class SetFlag(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="flag"):
    """Marks something as having happened, for the mission's conditions."""

    flag: str


class Test(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="test"):
    """A Simple Roll of the figure (R-079…R-085); if it succeeds, the effects apply with that figure as "user"."""

    dice: tuple[str, ...]
    effects: tuple[Effect, ...]
    on: str = "user"


class UseAbility(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ability"):
    """A special effect: an ability with an id, and its own values."""

    id: str
    values: dict[str, Any] = msgspec.field(default_factory=dict)
    on: str = "target"


Effect = (
    Impose
    | Relieve
    | Suffer
    | Heal
    | Revive
    | Calm
    | AddSymbols
    | Reinforce
    | RaiseAlert
    | Suffering
    | Receive
    | GainIntel
    | OpenDoors
    | DeployUnits
    | FlipUnit
    | SetFlag
    | Test
    | UseAbility
)


class Switch(Value, frozen=True, forbid_unknown_fields=True):
    """The symbols to pay and the effects to get (R-099…R-106)."""

    cost: str
    effects: tuple[Effect, ...]


class Modifier(Value, frozen=True, forbid_unknown_fields=True):
    """The addition of a card in play to its bearer's rolls.

    `rolls` are among "attack", "defense", "hacking", "biotech", "console". `fewer` dice are removed, the last first.
    `reroll` is the number of dice that may be rerolled once. `spent` discards the card (a State) after the roll it
    changed. `close` limits it to rivals in Contact. `switches` are available in these rolls (R-100). `instead` are dice
    rolled in place of the roll's own. Of several such cards the highest in rank counts (R-212), and among equals Evil
    AI decides (R-213).
    """

    rolls: tuple[str, ...]
    dice: tuple[str, ...] = ()
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0
    spent: bool = False
    close: bool = False
    switches: tuple[Switch, ...] = ()
    instead: tuple[str, ...] | None = None
