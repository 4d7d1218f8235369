"""What every command has: a check, what it does, and what is offered of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from defiance_qt.api import Illegal

from ..commands import Command
from ..rules import Rules, Run, refuse
from ..state import State


@dataclass(frozen=True)
class Handler:
    """One kind of command. `check` returns why it is refused, or None; `options` yields what could be given now, of
    which `check` decides. Values that are free have representatives there."""

    check: Callable[[Rules, State, Any], Illegal | None]
    run: Callable[[Run, Any], None]
    options: Callable[[Rules, State], Iterable[Command]]


def none(rules: Rules, state: State) -> Iterable[Command]:
    """Offer nothing: the command is for forms."""
    return ()


def outside(state: State, *phases: str) -> Illegal | None:
    """Return a refusal outside these phases, or while an Order is under way."""
    if state.order is not None:
        return refuse("order_first", "K-005", "the Order under way has to be concluded first")
    if state.phase not in phases:
        return refuse("wrong_phase", "K-005", "this cannot be done now")
    return None


def known_zones(state: State, zones: Iterable[str]) -> Illegal | None:
    """Return a refusal if a zone is named that is not on the table."""
    for id in zones:
        if id not in state.zones:
            return refuse("no_such_zone", "N-002", f"there is no zone {id!r} on the table", name=id)
    return None
