"""The turns of a mission's story: a new Round, the alarm, who enters, who joins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from defiance_qt.core.port import EventContext, Moment, Words
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.rules.mission import last_round
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.tell import narrate
from defiance_qt.systems.defiance.tell.progress import progress

Kind = Literal["chapter", "alarm", "arrival", "gain"]
# The most telling first: it gives the banner its title, the others their sentences.
KINDS: dict[type, Kind] = {
    e.TriggerFired: "alarm",
    e.AllyJoined: "gain",
    e.AlertChanged: "alarm",
    e.UnitDeployed: "arrival",
    e.RoundBegan: "chapter",
}
ORDER = list(KINDS)


def moment(rules: Rules, events: Sequence[EventContext], words: Words) -> Moment | None:
    """Return the turn that these events of one step are, or None. The Setup is none."""
    found = sorted((one for one in events if _turns(one)), key=lambda one: ORDER.index(type(one.event)))
    if not found:
        return None
    first, *others = found
    lines = [narrate(one.event, one.after, words) for one in others]
    if isinstance(first.event, e.RoundBegan):
        lines = [*_round(rules, first, words), *_end_phase(events, words)]
    return Moment(KINDS[type(first.event)], narrate(first.event, first.after, words), " · ".join(lines))


def _turns(context: EventContext) -> bool:
    """Check whether an event is a turn: Units that enter after the Setup, an Alert that rises."""
    event = context.event
    if isinstance(event, e.UnitDeployed):
        return bool(context.after.round)
    if isinstance(event, e.AlertChanged):
        return bool(event.alert > context.before.alert)
    return type(event) in KINDS


def _end_phase(events: Sequence[EventContext], words: Words) -> Iterator[str]:
    """Yield what the End Phase before a Round has made of the Reserve, if it has changed."""
    changes = [one.event for one in events if isinstance(one.event, e.ReserveChanged)]
    if changes:
        yield words("moment.reserve", n=changes[-1].reserve)


def _round(rules: Rules, context: EventContext, words: Words) -> Iterator[str]:
    """Yield how many Rounds are left, and the current goal."""
    end = last_round(rules)
    if end is not None and end.after_round is not None:
        left = end.after_round - context.event.round
        yield words.count("moment.rounds", left) if left > 0 else words("moment.last")
    shown = progress(rules, context.after, words)
    for goal in shown.goals if shown is not None else ():
        if goal.state == "current":
            yield goal.text
