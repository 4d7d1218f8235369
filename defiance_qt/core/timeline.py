"""A game's timeline: the tree of steps with the state after each, the head, and user annotations.

Every change is an append-only entry; the journal stores the entries and the timeline is built from them. It neither
decides nor evolves: the caller passes each step with its resulting state.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from defiance_qt.core.errors import SaveError
from defiance_qt.core.port import State
from defiance_qt.core.tree import Path, Stretch, Tree

CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")
HeaderT = TypeVar("HeaderT")


class _Entry(msgspec.Struct, frozen=True, tag_field="entry", forbid_unknown_fields=True):
    """Base of all entries."""


class Step(_Entry, Generic[CommandT, EventT], frozen=True, tag="step"):
    """One accepted submission.

    `commands` are the player's commands and the app's answers to the chance they required (only answers in step 0, the
    set-up). `at` is seconds since 1970. `seat` is the acting seat, "" if seats are not distinguished.
    """

    number: int
    parent: int
    commands: tuple[CommandT, ...]
    events: tuple[EventT, ...]
    at: float
    seat: str = ""


class Moved(_Entry, frozen=True, tag="moved"):
    """Undo, redo or a jump."""

    head: int


class Forked(_Entry, frozen=True, tag="forked"):
    """The head moved to this step; the next step there starts a branch with this name."""

    step: int
    name: str


class Named(_Entry, frozen=True, tag="named"):
    """A checkpoint; "" removes the name."""

    step: int
    name: str


class Noted(_Entry, frozen=True, tag="noted"):
    """A user's note on a step."""

    step: int
    text: str


class Setting(_Entry, frozen=True, tag="setting"):
    """A session setting, valid from now on."""

    name: str
    value: Any


class Updated(_Entry, Generic[HeaderT], frozen=True, tag="updated"):
    """The user chose newer content or other plugins. `header` describes those that later steps are decided with."""

    header: HeaderT


Entry = Step[Any, Any] | Moved | Forked | Named | Noted | Setting | Updated[Any]


BRANCH_NAME = "branch.{start}"
"""The settings that hold new names of branches, by the first step of each."""


class Branch(msgspec.Struct, frozen=True):
    """A line of play. `fork` is the step it branches off from (None for the first branch).

    `start` is its first step and `tip` its last. `name` is "" for an unnamed branch.
    """

    name: str
    fork: int | None
    start: int
    tip: int


class Timeline:
    """The tree of steps and its head. The cost of an operation does not depend on the length of the game.

    `unpack` decodes the stored bytes of a step. With it steps can be added packed, which saves memory in long games.
    """

    def __init__(self, unpack: Callable[[bytes], Step[Any, Any]] | None = None) -> None:
        self._tree = Tree()
        self._unpack = unpack
        self._steps: list[Step[Any, Any] | bytes] = []
        self._states: list[State] = []
        self._ends: list[int] = []
        self._forks: dict[int, str] = {}
        self.entries = 0
        self.names: dict[int, str] = {}
        self.notes: dict[int, tuple[str, ...]] = {}
        self.settings: dict[str, Any] = {}
        self.updates: list[tuple[int, Any]] = []

    def __len__(self) -> int:
        """The number of steps on all branches."""
        return len(self._steps)

    @property
    def head(self) -> int:
        return self._tree.head

    @property
    def stands(self) -> int:
        """The step at which the game stands: the head, but for a look at another step."""
        return self._tree.settled

    def look(self, step: int) -> None:
        """Make the step the head for the time being; looking at the step where the game stands ends that."""
        self._tree.look(step)

    @property
    def state(self) -> State:
        return self._states[self._tree.head]

    def state_at(self, step: int) -> State:
        """Return the state after the step."""
        return self._states[step]

    def step(self, number: int) -> Step[Any, Any]:
        """Return the step with its commands and events. A packed step is unpacked on every call."""
        step = self._steps[number]
        if isinstance(step, bytes):
            assert self._unpack is not None
            return self._unpack(step)
        return step

    def holds(self, step: int) -> bool:
        return 0 <= step < len(self._steps)

    def parent(self, step: int) -> int | None:
        return self._tree.parent(step)

    def children(self, step: int) -> tuple[int, ...]:
        return self._tree.children(step)

    def depth(self, step: int) -> int:
        """Return the number of steps before it on its line."""
        return self._tree.depth(step)

    @property
    def following(self) -> int | None:
        """The step that redo leads to: the most recently visited child of the head."""
        return self._tree.following()

    @property
    def forking(self) -> bool:
        """Whether the next step begins a branch that was asked for."""
        return self._tree.head in self._forks

    @property
    def path(self) -> Path:
        """The steps from the first to the head."""
        return self._tree.path()

    @property
    def line(self) -> Path:
        """The path, and the steps that redo would restore."""
        return self._tree.line()

    def onward(self, step: int) -> tuple[int, ...]:
        """Return the steps after this one on the most recently visited line through it."""
        return self._tree.onward(step)

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches in the order of their creation, the main line first."""
        return tuple(map(self._branch, self._tree.stretches()))

    def branch(self, step: int) -> Branch:
        """Return the branch of a step."""
        return self._branch(self._tree.owners[step])

    def _branch(self, one: Stretch) -> Branch:
        renamed = self.settings.get(BRANCH_NAME.format(start=one.steps[0]))
        name = renamed if isinstance(renamed, str) else one.name
        return Branch(name, one.parent if one.parent >= 0 else None, one.steps[0], one.steps[-1])

    def events_until(self, step: int) -> int:
        """Return the number of events from the start to the end of this step."""
        return self._ends[step]

    def locate(self, index: int) -> tuple[int, int]:
        """Return the step of an event and the index in the step. `index` counts all events up to the head. Raises
        `IndexError`."""
        if not 0 <= index < self._ends[self._tree.head]:
            raise IndexError(index)
        path = self._tree.path()
        step = path[bisect_right(path, index, key=self._ends.__getitem__)]
        return step, index - (self._ends[step] - len(self.step(step).events))

    def steps(self) -> Iterator[Step[Any, Any]]:
        """Yield every step of every branch in the order of creation."""
        return (self.step(number) for number in range(len(self._steps)))

    def add(self, step: Step[Any, Any], state: State, packed: bytes | None = None) -> None:
        """Append the step after the head and make it the head. Raises `SaveError` if it is not the next step."""
        head = self._tree.head
        if self._steps:
            if step.number != len(self._steps) or step.parent != head:
                raise SaveError(
                    "save.step_order", "Step {step} does not follow step {head}.", step=step.number, head=head
                )
            self._tree.grow(self._forks.pop(head, None) if self._forks else None)
            self._ends.append(self._ends[head] + len(step.events))
        else:
            if step.number or step.parent != -1:
                raise SaveError("save.first_step", "The game starts with step {step} instead of 0.", step=step.number)
            self._ends.append(len(step.events))
        self._steps.append(step if packed is None or self._unpack is None else packed)
        self._states.append(state)
        self.entries += 1

    def apply(self, entry: Entry) -> None:
        """Apply an entry that is not a step. Raises `SaveError` if it names a step that does not exist. What moves the
        head ends a look at another step."""
        if isinstance(entry, Moved):
            step = self._known(entry.head)
            self._tree.settle()
            self._tree.visit(step)
        elif isinstance(entry, Forked):
            step = self._known(entry.step)
            self._tree.settle()
            self._tree.visit(step)
            self._forks[entry.step] = entry.name
        elif isinstance(entry, Named):
            if entry.name:
                self.names[self._known(entry.step)] = entry.name
            else:
                self.names.pop(entry.step, None)
        elif isinstance(entry, Noted):
            self.notes[self._known(entry.step)] = (*self.notes.get(entry.step, ()), entry.text)
        elif isinstance(entry, Setting):
            self.settings[entry.name] = entry.value
        elif isinstance(entry, Updated):
            self.updates.append((len(self._steps), entry.header))
        else:
            raise TypeError(entry)
        self.entries += 1

    def _known(self, step: int) -> int:
        if not self.holds(step):
            raise SaveError("save.no_step", "There is no step {step}.", step=step)
        return step
