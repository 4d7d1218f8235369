"""The commands: what the team can do, and the answers to chance. Their fields, in order, are their text form."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.api import port


class _Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    """Base of all commands. Soldiers are named by their numbers, Hostile cards by card and number ("riflemen.2")."""


# ---- the muster ----


class Nation(_Command, frozen=True, tag="nation"):
    """Choose the Nation (W-001)."""

    nation: str


class Team(_Command, frozen=True, tag="team"):
    """Take a ready-made team."""

    team: str


class Buy(_Command, frozen=True, tag="buy"):
    """Buy a Soldier."""

    card: str


class Arm(_Command, frozen=True, tag="arm"):
    """Buy a Weapon or Equipment. An ammo batch is for one Weapon: "pouch:smg"."""

    soldier: str
    item: str


class Teach(_Command, frozen=True, tag="teach"):
    """Buy a Skill."""

    soldier: str
    skill: str


class Unbuy(_Command, frozen=True, tag="unbuy"):
    """Give back a Soldier, or one card of it."""

    soldier: str
    item: str = ""


class Go(_Command, frozen=True, tag="go"):
    """End the muster."""


# ---- the Soldiers' turn ----


class Rally(_Command, frozen=True, tag="rally"):
    """Remove a Suppression token (W-024)."""

    soldier: str


class Move(_Command, frozen=True, tag="move"):
    """Move one space (W-025). `payer` is the Player Soldier who pays the cards of another."""

    soldier: str
    way: Literal["left", "right"]
    payer: str = ""


class Fire(_Command, frozen=True, tag="fire"):
    """Attack at range with a Weapon and mode ("smg.1"; "own.1" for a Squad), at a Hostile card or the Objective."""

    soldier: str
    weapon: str
    target: str


class Fight(_Command, frozen=True, tag="fight"):
    """Attack Hand-to-Hand, unarmed or with a Weapon and mode (W-038)."""

    soldier: str
    target: str
    weapon: str = ""


class Use(_Command, frozen=True, tag="use"):
    """Use Equipment: at a Hostile card, for a Soldier, or in this space."""

    soldier: str
    item: str
    target: str = ""


class Reload(_Command, frozen=True, tag="reload"):
    """Reload a Weapon (W-044)."""

    soldier: str
    weapon: str


class CycleHand(_Command, frozen=True, tag="cycle"):
    """Discard and draw (W-045)."""

    soldier: str


class Work(_Command, frozen=True, tag="work"):
    """Work on the Objective, or pick up the prize (W-130, W-131)."""

    soldier: str


class Stock(_Command, frozen=True, tag="stock"):
    """Take ammunition from the stores of the Location (W-152)."""

    soldier: str
    weapon: str


class Play(_Command, frozen=True, tag="play"):
    """Play an Action card. `target` is a Soldier, a Weapon ("1.smg") or a Hostile card; `level`: who pays a level-up
    first ("0": it is free)."""

    soldier: str
    card: str
    target: str = ""
    level: str = ""


class Place(_Command, frozen=True, tag="place"):
    """Place a Location (W-048). `skill` is one that lets it be chosen from two."""

    soldier: str
    skill: str = ""


class Activate(_Command, frozen=True, tag="activate"):
    """Activate the Objective (W-051)."""

    soldier: str


class Give(_Command, frozen=True, tag="give"):
    """Pass a Weapon, Equipment, or one counter ("ammo:smg") to a Soldier in the same space (W-052)."""

    soldier: str
    to: str
    item: str


class Take(_Command, frozen=True, tag="take"):
    """Take kit of a Downed Soldier in this space (W-132)."""

    soldier: str
    item: str


class Drop(_Command, frozen=True, tag="drop"):
    """Discard a Weapon, Equipment or an ammo batch ("ammo:smg") (W-053)."""

    soldier: str
    item: str


class Call(_Command, frozen=True, tag="call"):
    """Call a Support (W-133). `target` is what a card that acts at once needs."""

    support: str
    payer: str
    target: str = ""


class Strike(_Command, frozen=True, tag="strike"):
    """Let a Support in play attack a Hostile card (W-156)."""

    support: str
    target: str


class Leave(_Command, frozen=True, tag="leave"):
    """Remove a Soldier of Health 2 or less (W-023)."""

    soldier: str


class EndTurn(_Command, frozen=True, tag="end"):
    """End the Soldiers' turn."""


# ---- answers ----


class PayCard(_Command, frozen=True, tag="pay"):
    """Pay with an Action card."""

    card: str


class Discard(_Command, frozen=True, tag="discard"):
    """Discard an Action card before drawing."""

    card: str


class Done(_Command, frozen=True, tag="done"):
    """Discard no more, and draw."""


class Pick(_Command, frozen=True, tag="choose"):
    """Choose one of several."""

    id: str


class RetainSupport(_Command, frozen=True, tag="retain"):
    """Pay for a Support in play."""

    support: str
    payer: str


class LetSupport(_Command, frozen=True, tag="let"):
    """Discard a Support in play."""

    support: str


class ReactWith(_Command, frozen=True, tag="react"):
    """Cancel Wounds with a card. `level`: who pays a level-up first ("0": it is free)."""

    card: str
    level: str = ""


class TakeWounds(_Command, frozen=True, tag="take_it"):
    """Take the Wounds."""


class Proceed(_Command, frozen=True, tag="proceed"):
    """Let the Hostile turn go on."""


class EnterDice(_Command, frozen=True, tag="enter_dice"):
    """Enter the faces of the dice, from 1."""

    faces: tuple[int, ...]


class EnterCards(_Command, frozen=True, tag="enter_cards"):
    """Enter the cards or tokens that are drawn."""

    cards: tuple[str, ...]


class Overrule(_Command, frozen=True, tag="overrule"):
    """Correct values by hand. The keys are paths, such as "team.1.health"."""

    values: dict[str, Any]
    reason: str = ""


Command = (
    Nation | Team | Buy | Arm | Teach | Unbuy | Go | Rally | Move | Fire | Fight | Use | Reload | CycleHand | Work |
    Stock
    | Play | Place | Activate | Give | Take | Drop | Call | Strike | Leave | EndTurn | PayCard | Discard | Done | Pick
    | RetainSupport | LetSupport | ReactWith | TakeWounds | Proceed | EnterDice | EnterCards | Overrule | port.SetAnswer
)  # fmt: skip
