"""The frozen structs that content files are decoded into. Values only: whatever needs an `if` is an ability with an id.

Every card is reached by its id. Its texts live in the catalogues of words under keys made from kind and id
("unit.cadmus.name"), never here. Dice are named by id; symbols are written as in `dice.Symbols.parse` ("S+!").
"""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.engine.board.tiles import Placement, Tile


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all content values. Subclasses repeat both options: msgspec does not inherit `frozen` reliably."""


# ---- effects: the small closed set -----------------------------------------------------------------------------
# `on` names figures relative to the card's use: "user", "target" (rival or chosen target), "other_enemy" and
# "other_character" (another one in Range of what is used, chosen by its player, or by Evil AI), "team" (all
# Characters and Allies), "characters" (Characters only).


class Impose(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="impose"):
    """Gives a State (R-275, R-278)."""

    state: str
    on: str = "target"


class Relieve(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="relieve"):
    """Takes a State away; "*" takes any one, the most harmful first."""

    state: str = "*"
    on: str = "target"


class Suffer(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="suffer"):
    """Damage that no Block stops. On the rival of a roll it joins the roll's own Damage."""

    amount: int
    on: str = "target"


class Heal(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="heal"):
    """Takes Damage away. A Remote's goes only by what `repairs` (R-153)."""

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
    """Intel Packs for the user; an Ally gains none for anyone (R-148)."""

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


class UseAbility(Value, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ability"):
    """What no other effect says: an ability with an id, and its own values."""

    id: str
    values: dict[str, Any] = {}
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
    | UseAbility
)


class Switch(Value, frozen=True, forbid_unknown_fields=True):
    """Symbols to pay, effects to get (R-099…R-106)."""

    cost: str
    effects: tuple[Effect, ...]


class Modifier(Value, frozen=True, forbid_unknown_fields=True):
    """What a card in play adds to its bearer's rolls.

    `rolls` are among "attack", "defense", "hacking", "biotech", "console". `fewer` dice are taken away, the last
    first. `reroll` lets the roller roll that many dice again once. `spent` discards the card (a State) after the
    roll it changed. `close` limits it to rivals in Contact. `switches` stand open in these rolls (R-100).
    """

    rolls: tuple[str, ...]
    dice: tuple[str, ...] = ()
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0
    spent: bool = False
    close: bool = False
    switches: tuple[Switch, ...] = ()


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
    off it), "enemy"; `range` is the distance to it. `use` says what becomes of the card: "", "tap", "flip", "discard".
    """

    id: str
    effects: tuple[Effect, ...]
    target: str = "self"
    range: tuple[int, int] = (0, 1)
    sight: bool = False
    free: bool = False
    use: str = ""


class Device(Value, frozen=True, forbid_unknown_fields=True):
    """A hacking device: its Hacking value, Range and room for Software (R-107…R-110)."""

    hacking: tuple[str, ...]
    range: tuple[int, int]
    slots: int


class Equipment(Value, frozen=True, forbid_unknown_fields=True):
    """An Equipment card. `tabs` are alternatives; each names the locations it needs (R-026, R-027); none: light
    (R-028)."""

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


class Software(Value, frozen=True, forbid_unknown_fields=True):
    """A program (R-111…R-113). `kind`: "demon", "controller" or "antipersonnel" name what the program registers as.

    `targets` of a controller: "character", "enemy" or "any". `dice` join the Hacking value when it is run;
    `modifiers` work all the time (Demons). `multiplier` multiplies the Damage after cancelling.
    """

    id: str
    kind: str
    dice: tuple[str, ...] = ()
    targets: str = "any"
    effects: tuple[Effect, ...] = ()
    switches: tuple[Switch, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    multiplier: int = 1


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
    abilities: tuple[str, ...] = ()
    specialties: tuple[str, ...] = ()
    initials: str = ""
    automedikit: bool = True


class HackAttack(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit's Hack Attack (R-200). Without a range it has that of the Unit's first Attack."""

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
    """An AI card. An entry is "kind selector", grouped Instructions are joined with " + " (R-183, R-184)."""

    id: str
    blue: tuple[str, ...]
    red: tuple[str, ...]


class StateCard(Value, frozen=True, forbid_unknown_fields=True):
    """A State. `actions` changes how many Actions (an Enemy: Instructions) its bearer has.

    `until` names when it goes: "activation" (at the end of the bearer's own), "attack" (after the bearer attacks),
    "contact" (an opponent's Activation ends beside it); without any, a rule says so.
    """

    id: str
    modifiers: tuple[Modifier, ...] = ()
    actions: int = 0
    until: tuple[str, ...] = ()
    harm: int = 0
    abilities: tuple[str, ...] = ()


class ConsequenceCard(Value, frozen=True, forbid_unknown_fields=True):
    """A Consequence: what happens at once, and what stays while it lies face up."""

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


class ConsoleInput(Value, frozen=True, forbid_unknown_fields=True):
    """One numbered input of a Console: the symbols it wants and what its completion does (R-134…R-138)."""

    symbols: str
    effects: tuple[Effect, ...]


# ---- missions --------------------------------------------------------------------------------------------------


class MissionDoor(Value, frozen=True, forbid_unknown_fields=True):
    id: str
    side: str
    security: bool = False


class MissionContainer(Value, frozen=True, forbid_unknown_fields=True):
    id: str
    space: str
    loot: int = 1


class MissionConsole(Value, frozen=True, forbid_unknown_fields=True):
    id: str
    space: str
    inputs: tuple[ConsoleInput, ...]


class MissionNeutral(Value, frozen=True, forbid_unknown_fields=True):
    """A Neutral Character: the Ally card it turns into (R-131)."""

    card: str
    space: str


class MissionUnit(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit that starts deployed; `face` is the index of its side, `at` one space a miniature."""

    unit: str
    at: tuple[str, ...]
    face: int = 0


class Opening(Value, frozen=True, forbid_unknown_fields=True):
    """Who stands where at the start. Which opening is used is the switch D01's value."""

    deployed: tuple[MissionUnit, ...]


class Trigger(Value, frozen=True, forbid_unknown_fields=True):
    """When this, then that; once unless `repeats`.

    `on` is a fact in text: "door_opened lab_door", "ally_joined cho", "container_opened crate_1", "round_began 4",
    "unit_eliminated cadmus", "flag alarm", "console_completed console_1".
    """

    on: str
    effects: tuple[Effect, ...]
    repeats: bool = False


class Condition(Value, frozen=True, forbid_unknown_fields=True):
    """A condition for the end. All parts that are given must hold.

    `standing`: ids that must stand, conscious, on a space of `zone`; "*" is every conscious Character.
    `flags` must be set; `eliminated` Units gone; `after_round` complete; `unconscious` lists who must be down.
    `when`: "activation" (checked as an Activation ends) or "round" (in the End Phase).
    """

    id: str
    standing: tuple[str, ...] = ()
    zone: str = ""
    flags: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    after_round: int | None = None
    unconscious: tuple[str, ...] = ()
    when: str = "activation"


class Mission(Value, frozen=True, forbid_unknown_fields=True):
    """A mission. Spaces and sides are board names ("K7", "K7:ne") or relative to a tile ("A02/B2", "A02/B2:ne")."""

    id: str
    number: int
    tiles: tuple[Placement, ...]
    alert: int
    characters: tuple[str, ...]
    deployment: tuple[str, ...]
    respawn: tuple[str, ...]
    selected: tuple[str, ...]
    available: tuple[str, ...]
    openings: dict[str, Opening]
    victory: tuple[Condition, ...]
    defeat: tuple[Condition, ...] = ()
    allies: tuple[str, ...] = ()
    doors: tuple[MissionDoor, ...] = ()
    containers: tuple[MissionContainer, ...] = ()
    consoles: tuple[MissionConsole, ...] = ()
    neutrals: tuple[MissionNeutral, ...] = ()
    zones: dict[str, tuple[str, ...]] = {}
    triggers: tuple[Trigger, ...] = ()
    reserve: int = 0
    abilities: tuple[str, ...] = ()
    intel: int = 0


class Addition(Value, frozen=True, forbid_unknown_fields=True):
    """What further content adds to a mission that stands elsewhere: Units for its decks, under those that are there,
    and Units that start deployed in each of its openings."""

    mission: str
    selected: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    deployed: tuple[MissionUnit, ...] = ()


class EditionSwitch(Value, frozen=True, forbid_unknown_fields=True):
    """A point where the editions differ (rulings.md): its values, the one each edition takes."""

    id: str
    name: str
    values: tuple[str, ...]
    editions: dict[str, str]
    rules: tuple[str, ...] = ()


class ContentFile(Value, frozen=True, forbid_unknown_fields=True):
    """One content file: any of these tables. Files are merged; the same id twice in a kind is an error that names
    both."""

    dice: dict[str, tuple[str, ...]] = {}
    rolls: dict[str, tuple[str, ...]] = {}
    tiles: tuple[Tile, ...] = ()
    characters: tuple[CharacterCard, ...] = ()
    equipment: tuple[Equipment, ...] = ()
    software: tuple[Software, ...] = ()
    units: tuple[UnitCard, ...] = ()
    ai_cards: tuple[AiCard, ...] = ()
    states: tuple[StateCard, ...] = ()
    consequences: tuple[ConsequenceCard, ...] = ()
    loot: tuple[LootCard, ...] = ()
    missions: tuple[Mission, ...] = ()
    additions: tuple[Addition, ...] = ()
    switches: tuple[EditionSwitch, ...] = ()
