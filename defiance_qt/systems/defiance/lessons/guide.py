"""A guide as a session plays it: steps at the real table, each done by events that happen, in whatever way
and order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """The course of a guide (see `core.port.Course`). Dice and cards are the app's, and nothing leads astray."""

    content: Mapping[str, bytes] = {}
    options: Mapping[str, Any] = {}
    editions: tuple[str, ...] = ()

    def __init__(self, card: GuideCard) -> None:
        self.card = card
        self.opening = card.opening
        self.lesson = offered_guide(card)
        self.mission = card.mission

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        return None

    def progress(self, game: Any, played: Sequence[Played], words: Words) -> LessonProgress:
        happened = [format_event(event) + " " for one in played for event in one.events]
        id = self.card.id
        steps = tuple(
            LessonStep(words(f"lesson.{id}.step.{step.id}"), any(map(_begins(step), happened)))
            for step in self.card.steps
        )
        return LessonProgress(words(self.lesson.title), words(self.lesson.text), steps, words(f"lesson.{id}.reason"))


def _begins(step: GuideStep) -> Callable[[str], bool]:
    starts = tuple(f"{start} " for start in step.until)
    return lambda text: text.startswith(starts)
