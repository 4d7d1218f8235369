"""The lines of play of a session: the one that the game is on, and those that leave it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from defiance_qt.core import history
from defiance_qt.core.accounts import path_to
from defiance_qt.core.session import Session


class Line(NamedTuple):
    """A line of play: its name, "" for one without, and its last step. `leaves` is the step at which it leaves the
    lines before it, None for the first."""

    name: str
    tip: int
    path: Sequence[int]
    leaves: int | None = None

    @property
    def length(self) -> int:
        """How many steps it has of its own."""
        return len(self.path) - (0 if self.leaves is None else self.path.index(self.leaves) + 1)


def lines(session: Session) -> list[Line]:
    """Return the lines of play: the one that the game is on, then those that leave it, but for those that a mere change
    of mind has replaced."""
    timeline, answers = session.timeline, session.game.answer_types
    main = tuple(timeline.line)
    found = [Line(timeline.branch(main[-1]).name, main[-1], main)]
    known = set(main)
    for branch in timeline.branches:
        path = path_to(session, branch.tip)
        depth = next((depth for depth, step in enumerate(path) if step not in known), 0)
        if not depth:
            continue
        beside = main[depth] if depth < len(main) and main[depth - 1] == path[depth - 1] else None
        if beside is not None and history.replaced(timeline, path[depth], branch.tip, beside, answers):
            continue
        known.update(path)
        found.append(Line(branch.name, branch.tip, path, path[depth - 1]))
    return found
