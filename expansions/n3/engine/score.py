"""A game at a glance: whose turn it is, how far it has come, how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from defiance_qt.api import port

from .state import State

STRIP = ("first", "reactions", "second", "answers", "roll", "saves")
"""The steps of an Order that the strip shows; the others belong to the one before."""


BENCH = STRIP.index("roll")
"""The first step of an exchange at the bench."""


def seat(state: State) -> int:
    """Return the side that decides now: in an Order the other one reacts, and a save is chosen by its owner."""
    order = state.order
    if order is None:
        return state.side
    side = state.troops[order.troops[0]].side
    if order.step in ("reactions", "answers"):
        return 1 - side
    if order.step == "saves":
        return state.troops[state.save.troop].side if state.save is not None else side
    return side


def summary(state: State) -> port.Summary:
    values: dict[str, int | str] = {"round": state.round, "own": state.scores[0], "other": state.scores[1]}
    early = state.phase in ("setup", "initiative", "deployment")
    return port.Summary(
        f"scenario.{state.setup.mission}.name",
        "progress.bench" if state.bench else "progress.setup" if early else "progress",
        {"n": state.orders} if state.bench else {} if early else values,
        state.turn,
        state.result or "",
        0 if state.bench else 2 * state.rounds,
        setting_up=early,
        side=winner(state),
    )


def winner(state: State) -> Literal["", "team", "enemy"]:
    """Return the side that has won, "" for none, and always at the bench."""
    won: dict[str | None, Literal["team", "enemy"]] = {"victory": "team", "defeat": "enemy"}
    return "" if state.bench else won.get(state.result, "")


def progress(state: State, words: port.Words) -> port.Progress:
    """Return the Round, the steps of the Order, the Orders left and the zones with their levels."""
    goals = []
    if state.order is not None:
        at = _place(state.order.step)
        for place, step in enumerate(STRIP):
            if state.bench and place < BENCH:
                continue  # its declarations are one command
            how = "done" if place < at else "current" if place == at else "open"
            goals.append(port.Goal(words(f"step.{step}"), how))  # type: ignore[arg-type]
    gauges = []
    if state.phase in ("count", "turn", "states"):
        gauges.append(port.Gauge(words("gauge.orders", n=state.pool), state.pool, 0, tone="team", icon="time"))
    for zone in state.zones.values():
        if zone.hostile is not None:
            text = words("gauge.zone", zone=zone.name or words(f"zone.{zone.kind}.name"), level=zone.hostile.level)
            gauges.append(port.Gauge(text, zone.hostile.level, 0, tone="danger"))
    name = words(f"phase.{state.phase}", side=words(f"side.{state.side}"))
    if state.round and not state.bench:
        name = words("phase.round", phase=name, n=state.round)
    return port.Progress(
        state.round, name, 0 if state.bench else state.rounds, goals=tuple(goals), gauges=tuple(gauges)
    )


def _place(step: str) -> int:
    order = {"measure": "roll", "place": "roll", "guts": "saves"}
    return STRIP.index(order.get(step, step))


def ending(state: State, words: port.Words) -> port.Ending | None:
    """Return how the game ended: by points, or by Wounds where those are equal."""
    if state.result is None:
        return None
    title = words("ending.bench" if state.bench else f"ending.{state.result}")
    by_wounds = state.bench or state.scores[0] == state.scores[1]
    counted = state.wounds if by_wounds else state.scores
    numbers = tuple((words(f"side.{side}"), str(counted[side])) for side in (0, 1))
    return port.Ending(title, words("ending.wounds" if by_wounds else "ending.points"), numbers, side=winner(state))


def marks(before: State | None, after: State, words: port.Words) -> Sequence[port.Mark]:
    """Return the marks of a step: player turns, points, troops that fall."""
    if before is None:
        return (port.Mark("chapter", words("mark.setup")),)
    if after.turn != before.turn:
        return (port.Mark("chapter", words("mark.turn", n=after.round, side=words(f"side.{after.side}"))),)
    found = []
    for side, kind in ((0, "gain"), (1, "loss")):
        if (gained := after.scores[side] - before.scores[side]) > 0:
            found.append(port.Mark(kind, words("mark.points", n=gained, side=words(f"side.{side}")), gained))  # type: ignore[arg-type]
    return tuple(found)
