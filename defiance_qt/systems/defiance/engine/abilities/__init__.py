"""Special abilities: an ability is a value with an id and the few points at which it can act.

A card lists ids; the ruleset looks them up. Built-in abilities and those of plugins are the same kind of value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from defiance_qt.systems.defiance.engine.content import CardAction
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.frames import Effects, Roll
from defiance_qt.systems.defiance.engine.hooks import EnemyAction, RollModifier, TerrainMoment
from defiance_qt.systems.defiance.engine.shown import PlayRules
from defiance_qt.systems.defiance.engine.state import State

Caused = Event | Effects
"""What a function of an ability can cause."""

Values = Mapping[str, object]
"""The values that content gives an ability: whatever its author has agreed on."""


class Ability(msgspec.Struct, frozen=True):
    """An ability with an id.

    Marks: `hackable` (R-202), `visor` and `big` change sight (R-067), `surprise` waits off the board (R-203),
    `deploys_with` are States on deployment (R-207). `cc_defense` rolls its CC Attack against an attacker in Contact
    (R-208). `silences` prevents targets in Contact from using Switches (R-210). `stores` is the number of symbols
    that the card can store (R-316), of `keeps` only if that is set. `pins` keeps the bearer from moving, `festers`
    from being healed. `singled_out` puts it first among equal targets of an Enemy. `endures`: the card is flipped
    in place of falling Unconscious; its bearer keeps one Wound. `vaults`: obstructed spaces cost nothing extra.
    `unnoticed`: the card is tapped in place of the Aggro of a Console. Of Units: `nimble` pays nothing for
    Difficult Terrain, `opens_doors` walks through closed doors and opens them, `inert` has no Initiative and no AI
    card. `returns` is the number of Rounds after which a Miniature out of Wounds comes back, 0 if it dies. `gives` are
    the States that its functions give, for the check of content: otherwise it may know nothing that gives them.

    Of zones: `ground` are the kinds of ground that their spaces have, "low" (visibility), "difficult", "blocked".

    Functions, all pure: `untargetable(rules, state, attacker, bearer, distance)` says whether the bearer can't be
    chosen as a target. `pins_when(rules, state, bearer)` says whether the bearer cannot move now. `modify(rules,
    state, roll, bearer)` returns additions to a roll, the bearer's own or another's; it works on Unit cards and on
    those of the team. `orders(rules, state, unit)` returns the Instructions of a Unit in place of those of its
    cards, None to leave them. `react(rules, state, event, bearer)` returns core events to follow an event; `bearer`
    is the id of a figure (or of the mission) that has the ability. `apply(rules, state, values, user, target)`
    serves the effect `ability`, and of a rule of a zone what happens to each of the team whose Activation ends there
    (`values` then hold the `zone`). `terrain(rules, state, moment)` serves a rule of a zone: it returns what follows as
    a figure of either side enters it, has rolled or stays there (`TerrainMoment`). `condition(rules, state, values)`
    serves the key `ability` of a mission's conditions. `fact(rules, state, event)` returns the facts of the ability's
    own that an event comes to, each in words ("" for none but the id): a mission waits for the id, a space, the words.

    `instruct(rules, state, enemy, target)` is a kind of Instruction, by the ability's id: it returns what the Enemy
    does (`EnemyAction`), None if that is not possible. With a selector it is asked for each possible target, and the
    best of those with an answer is chosen (R-186, R-188); without one `target` is "". `select(rules, state, enemy,
    target)` is a selector of Instructions: the smaller the number, the better the target.

    `command(rules, state, bearer)` returns Actions and Free Actions of the bearer's own, one of the team, or of each of
    it if the mission has the ability. They are used like those of a card with the ability's id, and turn no card; a
    Free Action once in an Activation.

    `react`, `apply` and `terrain` return core events and `Effects`, which apply as those of a card do, once what is
    being resolved has ended. `cites` are the ids of rules that the ability carries out.
    """

    id: str
    cites: tuple[str, ...] = ()
    hackable: bool = False
    visor: bool = False
    big: bool = False
    surprise: bool = False
    deploys_with: tuple[str, ...] = ()
    cc_defense: bool = False
    silences: bool = False
    stores: int = 0
    pins: bool = False
    festers: bool = False
    singled_out: bool = False
    keeps: str = ""
    endures: bool = False
    vaults: bool = False
    unnoticed: bool = False
    nimble: bool = False
    opens_doors: bool = False
    inert: bool = False
    returns: int = 0
    gives: tuple[str, ...] = ()
    untargetable: Callable[[PlayRules, State, str, str, int], bool] | None = None
    pins_when: Callable[[PlayRules, State, str], bool] | None = None
    modify: Callable[[PlayRules, State, Roll, str], Sequence[RollModifier]] | None = None
    orders: Callable[[PlayRules, State, str], tuple[str, ...] | None] | None = None
    ground: tuple[Literal["low", "difficult", "blocked"], ...] = ()
    react: Callable[[PlayRules, State, Event, str], Sequence[Event | Effects]] | None = None
    apply: Callable[[PlayRules, State, Values, str, str], Sequence[Event | Effects]] | None = None
    terrain: Callable[[PlayRules, State, TerrainMoment], Sequence[Event | Effects]] | None = None
    condition: Callable[[PlayRules, State, Values], bool] | None = None
    fact: Callable[[PlayRules, State, Event], Sequence[str]] | None = None
    instruct: Callable[[PlayRules, State, str, str], EnemyAction | None] | None = None
    select: Callable[[PlayRules, State, str, str], int] | None = None
    command: Callable[[PlayRules, State, str], Sequence[CardAction]] | None = None


PLAIN = Ability("")
