"""Cards: Characters and Allies, Equipment and Software, Units, AI cards, States, Consequences, Loot."""

from __future__ import annotations

import msgspec

from defiance_qt.systems.defiance.engine.content.base import Value
from defiance_qt.systems.defiance.engine.content.effects import Effect, Modifier, Switch


class Attack(Value, frozen=True, forbid_unknown_fields=True):
    """One Attack of a weapon, an Ally card or a Unit card. `range` is (min, max) in spaces (R-069)."""

    id: str
    dice: tuple[str, ...]
    range: tuple[int, int]
    sight: bool = True
    cc: bool = False
    switches: tuple[Switch, ...] = ()


class CardAction(Value, frozen=True, forbid_unknown_fields=True):
    """One more kind of Action that a card offers (R-048, R-313).

    `target`: "self", "character" (a conscious one), "unconscious", "remote" (a Remote on the board), "remote_off" (one
    off it), "enemy", "door" (a standard one), "space"; `range` is the distance to it. `among` limits Enemies to those
    of one of these kinds: "hackable", "structure", "rookie", or several of them in one word ("hackable rookie").
    `after` is what the user must have done in this Activation: "attack", "kill". `use` is the result for the card: "",
    "tap", "flip", "discard". What older games do not know is unset, so that their states keep their form.
    """

    id: str
    effects: tuple[Effect, ...]
    target: str = "self"
    range: tuple[int, int] = (0, 1)
    sight: bool = False
    free: bool = False
    use: str = ""
    among: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    after: str | msgspec.UnsetType = msgspec.UNSET


class Device(Value, frozen=True, forbid_unknown_fields=True):
    """A hacking device: its Hacking value, Range and room for Software (R-107…R-110)."""

    hacking: tuple[str, ...]
    range: tuple[int, int]
    slots: int


class Equipment(Value, frozen=True, forbid_unknown_fields=True):
    """An Equipment card. `tabs` are alternatives; each names the locations it needs (R-026, R-027). Without tabs it is
    light (R-028). `value` is its price (R-304); `market` "x": it is sold only after the jump. `cargo` belongs to its
    mission: it passes from hand to hand and goes when that is over. `speed` is added to the bearer's."""

    id: str
    tabs: tuple[tuple[str, ...], ...] = ()
    attacks: tuple[Attack, ...] = ()
    actions: tuple[CardAction, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    biotech: tuple[str, ...] = ()
    device: Device | None = None
    software: tuple[str, ...] = ()
    hackable: bool = False
    personal: bool = False
    value: int | None = None
    owner: str = ""
    abilities: tuple[str, ...] = ()
    market: str = ""
    cargo: bool = False
    speed: int = 0


class Software(Value, frozen=True, forbid_unknown_fields=True):
    """A program (R-111…R-113). `kind` is "demon", "controller" or "antipersonnel".

    `targets` of a controller: "character", "enemy", "any", "self", "remote", "door". `value` is its price. `dice` join
    the Hacking value when it is run; `modifiers` work all the time (Demons). `multiplier` multiplies the Damage after
    cancelling.
    """

    id: str
    kind: str
    dice: tuple[str, ...] = ()
    targets: str = "any"
    effects: tuple[Effect, ...] = ()
    switches: tuple[Switch, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    multiplier: int = 1
    value: int | None = None


class Specialty(Value, frozen=True, forbid_unknown_fields=True):
    """A Specialty card: Actions, modifiers and abilities of the Character that has acquired it, while conscious (R-048,
    R-075, R-099, R-229, R-313…R-316). `group` is one of the Character card's categories (R-299), `level` I to IV
    (R-301). Any one of `requires` must have been acquired before (R-299, R-311)."""

    id: str
    group: str = ""
    level: int = 1
    requires: tuple[str, ...] = ()
    actions: tuple[CardAction, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    abilities: tuple[str, ...] = ()


class CharacterCard(Value, frozen=True, forbid_unknown_fields=True):
    """A Character or Ally card (R-004, R-005). An attribute printed "-" is None (R-147). `controller` names a
    Synchronized Ally's or Remote's."""

    id: str
    speed: int
    wounds: int
    defense: tuple[str, ...] | None = None
    biotech: tuple[str, ...] | None = None
    max_aggro: int | None = None
    ally: bool = False
    remote: bool = False
    synchronized: bool = False
    controller: str = ""
    tabs: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    actions: tuple[CardAction, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    abilities: tuple[str, ...] = ()
    specialties: tuple[str, ...] = ()
    initials: str = ""
    automedikit: bool = True


class HackAttack(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit's Hack Attack (R-200). Without a range it uses that of the Unit's first Attack."""

    dice: tuple[str, ...]
    range: tuple[int, int] | None = None
    sight: bool = True
    switches: tuple[Switch, ...] = ()


class Profile(Value, frozen=True, forbid_unknown_fields=True):
    """One face of a Unit card. `colour`: "blue" Rookie, "red" Veteran, "black" Personality, "grey" Structure
    (R-165)."""

    colour: str
    number: int
    speed: int
    wounds: int
    defense: tuple[str, ...] | None = None
    biotech: tuple[str, ...] | None = None
    attacks: tuple[Attack, ...] = ()
    hack_attack: HackAttack | None = None
    switches: tuple[Switch, ...] = ()
    abilities: tuple[str, ...] = ()
    respawn: int | None = None
    replacements: int | None = None
    biological_samples: int = 0
    tech_samples: int = 0
    instructions: tuple[str, ...] = ()
    structure: bool = False


class UnitCard(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit card: its faces, lowest first. A Personality or Structure has one (R-166)."""

    id: str
    faces: tuple[Profile, ...]
    initials: str = ""


class AiCard(Value, frozen=True, forbid_unknown_fields=True):
    """An AI card. An entry is "kind selector"; grouped Instructions are joined with " + " (R-183, R-184). A mission
    that lists no AI cards plays those of the deck "line"."""

    id: str
    blue: tuple[str, ...]
    red: tuple[str, ...]
    deck: str = "line"


class StateCard(Value, frozen=True, forbid_unknown_fields=True):
    """A State. `actions` changes the number of Actions (of an Enemy: Instructions) of its bearer.

    `until` names its end: "activation" (at the end of the bearer's own), "attack" (after the bearer attacks), "contact"
    (an opponent's Activation ends beside it). Without a value, a rule defines the end. `effects` happen to the bearer
    ("user") when it ends with an Activation.
    """

    id: str
    modifiers: tuple[Modifier, ...] = ()
    actions: int = 0
    until: tuple[str, ...] = ()
    harm: int = 0
    abilities: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


class ConsequenceCard(Value, frozen=True, forbid_unknown_fields=True):
    """A Consequence: its immediate effects, and its permanent ones while it is face up."""

    id: str
    effects: tuple[Effect, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    speed: int = 0
    wounds: int = 0
    max_aggro: int = 0
    copies: int = 1


class LootCard(Value, frozen=True, forbid_unknown_fields=True):
    """A Loot card: its effects happen when it is drawn; "on" is the finder."""

    id: str
    effects: tuple[Effect, ...]
    copies: int = 1
