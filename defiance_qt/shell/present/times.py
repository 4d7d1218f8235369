"""The timeline as it is drawn: Rounds, deaths, checkpoints and branches along the current line."""

from __future__ import annotations

from defiance_qt.core.session import Session
from defiance_qt.core.timeline import Branch
from defiance_qt.systems.defiance.engine.events import MiniatureRetreated
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.values import BranchView, MarkView, TimelineView

SHOWN_BRANCHES = 8


class Times:
    """The marks of the current line. They are looked for once a step: a step that is added costs only itself."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session = session
        self.names = names
        self._marks: list[MarkView] = []
        self._tip = -1
        self._length = 0

    def view(self) -> TimelineView:
        timeline = self.session.timeline
        words = self.names.words
        line = timeline.line
        self._extend()
        marks = list(self._marks)
        for kind, table in (("checkpoint", timeline.names), ("note", timeline.notes)):
            for step, text in table.items():
                depth = timeline.depth(step)
                if depth < len(line) and line[depth] == step:
                    marks.append(MarkView(depth, kind, text if isinstance(text, str) else " · ".join(text)))
        branches = timeline.branches
        head = timeline.depth(timeline.head)
        note = words.count("ui.timeline.note", len(branches), step=head, last=len(line) - 1, n=len(branches))
        dice = words(f"ui.timeline.dice.{self.session.dice_after_undo}")
        return TimelineView(
            head,
            len(line) - 1,
            words("ui.timeline.line", note=note, dice=dice),
            tuple(sorted(marks, key=lambda mark: mark.depth)),
            self._branches(branches),
        )

    def forget(self) -> None:
        self._marks.clear()
        self._tip, self._length = -1, 0

    def _extend(self) -> None:
        timeline = self.session.timeline
        line = timeline.line
        known = self._length
        if known > len(line) or (known and line[known - 1] != self._tip):
            self._marks.clear()
            known = 0
        for depth in range(known, len(line)):
            step = line[depth]
            before = None if depth == 0 else timeline.state_at(line[depth - 1])
            self._look(depth, before, timeline.state_at(step))
        self._length = len(line)
        self._tip = line[-1] if len(line) else -1

    def _look(self, depth: int, before: State | None, after: State) -> None:
        words = self.names.words
        if before is None:
            self._marks.append(MarkView(depth, "round", words("ui.timeline.setup")))
            return
        if after.round != before.round:
            self._marks.append(MarkView(depth, "round", words("ui.round", n=after.round)))
        if after.enemies is not before.enemies:
            dead = self._dead(depth, before, after)
            if dead:
                self._marks.append(MarkView(depth, "death", ", ".join(dead), len(dead)))
        if after.team is not before.team:
            down = [
                self.names.short(id)
                for id, one in after.team.items()
                if not one.conscious and id in before.team and before.team[id].conscious
            ]
            if down:
                self._marks.append(MarkView(depth, "down", ", ".join(down), len(down)))

    def _dead(self, depth: int, before: State, after: State) -> list[str]:
        """Who died in that step; a Miniature that retreated only left."""
        gone = [id for id in before.enemies if id not in after.enemies]
        if not gone:
            return []
        timeline = self.session.timeline
        events = timeline.step(timeline.line[depth]).events
        left = {event.enemy for event in events if isinstance(event, MiniatureRetreated)}
        return [self.names.figure(id) for id in gone if id not in left]

    def _branches(self, branches: tuple[Branch, ...]) -> tuple[BranchView, ...]:
        """The branches that the current line does not follow to their tip."""
        timeline = self.session.timeline
        line = timeline.line
        words = self.names.words

        def on_line(step: int) -> bool:
            depth = timeline.depth(step)
            return depth < len(line) and line[depth] == step

        views: list[BranchView] = []
        for branch in branches:
            if on_line(branch.tip):
                continue
            leaves = -1 if branch.fork is None else timeline.depth(branch.fork)
            if on_line(branch.start):
                forks = [
                    timeline.depth(other.fork)
                    for other in branches
                    if other.fork is not None and on_line(other.start) and timeline.branch(other.fork) == branch
                ]
                leaves = min(forks, default=leaves)
            length = timeline.depth(branch.tip) - leaves
            text = branch.name or words.count("ui.timeline.branch", length, n=length)
            views.append(BranchView(leaves, length, text, branch.tip, bool(branch.name)))
        return tuple(views[-SHOWN_BRANCHES:])
