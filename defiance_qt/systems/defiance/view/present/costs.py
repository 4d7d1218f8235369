"""The cost of commands before they are given: what changes for the team when the engine plays them on, up to the next
roll or decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from defiance_qt.core.errors import Illegal
from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.team import activation


class Cost(msgspec.Struct, frozen=True):
    """What commands cost the active Character and the team: Actions and movement points spent, Aggro, Reinforcements
    and Alert gained. `dice` are those of the roll that they open, by the id of the die."""

    actions: int = 0
    points: int = 0
    aggro: int = 0
    reserve: int = 0
    alert: int = 0
    dice: tuple[str, ...] = ()


def cost(session: Session, commands: Sequence[Any]) -> Cost:
    """Return the cost of commands that are given one after the other; of those that are refused, nothing."""
    before: State = session.state
    state = before
    for command in commands:
        try:
            state = session.game.step(state, command)[0]
        except Illegal:
            # Chance stands between the commands: what follows it cannot be told before.
            break
    old, new = activation(before), activation(state)
    spent = (old.actions - new.actions, old.points - new.points) if old is not None and new is not None else (0, 0)
    who = old.character if old is not None else ""
    roll = state.agenda[-1] if state.agenda else None
    dice = roll.team.dice if isinstance(roll, Roll) and roll.team is not None else ()
    return Cost(
        max(0, spent[0]),
        max(0, spent[1]),
        state.team[who].aggro - before.team[who].aggro if who in state.team and who in before.team else 0,
        state.reserve - before.reserve,
        state.alert - before.alert,
        tuple(one.die for one in dice),
    )


def cost_line(names: Names, one: Cost) -> str:
    """Return a cost in words: "1 Action · Aggro +1 · Red + Orange"; "" if nothing is spent."""
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
    return " · ".join(parts)
