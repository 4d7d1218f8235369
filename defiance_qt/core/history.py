"""Undo and redo by user action: an act is the user's step together with the automatic steps after it. What is only a
change of mind is no branch.

Only reads the timeline; `Session` moves the head.
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.core.port import Command
from defiance_qt.core.timeline import Timeline

Automatic = Callable[[Command], bool]


def last_act(timeline: Timeline, automatic: Automatic) -> int | None:
    """Return the first step of the act that contains the head, None if only the set-up is left."""
    step = timeline.head
    parent = timeline.parent(step)
    while parent is not None and _continues(timeline, step, automatic):
        step, parent = parent, timeline.parent(parent)
    return None if parent is None else step


def next_act(timeline: Timeline, automatic: Automatic) -> int | None:
    """Return the last step of the act after the head on the current line, None if there is none."""
    line = timeline.line
    depth = timeline.depth(timeline.head) + 1
    if depth >= len(line):
        return None
    while depth + 1 < len(line) and _continues(timeline, line[depth + 1], automatic):
        depth += 1
    return line[depth]


def replaced(timeline: Timeline, first: int, tip: int, instead: int, answers: tuple[type, ...]) -> bool:
    """Return whether the steps from `first` to `tip` were merely replaced by the step `instead`, which has the same
    parent: it came later and begins no other branch that the user asked for, no chance was answered in what it
    replaced, and the user has named nothing there. `answers` are the types of commands that answer chance."""
    later = timeline.branch(instead)
    if instead < first or later.start != instead or later.name != name_begun(timeline, first):
        return False
    step: int | None = tip
    while step is not None and step >= first:
        if step in timeline.names or step in timeline.notes:
            return False
        if any(isinstance(command, answers) for command in timeline.step(step).commands):
            return False
        step = timeline.parent(step)
    return True


def name_begun(timeline: Timeline, step: int) -> str:
    """Return the name of the branch that begins with the step, "" if it begins none or one without a name."""
    branch = timeline.branch(step)
    return branch.name if branch.start == step else ""


def name_to_keep(timeline: Timeline, answers: tuple[type, ...]) -> str:
    """Return the name of the branch whose beginning the next step would merely replace, "" without one: the user took
    back its first act before any chance was answered."""
    following = timeline.following
    name = name_begun(timeline, following) if following is not None and not timeline.forking else ""
    if not name or following is None:
        return ""
    steps = (timeline.step(step) for step in (following, *timeline.onward(following)))
    answered = any(isinstance(command, answers) for step in steps for command in step.commands)
    return "" if answered else name


def _continues(timeline: Timeline, step: int, automatic: Automatic) -> bool:
    """Return whether the step belongs to the same act as its parent.

    The step after the set-up always starts an act; otherwise undo would have no act to take back.
    """
    parent = timeline.parent(step)
    if parent is None or timeline.parent(parent) is None:
        return False
    commands = timeline.step(step).commands
    return bool(commands) and automatic(commands[0])
