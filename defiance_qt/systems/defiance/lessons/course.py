"""A lesson as a session plays it: the dice that fall while its steps are followed, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import ContentError
from defiance_qt.core.port import Words
from defiance_qt.core.port.lessons import Finding, Lesson, LessonProgress, LessonStep, Played
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.engine.checks.lessons import ANYTHING
from defiance_qt.systems.defiance.engine.content import lessons as of
from defiance_qt.systems.defiance.engine.dice import Dice, Symbols
from defiance_qt.systems.defiance.engine.events import Event
from defiance_qt.systems.defiance.engine.notation import parse_command
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.game import DefianceGame
from defiance_qt.systems.defiance.lessons.claims import Reached, compared, said

_NOT_ACTS = (c.EnterDice, c.EnterCard, c.Proceed, c.SetAnswer)


def offered(card: of.LessonCard) -> Lesson:
    """Return a lesson as it is offered: titled and told like its mission."""
    return Lesson(card.id, f"mission.{card.mission}.name", f"mission.{card.mission}.story", card.kind, card.brief)


def read_roll(text: str, dice: Dice) -> tuple[str, tuple[tuple[str, int], ...]] | None:
    """Return the side and each die with the index of the face that comes up; None for "-". Raises `ContentError`."""
    if text == ANYTHING:
        return None
    side, *given = text.split()
    found = []
    for one in given:
        id, _, shown = one.partition(":")
        if id not in dice.dice:
            raise ContentError("content.lesson_die", "{roll!r}: there is no die {die!r}", roll=text, die=id)
        wanted = Symbols.parse(shown)
        face = next((at for at, face in enumerate(dice.dice[id].faces) if face == wanted), None)
        if face is None:
            raise ContentError(
                "content.lesson_face", "{roll!r}: the die {die!r} has no face {face!r}", roll=text, die=id, face=shown
            )
        found.append((id, face))
    return side, tuple(found)


class DefianceCourse:
    """The course of a lesson (see `core.port.Course`)."""

    def __init__(self, card: of.LessonCard, catalog: Catalog, content: Mapping[str, bytes]) -> None:
        self.card = card
        self.lesson = offered(card)
        self.mission = card.mission
        self.content = content
        self.options: Mapping[str, Any] = {"switches": card.switches} if card.switches else {}
        self.editions = card.editions
        self.opening = card.opening
        self.rolls = tuple(read_roll(roll, catalog.dice) for step in card.steps for roll in step.rolls)
        self._acts = tuple(parse_command(step.do) for step in card.steps)

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return the faces of the lesson's roll with this number, if as many dice of that side are rolled now."""
        roll = self.rolls[index] if index < len(self.rolls) else None
        if roll is None or request.kind != "dice":
            return None
        side, dice = roll
        fits = side == request.side and len(dice) == len(request.sizes)
        return tuple(face for _, face in dice) if fits else None

    def progress(self, game: Any, played: Sequence[Played], words: Words) -> LessonProgress:
        walked = _Walk(game, self._acts, played)
        steps = (
            [LessonStep("", True, self._findings(self.card.book, walked.start, walked, words))]
            if self.card.book
            else []
        )
        for number, step in enumerate(self.card.steps):
            reached = walked.reached[number] if number < len(walked.reached) else None
            text = walked.label(number, words)
            over = reached is not None and not walked.waits(reached)
            steps.append(LessonStep(text, over, self._findings(step.book, reached, walked, words), step.do))
        return LessonProgress(
            words(self.lesson.title),
            words(self.lesson.text),
            tuple(steps),
            words(f"lesson.{self.card.id}.reason"),
            self.card.rules,
            walked.astray,
        )

    @staticmethod
    def _findings(
        book: Sequence[of.Claim], reached: Reached | None, walked: _Walk, words: Words
    ) -> tuple[Finding, ...]:
        """Return the claims beside what came out. A claim that fails is open while the Enemy's turn goes on."""
        if reached is None:
            return tuple(Finding(said(claim, walked.game, walked.state, words)) for claim in book)
        found = []
        for claim in book:
            finding = compared(claim, reached, words)
            still = not finding.agrees and walked.waits(reached)
            found.append(Finding(finding.said) if still else finding)
        return tuple(found)


class _Walk:
    """The steps played, matched with those of the lesson. `reached` holds the position after each matched one."""

    def __init__(self, game: DefianceGame, acts: Sequence[c.Command], played: Sequence[Played]) -> None:
        self.game = game
        self.acts = acts
        self.state: State = played[-1].after
        self.start = Reached(game, played[0].after)
        self.before: list[State] = []
        self.reached: list[Reached] = []
        self.astray = False
        events: list[tuple[Event, State]] = []
        for one in played[1:]:
            for act in (command for command in one.commands if not isinstance(command, _NOT_ACTS)):
                if len(self.reached) == len(acts):
                    return
                if act != acts[len(self.reached)]:
                    self.astray = True
                    return
                self.before.append(one.before)
                self.reached.append(Reached(game, one.after))
                events = []
            events += _with_states(game, one)
            if self.reached:
                self.reached[-1] = Reached(game, one.after, tuple(events))

    def waits(self, reached: Reached) -> bool:
        """Return whether nothing but the Enemy's turn is to come at the position."""
        legal = self.game.legal(reached.state)
        return bool(legal) and all(self.game.automatic(command) for command in legal)

    def label(self, number: int, words: Words) -> str:
        """Return a step in a few words. What it refers to is looked up where it was done, else at the present state."""
        state = self.before[number] if number < len(self.before) else self.state
        return self.game.label(self.acts[number], state, words)


def _with_states(game: DefianceGame, played: Played) -> list[tuple[Event, State]]:
    state, found = played.before, []
    for event in played.events:
        state = game.evolve(state, event)
        found.append((event, state))
    return found
