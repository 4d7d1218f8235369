"""The diary: of the sentences that are told of a game, those that tell a turn of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from defiance_qt.core.port import EventContext, Words
from defiance_qt.core.port.chronicle import Line, Tone
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, State
from defiance_qt.systems.defiance.tell import narrate, telling
from defiance_qt.systems.defiance.tell.chronicle.parts import Part
from defiance_qt.systems.defiance.tell.chronicle.texts import place
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.telling.teller import closed

Wounds = Callable[[State, str], int]

# What a sentence must be about to stand in the diary of a mission, unless it is a turn of the story anyway.
_TURNS = (
    e.MiniatureDied,
    e.MiniatureRetreated,
    e.UnitEliminated,
    e.FellUnconscious,
    e.RemoteDisabled,
    e.InputCompleted,
    e.ContainerEmptied,
    e.ConsequenceSuffered,
    e.AllyJoined,
    e.AllyAppeared,
    e.CrewJoined,
    e.TokenRevealed,
    e.ResultReached,
    e.AlertChanged,
    e.HighFaceSet,
    e.UnitDeployed,
    e.TriggerFired,
    e.GameEnded,
    e.MissionEnded,
    e.DefeatAccepted,
    e.SpoilsCounted,
    e.MissionWritten,
    e.ConsequenceWritten,
    e.CompanionChosen,
    e.CrewLeft,
    e.Overruled,
)
# What the diary tells of the time between two missions.
_ABOARD = (
    e.CampaignBegan,
    e.CampaignEntered,
    e.Enlisted,
    e.CompanionChosen,
    e.CrewLeft,
    e.DefeatAccepted,
    e.SpoilsCounted,
    e.CrewBoarded,
    e.JumpMade,
    e.LootReturned,
    e.CrewActive,
    e.ConsequenceCured,
    e.ConsequenceSuffered,
    e.SamplesChanged,
    e.SamplesStored,
    e.Crafted,
    e.SpecialtyAcquired,
    e.CardBought,
    e.CardSold,
    e.UpgradeBuilt,
    e.StoreChanged,
    e.IntelGained,
    e.Overruled,
    e.GameEnded,
)
# A blow has to deal so much Damage to be named as the hardest one.
_HARD = 3


class Diary:
    """Writes the lines of parts from their events, which it takes in their order."""

    def __init__(self, words: Words, wounds: Wounds) -> None:
        self.words, self._wounds = words, wounds
        self.lines: dict[int, list[Line]] = {}
        self._part: Part | None = None
        self._stretch: list[EventContext] = []
        self._step: list[EventContext] = []
        self._first = -1

    def add(self, part: Part, context: EventContext) -> None:
        """Take the next event of the game."""
        self._first = context.step if self._first < 0 else self._first
        if part is not self._part:
            self._end_stretch()
            self._part = part
        elif self._step and self._step[-1].step != context.step:
            self._end_step()
        self._step.append(context)

    def _end_step(self) -> None:
        """Add the last step to the stretch that is told as one; tell the stretch if the step does not continue it."""
        step, self._step = self._step, []
        if self._stretch and not self._joins(step):
            self._tell()
        self._stretch += step

    def _joins(self, step: Sequence[EventContext]) -> bool:
        last = self._stretch[-1].step
        if last == self._first:
            return False
        earlier = [one.event for one in self._stretch if one.step == last]
        return telling.joins(earlier, self._stretch[-1].after, [one.event for one in step])

    def _end_stretch(self) -> None:
        if self._step:
            self._end_step()
        if self._stretch:
            self._tell()

    def _tell(self) -> None:
        stretch, self._stretch = self._stretch, []
        assert self._part is not None
        found = self.lines.setdefault(id(self._part), [])
        found += self._of_mission(stretch) if self._part.kind == "part" else self._aboard(stretch)

    def _of_mission(self, stretch: Sequence[EventContext]) -> Iterator[Line]:
        if not any(_turns(one) for one in stretch):
            return
        told = telling.tell(stretch, self.words, self._wounds)
        ends = [*(one.first for one in told[1:]), len(stretch)]
        for one, end in zip(told, ends, strict=True):
            if any(_turns(context) for context in stretch[one.first : end]):
                yield self._line(one.text, stretch[one.main], one.tone)

    def _aboard(self, stretch: Sequence[EventContext]) -> Iterator[Line]:
        for context in stretch:
            if isinstance(context.event, _ABOARD):
                text = narrate(context.event, context.after, self.words, self._wounds)
                if text:
                    yield self._line(closed(text), context, "gold" if _grave(context.event) else "")

    def _line(self, text: str, context: EventContext, tone: str) -> Line:
        shown: Tone = "danger" if tone == "danger" else "gold" if tone in ("chapter", "gold") else ""
        return Line(text, context.step, place(context.before.round, context.step, self.words), shown)

    # -- at the end of the game

    def of(self, part: Part) -> tuple[Line, ...]:
        """Return the lines of a part. Call after the last event."""
        self._end_stretch()
        lines = [*self.lines.get(id(part), ()), *self._carries(part), *self._hardest(part)]
        return tuple(sorted(lines, key=lambda line: line.step))

    def _carries(self, part: Part) -> Iterator[Line]:
        names = Names(part.after, self.words)
        for deed in part.deeds.all:
            if deed.what == "spaces":
                who = {"by": names.figure(deed.who), "figure": names.figure(deed.about)}
                text = self.words.count("chronicle.carries", deed.amount, **who)
                yield Line(text, deed.step, place(deed.round, deed.step, self.words))

    def _hardest(self, part: Part) -> Iterator[Line]:
        """Name the hardest blow of the team in a mission, the first of equals."""
        blows = [deed for deed in part.deeds.all if deed.what == "dealt"]
        most = max(blows, key=lambda deed: deed.amount, default=None)
        if most is None or most.amount < _HARD:
            return
        names = Names(part.after, self.words)
        who = {"figure": names.figure(most.who), "target": names.figure(most.about)}
        text = self.words.count("chronicle.hardest", most.amount, **who)
        yield Line(text, most.step, place(most.round, most.step, self.words), "gold")


def _turns(context: EventContext) -> bool:
    event = context.event
    if isinstance(event, e.StateLost):
        return event.state == UNCONSCIOUS
    if isinstance(event, e.UnitDeployed):
        return bool(context.after.round)
    return isinstance(event, _TURNS)


def _grave(event: object) -> bool:
    return isinstance(
        event, e.UpgradeBuilt | e.JumpMade | e.CrewBoarded | e.GameEnded | e.CampaignBegan | e.CampaignEntered
    )
