"""The lessons of the game: what lays the table, what the dice show, which steps are to be taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from defiance_qt.api import Request, port

from .engine.game import DiceGame


@dataclass(frozen=True)
class Script:
    """A lesson as a list. `opening` lays the table, `steps` are the commands to give, `faces` what the dice then show
    (the rival's too), and `pots` what is in the pot after each step, as the rules have it."""

    lesson: port.Lesson
    steps: tuple[str, ...]
    faces: tuple[int, ...]
    pots: tuple[int, ...]
    rules: tuple[str, ...]
    opening: tuple[str, ...] = ()
    mission: str = "duel"
    content: Mapping[str, bytes] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    editions: tuple[str, ...] = ("one",)

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return the faces of a roll, counted from 0; None leaves the roll to the app."""
        return (self.faces[index] - 1,) if index < len(self.faces) else None

    def progress(self, game: DiceGame, played: Sequence[port.Played], words: port.Words) -> port.LessonProgress:
        """Compare what the user has done with the steps. Dice that were typed and the rival's turn are no acts."""
        acts = [step for step in played[1:] if not isinstance(step.commands[0], game.answer_types)]
        acts = [step for step in acts if not game.automatic(step.commands[0])]
        given = [game.format(step.commands[0]) for step in acts]
        right = next((at for at, pair in enumerate(zip(given, self.steps, strict=False)) if pair[0] != pair[1]), None)
        done = min(len(given), len(self.steps)) if right is None else right
        id = self.lesson.id
        steps = tuple(
            port.LessonStep(
                words(f"lesson.{id}.{at + 1}"),
                at < done,
                (self._finding(at, acts[at].after.pot if at < done else None, words),),
                command,
            )
            for at, command in enumerate(self.steps)
        )
        title, text, reason = words(self.lesson.title), words(self.lesson.text), words(f"lesson.{id}.reason")
        return port.LessonProgress(title, text, steps, reason, self.rules, astray=right is not None)

    def _finding(self, at: int, pot: int | None, words: port.Words) -> port.Finding:
        """Return what the rules say of the pot after a step, beside what came out."""
        said = words("lesson.pot", n=self.pots[at])
        if pot is None:
            return port.Finding(said, rules=self.rules)
        return port.Finding(said, words("lesson.pot", n=pot), pot == self.pots[at], self.rules)


LESSONS = (
    Script(
        port.Lesson("first_turn", "lesson.first_turn.title", "lesson.first_turn.text", "guide"),
        steps=("roll", "roll", "hold"),
        faces=(4, 5),
        pots=(4, 9, 0),
        rules=("P-001", "P-003"),
    ),
    Script(
        port.Lesson("a_one", "lesson.a_one.title", "lesson.a_one.text", "example"),
        opening=("roll", 'enter_dice {"faces": [6]}', "roll", 'enter_dice {"faces": [5]}'),
        steps=("roll",),
        faces=(1,),
        pots=(0,),
        rules=("P-002",),
    ),
)
