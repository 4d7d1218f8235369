"""Undo and redo by acts: an act is what a person did last, with every automatic step that followed it.

Reads the timeline and moves nothing: `Session` moves the head.
"""

from __future__ import annotations

from collections.abc import Callable

from defiance_qt.core.system import Command
from defiance_qt.core.timeline import Timeline

Automatic = Callable[[Command], bool]


def last_act(timeline: Timeline, automatic: Automatic) -> int | None:
    """The first step of the act that the head lies in or ends, None when only the set-up is left."""
    step = timeline.head
    parent = timeline.parent(step)
    while parent is not None and _continues(timeline, step, automatic):
        step, parent = parent, timeline.parent(parent)
    return None if parent is None else step


def next_act(timeline: Timeline, automatic: Automatic) -> int | None:
    """The last step of the act that follows the head on its line, None when nothing follows."""
    line = timeline.line
    depth = timeline.depth(timeline.head) + 1
    if depth >= len(line):
        return None
    while depth + 1 < len(line) and _continues(timeline, line[depth + 1], automatic):
        depth += 1
    return line[depth]


def _continues(timeline: Timeline, step: int, automatic: Automatic) -> bool:
    """Whether the step goes on with the act of the step before. What follows the set-up is always an act of its own:
    undo would otherwise have nothing to stop at."""
    parent = timeline.parent(step)
    if parent is None or timeline.parent(parent) is None:
        return False
    commands = timeline.step(step).commands
    return bool(commands) and automatic(commands[0])
