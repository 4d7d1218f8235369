"""Decides every step of a game again from its recorded commands and compares the events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError, Message
from defiance_qt.core.port import Event, Game, Setup, State
from defiance_qt.core.timeline import Step, Timeline


class Verdict(msgspec.Struct, frozen=True):
    """Whether today's rules decide a game as recorded. `step` is the first that differs; `message` reads "ok" or
    "differs at step N: …"."""

    ok: bool
    step: int | None
    message: Message


def verify(
    timeline: Timeline, games: Sequence[tuple[int, Game]], setup: Setup, tell: Callable[[int], None] | None = None
) -> Verdict:
    """Decide every step of every branch again. `games` holds each game with the number of the first step it decided,
    ascending from 0. `tell` hears the number of each step before it is decided."""
    steps = timeline.steps()
    ends = [first for first, _ in games[1:]] + [len(timeline)]
    for (first, game), end in zip(games, ends, strict=True):
        for step in (next(steps) for _ in range(first, end)):
            if tell is not None:
                tell(step.number)
            before = timeline.state_at(step.parent) if step.number else game.blank()
            difference = _difference(game, setup, before, step)
            if difference is not None:
                message = Message("verdict.differs", "differs at step {step}: {why}", step=step.number, why=difference)
                return Verdict(False, step.number, message)
    return Verdict(True, None, Message("verdict.ok", "ok"))


def _difference(game: Game, setup: Setup, state: State, step: Step[Any, Any]) -> Message | None:
    """Return how the step's commands, decided again, differ from the record; None if they do not."""
    # Plugins see the table read-only. Should one get round that, its effect must not pass for the record.
    seen = msgspec.msgpack.encode(state) if setup.plugins else b""
    try:
        decided = _decided(game, setup, state, step)
        if setup.plugins and msgspec.msgpack.encode(state) != seen:
            return Message("verdict.changed", "the state before it was changed while it was decided")
    except DefianceError as refused:
        return refused.message
    except Exception as failure:  # noqa: BLE001  a failure of today's rules or of a plugin is a difference too
        why = f"{type(failure).__name__}: {failure}"
        return Message("verdict.failed", "it can no longer be decided ({why})", why=why)
    for place, (was, now) in enumerate(zip(step.events, decided, strict=False)):
        if was != now:
            return Message("verdict.event", "event {event} was {was}, is {now}", event=place, was=was, now=now)
    if len(decided) != len(step.events):
        return Message(
            "verdict.events",
            "there were {was} events, now there are {now}",
            was=len(step.events),
            now=len(decided),
        )
    return None


def _decided(game: Game, setup: Setup, state: State, step: Step[Any, Any]) -> list[Event]:
    events = list(game.start(setup)) if step.number == 0 else []
    for event in events:
        state = game.evolve(state, event)
    for command in step.commands:
        caused = game.decide(state, command)
        for event in caused:
            state = game.evolve(state, event)
        events += caused
    return events
