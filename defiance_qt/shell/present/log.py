"""The log: its events as exact sentences, narrated one step at a time, and the story that is told over them, one
stretch of steps at a time. So a long game is never narrated as a whole."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from defiance_qt.core import telling
from defiance_qt.core.errors import Message
from defiance_qt.core.port import Moment, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.present.values import LineView
from defiance_qt.words.errors import format_message

KEPT = 2000


class LogLines:
    """The log lines of each step of a session, cached for the most recently requested steps. `plugins` are the names of
    plugins by their ids."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self.plugins: Mapping[str, str] = {}
        self._cache: OrderedDict[int, tuple[LineView, ...]] = OrderedDict()
        self._moments: dict[int, Moment] = {}
        self._chapters: dict[int, int] = {}
        self._firsts: dict[int, int] = {}
        self._stories: OrderedDict[tuple[int, int], tuple[LineView, ...]] = OrderedDict()

    def lines(self, step: int) -> tuple[LineView, ...]:
        """Return the sentences of one step, the users' notes on it, and what changed for the game after it. What lays
        the table of a lesson is not part of its story."""
        if self._laying(step):
            return ()
        found = self._cache.get(step)
        if found is None:
            found = self._cache[step] = self._narrate(step)
            if len(self._cache) > KEPT:
                self._moments.pop(self._cache.popitem(last=False)[0], None)
        return found + tuple(self._notes(step))

    def _laying(self, step: int) -> bool:
        """Return whether the step lays the table of a lesson."""
        course = self.session.course
        return course is not None and course.start > 0 and step <= course.start

    def stretch(self, step: int) -> tuple[int, ...]:
        """Return the steps up to this one that are told as one with it."""
        return telling.stretch(self.session, step)

    def story(self, steps: Sequence[int]) -> tuple[LineView, ...]:
        """Return the sentences about a stretch of steps with the exact lines as their parts, then the users' notes."""
        if self._laying(steps[-1]):
            return ()
        key = steps[0], steps[-1]
        found = self._stories.get(key)
        if found is None:
            found = self._stories[key] = tuple(self._tell(steps))
            if len(self._stories) > KEPT:
                self._stories.popitem(last=False)
        return found + tuple(replace(note, begins=steps[0]) for step in steps for note in self._notes(step))

    def _tell(self, steps: Sequence[int]) -> Iterator[LineView]:
        game = self.session.game_at(steps[-1])
        exact = {(line.step, line.index): line for step in steps for line in self.lines(step) if not line.note}
        for one, events in telling.told(self.session, steps, self.words):
            main = events[max(0, min(one.main - one.first, len(events) - 1))]
            keys = [(event.step, event.index) for event in events]
            parts = tuple(replace(exact[key], exact=True, begins=steps[0]) for key in keys if key in exact)
            side = "" if one.names else game.side(main.event)
            names = tuple((name, whose) for name, whose in one.names if name in one.text)
            yield LineView(
                main.step,
                main.index,
                self.where(main.step),
                one.text,
                game.category(main.event),
                side,
                tone=one.tone,
                names=names,
                parts=parts,
                begins=steps[0],
                opens=bool(game.opens_account(main.event)),
            )

    def _notes(self, step: int) -> Iterator[LineView]:
        announced = (format_message(self._named(one), self.words) for one in self.session.host.announcements(step))
        for text in (*self.session.timeline.notes.get(step, ()), *announced):
            yield LineView(step, -1, self.where(step), text, "note", note=True)

    def _named(self, message: Message) -> Message:
        """Return a message about a plugin with its name in place of its id."""
        id = str(message.values.get("id", ""))
        return message.with_values(id=self.plugins[id]) if id in self.plugins else message

    def moment(self, step: int) -> Moment | None:
        """Return the turn that the story took in a step, if it took one."""
        self.lines(step)
        return self._moments.get(step)

    def where(self, step: int) -> str:
        """Return the chapter and the number of the step within it, and who acted where a game names its seats:
        "R3·12"."""
        timeline = self.session.timeline
        chapter = self._chapter(step)
        number = self.words("ui.log.where", chapter=chapter, n=timeline.depth(step) - self._began(chapter, step) + 1)
        return " ".join(part for part in (number, telling.seat(self.session, step, self.words)) if part)

    def _began(self, chapter: int, step: int) -> int:
        """Return the depth at which the chapter of a step began. The steps of a chapter are asked for one after
        another, so the first of each is kept: what is before it never changes."""
        timeline = self.session.timeline
        line, depth = timeline.line, timeline.depth(step)
        first = self._firsts.get(chapter, step)
        began = timeline.depth(first)
        if first == step or began > depth or line[began] != first:
            began = bisect_left(line, chapter, 0, depth + 1, key=self._chapter)
            self._firsts[chapter] = line[began]
        return began

    def _chapter(self, step: int) -> int:
        """Return the chapter after a step. What happened never changes, so each is looked up once."""
        found = self._chapters.get(step)
        if found is None:
            summary = self.session.game_at(step).summary(self.session.timeline.state_at(step))
            found = self._chapters[step] = summary.chapter
        return found

    def sentences(self, step: int) -> tuple[str, ...]:
        """Return the lines of a step without its notes."""
        return tuple(line.text for line in self.lines(step) if not line.note)

    def told(self, step: int) -> tuple[str, ...]:
        """Return the sentences of the story that end in a step."""
        lines = self.story(self.stretch(step))
        return tuple(line.text for line in lines if line.parts and line.parts[-1].step == step)

    def _narrate(self, step: int) -> tuple[LineView, ...]:
        game = self.session.game_at(step)
        where = self.where(step)
        lines: list[LineView] = []
        contexts = tuple(self.session.event_contexts((step,)))
        turn = game.moment(contexts, self.words)
        if turn is not None:
            self._moments[step] = turn
        for one in contexts:
            text = game.narrate(one.event, one.after, self.words)
            if text:
                lines.append(LineView(step, one.index, where, text, game.category(one.event), game.side(one.event)))
        return tuple(lines)
