"""The frames of the agenda: what is in progress, as data. The innermost frame says what is asked of whom.

A frame holds only what it takes to go on; facts about figures, decks and the board stand in the State.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from defiance_qt.systems.defiance.engine.content import Effect, Switch
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, Symbols

TeamOrEnemy = Literal["team", "enemy"]


class Deployment(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="deployment"):
    """Set-up: these Characters and Allies still have to be placed (R-012)."""

    waiting: tuple[str, ...]


class Round(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="round"):
    """A Round (R-039). `todo` lists the steps of the present phase that are still to come; `turn` is whose Activation
    is next (R-041); `block` is the partner that must be activated next (R-152)."""

    phase: Literal["start", "activations", "end"]
    todo: tuple[str, ...] = ()
    turn: TeamOrEnemy = "team"
    block: str = ""
    enemy_acted: bool = False


class Activation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="activation"):
    """A Character's Activation: Actions left of its two, movement points left (R-046, R-053). `held` are the States it
    began with: only these end with it (R-277). None where an older save does not say."""

    character: str
    actions: int = 2
    points: int = 0
    dealt: bool = False
    extra: bool = False
    held: tuple[str, ...] | None = None


class PoolDie(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A die of a pool and the text key of the card that gave it."""

    die: str
    source: str


class Offer(msgspec.Struct, frozen=True, gc=False):
    """A Switch that stands open in a roll, and the card it is printed on. `used` counts how often it was paid."""

    source: str
    switch: Switch
    used: int = 0
    closed: bool = False


class Applied(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a card (by its text key) changed about a pool, apart from the dice that name it themselves: fixed symbols in
    text form, dice taken away, dice that may be rolled again."""

    source: str
    symbols: str = ""
    fewer: int = 0
    reroll: int = 0


class RollSide(msgspec.Struct, frozen=True, gc=False):
    """One side of a roll. `faces` are 0 to 5, empty until rolled; `symbols` are those not yet spent or lost.

    `damage` is added to what the rival suffers; `rerolls` are dice that may still be rolled again; `spent` names
    States that the roll uses up; `taken` are dice that were stored away, `kept` which symbols of which; `applied` says
    whose `fixed` and `rerolls` are, and who took dice; `contested` are the pools between which cards of one rank left
    the choice (R-213).
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


class Roll(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="roll"):
    """A roll in progress (R-079…R-094). `purpose` names what is decided by it and what follows (rules/rolls.py).

    `actor` acts at `target` with card `source` (and its Attack `attack`). `enemy` is None in a Simple Roll of the team.
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


class Console(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="console"):
    """Work on a Console (R-133…R-138): symbols of the roll not yet assigned, inputs completed in this interaction."""

    character: str
    console: str
    symbols: Symbols = NO_SYMBOLS
    completed: tuple[int, ...] = ()
    rolled: bool = False
    extra: bool = False
    using: str = ""


class Equipping(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="equipping"):
    """An Equip Action in progress (R-116…R-118): who redistributes now."""

    character: str
    partners: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="draw"):
    """Cards being drawn one after another. `then` names what happens with them (rules/decks.py)."""

    deck: str
    count: int
    then: str
    who: str = ""
    drawn: tuple[str, ...] = ()


class KeepConsequence(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="keep_consequence"):
    """One of these Consequences is kept, the others are discarded (R-160)."""

    character: str
    cards: tuple[str, ...]


class Pick(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="pick"):
    """A recorded random pick among equals (R-188, step 6); the frame below reads `picked` when it goes on."""

    options: tuple[str, ...]
    reason: str


class Effects(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="effects"):
    """Effects still to be applied, in order. `rules` and `source` are cited by what they cause."""

    queue: tuple[Effect, ...]
    user: str
    target: str = ""
    source: str = ""
    rules: tuple[str, ...] = ()
    other: str = ""


class UnitActivation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="unit_activation"):
    """A Unit's Activation (R-172, R-179): the Miniatures that still act, in numeric order."""

    unit: str
    waiting: tuple[str, ...]
    acted: tuple[str, ...] = ()


class EnemyActivation(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="enemy_activation"):
    """One Enemy Miniature running through its column (R-179…R-184).

    `index` is the entry, `part` the Instruction inside a group, `performed` how many entries count toward `limit`.
    `picked` answers the last `Pick`; `proceed` is whether the people at the table have seen what stands.
    `held` as in `Activation`.
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
    """Miniatures of a Surprise Attack Unit that still have to appear and attack `target` (R-203…R-206); `acting` is
    the one whose Attack is under way."""

    unit: str
    target: str
    waiting: tuple[str, ...]
    proceed: bool = False
    acting: str = ""


class Ending(msgspec.Struct, frozen=True, gc=False, tag_field="frame", tag="ending"):
    """The mission is decided; what its end brings is still being dealt (R-233)."""

    result: Literal["victory", "defeat"]
    because: str
    waiting: tuple[str, ...] = ()


Frame = (
    Deployment
    | Round
    | Activation
    | Roll
    | Console
    | Equipping
    | Draw
    | KeepConsequence
    | Pick
    | Effects
    | UnitActivation
    | EnemyActivation
    | SurpriseAttack
    | Ending
)
