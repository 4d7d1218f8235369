"""Valid contents of a lesson: commands that can be read, rolls that can fall. Uses shared.py."""

from __future__ import annotations

from collections.abc import Iterator

from defiance_qt.core.errors import Message, NotationError
from defiance_qt.systems.defiance.engine.checks.shared import Checks, Fault, Known, exist, one_of
from defiance_qt.systems.defiance.engine.content import LessonCard
from defiance_qt.systems.defiance.engine.content import lessons as of
from defiance_qt.systems.defiance.engine.notation import EVENT_TAGS, parse_command

SIDES = ("team", "enemy")
ANYTHING = "-"
"""The roll of a lesson that leaves the answer to the app."""


def _command(field: str, text: str) -> Iterator[Fault]:
    try:
        parse_command(text)
    except NotationError as error:
        yield field, error.message


def _lesson(value: LessonCard, known: Known) -> Iterator[Fault]:
    for line in value.opening:
        yield from _command("opening", line)
    if not value.steps:
        yield "steps", Message("content.lesson_steps", "a lesson needs a step")


def _step(value: of.LessonStep, known: Known) -> Iterator[Fault]:
    yield from _command("do", value.do)
    for roll in value.rolls:
        if roll != ANYTHING:
            side, *dice = roll.split()
            yield from one_of("rolls", (side,), SIDES)
            yield from exist("rolls", "die", (one.partition(":")[0] for one in dice), known)


def _claim(value: of.Possible | of.Impossible, known: Known) -> Iterator[Fault]:
    return _command("command", value.command)


def _guide(value: of.GuideCard, known: Known) -> Iterator[Fault]:
    for line in value.opening:
        yield from _command("opening", line)
    if not value.steps:
        yield "steps", Message("content.lesson_steps", "a lesson needs a step")
    starts = (start.partition(" ")[0] for step in value.steps for start in step.until)
    yield from one_of("until", starts, EVENT_TAGS)


LESSON_CHECKS: Checks = {
    of.GuideCard: _guide,
    LessonCard: _lesson,
    of.LessonStep: _step,
    of.Possible: _claim,
    of.Impossible: _claim,
}
