"""The log as sentences, narrated one step at a time, so that a long game is never narrated as a whole."""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict

from defiance_qt.core.session import Session
from defiance_qt.core.system import Moment, Words
from defiance_qt.shell.present.values import LineView

KEPT = 2000


class LogLines:
    """The log lines of each step of a session, cached for the most recently requested steps."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self._cache: OrderedDict[int, tuple[LineView, ...]] = OrderedDict()
        self._moments: dict[int, Moment] = {}

    def lines(self, step: int) -> tuple[LineView, ...]:
        """Return the sentences of one step and the users' notes on it."""
        found = self._cache.get(step)
        if found is None:
            found = self._cache[step] = self._narrate(step)
            if len(self._cache) > KEPT:
                self._moments.pop(self._cache.popitem(last=False)[0], None)
        notes = self.session.timeline.notes.get(step, ())
        if notes:
            where = found[0].where if found else self.where(step)
            found += tuple(LineView(step, -1, where, text, "note", note=True) for text in notes)
        return found

    def moment(self, step: int) -> Moment | None:
        """Return the turn that the story took in a step, if it took one."""
        self.lines(step)
        return self._moments.get(step)

    def where(self, step: int) -> str:
        """Return the chapter and the number of the step within it: "R3·12"."""
        timeline = self.session.timeline
        chapter = self._chapter(step)
        path = timeline.line
        depth = timeline.depth(step)
        first = bisect_left(path, chapter, 0, depth + 1, key=self._chapter)
        return self.words("ui.log.where", chapter=chapter, n=depth - first + 1)

    def _chapter(self, step: int) -> int:
        return self.session.game.summary(self.session.timeline.state_at(step)).chapter

    def sentences(self, step: int) -> tuple[str, ...]:
        """Return the lines of a step without its notes."""
        return tuple(line.text for line in self.lines(step) if not line.note)

    def _narrate(self, step: int) -> tuple[LineView, ...]:
        game = self.session.game
        where = self.where(step)
        lines: list[LineView] = []
        contexts = tuple(self.session.event_contexts((step,)))
        turn = game.moment(contexts, self.words)
        if turn is not None:
            self._moments[step] = turn
        for one in contexts:
            text = game.narrate(one.event, one.after, self.words)
            if text:
                told = turn is not None and game.moment((one,), self.words) is not None
                side = game.side(one.event)
                lines.append(LineView(step, one.index, where, text, game.category(one.event), side, moment=told))
        return tuple(lines)
