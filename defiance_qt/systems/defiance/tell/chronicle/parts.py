"""The parts of a game: each mission that was played, every attempt by itself, and the times between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from defiance_qt.core.port import EventContext
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import Played, State
from defiance_qt.systems.defiance.tell.chronicle.deeds import Deeds
from defiance_qt.systems.defiance.tell.chronicle.throws import Throw, throws_of


class Part:
    """A stretch of the game and what happened in it. `mission` is the one that was played, in the time between two the
    one before it. `figures` are those of the team that were on the table, `corrections` the steps of values that were
    set by hand. `written`: it was played with the printed game and written down. `entered` are missions that a campaign
    on paper had behind it."""

    def __init__(self, kind: Literal["part", "between"], first: EventContext, mission: str) -> None:
        self.kind = kind
        self.mission = mission
        self.first = self.last = first.step
        self.after = first.before
        self.attempt = 1
        self.round = self.alert = 0
        self.result = self.because = ""
        self.deeds = Deeds()
        self.throws: list[Throw] = []
        self.corrections: list[int] = []
        self.figures: list[str] = []
        self.written = False
        self.entered: tuple[Played, ...] = ()

    def add(self, context: EventContext) -> None:
        """Count an event."""
        event, state = context.event, context.after
        self.last, self.after = context.step, state
        if self.kind == "part" and not state.between:
            self.mission = state.mission_id
            self.round = max(self.round, state.round)
            self.alert = max(self.alert, state.alert)
            self._meet(state)
            self.attempt = state.campaign.attempt if state.campaign else 1
        if isinstance(event, e.MissionDecided | e.MissionEnded) or (isinstance(event, e.GameEnded) and not self.result):
            self.result, self.because = event.result, event.because
        elif isinstance(event, e.MissionWritten):
            self._write(event, context.before)
        elif isinstance(event, e.CampaignEntered):
            self.entered = event.campaign.played
        elif isinstance(event, e.Overruled):
            self.corrections.append(context.step)
        self.deeds.add(context)
        self.throws += throws_of(context)

    def _meet(self, state: State) -> None:
        """Remember who has been on the table, in the order of the team."""
        self.figures += [id for id, one in state.team.items() if one.space and id not in self.figures]

    def _write(self, event: e.MissionWritten, before: State) -> None:
        self.written, self.mission, self.result = True, event.mission, event.result
        self.round, self.alert = event.round, event.alert
        self.attempt = before.campaign.attempt if before.campaign else 1


def divided(contexts: Iterable[EventContext]) -> Iterator[tuple[Part, EventContext]]:
    """Yield every event with the part that it belongs to, after the part has counted it."""
    part: Part | None = None
    for context in contexts:
        if part is None:
            part = Part("between" if context.after.campaign else "part", context, context.after.mission_id)
        elif kind := _begins(context.event, part):
            part = Part(kind, context, part.mission)
        part.add(context)
        yield part, context


def _begins(event: e.Event, part: Part) -> Literal["", "part", "between"]:
    """Return what begins with an event, "" if the part continues. A mission lasts until its verdict is given."""
    if isinstance(event, e.MissionWritten):
        return "part"
    if not isinstance(event, e.StepBegan):
        return ""
    if event.todo[:1] == ("mission",):
        return "part"
    over = part.kind == "part" and part.result != "" and event.todo[:1] != ("verdict",)
    return "between" if over else ""
