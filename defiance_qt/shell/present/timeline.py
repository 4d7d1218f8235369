"""The timeline's view model: the head, the marks of the current line, and the branches that leave it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from defiance_qt.core import history
from defiance_qt.core.port import Event, Words
from defiance_qt.core.session import Session
from defiance_qt.core.timeline import Branch, Timeline
from defiance_qt.shell.present.values import BranchView, MarkView, TimelineView

SHOWN_BRANCHES = 8
AT_ONCE = 32  # steps that are examined between two turns of the event loop
MOST = 1024  # steps that a view examines itself


def zooms(view: TimelineView) -> tuple[str, ...]:
    """Return the zooms that show something else: "whole", "part" and "chapter". A game without parts is one part."""
    kinds = [mark.kind for mark in view.marks]
    whole = ("whole",) if "part" in kinds else ()
    return (*whole, "part", "chapter") if kinds.count("chapter") > 1 or whole else ()


def reach(view: TimelineView, zoom: str) -> tuple[int, int]:
    """Return the first and the last depth that a zoom shows: those of the part or chapter with the head, up to where
    the next one begins. A part is a chapter too: it may have no other."""
    kinds = {"part": ("part",), "chapter": ("part", "chapter")}.get(zoom, ())
    begins = sorted({mark.depth for mark in view.marks if mark.kind in kinds})
    first = max((depth for depth in begins if depth <= view.head), default=0)
    last = min((depth for depth in begins if depth > view.head), default=view.end)
    return first, last


def shown_marks(view: TimelineView, zoom: str) -> tuple[MarkView, ...]:
    """Return the marks that a zoom shows. Over the whole of a game that has parts those stand for their chapters, and
    what happened in them is left out; what the user named and noted is always there."""
    first, last = reach(view, zoom)
    there = tuple(mark for mark in view.marks if first <= mark.depth <= last)
    parts = [mark for mark in there if mark.kind == "part"]
    if zoom != "whole" or not parts:
        return there
    main = [mark for mark in parts if mark.short] or parts
    return tuple(mark for mark in there if mark in main or mark.kind in ("checkpoint", "note"))


class TimelineMarks:
    """The marks of the current line. Each step is examined once, so adding a step costs only that step, and leaving the
    line only the steps that the new one does not share."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session = session
        self.words = words
        self._marks: list[MarkView] = []
        self._examined: Sequence[int] = ()
        self._length = 0
        self._turn = 0
        self._changes_of_mind: dict[tuple[int, int, int, frozenset[int]], bool] = {}

    @property
    def behind(self) -> bool:
        """Whether the last view lacks marks, because more steps were new than it may examine."""
        return self._length < len(self._examined)

    def prepare(self) -> Iterator[None]:
        """Examine the rest of the current line, a few steps per iteration, until a view goes on with it."""
        return self._extend()

    def view(self, whole: bool = False) -> TimelineView:
        """Return the current timeline. Of a long game that was not examined yet it has the first marks only, unless the
        `whole` is asked for."""
        timeline = self.session.timeline
        words = self.words
        line = timeline.line
        for _ in self._extend() if whole else islice(self._extend(), MOST // AT_ONCE):
            pass
        marks = list(self._marks)
        for kind, table in (("checkpoint", timeline.names), ("note", timeline.notes)):
            for step, text in table.items():
                depth = timeline.depth(step)
                if depth < len(line) and line[depth] == step:
                    marks.append(MarkView(depth, kind, text if isinstance(text, str) else " · ".join(text)))
        forks = self._branches()
        head = timeline.depth(timeline.head)
        note = words.count("ui.timeline.note", len(forks), step=head, last=len(line) - 1, n=len(forks))
        dice = words(f"ui.timeline.dice.{self.session.dice_after_undo}")
        return TimelineView(
            head,
            len(line) - 1,
            words("ui.timeline.line", note=note, dice=dice),
            tuple(sorted(marks, key=lambda mark: mark.depth)),
            forks,
            words("ui.timeline.step", step=head, last=len(line) - 1),
            words.count("ui.timeline.forks", len(forks), n=len(forks)) if forks else words("ui.timeline.no_forks"),
            timeline.depth(timeline.stands) if self.session.looking and _on(line, timeline, timeline.stands) else -1,
        )

    def _extend(self) -> Iterator[None]:
        timeline = self.session.timeline
        line = timeline.line
        known = self._keep(line)
        self._turn = turn = self._turn + 1
        game_at, state_at, words = self.session.game_at, timeline.state_at, self.words
        before = state_at(line[known - 1]) if known else None
        for depth, step in enumerate(line.beginning(known), known):
            after = state_at(step)
            self._marks += [
                MarkView(depth, one.kind, one.text, one.count, one.short)
                for one in game_at(step).marks(before, after, partial(self._events, step), words)
            ]
            self._length, before = depth + 1, after
            if depth % AT_ONCE == AT_ONCE - 1:
                yield
                if turn != self._turn:
                    return

    def _keep(self, line: Sequence[int]) -> int:
        """Forget what was found on other lines. Return how many steps of this one are examined."""
        known = min(self._length, len(line))
        if known and self._examined[known - 1] != line[known - 1]:
            # Two lines that have parted do not meet again.
            known = bisect_left(range(known), True, key=lambda depth: self._examined[depth] != line[depth])
        if known < self._length:
            self._marks = [mark for mark in self._marks if mark.depth < known]
        self._examined, self._length = line, known
        return known

    def _events(self, step: int) -> Sequence[Event]:
        return self.session.timeline.step(step).events

    def _branches(self) -> tuple[BranchView, ...]:
        """Return the branches that the current line does not follow to their tip, without those whose steps a mere
        change of mind has replaced."""
        timeline, words = self.session.timeline, self.words
        line = timeline.line
        branches = timeline.branches
        views: list[BranchView] = []
        for branch in branches:
            if _on(line, timeline, branch.tip):
                continue
            leaves = self._leaves(branch, branches, line)
            if self._replaced(branch, leaves, line):
                continue
            length = timeline.depth(branch.tip) - leaves
            text = branch.name or words.count("ui.timeline.branch", length, n=length)
            steps = words.count("ui.timeline.steps", length, n=length)
            views.append(BranchView(leaves, length, text, branch.tip, bool(branch.name), steps))
        return tuple(views[-SHOWN_BRANCHES:])

    def _leaves(self, branch: Branch, branches: Sequence[Branch], line: Sequence[int]) -> int:
        """Return the depth of the last step that a branch shares with the line, -1 for none."""
        timeline = self.session.timeline
        while not _on(line, timeline, branch.start):
            if branch.fork is None:
                return -1
            if _on(line, timeline, branch.fork):
                return timeline.depth(branch.fork)
            branch = timeline.branch(branch.fork)
        forks = [
            timeline.depth(other.fork)
            for other in branches
            if other.fork is not None and _on(line, timeline, other.start) and timeline.branch(other.fork) == branch
        ]
        return min(forks)

    def _replaced(self, branch: Branch, leaves: int, line: Sequence[int]) -> bool:
        """Return whether a mere change of mind replaced what the branch has beside the line. What happened in steps
        never changes, so the answer is looked for once, unless the user names or notes something there."""
        timeline = self.session.timeline
        if leaves < 0 or leaves + 1 >= len(line):
            return False
        key = branch.start, branch.tip, line[leaves + 1], frozenset((*timeline.names, *timeline.notes))
        if key not in self._changes_of_mind:
            first = branch.tip
            while timeline.depth(first) > leaves + 1:
                first = timeline.parent(first) or 0
            answers = self.session.game.answer_types
            self._changes_of_mind[key] = history.replaced(timeline, first, branch.tip, line[leaves + 1], answers)
        return self._changes_of_mind[key]


def _on(line: Sequence[int], timeline: Timeline, step: int) -> bool:
    depth = timeline.depth(step)
    return depth < len(line) and line[depth] == step
