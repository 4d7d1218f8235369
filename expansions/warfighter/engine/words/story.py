"""Sentences of the log: one for each event that a reader wants to know of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from defiance_qt.api import port

from .. import events as e
from ..state import OBJECTIVE, State
from . import names
from .labels import corrections

SILENT: tuple[type, ...] = (
    e.FrameOpened, e.FrameSet, e.FrameClosed, e.DiceRolled, e.Drawn, e.Returned, e.TurnEnded, e.StepBegan,
    e.HostileTurnEnded, e.ActionsSpent, e.SupportUsed,
)  # fmt: skip
"""Events that other sentences tell, or that change nothing a reader sees."""

TEAM: tuple[type, ...] = (
    e.SoldierJoined, e.ItemBought, e.SkillBought, e.Unbought, e.MusterEnded, e.NationChosen, e.ActionReadied, e.Rallied,
    e.Moved, e.CardsPaid, e.HandDrawn, e.CardPlayed, e.LaidUsed, e.SkillUsed, e.XPPaid, e.XPGained, e.WoundsCancelled,
    e.Healed, e.Passed, e.CounterEmptied, e.CounterSpent, e.Reloaded, e.Supplied, e.WeaponThrown, e.WeaponBack, e.Fired,
    e.ShotsResolved, e.Engaged, e.LocationsSeen, e.ObjectiveActivated, e.Progressed, e.PrizeTaken, e.SupportCalled,
    e.SupportKept, e.SupportDiscarded,
)  # fmt: skip

ENEMY: tuple[type, ...] = (
    e.HostileTurnBegan, e.HostileDrawn, e.TargetDrawn, e.HostileFired, e.HostileHit, e.HostileIdle, e.HostileMoved,
    e.HostileRecovered, e.WoundsSuffered, e.Suppressed, e.SoldierDowned,
)  # fmt: skip

CATEGORIES = ("turns", "team", "attacks", "hostiles", "cards", "hand")
"""The categories of the log, in order."""

_ATTACKS = (e.Fired, e.ShotsResolved, e.HostileFired, e.HostileHit, e.HostileKilled, e.HostileSuppressed, e.HostileGone)
_TURNS = (e.GameBegan, e.TurnBegan, e.HostileTurnBegan, e.TimerMoved, e.GameEnded, e.ObjectiveActivated, e.Progressed)
_CARDS = (
    e.HandDrawn, e.CardsPaid, e.CardPlayed, e.LaidUsed, e.EventDrawn, e.SupportCalled, e.SupportKept,
    e.SupportDiscarded, e.SupportsOnCall, e.Shuffled, e.XPPaid, e.XPGained, e.LocationPlaced,
    e.LocationsSeen, e.LocationRefused,
)  # fmt: skip


def category(event: Any) -> str:
    """Return the log category of an event."""
    if isinstance(event, e.Overruled | port.AnswerSet):
        return "hand"
    for kinds, name in ((_ATTACKS, "attacks"), (_TURNS, "turns"), (_CARDS, "cards"), (ENEMY, "hostiles")):
        if isinstance(event, kinds):
            return name
    return "team"


def side(event: Any) -> str:
    """Return the side of an event, for its color."""
    return "team" if isinstance(event, TEAM) else "enemy" if isinstance(event, ENEMY) else ""


def narrate(event: Any, state: State, words: port.Words) -> str:
    """Return one sentence for the event, or "" if the log omits it. `state` is the state after the event."""
    if isinstance(event, SILENT):
        return ""
    if isinstance(event, port.AnswerSet):
        return words(f"command.set_answer.{event.who}", what=words(f"chance.{event.key}"))
    key = f"event.{type(event).__struct_config__.tag}"
    special = _SPECIAL.get(type(event))
    if special is not None:
        return special(key, event, state, words)
    return words(key, **_values(event, state, words))


def _values(event: Any, state: State, words: port.Words) -> dict[str, object]:
    """Return the fields of an event, with names in place of ids."""
    found: dict[str, object] = {"objective": names.card(state.goal.id, words, "objective")}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field == "soldier":
            found["who"] = names.soldier(state, value, words)
        elif field == "hostile":
            found[field] = names.hostile(state, value, words)
        elif field == "target":
            found[field] = names.target(state, value, words)
        elif field in ("item", "weapon"):
            found[field] = names.item(value, words)
        elif field in ("skill", "support", "card", "location"):
            found[field] = names.card(value, words)
        elif field in ("cards", "supports"):
            found[field] = names.joined((names.card(one, words) for one in value), words)
        elif field in ("start", "to") and isinstance(value, int):
            found[field] = names.place(state, value, words)
        elif field in ("source", "what"):
            found[field] = names.source(value, words)
        elif isinstance(value, int | str):
            found[field] = value
    if "space" in found:
        found["place"] = names.place(state, event.space, words)
    return found


# ---- the muster and the course ----


def _began(key: str, event: e.GameBegan, state: State, words: port.Words) -> str:
    mission = words(f"scenario.{event.setup.mission}.name")
    return words(key, mission=mission, time=event.time, space=event.space)


def _objective(key: str, event: e.ObjectiveChosen, state: State, words: port.Words) -> str:
    objective = names.card(event.id, words, "objective")
    if not event.time:
        return words(key, objective=objective)
    return words(f"{key}.time", objective=objective, time=names.signed(event.time))


def _nation(key: str, event: e.NationChosen, state: State, words: port.Words) -> str:
    return words(key, nation=words(f"nation.{event.nation}.name"))


def _joined(key: str, event: e.SoldierJoined, state: State, words: port.Words) -> str:
    return words(key, who=words(f"soldier.{event.card}.name"), number=event.number, rp=event.rp)


def _bought(key: str, event: e.ItemBought, state: State, words: port.Words) -> str:
    item = (
        words("name.batch", weapon=names.card(event.to, words, "weapon")) if event.to else names.item(event.item, words)
    )
    return words(key, who=names.soldier(state, event.soldier, words), item=item, rp=event.rp)


def _unbought(key: str, event: e.Unbought, state: State, words: port.Words) -> str:
    if event.item:
        return words(f"{key}.item", item=names.item(event.item, words))
    return words(key, number=event.soldier)


def _turn(key: str, event: e.TurnBegan, state: State, words: port.Words) -> str:
    return words(key, turn=event.turn, time=state.time)


def _environment(key: str, event: e.EnvironmentRolled, state: State, words: port.Words) -> str:
    return words(f"{key}.{event.effect or 'none'}", face=event.face)


def _condition(key: str, event: e.ConditionSet, state: State, words: port.Words) -> str:
    if event.name == "stores":
        return ""  # what they gave is told
    return words(f"{key}.{event.name}", place=names.place(state, event.value, words) if event.name == "smoke" else "")


def _ended(key: str, event: e.GameEnded, state: State, words: port.Words) -> str:
    return words(f"{key}.{event.because}")


def _shuffled(key: str, event: e.Shuffled, state: State, words: port.Words) -> str:
    return words(key, deck=words(f"deck.{event.deck}"))


# ---- Soldiers ----


def _counted(number: str) -> Callable[[str, Any, State, port.Words], str]:
    """Return a teller of sentences that count a field of the event."""

    def told(key: str, event: Any, state: State, words: port.Words) -> str:
        values = _values(event, state, words)
        if "who" in values and event.soldier in state.team:
            values["health"] = state.team[event.soldier].health
        return words.count(key, getattr(event, number), **values)

    return told


def _played(key: str, event: e.CardPlayed, state: State, words: port.Words) -> str:
    values = _values(event, state, words)
    said = words(f"{key}.leveled" if event.level else key, **values)
    if not event.target or event.target == event.soldier:
        return said
    return words("command.at", what=said, target=values["target"])


def _laid(key: str, event: e.LaidUsed, state: State, words: port.Words) -> str:
    return words(key if event.used else f"{key}.unused", **_values(event, state, words))


def _paid(key: str, event: e.XPPaid, state: State, words: port.Words) -> str:
    each = [f"{names.soldier(state, number, words)} {amount}" for number, amount in event.shares.items()]
    return words(key, what=names.source(event.what, words), shares=", ".join(each))


def _gone(key: str, event: e.SoldierDowned | e.SoldierLeft, state: State, words: port.Words) -> str:
    card = (state.downed if isinstance(event, e.SoldierDowned) else state.left)[-1]
    return words(key, who=words(f"soldier.{card}.short"))


def _passed(key: str, event: e.Passed, state: State, words: port.Words) -> str:
    item = names.item(event.item, words)
    if not event.giver:
        return words(f"{key}.taken", to=names.soldier(state, event.to, words), item=item)
    giver = names.soldier(state, event.giver, words)
    if not event.to:
        return words(f"{key}.dropped", giver=giver, item=item)
    return words(key, giver=giver, to=names.soldier(state, event.to, words), item=item)


def _supplied(key: str, event: e.Supplied, state: State, words: port.Words) -> str:
    told = ("more" if event.turned else "added") if event.added else ""
    return words(f"{key}.{told}".removesuffix("."), **{**_values(event, state, words), "n": event.added})


# ---- attacks ----


def _fired(key: str, event: e.Fired, state: State, words: port.Words) -> str:
    weapon = names.card(event.weapon, words) if event.weapon else ""
    who = names.soldier(state, event.soldier, words) if event.soldier else weapon
    target = names.target(state, event.target, words)
    kind = event.kind if weapon or event.kind not in ("fire", "armed") else f"{event.kind}.own"
    return words(f"{key}.{kind}", who=who, weapon=weapon, target=target)


def _resolved(key: str, event: e.ShotsResolved, state: State, words: port.Words) -> str:
    """Return the d10s as they lie and what they needed, as the last roll shows them."""
    dice = ", ".join(map(str, event.dice))
    reached, cover = event.cover_die + event.pierce, event.cover
    rolled = words(key, dice=dice, hit=event.hit - event.die, reached=reached, cover=cover)
    return words("event.result", rolled=rolled, result=_results(event, words))


def _results(event: e.ShotsResolved, words: port.Words) -> str:
    if event.target == OBJECTIVE:
        hits = sum(result == "hit" for result in event.results)
        return words.count("event.shots_resolved.hits", hits) if hits else words("event.shots_resolved.nothing")
    found = [
        words.count(f"event.shots_resolved.{name}", n)
        for name, n in (("killed", event.killed), ("suppressed", event.suppressed))
        if n
    ]
    return ", ".join(found) or words("event.shots_resolved.nothing")


def _hostile_gone(key: str, event: e.HostileGone, state: State, words: port.Words) -> str:
    return words(key if event.killed else f"{key}.left", hostile=names.hostile(state, event.hostile, words))


def _drawn(key: str, event: e.HostileDrawn, state: State, words: port.Words) -> str:
    values = _values(event, state, words)
    if event.by:
        key, values["by"] = f"{key}.called", names.hostile(state, event.by, words)
    if event.kept:
        return words(key, **values)
    return words(f"{key}.discarded", **{**values, "card": names.card(event.card, words, "hostile")})


def _hit(key: str, event: e.HostileHit, state: State, words: port.Words) -> str:
    values = _values(event, state, words) | {"cover": event.needed}
    rolled = words(key, **values)
    result = words(f"{key}.{event.result or 'nothing'}")
    return words("event.result", rolled=rolled, result=result)


def _idle(key: str, event: e.HostileIdle, state: State, words: port.Words) -> str:
    return words(f"{key}.{event.why}", hostile=names.hostile(state, event.hostile, words))


# ---- Locations, Events, Supports, corrections ----


def _placed(key: str, event: e.LocationPlaced, state: State, words: port.Words) -> str:
    number = sum(part.amount for part in event.number)
    location = names.card(event.location, words, "location")
    return words(key, location=location, space=event.space, number=number, rp=event.rp)


def _event_drawn(key: str, event: e.EventDrawn, state: State, words: port.Words) -> str:
    card, text = (words(f"event.{event.card}.{part}") for part in ("name", "text"))
    return words(f"{key}.idle" if event.idle else key, card=card, text=text.removesuffix("."))


def _called(key: str, event: e.SupportCalled, state: State, words: port.Words) -> str:
    said = words(key, support=names.card(event.support, words, "support"))
    if not event.target:
        return said
    space = names.place(state, event.space, words) if event.space >= 0 else ""
    return words("command.at", what=said, target=space or names.target(state, event.target, words))


def _overruled(key: str, event: e.Overruled, state: State, words: port.Words) -> str:
    said = words(key, what="; ".join(corrections(event.values, state, words)))
    return f"{said} ({event.reason})" if event.reason else said


_SPECIAL: dict[type, Callable[[str, Any, State, port.Words], str]] = {
    e.GameBegan: _began,
    e.ObjectiveChosen: _objective,
    e.NationChosen: _nation,
    e.SoldierJoined: _joined,
    e.ItemBought: _bought,
    e.Unbought: _unbought,
    e.TurnBegan: _turn,
    e.EnvironmentRolled: _environment,
    e.ConditionSet: _condition,
    e.GameEnded: _ended,
    e.Shuffled: _shuffled,
    e.Moved: _counted("paid"),
    e.WoundsSuffered: _counted("wounds"),
    e.WoundsCancelled: _counted("wounds"),
    e.Healed: _counted("wounds"),
    e.HostileKilled: _counted("figures"),
    e.HostileSuppressed: _counted("tokens"),
    e.HostileRecovered: _counted("tokens"),
    e.LocationsSeen: _counted("count"),
    e.LocationRefused: _counted("cost"),
    e.CardPlayed: _played,
    e.LaidUsed: _laid,
    e.XPPaid: _paid,
    e.SoldierDowned: _gone,
    e.SoldierLeft: _gone,
    e.Passed: _passed,
    e.Supplied: _supplied,
    e.Fired: _fired,
    e.ShotsResolved: _resolved,
    e.HostileGone: _hostile_gone,
    e.HostileDrawn: _drawn,
    e.HostileHit: _hit,
    e.HostileIdle: _idle,
    e.LocationPlaced: _placed,
    e.EventDrawn: _event_drawn,
    e.SupportCalled: _called,
    e.Overruled: _overruled,
}
