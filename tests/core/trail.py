"""A small game over the port for corrections that bridge: two hikers on a trail, and a ranger who sends on whom he
meets. Where a hiker is can be corrected by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.port import BasicGame, Overrule, Overruled, Setup, applied, settled

END = 9
RANGER = 5


class _Command(msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True):
    pass


class Walk(_Command, frozen=True, tag="walk"):
    who: str
    to: int


class Camp(_Command, frozen=True, tag="camp"):
    """Rest where a hiker is. Two cannot share a camp."""

    who: str


class Turn(_Command, frozen=True, tag="turn"):
    """Say whose turn it is: the others then stay where they are. Without, everybody walks."""

    who: str


class Greet(_Command, frozen=True, tag="greet"):
    """Answer the ranger, who asks whoever stands at his hut before anything else is done."""


class Rain(_Command, frozen=True, tag="rain"):
    """What happens by itself after a camp."""


class Walked(msgspec.Struct, frozen=True, tag_field="event", tag="walked"):
    who: str
    to: int


class Camped(msgspec.Struct, frozen=True, tag_field="event", tag="camped"):
    who: str
    at: int


class Turned(msgspec.Struct, frozen=True, tag_field="event", tag="turned"):
    who: str


class Greeted(msgspec.Struct, frozen=True, tag_field="event", tag="greeted"):
    pass


class Rained(msgspec.Struct, frozen=True, tag_field="event", tag="rained"):
    pass


class Trail(msgspec.Struct, frozen=True):
    ann: int = 0
    bob: int = 0
    asked: bool = False
    wet: bool = False
    camps: int = 0
    turn: str = ""


class TrailGame(BasicGame):
    command_type: Any = Walk | Camp | Turn | Greet | Rain | Overrule
    event_type: Any = Walked | Camped | Turned | Greeted | Rained | Overruled
    state_type: Any = Trail
    automatic_types = (Rain,)
    correctable = (("ann", END), ("bob", END))

    def start(self, setup: Setup) -> Sequence[Any]:
        return []

    def decide(self, state: Trail, command: Any) -> Sequence[Any]:
        if isinstance(command, Overrule):
            return settled(self, state, command)
        if command not in self.legal(state):
            raise self._refusal(state, command)
        if isinstance(command, Walk):
            return [Walked(command.who, command.to)]
        if isinstance(command, Camp):
            return [Camped(command.who, getattr(state, command.who))]
        if isinstance(command, Turn):
            return [Turned(command.who)]
        return [Greeted() if isinstance(command, Greet) else Rained()]

    def _refusal(self, state: Trail, command: Any) -> Illegal:
        if END in (state.ann, state.bob):
            return Illegal("over", "T-9", "The end of the trail is reached.")
        if state.asked or state.wet or not isinstance(command, Walk | Camp):
            return Illegal("not_asked", "T-1", "Something else is to be done first.")
        return Illegal("too_far", "T-2", f"{command.who} cannot do this from {getattr(state, command.who)}.")

    def evolve(self, state: Trail, event: Any) -> Trail:
        if isinstance(event, Overruled):
            result: Trail = applied(state, event)
            return result
        if isinstance(event, Walked):
            return replace(state, **{event.who: event.to}, asked=event.to == RANGER)
        if isinstance(event, Camped):
            return replace(state, wet=True, camps=state.camps + 1)
        if isinstance(event, Turned):
            return replace(state, turn=event.who)
        return replace(state, asked=False, wet=False)

    def legal(self, state: Trail) -> tuple[Any, ...]:
        if END in (state.ann, state.bob):
            return ()
        if state.asked:
            return (Greet(),)
        if state.wet:
            return (Rain(),)
        places = {who: getattr(state, who) for who in ("ann", "bob") if state.turn in ("", who)}
        walks = [Walk(who, at + way) for who, at in places.items() for way in (1, 2) if at + way <= END]
        camps = [Camp(who) for who in places if state.ann != state.bob]
        return (*walks, *camps, Turn("ann"), Turn("bob"))

    def result(self, state: Trail) -> str | None:
        return "victory" if END in (state.ann, state.bob) else None
