"""Reasons of events: the sums that decided, with the source of each part."""

from __future__ import annotations

from typing import Any

from defiance_qt.api import port

from .. import events as e
from ..state import State
from . import names

ANY = 99
"""The upper end of a range of Values that has none."""


def reasons(event: Any, before: State, words: port.Words) -> tuple[str, ...]:
    """Return the reasons for an event, as sentences. `before` is the state before it."""
    if isinstance(event, e.Moved):
        return (_sum("why.entry", event.cost, words, low=0),)
    if isinstance(event, e.Fired):
        return _attack(event, words)
    if isinstance(event, e.ShotsResolved):
        return _dice(event, words)
    if isinstance(event, e.LocationPlaced):
        return (words("why.rp", rp=event.rp), _sum("why.number", event.number, words))
    if isinstance(event, e.HostileDrawn):
        limited = event.high < ANY
        return (words("why.value", value=event.value, low=event.low, high=event.high),) if limited else ()
    if isinstance(event, e.HostileFired):
        column = words.count("why.column", event.column)
        return (column, _sum("why.hit", event.hit, words))
    if isinstance(event, e.HostileHit):
        return (words("why.d10", face=event.d10, hit=event.hit), _sum("why.cover", event.cover, words))
    if isinstance(event, e.CounterEmptied):
        dice = ", ".join(map(str, event.dice))
        return (words("why.reload", dice=dice, number=event.number),)
    return ()


def _sum(key: str, parts: tuple[e.Part, ...], words: port.Words, low: int = -99) -> str:
    total = max(low, sum(part.amount for part in parts))
    return words(key, total=total, parts=names.parts(parts, words))


def _attack(event: e.Fired, words: port.Words) -> tuple[str, ...]:
    """Return hit number, what is added to the dice, and the Cover."""
    found = [_sum("why.hit", event.hit, words)]
    if event.die:
        found.append(_sum("why.die", event.die, words))
    if event.sure:
        found.append(words.count("why.sure", event.sure))
    found.append(_sum("why.cover", event.cover, words))
    if event.pierce:
        found.append(_sum("why.pierce", event.pierce, words))
    if event.quiet:
        found.append(words("why.quiet"))
    return tuple(found)


def _dice(event: e.ShotsResolved, words: port.Words) -> tuple[str, ...]:
    """Return what each die did."""
    found = [words("why.cover_roll", face=event.cover_die, added=_added(event.pierce), cover=event.cover)]
    for die, result in zip(event.dice, event.results, strict=True):
        found.append(words(f"why.die.{result or 'nothing'}", face=die, added=_added(event.die), hit=event.hit))
    if (event.results.count("kill"), event.results.count("suppress")) != (event.killed, event.suppressed):
        found.append(words("why.surplus"))
    return tuple(found)


def _added(amount: int) -> str:
    return f" {names.signed(amount)}" if amount else ""
