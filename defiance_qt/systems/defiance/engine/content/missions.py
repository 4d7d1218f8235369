"""Missions: the elements on the board, the starting positions, and what happens: facts, conditions, effects."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from defiance_qt.systems.defiance.engine.board.laying import SideKind
from defiance_qt.systems.defiance.engine.board.tiles import Placement
from defiance_qt.systems.defiance.engine.content.base import Value
from defiance_qt.systems.defiance.engine.content.cards import CardAction
from defiance_qt.systems.defiance.engine.content.effects import Effect


class ConsoleInput(Value, frozen=True, forbid_unknown_fields=True):
    """One numbered input of a Console: the symbols it needs and the effects of its completion (R-134…R-138)."""

    symbols: str
    effects: tuple[Effect, ...]


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
    """A Neutral Character: the Ally card it turns into (R-131). It takes part only if the campaign's entries are as
    `if` says."""

    card: str
    space: str
    needs: Requirement | None = msgspec.field(default=None, name="if")


class MissionUnit(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit that starts deployed; `face` is the index of its side, `at` one space per Miniature."""

    unit: str
    at: tuple[str, ...]
    face: int = 0


class Opening(Value, frozen=True, forbid_unknown_fields=True):
    """The positions at the start. The switch D01 selects the opening."""

    deployed: tuple[MissionUnit, ...]


class Span(Value, frozen=True, forbid_unknown_fields=True):
    """A range of numbers, both ends included. `even` restricts it to even, or to odd, numbers."""

    min: int | None = None
    max: int | None = None
    even: bool | None = None


class CounterSpan(Value, frozen=True, forbid_unknown_fields=True):
    """A range of a counter's values, both ends included."""

    id: str
    min: int | None = None
    max: int | None = None


class EnemiesThere(Value, frozen=True, forbid_unknown_fields=True):
    """How many Enemies are in a zone (on the board without one), of one Unit or of all."""

    zone: str = ""
    unit: str = ""
    min: int | None = None
    max: int | None = None


class AskAbility(Value, frozen=True, forbid_unknown_fields=True):
    """A question to an ability with an id: whether something holds, with its own values."""

    id: str
    values: dict[str, Any] = msgspec.field(default_factory=dict)


class Requirement(Value, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table of conditions, the same wherever something depends on one. All given parts must hold.

    `standing`: figures that are conscious on spaces of `zone`; "*" is every conscious Character, "team" every conscious
    Character and Ally. With `count`, so many of them suffice. `carrying`: an Equipment card in the hands of conscious
    Characters, `count` copies of it. `enemies` counts Enemies, `counter` names a counter of the mission. `happened` are
    facts that have occurred, `flags` are set, `eliminated` Units gone, `unconscious` figures Unconscious. `after_round`
    is complete. `unhurt` figures are on the board without Damage. `record` are the campaign's entries, `outcome` is
    "victory" or "defeat" (in results). `ability` asks one with an id. `any` and `all` hold further tables.
    """

    happened: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    zone: str = ""
    count: int | None = None
    enemies: EnemiesThere | None = None
    carrying: str = ""
    counter: CounterSpan | None = None
    alert: Span | None = None
    round: Span | None = None
    record: tuple[str, ...] = ()
    outcome: str = ""
    flags: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    unconscious: tuple[str, ...] = ()
    unhurt: tuple[str, ...] = ()
    after_round: int | None = None
    ability: AskAbility | None = None
    any: tuple[Requirement, ...] = ()
    all: tuple[Requirement, ...] = ()


class Trigger(Value, frozen=True, forbid_unknown_fields=True):
    """A trigger and its effects; it fires once unless `repeats`.

    `on` is a fact in text: "set_up", "door_opened lab_door", "ally_joined cho", "container_opened crate_1",
    "round_began 4", "round_ended", "alert 2", "activation_ended cadin", "unit_deployed cadmus", "unit_eliminated
    cadmus", "flag alarm", "console_completed console_1", "input_completed console_1 2", "entered dock", "fallen cho",
    "miniature_died clamp 2" (the second to die), "miniature_died gate_anchor live" (the one with that hidden token,
    which its death turns face up), "damaged quarry", "item_gained drive_core", "counter power 0", "revealed suspects
    hollow", or the id of an ability and a fact of its own. "*" stands for any one. `by` restricts "entered" to the
    "team", an "enemy", or the figure or Unit of an id.
    It fires only while `if` holds and `unless` does not.
    """

    on: str
    effects: tuple[Effect, ...]
    repeats: bool = False
    by: str = ""
    needs: Requirement | None = msgspec.field(default=None, name="if")
    unless: Requirement | None = None


class Condition(Requirement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A condition for the end. `when`: "activation" (checked as an Activation ends) or "round" (in the End Phase)."""

    id: str
    when: str = "activation"


class Step(Requirement, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A step towards victory, shown to the players in the order of the mission. It is done once all given parts hold;
    besides those of every condition: the doors `opened`, the containers `searched`, the Neutral Characters `joined`."""

    id: str
    opened: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()


class Counter(Value, frozen=True, forbid_unknown_fields=True):
    """A counter of the mission, never below 0. It begins with `start`, plus 1 for each `per` of the campaign's
    `source` ("components"). One that is not `shown` only keeps the mission's own account: it has no name, and the
    players are not told of it. With `most` it is a gauge beside the Alert, up to that number; `threat` says whether the
    players should worry as it rises ("high") or falls ("low"). One that falls from 0 is a count-down: it is not shown
    until it runs."""

    start: int = 0
    source: str = msgspec.field(default="", name="from")
    per: int = 1
    shown: bool = True
    most: int = 0
    threat: Literal["", "high", "low"] = ""


class HiddenSet(Value, frozen=True, forbid_unknown_fields=True):
    """Tokens that lie face down `on` cards, zones or spaces, shuffled. There is one for each place: the last of
    `tokens` fills up. Places whose card takes no part are left out. In effects "breach first" is the place where the
    token `first` of the set `breach` was revealed."""

    id: str
    on: tuple[str, ...]
    tokens: tuple[str, ...]


class Group(Value, frozen=True, forbid_unknown_fields=True):
    """A part of the team that deploys on spaces of its own; without `size` as many as like. Allies go with their
    controller and do not count."""

    id: str
    spaces: tuple[str, ...]
    size: int | None = None


class Fixed(Value, frozen=True, forbid_unknown_fields=True):
    """An Ally of the mission that starts on a `space` of its own, or on the first free one of a zone, its `area`. It
    takes part only if the campaign's entries are as `if` says."""

    card: str
    space: str = ""
    area: str = ""
    needs: Requirement | None = msgspec.field(default=None, name="if")


class Result(Value, frozen=True, forbid_unknown_fields=True):
    """A line of the mission's result: its effects apply at the end if its conditions hold (R-303)."""

    id: str
    effects: tuple[Effect, ...]
    needs: Requirement | None = msgspec.field(default=None, name="if")


class Mission(Value, frozen=True, forbid_unknown_fields=True):
    """A mission. Spaces and sides are board names ("K7", "K7:ne") or relative to a tile ("A02/B2", "A02/B2:ne").

    `zone_rules` are the rules of a zone from the start: ids of abilities, such as "low" (visibility), "difficult",
    "blocked", or one that acts on those who enter it, roll or stay there. `sides` are added to those of the tiles.
    `actions` are what this mission lets a figure do besides its cards. `intel` is what each Character gains by victory.
    `records` are entries of a campaign that a mission played alone assumes.
    """

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
    zones: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    triggers: tuple[Trigger, ...] = ()
    reserve: int = 0
    abilities: tuple[str, ...] = ()
    intel: int = 0
    steps: tuple[Step, ...] = ()
    ai_deck: tuple[str, ...] = ()
    counters: dict[str, Counter] = msgspec.field(default_factory=dict)
    hidden: tuple[HiddenSet, ...] = ()
    zone_rules: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    sides: dict[SideKind, tuple[str, ...]] = msgspec.field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    actions: dict[str, tuple[CardAction, ...]] = msgspec.field(default_factory=dict)
    results: tuple[Result, ...] = ()
    records: tuple[str, ...] = ()


class Addition(Value, frozen=True, forbid_unknown_fields=True):
    """An addition of further content to an existing mission: Units for its decks, below the present ones, and Units
    that start deployed in each of its openings."""

    mission: str
    selected: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    deployed: tuple[MissionUnit, ...] = ()
