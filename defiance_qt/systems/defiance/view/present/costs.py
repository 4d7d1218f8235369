"""The cost of commands before they are given: what changes for the team when the engine plays them on, up to the next
roll or decision."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine.changes import NumberChange
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.team import activation


class Cost(msgspec.Struct, frozen=True):
    """What commands cost the active Character and the team: Actions and movement points spent, Aggro, Reinforcements
    and Alert gained. `dice` are those of the roll that they open, by the id of the die; `changes` are what house rules
    have made of all this."""

    actions: int = 0
    points: int = 0
    aggro: int = 0
    reserve: int = 0
    alert: int = 0
    dice: tuple[str, ...] = ()
    changes: tuple[NumberChange, ...] = ()


def cost(session: Session, commands: Sequence[Any]) -> Cost:
    """Return the cost of commands that are given one after the other; of those that are refused, nothing."""
    before: State = session.state
    state = before
    changes: list[NumberChange] = []
    # Chance stands between some commands: what follows it cannot be told before.
    with suppress(Illegal):
        for command in commands:
            state, events = session.game.step(state, command)
            changes += [one for event in events for one in getattr(event, "changes", ())]
    roll = state.agenda[-1] if state.agenda else None
    dice = roll.team.dice if isinstance(roll, Roll) and roll.team is not None else ()
    found = Cost(
        reserve=state.reserve - before.reserve,
        alert=state.alert - before.alert,
        dice=tuple(one.die for one in dice),
        changes=tuple(changes),
    )
    old, new = activation(before), activation(state)
    if old is None or new is None:
        return found
    who = old.character
    return replace(
        found,
        actions=max(0, old.actions - new.actions),
        points=max(0, old.points - new.points),
        aggro=state.team[who].aggro - before.team[who].aggro,
    )


def cost_line(names: Names, one: Cost) -> str:
    """Return a cost in words: "1 Action · Aggro +1 · Red + Orange"; "" if nothing is spent. House rules are named."""
    words = names.words
    parts = [
        words.count(f"view.cost.{kind}", n, n=n) for kind, n in (("actions", one.actions), ("points", one.points)) if n
    ]
    parts += [
        words(f"view.cost.{kind}", n=f"{n:+}".replace("-", "−"))
        for kind, n in (("aggro", one.aggro), ("reserve", one.reserve), ("alert", one.alert))
        if n
    ]
    if one.dice:
        parts.append(names.dice(one.dice))
    parts += [
        words("why.change", source=names.source(change.source), change=f"{change.amount:+}".replace("-", "−"))
        for change in one.changes
    ]
    return " · ".join(parts)
