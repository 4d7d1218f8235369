"""The account of a Hostile turn: a passage for each card that acts, with its column, its numbers and its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defiance_qt.api import port

from .. import events as e
from ..ruleset import Rules
from . import names
from .reasons import reasons
from .story import narrate

SUBJECT = "hostiles"
OPENS = (e.HostileFired, e.HostileMoved, e.HostileDrawn, e.HostileIdle, e.EventDrawn, e.TimerMoved)
"""The events that begin a passage."""


def opens(event: e.Event) -> str:
    """Return the subject of the account that the event opens."""
    return SUBJECT if isinstance(event, e.HostileTurnBegan) else ""


def closes(event: e.Event) -> bool:
    """Return whether the event closes an account."""
    return isinstance(event, e.TurnBegan | e.GameEnded)


def account(events: Sequence[port.EventContext], words: port.Words, rules: Rules) -> port.Account | None:
    """Return the account of a Hostile turn, which may be unfinished."""
    turn = words("mark.turn", n=events[0].after.turn)
    passages = tuple(_passages(events, words))
    return port.Account(SUBJECT, words("chance.enemy"), turn, passages, closes(events[-1].event))


def _passages(events: Sequence[port.EventContext], words: port.Words) -> Iterator[port.Passage]:
    places = [at for at, one in enumerate(events) if isinstance(one.event, OPENS)]
    for at, following in zip(places, [*places[1:], len(events)], strict=True):
        one = events[at]
        text = narrate(one.event, one.after, words)
        weighed = tuple(port.Detail("weighed", reason) for reason in reasons(one.event, one.before, words))
        results = tuple(
            port.Detail("result", sentence)
            for after in events[at + 1 : following]
            if (sentence := narrate(after.event, after.after, words)) and not closes(after.event)
        )
        idle = isinstance(one.event, e.HostileIdle)
        yield port.Passage(
            one.step, _actor(one, words), _heading(one, words), text, (*weighed, *results), one.event.rules, idle
        )


def _actor(one: port.EventContext, words: port.Words) -> str:
    hostile = getattr(one.event, "hostile", "")
    return names.hostile(one.after, hostile, words) if hostile in one.after.hostiles else ""


def _heading(one: port.EventContext, words: port.Words) -> str:
    tag = type(one.event).__struct_config__.tag
    actor = _actor(one, words)
    said = words(f"account.{tag}")
    return words("account.heading", actor=actor, what=said) if actor else said
