"""Whether a game would be decided today as it was: every step again, from its recorded commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.core.system import Event, Game, Setup, State
from defiance_qt.core.timeline import Step, Timeline


class Verdict(msgspec.Struct, frozen=True):
    """Whether today's rules decide a game as it was decided then. `step` is the first that differs; `words` is "ok" or
    "differs at step N: …"."""

    ok: bool
    step: int | None
    words: str


def verify(timeline: Timeline, games: Sequence[tuple[int, Game]], setup: Setup) -> Verdict:
    """Decide every step of every branch again. `games` are the rules in force, each with the number of the first step
    that was decided by it, ascending from 0."""
    steps = timeline.steps()
    ends = [first for first, _ in games[1:]] + [len(timeline)]
    for (first, game), end in zip(games, ends, strict=True):
        for step in (next(steps) for _ in range(first, end)):
            before = timeline.state_at(step.parent) if step.number else game.blank()
            difference = _difference(game, setup, before, step)
            if difference:
                return Verdict(False, step.number, f"differs at step {step.number}: {difference}")
    return Verdict(True, None, "ok")


def _difference(game: Game, setup: Setup, state: State, step: Step[Any, Any]) -> str:
    """How the step's commands, decided again, differ from what was recorded; "" when they do not."""
    try:
        decided = _decided(game, setup, state, step)
    except DefianceError as refused:
        return str(refused)
    except Exception as failure:  # noqa: BLE001  today's rules or a plugin cannot cope with this state: that is the answer
        return f"{type(failure).__name__}: {failure}"
    for place, (was, now) in enumerate(zip(step.events, decided, strict=False)):
        if was != now:
            return f"event {place} was {was}, is {now}"
    if len(decided) != len(step.events):
        return f"there were {len(step.events)} events, now there are {len(decided)}"
    return ""


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
