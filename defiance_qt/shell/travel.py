"""Undo and redo in the units that a person acts in, and single steps along the current line.

A click on a distant space is several steps, and the Enemy's bookkeeping goes on by itself: both are taken back and
brought back with what the person did.
"""

from __future__ import annotations

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.names import Words


class Travel:
    """Moves the head of one session."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words

    def undo_label(self) -> str:
        """What undo takes back, with its actor, target and amount; "" for nothing."""
        step = self._undone()
        return "" if step is None else self.session.label(step, self.words)

    def redo_label(self) -> str:
        return self.session.redo_label(self.words)

    def undo(self) -> None:
        """Back to before what a person did last. Raises `Illegal` ("nothing_to_undo")."""
        step = self._undone()
        parent = None if step is None else self.session.timeline.parent(step)
        if parent is None:
            raise Illegal("nothing_to_undo", "", self.words("ui.nothing_to_undo"))
        self.session.jump(parent)

    def redo(self) -> None:
        """On to the end of what was taken back last. Raises `Illegal` ("nothing_to_redo")."""
        timeline = self.session.timeline
        line = timeline.line
        depth = timeline.depth(timeline.head) + 1
        if depth >= len(line):
            raise Illegal("nothing_to_redo", "", self.words("ui.nothing_to_redo"))
        while depth + 1 < len(line) and self._belongs(line[depth + 1], line[depth]):
            depth += 1
        self.session.jump(line[depth])

    def by(self, steps: int) -> None:
        """So many steps along the current line, as far as it goes."""
        timeline = self.session.timeline
        self.to_depth(max(0, timeline.depth(timeline.head) + steps))

    def to_depth(self, depth: int) -> None:
        """To that step of the current line; -1 or too far is its end."""
        timeline = self.session.timeline
        line = timeline.line
        step = line[-1] if depth < 0 or depth >= len(line) else line[depth]
        if step != timeline.head:
            self.session.jump(step)

    def _undone(self) -> int | None:
        """The first step of what a person did last."""
        timeline = self.session.timeline
        step = timeline.head
        parent = timeline.parent(step)
        if parent is None:
            return None
        while self._belongs(step, parent):
            step, parent = parent, timeline.parent(parent)
            if parent is None:
                return None
        return step

    def _belongs(self, step: int, before: int) -> bool:
        """Whether the step is one with the one before it: the Enemy going on."""
        timeline = self.session.timeline
        if timeline.parent(before) is None:
            return False
        commands = timeline.step(step).commands
        return bool(commands) and isinstance(commands[0], c.Proceed)
