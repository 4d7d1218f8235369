"""Undo and redo by user action: an act is the user's step together with the automatic steps after it.

Only reads the timeline; `Session` moves the head.
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.core.system import Command
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


def _continues(timeline: Timeline, step: int, automatic: Automatic) -> bool:
    """Return whether the step belongs to the same act as its parent.

    The step after the set-up always starts an act; otherwise undo would have no act to take back.
    """
    parent = timeline.parent(step)
    if parent is None or timeline.parent(parent) is None:
        return False
    commands = timeline.step(step).commands
    return bool(commands) and automatic(commands[0])
