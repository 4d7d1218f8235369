"""The last roll as values: of an attack of the team, or of a Hostile card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...engine import events as e
from ...engine.state import State
from ..values import RollDie, RollView
from .names import Names


def last_roll(events: Iterable[Sequence[Any]], state: State, names: Names) -> RollView:
    """Return the last roll. `events` are those of the steps from the last one back; `state` is the present one."""
    later: list[Any] = []
    for step in events:
        for place in range(len(step) - 1, -1, -1):
            event = step[place]
            after = [*step[place + 1 :], *later]
            if isinstance(event, e.ShotsResolved):
                return _team(event, _fired(event, step[:place]), after, state, names)
            if isinstance(event, e.HostileHit):
                return _hostile(event, state, names)
            if isinstance(event, e.TurnBegan):
                return RollView()
        later = [*step, *later]
    return RollView()


def _fired(event: e.ShotsResolved, before: Sequence[Any]) -> e.Fired | None:
    """Return the attack that a roll belongs to, if it is in the same step."""
    found = (one for one in reversed(before) if isinstance(one, e.Fired))
    return next((one for one in found if (one.soldier, one.target) == (event.soldier, event.target)), None)


def _team(event: e.ShotsResolved, fired: e.Fired | None, after: list[Any], state: State, names: Names) -> RollView:
    words = names.words
    who = names.soldier(state, event.soldier) if event.soldier else ""
    weapon = names.item(fired.weapon) if fired is not None and fired.weapon else ""
    title = ", ".join(filter(None, (who, weapon))) or words("view.roll.support")
    emptied = next((one for one in after if isinstance(one, e.CounterEmptied) and one.soldier == event.soldier), None)
    hits = [face + event.die >= event.hit for face in event.dice]
    dice = tuple(
        RollDie(str(face), {"kill": "green", "hit": "green", "suppress": "yellow"}.get(result, "grey"), result)
        for face, result in zip(event.dice, event.results, strict=True)
    )
    told = words.count("view.roll.hits", sum(hits))
    if emptied is not None:
        low = " ".join(str(face) for face in dict.fromkeys(emptied.dice))
        told = words("view.roll.empties", hits=told, dice=low)
    needed = words("view.roll.needed", n=event.hit - event.die)
    quiet = fired is not None and fired.quiet
    covered = event.cover_die + event.pierce >= event.cover
    pierced = f" + {event.pierce}" if event.pierce > 0 else f" − {-event.pierce}" if event.pierce else ""
    return RollView(
        title, dice, needed, told,
        None if quiet else RollDie(str(event.cover_die), "blue", "cover" if covered else ""),
        words("view.roll.quiet") if quiet else words("view.roll.cover", pen=pierced, n=event.cover),
        words("view.roll.through" if covered else "view.roll.holds", n=event.cover_die + event.pierce),
        *_result(event, after, state, names),
    )  # fmt: skip


def _result(event: e.ShotsResolved, after: list[Any], state: State, names: Names) -> tuple[str, str, str]:
    """Return what came of the dice, what followed from that, and the tone."""
    words, target = names.words, names.target(state, event.target)
    grown = next((one for one in after if isinstance(one, e.Progressed)), None)
    if grown is not None and "hit" in event.results:
        return words("view.roll.progress", objective=target, n=grown.progress, need=grown.need), "", "team"
    parts = []
    if event.killed:
        parts.append(words.count("view.roll.killed", event.killed, hostile=target))
    if event.suppressed:
        parts.append(words.count("view.roll.suppressed", event.suppressed))
    gone = any(isinstance(one, e.HostileGone) and one.hostile == event.target for one in after)
    more = [words("view.roll.cleared")] if gone else []
    for one in after:
        if isinstance(one, e.XPGained):
            more.append(words("view.roll.xp", n=one.amount, soldier=names.soldier(state, one.soldier)))
            break
    if any(isinstance(one, e.CounterEmptied) for one in after):
        more.append(words("view.roll.counter"))
    text = ", ".join(parts) or words("view.roll.nothing", hostile=target)
    return text, " · ".join(more), "team" if event.killed else "gold" if event.suppressed else ""


def _hostile(event: e.HostileHit, state: State, names: Names) -> RollView:
    words = names.words
    soldier = names.soldier(state, event.soldier)
    # The fire of an Event comes from no card.
    hostile = names.target(state, event.hostile) if "." in event.hostile else words("location_mark.event.name")
    title = words("view.roll.at", hostile=hostile, soldier=soldier)
    hit, covered = event.d10 >= event.hit, event.d6 >= event.needed
    if event.result == "wound":
        result, tone = words.count("view.roll.wounds", event.wounds, soldier=soldier), "danger"
    elif event.result == "suppress":
        result, tone = words("view.roll.pinned", soldier=soldier), "gold"
    else:
        result, tone = words("view.roll.missed", soldier=soldier), ""
    return RollView(
        title,
        (RollDie(str(event.d10), "red" if hit else "grey", "hit" if hit else ""),),
        words("view.roll.needed", n=event.hit),
        words.count("view.roll.hits", int(hit)),
        RollDie(str(event.d6), "blue", "cover" if covered else ""),
        words("view.roll.cover", pen="", n=event.needed),
        words("view.roll.through" if covered else "view.roll.holds", n=event.d6),
        result,
        "",
        tone,
        True,
    )
