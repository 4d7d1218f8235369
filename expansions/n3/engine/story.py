"""The story of the log: a roll is told with its result, and a save with what it costs, in one sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from defiance_qt.api import port

from . import events as e
from . import words as w
from .events import Event
from .state import State

Tone = Literal["", "gold", "quiet", "chapter"]
TONES: dict[type, Tone] = {
    e.TurnBegan: "chapter",
    e.Scored: "gold",
    e.PairMeasured: "quiet",
    e.SuccessValue: "quiet",
    e.PhaseBegan: "quiet",
}


def joins(between: State, later: Sequence[Event]) -> bool:
    """Return whether a step answers for dice or a choice of the step before: they are told with what came of them."""
    return between.order is not None and isinstance(later[0], e.DiceRolled | e.SaveChosen)


def tell(events: Sequence[port.EventContext], words: port.Words) -> tuple[port.Told, ...]:
    """Return the sentences about events that belong together, each up to the event that it explains."""
    story = _Story(words)
    for index, one in enumerate(events):
        story.take(index, one)
    return tuple(story.sentences(events))


class _Save(Struct):
    """The sentence of a save while what it costs is still coming: `main` is the index of its last event."""

    main: int
    troop: str
    text: str


class _Story:
    """What was told, by the index of the event that each sentence explains, and what still waits for its result."""

    def __init__(self, words: port.Words) -> None:
        self._words = words
        self._told: dict[int, str] = {}
        self._waiting: dict[tuple[str, int], dict[int, port.EventContext]] = {}
        self._save: _Save | None = None

    def take(self, index: int, one: port.EventContext) -> None:
        event = one.event
        if isinstance(event, e.SuccessValue):
            self._wait("roll", event.roll.id, index, one)
        elif isinstance(event, e.SaveAsked) and event.save.rolls:
            self._wait("save", event.save.id, index, one)
        elif isinstance(event, e.DiceRolled) and event.asked.kind in ("roll", "save"):
            self._wait(event.asked.kind, event.asked.id, index, one)
        elif isinstance(event, e.Compared):
            self._compare(index, one)
        elif isinstance(event, e.SaveRolled):
            self._saved(index, one)
        elif not self._costs(index, event):
            self._tell(index, w.narrate(event, one.after, self._words))

    def sentences(self, events: Sequence[port.EventContext]) -> Iterator[port.Told]:
        """Yield what was told, in the order of the events; what still waits is told event by event."""
        self._end_save()
        for parts in self._waiting.values():
            for index, one in parts.items():
                self._tell(index, w.narrate(one.event, one.after, self._words))
        first = 0
        for main in sorted(self._told):
            text, one = self._told[main], events[main]
            yield port.Told(
                text, first, main, TONES.get(type(one.event), ""), tuple(_names(text, one.after, self._words))
            )
            first = main + 1

    def _wait(self, kind: str, id: int, index: int, one: port.EventContext) -> None:
        self._waiting.setdefault((kind, id), {})[index] = one

    def _tell(self, index: int, text: str) -> None:
        if text:
            self._told[index] = text

    def _compare(self, index: int, one: port.EventContext) -> None:
        """Tell a roll: what it needed and how that came about, its dice, and what is left of them."""
        words = self._words
        parts = {type(part.event): part for part in self._waiting.pop(("roll", one.event.roll), {}).values()}
        value, dice = parts.get(e.SuccessValue), parts.get(e.DiceRolled)
        if value is None or dice is None:
            # Below a Success Value of 1 nothing is rolled, and so nothing is kept.
            alone = value or one
            self._tell(index, w.narrate(alone.event, alone.after, words))
            return
        roll, kept = value.event.roll, one.event.kept
        total = w.steps_sum(roll.steps)
        text = words(
            "story.roll" if total == str(roll.sv) else "story.roll.steps",
            troop=w.troop(roll.troop, words),
            sv=roll.sv,
            steps=total,
            faces=w.several(map(str, dice.event.natural)),
        )
        key = "critical" if one.event.criticals else "kept" if kept else "none"
        text = words(f"story.roll.{key}", roll=text, kept=w.several(map(str, kept)))
        self._tell(index, words("event.typed", sentence=text) if dice.event.typed else text)

    def _saved(self, index: int, one: port.EventContext) -> None:
        """Begin the sentence of a save: what was asked, the dice, how many failed."""
        self._end_save()
        words, event = self._words, one.event
        waiting = self._waiting.pop(("save", event.save), {}).values()
        dice = next((part for part in waiting if isinstance(part.event, e.DiceRolled)), None)
        if dice is None:
            self._tell(index, w.narrate(event, one.after, words))
            return
        save = dice.before.order.saves[event.save]
        faces = w.several(map(str, event.natural))
        text = words("story.save", troop=w.troop(event.troop, words), save=w.save_line(save, words), faces=faces)
        if save.zone:
            text = words("event.save_zone", sentence=text, zone=w.zone(one.after, save.zone, words))
        if dice.event.typed:
            text = words("event.typed", sentence=text)
        text = words("story.save.failed" if event.failed else "story.save.held", sentence=text, n=event.failed)
        if save.wounds:
            text = words("event.save_critical", sentence=text, n=save.wounds)
        self._save = _Save(index, event.troop, text)

    def _costs(self, index: int, event: Event) -> bool:
        """Add what a failed save costs its troop to its sentence. Return whether the event was that."""
        save = self._save
        if save is None:
            return False
        if isinstance(event, e.WoundSuffered) and event.troop == save.troop:
            cost = self._words("story.save.wounds", sentence=save.text, n=event.wounds)
        elif isinstance(event, e.StateSet) and event.troop == save.troop:
            cost = self._words("story.save.state", sentence=save.text, state=self._words(f"state.{event.state}"))
        else:
            self._end_save()
            return False
        self._save = _Save(index, save.troop, cost)
        return True

    def _end_save(self) -> None:
        if self._save is not None:
            self._tell(self._save.main, self._save.text)
            self._save = None


def _names(text: str, state: State, words: port.Words) -> Iterator[tuple[str, str]]:
    """Yield the troops that a sentence names, each with its side."""
    for troop in state.troops.values():
        if (name := w.troop(troop.id, words)) in text:
            yield name, ("enemy" if troop.side else "team")
