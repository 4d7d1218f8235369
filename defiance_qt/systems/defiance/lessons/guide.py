"""A guide as a session plays it: steps at the real table, each done by events that happen, in whatever way
and order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from defiance_qt.core.chance import Request
from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import Lesson, LessonProgress, LessonStep, Played
from defiance_qt.systems.defiance.engine.content.lessons import GuideCard, GuideStep
from defiance_qt.systems.defiance.engine.notation import format_event


def offered_guide(card: GuideCard) -> Lesson:
    """Return a guide as it is offered."""
    return Lesson(card.id, f"lesson.{card.id}.name", f"lesson.{card.id}.text", "guide", f"lesson.{card.id}.brief")


class GuidedCourse:
    """The course of a guide and of those that go on after it, one after the other (see `core.port.Course`). Dice and
    cards are the app's, and nothing leads astray."""

    content: Mapping[str, bytes] = {}
    options: Mapping[str, Any] = {}
    editions: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()

    def __init__(self, cards: Sequence[GuideCard]) -> None:
        self.cards = tuple(cards)
        self.lesson = offered_guide(self.cards[0])
        self.mission = self.cards[0].mission

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        return None

    def progress(self, game: Any, played: Sequence[Played], words: Words) -> LessonProgress:
        happened = [format_event(event) + " " for one in played for event in one.events]
        at, done = 0, _done(self.cards[0], happened)
        while at + 1 < len(self.cards) and None not in done:
            happened = happened[max(place for place in done if place is not None) + 1 :]
            at, done = at + 1, _done(self.cards[at + 1], happened)
        name, before = f"lesson.{self.cards[at].id}", f"lesson.{self.cards[at - 1].id}"
        steps = tuple(
            LessonStep(words(f"{name}.step.{step.id}"), place is not None)
            for step, place in zip(self.cards[at].steps, done, strict=True)
        )
        return LessonProgress(
            words(f"{name}.name"),
            words(f"{before}.reason" if at else f"{name}.text"),
            steps,
            words(f"{name}.reason"),
            goes_on=at > 0,
        )


def _done(card: GuideCard, happened: Sequence[str]) -> list[int | None]:
    """Return for each step the place of the first event that does it, None while none has happened."""
    return [_first(step, happened) for step in card.steps]


def _first(step: GuideStep, happened: Sequence[str]) -> int | None:
    starts = tuple(f"{start} " for start in step.until)
    return next((at for at, text in enumerate(happened) if text.startswith(starts)), None)
