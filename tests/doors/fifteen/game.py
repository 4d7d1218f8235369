"""Fifteen: two people take numbers in turn, and three that make fifteen win. With options of a scenario and groups of
answers, a draw, and two seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal

from msgspec import Struct

from defiance_qt.api import Illegal, port

SEATS: tuple[Literal["team", "enemy"], ...] = ("team", "enemy")
NUMBERS = (1, 3, 5, 7, 9, 2, 4, 6, 8)
"""The odd ones first: that is how they are offered."""


class Pick(Struct, frozen=True, tag_field="command", tag="pick"):
    """Take a number."""

    number: int


class Began(Struct, frozen=True, tag_field="event", tag="began"):
    """The numbers lie on the table, but for one that the second player has already."""

    given: int


class Picked(Struct, frozen=True, tag_field="event", tag="picked"):
    """A player took a number."""

    seat: int
    number: int


class Table(Struct, frozen=True):
    """What each has taken, and who is next."""

    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    seat: int = 0

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(one for one in NUMBERS if one not in self.taken[0] + self.taken[1])

    @property
    def winner(self) -> int | None:
        return next((seat for seat, own in enumerate(self.taken) if 15 in map(sum, combinations(own, 3))), None)


class Fifteen(port.BasicGame):
    """The rules, and what the port has beyond them."""

    command_type = Pick
    event_type = Began | Picked
    state_type = Table

    def blank(self) -> Table:
        return Table()

    def start(self, setup: port.Setup) -> Sequence[Began]:
        return [Began(int(setup.options.get("given", "5")) if setup.mission == "handicap" else 0)]

    def decide(self, state: Table, command: Pick) -> Sequence[Picked]:
        if command not in self.legal(state):
            raise Illegal("gone", "", f"{command.number} is not on the table", number=command.number)
        return [Picked(state.seat, command.number)]

    def evolve(self, state: Table, event: Began | Picked) -> Table:
        if isinstance(event, Began):
            return Table(((), (event.given,))) if event.given else state
        first, second = state.taken
        if event.seat:
            return Table((first, (*second, event.number)), 0)
        return Table(((*first, event.number), second), 1)

    def legal(self, state: Table) -> tuple[Pick, ...]:
        return () if self.result(state) else tuple(map(Pick, state.left))

    def result(self, state: Table) -> str | None:
        if state.winner is None:
            return None if state.left else "draw"
        return "defeat" if state.winner else "victory"

    def prompt(self, state: Table) -> port.Prompt:
        if self.result(state):
            return port.Prompt("", "over", ())
        odd = sum(one % 2 for one in state.left)
        groups = (("group.odd", odd), ("group.even", len(state.left) - odd))
        return port.Prompt(SEATS[state.seat], "pick", self.legal(state), groups=groups)

    def ending(self, state: Table, words: port.Words) -> port.Ending | None:
        result = self.result(state)
        side = "" if state.winner is None else SEATS[state.winner]
        return port.Ending(words(f"ending.{result}"), side=side) if result else None

    def summary(self, state: Table) -> port.Summary:
        side = "" if state.winner is None else SEATS[state.winner]
        return port.Summary(f"scenario.{self.setup.mission}.name", result=self.result(state) or "", side=side)


class FifteenSystem(port.BasicSystem):
    """What the plugin brings."""

    id = "fifteen"
    game = Fifteen

    def offerings(self, content: Mapping[str, bytes]) -> port.Offerings:
        given = port.Option("given", "choice", "5", "option.given", {"5": "number.5", "2": "number.2"})
        return port.Offerings(
            (
                port.Scenario("even", "scenario.even.name"),
                port.Scenario("handicap", "scenario.handicap.name", options=(given,)),
            )
        )


def contribute_system() -> port.GameSystem:
    return FifteenSystem()
