"""Effects: the small closed set, and the Switches and modifiers that contain them.

`on` names figures relative to the card's use: "user", "target" (rival or chosen target), "team" (all Characters and
Allies), "characters" (Characters only), "others" (the rest of the team), "contact" (the user's rivals in Contact).
"other_enemy", "other_hackable" and "other_character" are another one in Range of the card or Attack, chosen by its
player, or by Evil AI; "two_others" are the two other Enemies closest to the target.

In a mission `on` may also be the id of one of the team, "in dock" or "outside dock" (all of the team there, or not
there), or a selector of AI cards ("most_aggro"): the conscious Character that it selects. "revealed" is the card whose
hidden token was revealed last.
"""

from __future__ import annotations

from typing import Any, Literal

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
    """Intel Packs for the user, or for whom `on` names; an Ally gains none (R-148)."""

    amount: int = 1
    on: str = "user"


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


class Count(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="count"):
    """Changes a counter of the mission."""

    counter: str
    amount: int = 1


class CloseDoors(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="close"):
    """Doors close; a figure cannot be in the way, because doors are on sides (R-128)."""

    doors: tuple[str, ...]


class Seal(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="seal"):
    """Puts doors, Containers and Consoles out of use, or (`on` false) into use again; "core 3" is one input of a
    Console. `reset` also removes the symbols assigned to a Console, so that it can be completed again."""

    elements: tuple[str, ...]
    on: bool = True
    reset: bool = False


class EndMission(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="end"):
    """Ends the mission at once; `id` names the ending."""

    result: Literal["victory", "defeat"]
    id: str


class RespawnAt(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="respawn_at"):
    """From now on Units return at these spaces (R-250)."""

    spaces: tuple[str, ...]


class Appear(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="appear"):
    """A figure appears: as a Neutral Character, or as an Ally of the team."""

    card: str
    space: str
    neutral: bool = False


class Leave(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="leave"):
    """Figures leave the board: Allies, Neutral Characters, or all of a Unit."""

    who: tuple[str, ...]


class MoveFigures(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="move"):
    """All figures in a zone are moved to another, each to the closest free space there."""

    who: str
    to: str


class RandomEffects(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="random"):
    """One of several lists of effects, at random; with `again` false, one that has not come yet."""

    of: tuple[tuple[Effect, ...], ...]
    again: bool = True


class Reveal(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="reveal"):
    """Turns a token of a hidden set face up: the one `at` a place, else one at random, of this `token` if named. The
    effects that follow on "revealed" name its place."""

    hidden: str
    at: str = ""
    token: str = ""


class ZoneRule(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="zone"):
    """A rule begins to apply in a zone, or ends."""

    zone: str
    rule: str
    on: bool = True


class Gain(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="gain"):
    """Something for the campaign: "biological" or "tech" Samples, a "component", a member of the "crew", an entry in
    the "record", an area "wreck"ed, a "choice". `id` says which."""

    what: str
    id: str = ""
    amount: int = 1


class Test(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="test"):
    """A Simple Roll of the figure (R-079…R-085); if it succeeds, the effects apply with that figure as "user", if not
    those that have `failed`. The dice of one of its own values, `of` "defense" or "biotech", come before `dice`.
    `needs` are the symbols that make a success, if not the usual Success."""

    dice: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    on: str = "user"
    of: Literal["", "defense", "biotech"] = ""
    needs: str = ""
    failed: tuple[Effect, ...] = ()


class Act(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="act"):
    """Lets a figure act at once, besides its two Actions (R-313): with movement points, or with Actions, which `only`
    limits ("attack", "cc", "hack"). "puppet": the Enemy that the card is aimed at makes an Attack on another, for which
    the user rolls. `dice`, `fewer` and `splash` as in `frames.Grant`."""

    actions: int = 0
    points: int = 0
    only: Literal["", "attack", "cc", "hack", "puppet"] = ""
    dice: tuple[str, ...] = ()
    fewer: int = 0
    splash: int = 0
    on: str = "user"


class Straighten(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="straighten"):
    """Untaps all cards of a figure (R-314)."""

    on: str = "target"


class WorkDoor(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="door"):
    """Opens the door that the card is aimed at, a standard one (R-126, R-127). With `closes` an open one closes."""

    closes: bool = False


class ChangeGround(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ground"):
    """Until the Round ends, the space that the card is aimed at, and all within `radius`, are of this terrain."""

    rule: Literal["low", "difficult", "blocked"]
    radius: int = 0


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
    | Count
    | CloseDoors
    | Seal
    | EndMission
    | RespawnAt
    | Appear
    | Leave
    | MoveFigures
    | RandomEffects
    | Reveal
    | ZoneRule
    | Gain
    | Test
    | Act
    | Straighten
    | WorkDoor
    | ChangeGround
    | UseAbility
)


class Switch(Value, frozen=True, forbid_unknown_fields=True):
    """The symbols to pay and the effects to get (R-099…R-106)."""

    cost: str
    effects: tuple[Effect, ...]


class Modifier(Value, frozen=True, forbid_unknown_fields=True):
    """The addition of a card in play to its bearer's rolls.

    `rolls` are among "attack", "cc" (a CC Attack), "defense", "hacking", "biotech", "console". `fewer` dice are
    removed, the last first. `reroll` is the number of dice that may be rerolled once. `spent` discards the card (a
    State) after the roll it changed. `close` limits it to rivals in Contact. `switches` are available in these rolls
    (R-100). `instead` are dice rolled in place of the roll's own. Of several such cards the highest in rank counts
    (R-212), and among equals Evil AI decides (R-213).
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
