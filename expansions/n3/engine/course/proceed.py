"""What goes on without a user: the Orders Count, the States Phase, and steps of an Order at which nobody can do what
they ask for, because a State was corrected meanwhile."""

from __future__ import annotations

from defiance_qt.api import Illegal

from .. import commands as c
from ..rules import Rules, Run, refuse
from ..state import State
from . import conclude, orders, turns
from .base import Handler, outside


def _check(rules: Rules, state: State, command: c.Proceed) -> Illegal | None:
    """Return a refusal while somebody can decide: an embryo may hatch, a skill can be declared, a save be chosen."""
    if state.phase == "count" and turns.embryos(state):
        return refuse("embryos", "N-067", "an embryo may hatch first")
    if orders.stuck(rules, state) or _saves_left(state):
        return None
    return outside(state, "states", "count")


def _saves_left(state: State) -> bool:
    """Return whether the save that was to be chosen is of a troop that makes none any more."""
    return state.step == "saves" and not (state.save is not None and state.save.choices)


def _run(run: Run, command: c.Proceed) -> None:
    if run.state.step == "saves":
        conclude.go_on(run)
    elif run.state.order is not None:
        orders.go_on(run)
    elif run.state.phase == "count":
        turns.counted(run)
    else:
        turns.states(run)


HANDLERS: dict[type, Handler] = {c.Proceed: Handler(_check, _run, lambda rules, state: (c.Proceed(),))}
