"""Missions: the elements on the board, the starting positions, and the triggers and conditions."""

from __future__ import annotations

import msgspec

from defiance_qt.systems.defiance.engine.board.tiles import Placement
from defiance_qt.systems.defiance.engine.content.base import Value
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
    """A Neutral Character: the Ally card it turns into (R-131)."""

    card: str
    space: str


class MissionUnit(Value, frozen=True, forbid_unknown_fields=True):
    """A Unit that starts deployed; `face` is the index of its side, `at` one space per Miniature."""

    unit: str
    at: tuple[str, ...]
    face: int = 0


class Opening(Value, frozen=True, forbid_unknown_fields=True):
    """The positions at the start. The switch D01 selects the opening."""

    deployed: tuple[MissionUnit, ...]


class Trigger(Value, frozen=True, forbid_unknown_fields=True):
    """A trigger and its effects; it fires once unless `repeats`.

    `on` is a fact in text: "door_opened lab_door", "ally_joined cho", "container_opened crate_1", "round_began 4",
    "unit_eliminated cadmus", "flag alarm", "console_completed console_1".
    """

    on: str
    effects: tuple[Effect, ...]
    repeats: bool = False


class Condition(Value, frozen=True, forbid_unknown_fields=True):
    """A condition for the end. All given parts must hold.

    `standing`: ids of figures that must be conscious on a space of `zone`; "*" is every conscious Character. `flags`
    must be set; `eliminated` Units gone; `after_round` complete; `unconscious` lists figures that must be Unconscious.
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


class Step(Value, frozen=True, forbid_unknown_fields=True):
    """A step towards victory, shown to the players in the order of the mission. It is done once all given parts hold:
    the doors `opened`, the containers `searched`, the Neutral Characters `joined`, the `flags` set, the Units
    `eliminated`, the figures `standing` in `zone` (as in a condition)."""

    id: str
    opened: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    standing: tuple[str, ...] = ()
    zone: str = ""


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
    zones: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    triggers: tuple[Trigger, ...] = ()
    reserve: int = 0
    abilities: tuple[str, ...] = ()
    intel: int = 0
    steps: tuple[Step, ...] = ()
    ai_deck: tuple[str, ...] = ()


class Addition(Value, frozen=True, forbid_unknown_fields=True):
    """An addition of further content to an existing mission: Units for its decks, below the present ones, and Units
    that start deployed in each of its openings."""

    mission: str
    selected: tuple[str, ...] = ()
    available: tuple[str, ...] = ()
    deployed: tuple[MissionUnit, ...] = ()
