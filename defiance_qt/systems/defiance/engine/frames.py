"""The frames of the agenda: everything in progress, as data. The innermost frame determines the next prompt.

A frame holds only the data needed to continue. Facts about figures, decks and the board are in the State.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from defiance_qt.systems.defiance.engine.content import Effect, Switch
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols

TeamOrEnemy = Literal["team", "enemy"]
"""The side of the players or that of the program."""


class Campaign(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="campaign"):
    """The campaign, at the bottom of the agenda. `todo` are the steps until the next mission, the present
    one first: "team", "briefing", "mission", "verdict", "jump", "loot", "crew", "sickbay", "specialties", "intel",
    "equipment", "straighten". `waiting` are the Characters that a step has still to ask or to roll for. `begun` is set
    once what the step does by itself is done."""

    todo: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    begun: bool = False


class Readying(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="readying"):
    """So many Characters may still be chosen to start the mission Focused (R-286, R-306)."""

    left: int


class Deployment(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="deployment"):
    """Set-up: these Characters and Allies still have to be placed (R-012)."""

    waiting: tuple[str, ...]


class Round(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="round"):
    """A Round (R-039). `todo` lists the remaining steps of the present phase. `turn` is the side whose Activation is
    next (R-041). `block` is the partner that must be activated next (R-152)."""

    phase: Literal["start", "activations", "end"]
    todo: tuple[str, ...] = ()
    turn: TeamOrEnemy = "team"
    block: str = ""
    enemy_acted: bool = False


class Grant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a card lets a figure do besides its two Actions (R-313). `source` is the card's text key. `only` limits the
    Actions: "attack", "cc" (a CC Attack), "hack"; "" allows any. `dice` are added to the roll, `fewer` removed from it.
    Damage dealt also hits every Enemy within `splash` spaces of the target. With "puppet" it is an Attack that this
    `puppet`, an Enemy, makes on another."""

    source: str
    only: str = ""
    dice: tuple[str, ...] = ()
    fewer: int = 0
    splash: int = 0
    puppet: str = ""


class Activation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="activation"):
    """A Character's Activation: Actions left of its two, movement points left (R-046, R-053). `held` are the States
    that it began with: only these end with it (R-277). None in older saves, which do not record them. With a `grant` it
    is no Activation of its own, only what a card allows; unset otherwise."""

    character: str
    actions: int = 2
    points: int = 0
    dealt: bool = False
    extra: bool = False
    held: tuple[str, ...] | None = None
    grant: Grant | msgspec.UnsetType = msgspec.UNSET


class PoolDie(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A die of a pool and the text key of the card that gave it."""

    die: str
    source: str


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A Switch available in a roll, and the card it is printed on. `used` counts how often it was paid."""

    source: str
    switch: Switch
    used: int = 0
    closed: bool = False


class Applied(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A card's change to a pool (by its text key), apart from the dice that name it themselves: fixed symbols in text
    form, dice removed, dice that may be rerolled."""

    source: str
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0


class Counted(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A house rule's change to the symbols that a side has rolled: its text key, the symbols added and taken away, the
    rules that it cites."""

    source: str
    gained: Symbols = NO_SYMBOLS
    lost: Symbols = NO_SYMBOLS
    rules: tuple[str, ...] = ()


class RollSide(msgspec.Struct, frozen=True, gc=False):
    """One side of a roll. `faces` are 0 to 5, empty until rolled; `symbols` are those not yet spent or lost.

    `damage` is added to the Damage that the rival suffers. `rerolls` counts dice that may still be rerolled. `spent`
    names States that the roll uses up. `taken` are dice that were stored, `kept` their stored symbols. `applied` names
    the cards behind `fixed`, `rerolls` and removed dice. `contested` are the pools left to choose from when cards of
    one rank conflict (R-213). `added` are those of `symbols` that were stored on cards or made of such, unset while no
    stored symbol has joined.
    """

    figure: str
    dice: tuple[PoolDie, ...]
    fixed: Symbols = NO_SYMBOLS
    faces: tuple[int, ...] = ()
    symbols: Symbols = NO_SYMBOLS
    offers: tuple[Offer, ...] = ()
    damage: int = 0
    rerolls: int = 0
    spent: tuple[str, ...] = ()
    silenced: str = ""
    taken: tuple[int, ...] = ()
    applied: tuple[Applied, ...] = ()
    contested: tuple[tuple[PoolDie, ...], ...] = ()
    kept: tuple[tuple[int, str], ...] = ()
    added: Symbols | msgspec.UnsetType = msgspec.UNSET


class Roll(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="roll"):
    """A roll in progress (R-079…R-094). `purpose` names its kind and its outcome (rules/rolls.py).

    `actor` acts at `target` with card `source` (and its Attack `attack`). `enemy` is None in a Simple Roll of the team.
    Damage dealt also hits every Enemy within `splash` spaces of the target; unset without such a card. A Simple Roll
    may say which symbols it `needs`, and the effects when it has `failed`.
    """

    purpose: str
    actor: str
    target: str
    source: str
    team: RollSide | None
    enemy: RollSide | None
    attack: str = ""
    step: str = "dice"
    range: tuple[int, int] = (0, 0)
    sight: bool = True
    multiplier: int = 1
    effects: tuple[Effect, ...] = ()
    cc: bool = False
    rules: tuple[str, ...] = ()
    splash: int | msgspec.UnsetType = msgspec.UNSET
    needs: str | msgspec.UnsetType = msgspec.UNSET
    failed: tuple[Effect, ...] | msgspec.UnsetType = msgspec.UNSET


class Console(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="console"):
    """An interaction with a Console (R-133…R-138): unassigned symbols of the roll, inputs completed in this
    interaction."""

    character: str
    console: str
    symbols: Symbols = NO_SYMBOLS
    completed: tuple[int, ...] = ()
    rolled: bool = False
    extra: bool = False
    using: str = ""


class Equipping(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="equipping"):
    """An Equip Action in progress (R-116…R-118): the Characters that redistribute now."""

    character: str
    partners: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="draw"):
    """Cards being drawn one after another. `then` names what happens with them (rules/decks.py)."""

    deck: str
    count: int
    then: str
    who: str = ""
    drawn: tuple[str, ...] = ()


class KeepConsequence(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="keep_consequence"
):
    """The choice of one Consequence to keep; the others are discarded. `rules` say why, if not by an AutoMediKit
    (R-160)."""

    character: str
    cards: tuple[str, ...]
    rules: tuple[str, ...] = ()


class Pick(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="pick"):
    """A recorded random pick among equals (R-188, step 6); the frame below reads `picked` when it continues."""

    options: tuple[str, ...]
    reason: str


class MissionPick(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="frame", tag="mission_pick"):
    """A random choice of the mission: the `place` of a hidden token ("place"), the "token" there, or one of the lists
    of `effects` ("effects", by their numbers)."""

    what: Literal["place", "token", "effects"]
    options: tuple[str, ...]
    hidden: str = ""
    place: str = ""
    token: str = ""
    effects: tuple[tuple[Effect, ...], ...] = ()
    again: bool = True
    user: str = ""
    source: str = ""
    rules: tuple[str, ...] = ()


class Effects(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="effects"):
    """Effects still to be applied, in order. Their events cite `rules` and `source`. With `reacted` an ability has
    caused them, and what happens by them causes no reactions; unset otherwise."""

    queue: tuple[Effect, ...]
    user: str
    target: str = ""
    source: str = ""
    rules: tuple[str, ...] = ()
    other: str = ""
    reacted: bool | msgspec.UnsetType = msgspec.UNSET


class UnitActivation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="unit_activation"):
    """A Unit's Activation (R-172, R-179): the Miniatures still to act, in numeric order."""

    unit: str
    waiting: tuple[str, ...]
    acted: tuple[str, ...] = ()


class EnemyActivation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="enemy_activation"):
    """One Enemy Miniature running through its column (R-179…R-184).

    `index` is the entry, `part` the Instruction inside a group, `performed` the number of entries that count toward
    `limit`. `picked` answers the last `Pick`. `proceed` is set once the last result has been acknowledged, or needs no
    acknowledgment. `held` as in `Activation`.
    """

    enemy: str
    column: tuple[str, ...]
    limit: int = 2
    index: int = 0
    part: int = 0
    performed: int = 0
    group_done: bool = False
    picked: str = ""
    proceed: bool = False
    held: tuple[str, ...] | None = None


class SurpriseAttack(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="surprise_attack"):
    """Miniatures of a Surprise Attack Unit that still have to appear and attack `target` (R-203…R-206). `acting` is the
    one whose Attack is in progress."""

    unit: str
    target: str
    waiting: tuple[str, ...]
    proceed: bool = False
    acting: str = ""


class Ending(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="ending"):
    """The mission is decided; its final Consequences are still being dealt (R-233)."""

    result: Literal["victory", "defeat"]
    because: str
    waiting: tuple[str, ...] = ()


Frame = (
    Campaign
    | Readying
    | Deployment
    | Round
    | Activation
    | Roll
    | Console
    | Equipping
    | Draw
    | KeepConsequence
    | Pick
    | MissionPick
    | Effects
    | UnitActivation
    | EnemyActivation
    | SurpriseAttack
    | Ending
)
