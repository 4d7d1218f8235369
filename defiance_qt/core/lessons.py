"""A lesson as a session follows it: where it began, what it prescribes for chance, and how far it has come."""

from __future__ import annotations

from typing import Any

from defiance_qt.core.chance import Request
from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import Course, Lesson, LessonProgress, Played
from defiance_qt.core.timeline import Timeline


class LessonInPlay:
    """A lesson that a session was begun as, from the step `start` at which its table was laid. `following` is the id of
    the lesson after it, "" without one."""

    def __init__(
        self, course: Course, start: int, timeline: Timeline, answer_types: tuple[type, ...], following: str = ""
    ) -> None:
        self.course, self.start, self.following = course, start, following
        self._timeline = timeline
        self._seen: dict[int, Played] = {}
        commands = (one for step in range(start + 1) for one in timeline.step(step).commands)
        self._answered = sum(isinstance(one, answer_types) for one in commands)

    @property
    def lesson(self) -> Lesson:
        """The lesson on offer."""
        return self.course.lesson

    @property
    def guided(self) -> bool:
        """Whether it is a game that a guide leads through its beginning."""
        return self.lesson.kind == "guide"

    def values(self, request: Request) -> tuple[int, ...] | None:
        """Return the values that the lesson prescribes for a request, None to leave it to the app."""
        return self.course.values(request.counter - self._answered, request)

    def progress(self, game: Any, words: Words) -> LessonProgress | None:
        """Return how far the lesson has come, None if the head is before its start."""
        path = self._timeline.path
        if self.start not in path:
            return None
        return self.course.progress(game, [self._played(step, game) for step in path if step >= self.start], words)

    def _played(self, number: int, game: Any) -> Played:
        """Return a step of the lesson. What happened never changes, so each is unpacked once."""
        if number not in self._seen:
            timeline = self._timeline
            step, parent = timeline.step(number), timeline.parent(number)
            before = game.blank() if parent is None else timeline.state_at(parent)
            self._seen[number] = Played(step.commands, step.events, before, timeline.state_at(number))
        return self._seen[number]
