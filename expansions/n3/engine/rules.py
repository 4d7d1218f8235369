"""What a session is bound to: its set-up, its options, its content; and the accumulator of what a command causes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from defiance_qt.api import Illegal, port

from .content import Content, Scenario, Weapon
from .events import Event
from .evolve import evolve
from .state import Act, Order, State, Troop


@dataclass(frozen=True)
class Rules:
    """Constants of a session."""

    setup: port.Setup
    switches: Mapping[str, str]
    content: Content
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def scenario(self) -> Scenario:
        return self.content.scenarios[self.setup.mission]

    def unscored(self, state: State) -> list[str]:
        """Return the objectives that can still be scored in this Round."""
        return [one for one in self.scenario.objectives if one not in state.scored]

    def weapon(self, id: str) -> Weapon:
        return self.content.weapons[id]

    def ammunition(self, weapon: str, mode: str) -> str:
        """Return the ammunition of a weapon. Of the Phero-Booster's Stun mode an edition option decides (N-113)."""
        found = self.content.weapons[weapon].mode(mode).ammunition
        if (
            found == "stun"
            and self.switches["phero_stun"] == "pheromonic"
            and "N-113" in self._mode_rules(weapon, mode)
        ):
            return "pheromonic"
        return found

    def _mode_rules(self, weapon: str, mode: str) -> tuple[str, ...]:
        return self.content.weapons[weapon].mode(mode).rules


class Run:
    """What a command causes, with the State that it leads to."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def add(self, *events: Event) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    @property
    def order(self) -> Order:
        assert self.state.order is not None
        return self.state.order


def refuse(code: str, rule: str, message: str, **values: object) -> Illegal:
    """Return a refusal: its code, the rule, the sentence in English."""
    return Illegal(code, rule, message, **values)


def troop_of(state: State, id: str) -> Troop:
    """Return a troop. Raises `Illegal`."""
    if id not in state.troops:
        raise refuse("no_such_troop", "", f"there is no troop {id!r}", name=id)
    return state.troops[id]


def acting(order: Order, state: State) -> tuple[str, ...]:
    """Return who declares skills of an Order: its first troop, and the servant that it controls. The other members of a
    Fireteam go along without declaring."""
    first = state.troops[order.troops[0]]
    return tuple(one for one in order.troops if one == first.id or one == first.profile.controls)


def acts_of(order: Order, troop: str) -> list[Act]:
    return [act for act in order.acts if act.troop == troop]
