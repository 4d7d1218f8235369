"""What is fixed for a session: the cards, the switches, the options, and the answers of packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from defiance_qt.api import port

from . import content as cards
from .content import Catalog
from .state import Hostile, Soldier, State


@dataclass(frozen=True)
class Hooks:
    """The functions of packs, bound to their contexts."""

    check_command: tuple[Callable[..., Any], ...] = ()
    modify_number: tuple[Callable[..., Any], ...] = ()


@dataclass(frozen=True)
class Rules:
    """The constants of a session."""

    setup: port.Setup
    catalog: Catalog
    switches: Mapping[str, str]
    hostiles: str = "front"
    objective: str = "draw"
    hooks: Hooks = field(default_factory=Hooks)

    @property
    def mission(self) -> cards.Mission:
        """The Mission card."""
        return self.catalog.missions[self.setup.mission]

    def goal(self, state: State) -> cards.Objective:
        """Return the Objective card."""
        return self.catalog.objectives[state.goal.id]

    def card(self, soldier: Soldier) -> cards.Soldier:
        """Return the card of a Soldier."""
        return self.catalog.soldiers[soldier.card]

    def hostile(self, hostile: Hostile) -> cards.Hostile:
        """Return the card of a Hostile in play."""
        return self.catalog.hostile(hostile.card)

    def is_player(self, soldier: Soldier) -> bool:
        """Return whether it is a Player Soldier."""
        return self.card(soldier).type == "p"

    def players(self, state: State) -> tuple[Soldier, ...]:
        """Return the Player Soldiers in play."""
        return tuple(one for one in state.team.values() if self.is_player(one))

    def on(self, switch: str, value: str) -> bool:
        """Return whether an edition option has this value."""
        return self.switches[switch] == value

    def location(self, state: State, space: int) -> cards.Location | None:
        """Return the Location card of a space, None for the Mission card, the Objective and an empty space."""
        id = state.location(space)
        return self.catalog.locations[id] if id else None

    def alive(self, hostile: Hostile) -> int:
        """Return the living figures of a Hostile card."""
        return self.hostile(hostile).fig - hostile.kia

    def unsuppressed(self, hostile: Hostile) -> int:
        """Return the living figures that are not suppressed."""
        return self.alive(hostile) - hostile.suppressed

    def does(self, trait: str, ability: str) -> bool:
        """Return whether a trait has this ability."""
        return bool(trait) and self.catalog.traits[trait].does == ability
