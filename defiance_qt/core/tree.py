"""The shape of a timeline: the parent of each step, and the current line through them. Works on step numbers only.

Consecutive steps are stored as stretches, and the current line as a list of stretches. Moving along the line therefore
costs the same at step 20,000 as at step 20. Moving to another line costs the number of forks in between, not the number
of steps.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, overload


class Stretch:
    """A run of steps, each the child of the one before. `start` is the depth of the first.

    `exits` are the depths, ascending, at which the most recently visited line leaves the run; `turns` are the stretches
    it enters there. `place` is the index in the current line, if the stretch is on it.
    """

    __slots__ = ("exits", "name", "parent", "place", "start", "steps", "turns")

    def __init__(self, parent: int, start: int, first: int, name: str) -> None:
        self.parent = parent
        self.start = start
        self.steps = [first]
        self.name = name
        self.exits: list[int] = []
        self.turns: dict[int, Stretch] = {}
        self.place = 0

    def stay_until(self, depth: int) -> None:
        """Forget the exits before this depth: the stretch was visited up to it."""
        if self.exits and self.exits[0] < depth:
            del self.exits[: bisect_left(self.exits, depth)]

    def leave_at(self, depth: int, other: Stretch) -> None:
        self.turns[depth] = other
        place = bisect_left(self.exits, depth)
        if place == len(self.exits) or self.exits[place] != depth:
            self.exits.insert(place, depth)


class Path(Sequence[int]):
    """Steps from the first on, each the parent of the next. Immutable: later changes of the tree do not affect it."""

    __slots__ = ("_length", "_stretches")

    def __init__(self, stretches: tuple[Stretch, ...], length: int) -> None:
        self._stretches = stretches
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self._at(depth) for depth in range(*index.indices(self._length)))
        depth = index + self._length if index < 0 else index
        if not 0 <= depth < self._length:
            raise IndexError(index)
        return self._at(depth)

    def __iter__(self) -> Iterator[int]:
        return self.beginning(0)

    def beginning(self, depth: int) -> Iterator[int]:
        """Iterate over the steps from this depth on, without passing those before it."""
        last = len(self._stretches) - 1
        for place in range(max(0, self._place(depth)), last + 1):
            stretch = self._stretches[place]
            end = self._length if place == last else min(self._length, self._stretches[place + 1].start)
            yield from islice(stretch.steps, max(0, depth - stretch.start), max(0, end - stretch.start))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and len(self) == len(other) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash((self._length, self[-1] if self._length else None))

    def __repr__(self) -> str:
        return f"Path({list(self)})"

    def _at(self, depth: int) -> int:
        stretch = self._stretches[self._place(depth)]
        return stretch.steps[depth - stretch.start]

    def _place(self, depth: int) -> int:
        return bisect_right(self._stretches, depth, key=_start) - 1


def _start(stretch: Stretch) -> int:
    return stretch.start


class _Before(NamedTuple):
    """What a look at another step changes: the head, the current line, and where lines leave the stretches."""

    head: int
    line: list[Stretch]
    exits: list[tuple[Stretch, list[int], dict[int, Stretch]]]


class Tree:
    """Steps numbered in the order of creation from 0, with one of them as the head.

    The current line runs through the head and continues through the most recently visited steps to a leaf.

    `look` makes another step the head for the time being, `settle` restores the one before, with its line.
    """

    __slots__ = ("_before", "_depths", "_forks", "_line", "_stretches", "head", "owners")

    def __init__(self) -> None:
        root = Stretch(-1, 0, 0, "")
        self.head = 0
        self.owners: list[Stretch] = [root]
        self._depths: list[int] = [0]
        self._forks: dict[int, list[int]] = {}
        self._stretches: list[Stretch] = [root]
        self._line: list[Stretch] = [root]
        self._before: _Before | None = None

    def __len__(self) -> int:
        return len(self._depths)

    def depth(self, step: int) -> int:
        return self._depths[step]

    def parent(self, step: int) -> int | None:
        """Return the step before, None for the first."""
        stretch = self.owners[step]
        place = self._depths[step] - stretch.start
        if place:
            return stretch.steps[place - 1]
        return stretch.parent if stretch.parent >= 0 else None

    def children(self, step: int) -> tuple[int, ...]:
        """Return the child steps in the order of creation."""
        stretch = self.owners[step]
        place = self._depths[step] - stretch.start + 1
        forks = self._forks.get(step, ())
        if place == len(stretch.steps):
            return tuple(forks)
        return tuple(sorted((stretch.steps[place], *forks)))

    def following(self) -> int | None:
        """Return the step after the head on the current line, None at its end."""
        stretch = self.owners[self.head]
        depth = self._depths[self.head]
        if stretch.exits and stretch.exits[0] == depth:
            return stretch.turns[depth].steps[0]
        place = depth - stretch.start + 1
        return stretch.steps[place] if place < len(stretch.steps) else None

    def grow(self, fork: str | None = None) -> int:
        """Add a step after the head and make it the head. `fork` starts a branch of that name even if the head has no
        child yet."""
        number = len(self._depths)
        stretch = self.owners[self.head]
        depth = self._depths[self.head] + 1
        if len(self._line) > stretch.place + 1:
            del self._line[stretch.place + 1 :]
        if fork is None and depth - stretch.start == len(stretch.steps):
            stretch.steps.append(number)
            if stretch.exits:
                stretch.stay_until(depth)
        else:
            branch = Stretch(self.head, depth, number, fork or "")
            self._forks.setdefault(self.head, []).append(number)
            self._stretches.append(branch)
            stretch.leave_at(depth - 1, branch)
            self._enter(branch)
            stretch = branch
        self.owners.append(stretch)
        self._depths.append(depth)
        self.head = number
        return number

    def visit(self, step: int) -> None:
        """Make the step the head; the current line then runs through it."""
        stretch = self.owners[step]
        depth = self._depths[step]
        if not (self._on_line(stretch) and (not stretch.exits or depth <= stretch.exits[0])):
            self._turn(stretch, depth)
        self.head = step

    @property
    def settled(self) -> int:
        """The head without a look at another step."""
        return self.head if self._before is None else self._before.head

    def look(self, step: int) -> None:
        """Make the step the head until `settle`. Looking at the head that there was is the same as `settle`."""
        self.settle()
        if step == self.head:
            return
        changing = list(self._line)
        stretch = self.owners[step]
        while not self._on_line(stretch):
            changing.append(stretch)
            stretch = self.owners[stretch.parent]
        exits = [(one, list(one.exits), dict(one.turns)) for one in changing]
        self._before = _Before(self.head, list(self._line), exits)
        self.visit(step)

    def settle(self) -> None:
        """End a look at another step: head and lines are what they were before it."""
        before, self._before = self._before, None
        if before is None:
            return
        self.head, self._line = before.head, before.line
        for place, stretch in enumerate(before.line):
            stretch.place = place
        for stretch, exits, turns in before.exits:
            stretch.exits, stretch.turns = exits, turns

    def line(self) -> Path:
        """Return the current line, including the steps after the head."""
        last = self._line[-1]
        return Path(tuple(self._line), last.start + len(last.steps))

    def path(self) -> Path:
        """Return the steps up to the head."""
        return Path(tuple(self._line), self._depths[self.head] + 1)

    def onward(self, step: int) -> tuple[int, ...]:
        """Return the steps after this one on the most recently visited line through it."""
        stretch = self.owners[step]
        depth = self._depths[step]
        steps: list[int] = []
        while True:
            place = bisect_left(stretch.exits, depth)
            if place == len(stretch.exits):
                return (*steps, *stretch.steps[depth - stretch.start + 1 :])
            leaving = stretch.exits[place]
            steps += stretch.steps[depth - stretch.start + 1 : leaving - stretch.start + 1]
            stretch = stretch.turns[leaving]
            depth = leaving

    def stretches(self) -> tuple[Stretch, ...]:
        """Return the stretches of all branches in the order of creation."""
        return tuple(self._stretches)

    def _on_line(self, stretch: Stretch) -> bool:
        return stretch.place < len(self._line) and self._line[stretch.place] is stretch

    def _enter(self, stretch: Stretch) -> None:
        stretch.place = len(self._line)
        self._line.append(stretch)

    def _turn(self, stretch: Stretch, depth: int) -> None:
        way: list[tuple[Stretch, int]] = []
        while not self._on_line(stretch):
            way.append((stretch, depth))
            depth = stretch.start - 1
            stretch = self.owners[stretch.parent]
        del self._line[stretch.place + 1 :]
        stretch.stay_until(depth)
        for inner, until in reversed(way):
            stretch.leave_at(depth, inner)
            self._enter(inner)
            inner.stay_until(until)
            stretch, depth = inner, until
        while stretch.exits:
            stretch = stretch.turns[stretch.exits[0]]
            self._enter(stretch)
