"""Groups the events of a stretch into sentences. Each kind of event that opens one has a function in a table; the
others belong to the sentence before them, or to the next one if they prepare it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from defiance_qt.core.port import EventContext, Told, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.names import Names
from defiance_qt.systems.defiance.tell.sentences import SENTENCES

Tone = Literal["", "gold", "danger", "quiet", "chapter"]


class Sentence(NamedTuple):
    """A sentence about the events up to index `end`. `main` is the event that it explains, -1 for the first."""

    text: str
    end: int
    tone: Tone = ""
    main: int = -1


# What prepares a sentence, which then follows.
_AHEAD = (
    e.ActivationBegan,
    e.ActionSpent,
    e.PointsGained,
    e.InstructionChosen,
    e.SurpriseTargeted,
    e.AggroChanged,
    e.ReserveChanged,
)
# What a storyteller leaves out.
_LEFT_OUT = (
    *_AHEAD,
    e.ActivationEnded,
    e.CardsStraightened,
    e.InitiativeShuffled,
    e.AiCardDealt,
    e.AiCardsDiscarded,
    e.ReplacementsOrdered,
    e.ReinforcementsEnded,
    e.RandomPicked,
    e.CardDrawn,
    e.CardDiscarded,
    e.DeckRebuilt,
    e.MissionDecided,
)


class Teller:
    """The telling of one stretch of events in one language."""

    def __init__(
        self,
        events: Sequence[EventContext],
        words: Words,
        wounds: Callable[[State, str], int],
        tellers: Mapping[type, Callable[[Teller, int], Sentence | None]],
    ) -> None:
        self.events, self.words = events, words
        self._wounds, self._tellers = wounds, tellers

    def told(self) -> tuple[Told, ...]:
        """Return the sentences in their order. Without any, the events are told as narrated."""
        found: list[tuple[int, int, Sentence]] = []
        first = at = 0
        while at < len(self.events):
            sentence = self._sentence(at)
            if sentence is None:
                ahead = isinstance(self.events[at].event, _AHEAD)
                at += 1
                if found and first == at - 1 and not ahead:
                    first = at
                continue
            found.append((first, at if sentence.main < 0 else sentence.main, sentence))
            first = at = sentence.end
        if not found:
            found = [*self._begun()]
        names = self._figures() if found else ()
        return tuple(Told(one.text, start, main, one.tone, names) for start, main, one in found)

    def _sentence(self, at: int) -> Sentence | None:
        event = self.events[at].event
        teller = self._tellers.get(type(event))
        if teller is not None:
            return teller(self, at)
        if isinstance(event, _LEFT_OUT):
            return None
        return self.exact(at)

    def exact(self, at: int, tone: Tone = "") -> Sentence | None:
        """Return the event as narrated, None for bookkeeping."""
        event = self.events[at].event
        text = SENTENCES[type(event)](self.names(at), event)
        return Sentence(closed(text), at + 1, tone) if text else None

    def _begun(self) -> Iterator[tuple[int, int, Sentence]]:
        """Yield the only sentence about what has just begun, or every event as narrated."""
        events = [one.event for one in self.events]
        began = next((at for at, one in enumerate(events) if isinstance(one, e.ActivationBegan)), -1)
        gained = [at for at, one in enumerate(events) if isinstance(one, e.PointsGained)]
        if gained:
            event = events[gained[-1]]
            points = sum(events[at].points for at in gained)
            text = self.words.count("tell.points", points, character=self.names(gained[-1]).figure(event.character))
            yield 0, gained[-1], Sentence(text, len(events))
        elif began >= 0:
            text = self.words("tell.activated", character=self.names(began).figure(events[began].character))
            yield 0, began, Sentence(text, len(events))
        else:
            first = 0
            for at in range(len(events)):
                sentence = self.exact(at, "quiet")
                if sentence is not None:
                    yield first, at, sentence
                    first = at + 1

    # -- for the sentences

    def names(self, at: int) -> Names:
        """Return the names after an event."""
        return Names(self.events[at].after, self.words, self._wounds)

    def event(self, at: int) -> Any:
        return self.events[at].event if at < len(self.events) else None

    def left(self, at: int, figure: str) -> dict[str, int] | None:
        """Return the Wounds of a figure after an event, and how many of them are left; None when it is gone."""
        state = self.events[at].after
        one = state.team.get(figure) or state.enemies.get(figure)
        if one is None:
            return None
        wounds = self._wounds(state, figure)
        return {"left": max(0, wounds - one.damage), "wounds": wounds}

    def _figures(self) -> tuple[tuple[str, str], ...]:
        """Return the names of all figures and Units on the table, each with its side, the longest first."""
        found: dict[str, str] = {}
        for state in (self.events[0].before, self.events[-1].after):
            names = Names(state, self.words)
            found |= {names.figure(id): "team" for id in state.team}
            found |= {names.figure(id): "enemy" for id in state.enemies}
            found |= {names.unit(id): "enemy" for id in state.units}
        return tuple(sorted(found.items(), key=lambda pair: (-len(pair[0]), pair[0])))


def closed(text: str) -> str:
    """Return the text as a whole sentence."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
