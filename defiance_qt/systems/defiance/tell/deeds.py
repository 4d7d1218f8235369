"""What a step has done in a few words, with its amount, for "undo: …"."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.core.port import Words
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell import label
from defiance_qt.systems.defiance.tell.names import Names


def deed(command: c.Command, before: State, events: Sequence[e.Event], words: Words) -> str:
    """Return the way of a walk, else the Damage dealt and healed by figure, else the command's label."""
    names = Names(before, words)
    if isinstance(command, c.StepTo):
        walked = [one for one in events if isinstance(one, e.Moved) and one.figure == command.character]
        spaces = sum(len(one.path) for one in walked)
        if spaces:
            end = walked[-1].path[-1]
            return words.count("deed.walk", spaces, figure=names.figure(command.character), space=end)
    changed: dict[str, int] = {}
    for one in events:
        if isinstance(one, e.DamageSuffered | e.DamageHealed):
            amount = -one.amount if isinstance(one, e.DamageSuffered) else one.amount
            changed[one.figure] = changed.get(one.figure, 0) + amount
    parts = [
        words("deed.health", figure=names.figure(figure), change=names.change(amount))
        for figure, amount in changed.items()
        if amount
    ]
    return "; ".join(parts) or label(command, before, words)
