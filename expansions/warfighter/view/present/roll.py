"""The last roll as values: of an attack of the team, or of a Hostile card. Before the first roll of a turn, what the
last Hostile turn did, or what the coming one will do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from defiance_qt.shell.present.values import percent

from ...engine import events as e
from ...engine.frames import HostileTurn
from ...engine.ruleset import Rules
from ...engine.state import OBJECTIVE, State
from ..values import RollDie, RollView
from .chances import threat
from .names import Names

TONES = {"wound": "danger", "suppress": "gold"}
"""The tones of what an attack of a Hostile card does, the worst first."""


def last_roll(events: Iterable[Sequence[Any]], state: State, names: Names) -> RollView:
    """Return the last roll, or before the first roll of a Soldiers' turn what the Hostile turn did; without a title for
    neither, and once Hostile cards have come or been harmed without a roll. `events` are those of the steps from the
    last one back; `state` is the present one."""
    steps = iter(events)
    for step in steps:
        for place in range(len(step) - 1, -1, -1):
            event = step[place]
            if isinstance(event, e.ShotsResolved):
                return _team(event, step[:place], step[place + 1 :], state, names)
            if isinstance(event, e.HostileHit):
                return _hostile(event, step[:place], state, names)
            if isinstance(event, e.HostileTurnBegan | e.HostileDrawn | e.HostileKilled | e.HostileSuppressed):
                return RollView()
            if isinstance(event, e.TurnBegan):
                return _hostile_turn([*step[:place]], steps, state, names)
    return RollView()


def outlook(state: State, rules: Rules, names: Names) -> RollView:
    """Return whom the Hostile cards in play will attack in the coming Hostile turn, or in the rest of the present
    one."""
    words = names.words
    running = next((one for one in state.agenda if isinstance(one, HostileTurn)), None)
    title = words("view.roll.turn" if running is not None else "view.roll.coming")
    attacks: dict[str, list[str]] = {number: [] for number in state.team}
    for one in state.hostiles.values():
        does = threat(rules, state, one)
        if does.does == "attack":
            attacks[does.target].append(f"{names.target(state, one.id)} {percent(does.any)}")
    result = _by_soldier(attacks, state, names) or words("view.roll.calm")
    more = words("view.roll.place") if not state.row and running is None else ""
    return RollView(title, result=result, more=more, tone="danger" if any(attacks.values()) else "", enemy=True)


def _by_soldier(found: dict[str, list[str]], state: State, names: Names) -> str:
    """Return what comes to each Soldier, joined: "Roa: Riflemen 60 % · Line team: Sergeant 50 %"."""
    words = names.words
    told = [(names.soldier(state, number), ", ".join(parts)) for number, parts in found.items() if parts]
    return " · ".join(words("view.roll.each", soldier=soldier, told=parts) for soldier, parts in told)


def _hostile_turn(found: list[Any], back: Iterable[Sequence[Any]], state: State, names: Names) -> RollView:
    """Return what the last Hostile turn did. `found` are its events in the step that ended it, `back` the steps before
    that one."""
    words = names.words
    for step in back:
        if any(isinstance(one, e.HostileTurnBegan) for one in found):
            break
        found = [*step, *found]
    began = next((at for at, one in enumerate(found) if isinstance(one, e.HostileTurnBegan)), None)
    if began is None:
        return RollView()
    hits = [(at, one) for at, one in enumerate(found) if at > began and isinstance(one, e.HostileHit)]
    effects: dict[str, list[str]] = {one.soldier: [] for _, one in hits}
    for number, parts in effects.items():
        own = [(at, one) for at, one in hits if one.soldier == number]
        wounds = [_suffered(one, found[at + 1 :]) for at, one in own if one.result == "wound"]
        pinned = sum(one.result == "suppress" for _, one in own)
        if sum(wounds):
            parts.append(words.count("view.alone.wounds", sum(wounds)))
        elif wounds:
            parts.append(words("view.roll.cancelled"))
        if pinned:
            parts.append(words.count("view.alone.suppression", pinned))
    results = [one.result for _, one in hits]
    tone = next((tone for result, tone in TONES.items() if result in results), "")
    told = _by_soldier(effects, state, names) or words("view.roll.unharmed" if hits else "view.roll.no_attack")
    event = _event(found, names)
    more = [
        _at([one for _, one in hits if one.soldier == number and one.result], event, state, names) for number in effects
    ]
    missed = [
        _at([one for _, one in hits if one.soldier == number and not one.result], event, state, names)
        for number in effects
    ]
    if any(missed):
        more.append(words("view.roll.missing", attacks=" · ".join(filter(None, missed))))
    title = words("view.roll.past", n=found[began].turn)
    return RollView(title, result=told, more=" · ".join(filter(None, more)), tone=tone, enemy=True)


def _event(events: Sequence[Any], names: Names) -> str:
    """Return the name of the last Event among some events."""
    drawn = next((one.card for one in reversed(events) if isinstance(one, e.EventDrawn)), "")
    return names.card("event", drawn) if drawn else names.words("location_mark.event.name")


def _at(events: Sequence[e.HostileHit], event: str, state: State, names: Names) -> str:
    """Return from which cards attacks on one Soldier came, "" for none. The fire of an Event comes from no card."""
    if not events:
        return ""
    cards = [names.target(state, one.hostile) if one.hostile else event for one in events]
    return f"{', '.join(dict.fromkeys(cards))} → {names.soldier(state, events[0].soldier)}"


def _suffered(event: e.HostileHit, after: Sequence[Any]) -> int:
    """Return the Wounds that an attack caused in the end."""
    suffered = 0
    for one in after:
        if isinstance(one, e.HostileHit):
            break
        if isinstance(one, e.WoundsSuffered) and one.soldier == event.soldier:
            suffered += one.wounds
    return suffered


def _fired(event: e.ShotsResolved, before: Sequence[Any]) -> e.Fired | None:
    """Return the attack that a roll belongs to, if it is in the same step."""
    found = (one for one in reversed(before) if isinstance(one, e.Fired))
    return next((one for one in found if (one.soldier, one.target) == (event.soldier, event.target)), None)


def _team(event: e.ShotsResolved, before: Sequence[Any], after: Sequence[Any], state: State, names: Names) -> RollView:
    """Return an attack of the team. `before` and `after` are the other events of its step."""
    words, fired = names.words, _fired(event, before)
    who = names.soldier(state, event.soldier) if event.soldier else ""
    weapon = names.item(fired.weapon) if fired is not None and fired.weapon else ""
    title = ", ".join(filter(None, (who, weapon))) or words("view.roll.support")
    emptied = next((one for one in after if isinstance(one, e.CounterEmptied) and one.soldier == event.soldier), None)
    dice = tuple(
        RollDie(str(face), {"kill": "green", "hit": "green", "suppress": "yellow"}.get(result, "grey"), result)
        for face, result in zip(event.dice, event.results, strict=True)
    )
    covered = event.cover_die + event.pierce >= event.cover
    told = words.count("view.roll.hits", _hits(event, covered))
    if emptied is not None:
        low = " ".join(str(face) for face in dict.fromkeys(emptied.dice))
        told = words("view.roll.empties", hits=told, dice=low)
    needed = words("view.roll.needed", n=event.hit - event.die)
    quiet = fired is not None and fired.quiet
    pierced = f" + {event.pierce}" if event.pierce > 0 else f" − {-event.pierce}" if event.pierce else ""
    return RollView(
        title, dice, needed, told,
        None if quiet else RollDie(str(event.cover_die), "blue", "cover" if covered else "", 6),
        words("view.roll.quiet") if quiet else words("view.roll.cover", pen=pierced, n=event.cover),
        words("view.roll.through" if covered else "view.roll.holds", n=event.cover_die + event.pierce),
        *_result(event, fired.sure if fired is not None else 0, after, state, names),
    )  # fmt: skip


def _hits(event: e.ShotsResolved, covered: bool) -> int:
    """Return how many d10s hit. A card may make dice hit, so that their results tell; against the Objective a hit
    without a good cover roll has none."""
    if event.target == OBJECTIVE and not covered:
        return sum(face + event.die >= event.hit for face in event.dice)
    return sum(result in ("kill", "hit") if covered else result == "suppress" for result in event.results)


def _result(
    event: e.ShotsResolved, sure: int, after: Sequence[Any], state: State, names: Names
) -> tuple[str, str, str]:
    """Return what came of the dice, what followed from that, and the tone. `sure` dice hit whatever they show."""
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
    more = [words.count("why.sure", sure)] if sure else []
    if gone:
        more.append(words("view.roll.cleared"))
    for one in after:
        if isinstance(one, e.XPGained):
            more.append(words("view.roll.xp", n=one.amount, soldier=names.soldier(state, one.soldier)))
            break
    if any(isinstance(one, e.CounterEmptied) for one in after):
        more.append(words("view.roll.counter"))
    text = ", ".join(parts) or words("view.roll.nothing", hostile=target)
    return text, " · ".join(more), "team" if event.killed else "gold" if event.suppressed else ""


def _hostile(event: e.HostileHit, before: Sequence[Any], state: State, names: Names) -> RollView:
    words = names.words
    soldier = names.soldier(state, event.soldier)
    title = _at([event], _event(before, names), state, names)
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
        RollDie(str(event.d6), "blue", "cover" if covered else "", 6),
        words("view.roll.cover", pen="", n=event.needed),
        words("view.roll.through" if covered else "view.roll.holds", n=event.d6),
        result,
        "",
        tone,
        True,
    )
