"""Lessons: positions that a game system offers to learn from, and how far the user has come in one.

A lesson is an ordinary session. It differs in three points: its table is laid by recorded commands (`Course.opening`),
the dice fall as the lesson says while the user follows it (`Course.values`), and its steps can be compared with what
the rulebook says (`Course.progress`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from defiance_qt.core.chance import Request

if TYPE_CHECKING:
    from defiance_qt.core.port.game import Game
    from defiance_qt.core.port.words import Words


class Lesson(msgspec.Struct, frozen=True):
    """A lesson on offer. `title`, `text` and `brief`, a few words for a short list, are text keys.

    An "example" is a position of the rulebook with its outcome; a "guide" leads through a stretch of play.
    """

    id: str
    title: str
    text: str
    kind: Literal["guide", "example"]
    brief: str = ""


class Played(msgspec.Struct, frozen=True):
    """A step of the session: its commands and events, and the states before and after it."""

    commands: tuple[Any, ...]
    events: tuple[Any, ...]
    before: Any
    after: Any


class Finding(msgspec.Struct, frozen=True):
    """A statement of the rulebook beside what came out.

    `said` and `came` are sentences; `came` is "" and `agrees` None until the position is reached. `rules` are the ids
    of the rules that cause the outcome.
    """

    said: str
    came: str = ""
    agrees: bool | None = None
    rules: tuple[str, ...] = ()


class LessonStep(msgspec.Struct, frozen=True):
    """A step of a lesson: what to do, in a few words, whether it is done, and what the book says of the position then
    reached. `command` is the step in text form, "" for a step that asks for no single command."""

    text: str
    done: bool
    findings: tuple[Finding, ...] = ()
    command: str = ""


class LessonProgress(msgspec.Struct, frozen=True):
    """How far a lesson has come. `reason` says why it comes out so, with `rules`.

    `astray` is true while the user has done something else; an undo leads back.
    """

    title: str
    text: str
    steps: tuple[LessonStep, ...]
    reason: str
    rules: tuple[str, ...] = ()
    astray: bool = False

    @property
    def done(self) -> bool:
        """Whether all steps are done."""
        return all(step.done for step in self.steps)

    @property
    def next(self) -> LessonStep | None:
        """The first step that is not done."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the steps."""
        return tuple(finding for step in self.steps for finding in step.findings)


class Course(Protocol):
    """A lesson as a session plays it."""

    @property
    def lesson(self) -> Lesson:
        """The lesson on offer."""

    @property
    def mission(self) -> str:
        """The scenario to begin with. It can be in `content`."""

    @property
    def content(self) -> Mapping[str, bytes]:
        """Content files that the lesson adds to the system's own."""

    @property
    def options(self) -> Mapping[str, Any]:
        """Options of the set-up."""

    @property
    def editions(self) -> tuple[str, ...]:
        """The variants in which the lesson holds; empty if in all."""

    @property
    def opening(self) -> tuple[str, ...]:
        """The commands, in text form, that lay the table. Answers to chance follow the command that asks for them."""

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return the values that answer the request, None to leave it to the app. `index` counts the requests since
        the table was laid."""

    def progress(self, game: Any, played: Sequence[Played], words: Words) -> LessonProgress:
        """Return how far the lesson has come. `played` are the steps since the table was laid, the first of which is
        the last command of `opening`."""


@dataclass(frozen=True, kw_only=True)
class Script:
    """A lesson as a list. `opening` lays the table, `steps` are the commands to give, `faces` what the dice then show
    (an opponent's too; each request is for as many), counted from 1, and `comes` the numbers of the state after each
    step, as the rules have them.

    Its texts: `lesson.<id>.title`, `.text`, `.reason`, `.1` … for the steps, and `lesson.<number>` for what comes of
    one, filled in with `n`.
    """

    id: str
    kind: Literal["guide", "example"]
    mission: str
    steps: tuple[str, ...]
    faces: tuple[int, ...] = ()
    comes: tuple[Mapping[str, Any], ...] = ()
    rules: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    content: Mapping[str, bytes] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    editions: tuple[str, ...] = ()

    @property
    def lesson(self) -> Lesson:
        """The lesson on offer."""
        return Lesson(self.id, f"lesson.{self.id}.title", f"lesson.{self.id}.text", self.kind)

    def values(self, index: int, request: Request) -> tuple[int, ...] | None:
        """Return the faces of a roll, counted from 0; None leaves it to the app."""
        before = index * len(request.sizes)
        rolled = self.faces[before : before + len(request.sizes)]
        return tuple(face - 1 for face in rolled) if len(rolled) == len(request.sizes) else None

    def progress(self, game: Game, played: Sequence[Played], words: Words) -> LessonProgress:
        """Compare what the user has done with the steps. Answers to chance and what is automatic are no acts."""
        acts = [one for one in played[1:] if not isinstance(one.commands[0], game.answer_types)]
        acts = [one for one in acts if not game.automatic(one.commands[0])]
        given = [game.format(one.commands[0]) for one in acts]
        wrong = next((at for at, pair in enumerate(zip(given, self.steps, strict=False)) if pair[0] != pair[1]), None)
        done = min(len(given), len(self.steps)) if wrong is None else wrong
        steps = tuple(
            LessonStep(
                words(f"lesson.{self.id}.{at + 1}"),
                at < done,
                self._findings(at, acts[at].after if at < done else None, words),
                command,
            )
            for at, command in enumerate(self.steps)
        )
        title, text, reason = (words(f"lesson.{self.id}.{name}") for name in ("title", "text", "reason"))
        return LessonProgress(title, text, steps, reason, self.rules, astray=wrong is not None)

    def _findings(self, at: int, state: Any, words: Words) -> tuple[Finding, ...]:
        """Return what the rules say of the state after a step, beside what came out."""
        found = []
        for name, number in self.comes[at].items() if at < len(self.comes) else ():
            said, came = words(f"lesson.{name}", n=number), getattr(state, name, None)
            if came is None:
                found.append(Finding(said, rules=self.rules))
            else:
                found.append(Finding(said, words(f"lesson.{name}", n=came), came == number, self.rules))
        return tuple(found)
