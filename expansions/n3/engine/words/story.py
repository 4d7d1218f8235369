"""Sentences of the log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defiance_qt.api import port

from .. import events as e
from ..events import Event
from ..state import State, Step
from .names import (
    act_line,
    corrected_values,
    faces,
    hostility,
    measured,
    named,
    save_sentence,
    several,
    troop,
    zone,
)


def narrate(event: Event, state: State, words: port.Words) -> str:
    """Return one sentence for the event, or "" if the log omits it. `state` is the state after it."""
    told = TOLD.get(type(event))
    return told(event, state, words) if told is not None else ""


def _rolled(event: e.DiceRolled, state: State, words: port.Words) -> str:
    if event.asked.kind in ("table", "guts"):
        # What they come to says the numbers.
        return ""
    key = f"event.rolled.{event.asked.kind}"
    sentence = words(key, troop=troop(event.asked.about, words), faces=faces(event.natural))
    return words("event.typed", sentence=sentence) if event.typed else sentence


def _success(event: e.SuccessValue, state: State, words: port.Words) -> str:
    roll = event.roll
    name = troop(roll.troop, words)
    if roll.sv < 1:
        return words("event.hopeless", troop=name)
    total = steps_sum(roll.steps)
    if total == str(roll.sv):
        return words("event.success_value.plain", n=roll.dice, troop=name, sv=roll.sv)
    return words("event.success_value", n=roll.dice, troop=name, steps=total, sv=roll.sv)


def steps_sum(steps: Sequence[Step]) -> str:
    """Return how a Success Value comes about, as a sum: "12 − 3 − 3"."""
    first, *others = steps
    return str(first.amount) + "".join(
        f" {'−' if one.amount < 0 else '+'} {abs(one.amount)}" for one in others if one.amount
    )


def _compared(event: e.Compared, state: State, words: port.Words) -> str:
    name = troop(event.troop, words)
    if not event.kept:
        return words("event.compared.none", troop=name)
    key = "event.compared.critical" if event.criticals else "event.compared"
    return words(key, troop=name, faces=faces(event.kept))


def _triggered(event: e.ZoneTriggered, state: State, words: port.Words) -> str:
    return words(
        "event.zone_triggered", zone=zone(state, event.zone, words), troop=troop(event.troop, words), n=event.die,
        level=event.level,
    )  # fmt: skip


def _save_asked(event: e.SaveAsked, state: State, words: port.Words) -> str:
    sentence = save_sentence(event.save, words)
    if not event.save.zone:
        return sentence
    return words("event.save_zone", sentence=sentence, zone=zone(state, event.save.zone, words))


def _save_rolled(event: e.SaveRolled, state: State, words: port.Words) -> str:
    if not event.natural:
        return ""
    key = "event.save_failed" if event.failed else "event.saves_passed"
    return words(key, n=event.failed, troop=troop(event.troop, words))


def _deployed(event: e.Deployed, state: State, words: port.Words) -> str:
    key = "air" if event.where == "air" else event.marker or "openly"
    sentence = words(f"event.deployed.{key}", troop=troop(event.troop, words))
    if event.forward:
        sentence = words("event.forward", sentence=sentence, n=event.forward)
    return words("event.with_cloud", sentence=sentence) if event.cloud else sentence


def _declared(event: e.ActDeclared, state: State, words: port.Words) -> str:
    key = "event.reaction" if event.act.reaction else "event.declared"
    sentence = words(key, troop=troop(event.act.troop, words), act=act_line(event.act, words))
    if event.act.crosses:
        names = several(zone(state, id, words) for id in event.act.crosses)
        return words("command.crosses", act=sentence, zones=names)
    return sentence


def _by_troop(key: str) -> Callable[[Any, State, port.Words], str]:
    """Return a teller for events whose only value of interest is the troop."""
    return lambda event, state, words: words(key, troop=troop(event.troop, words))


def _order_began(event: e.OrderBegan, state: State, words: port.Words) -> str:
    names = several(troop(id, words) for id in event.troops)
    line = words(f"event.order.{event.kind}", n=event.number, troops=names)
    return words("event.bonuses", sentence=line, sizes=several(map(str, event.bonuses))) if event.bonuses else line


def _placed(event: e.Placed, state: State, words: port.Words) -> str:
    if not event.zones:
        return "" if state.bench else words("event.placed.outside", troop=troop(event.troop, words))
    names = several(zone(state, id, words) for id in event.zones)
    return words("event.placed", troop=troop(event.troop, words), zones=names)


def _overruled(event: e.Overruled, state: State, words: port.Words) -> str:
    sentence = words("event.overruled", what=corrected_values(event.values, words))
    return f"{sentence} ({event.reason})" if event.reason else sentence


def _turn_began(event: e.TurnBegan, state: State, words: port.Words) -> str:
    return words("event.turn_began", n=event.pool, side=words(f"side.{event.side}"), round=event.round)


def _state_ended(event: e.StateEnded, state: State, words: port.Words) -> str:
    if event.why == "bench":
        return ""
    return words("event.state_ended", troop=troop(event.troop, words), state=words(f"state.{event.state}"))


def _campaign(event: e.CampaignCounted, state: State, words: port.Words) -> str:
    return words("event.campaign", side=words(f"side.{event.side}"), cubevac=event.cubevac, promotion=event.promotion)


def _ended(event: e.GameEnded, state: State, words: port.Words) -> str:
    return words("ending.bench" if state.bench else f"ending.{event.result}")


PHASES = ("turn", "states")
"""The phases that the log tells; the others have lines of their own."""


TOLD: dict[type, Callable[[Any, State, port.Words], str]] = {
    e.GameBegan: lambda event, state, words: words("event.game_began"),
    e.ZoneLaid: lambda event, state, words: words("event.zone_laid", zone=zone(state, event.zone.id, words)),
    e.ZoneRemoved: lambda event, state, words: words("event.zone_removed", zone=named("zone", event.id, words)),
    e.TroopAdded: lambda event, state, words: words("event.troop_added", troop=troop(event.troop.id, words)),
    e.PhaseBegan: lambda event, state, words: words(f"event.phase.{event.phase}") if event.phase in PHASES else "",
    e.HostilityRolled: lambda event, state, words: words(
        "event.hostility_rolled",
        zones=several(zone(state, id, words) for id in event.zones),
        level=event.level_die,
        damage=event.damage_die,
        hostility=hostility(event.hostile, words),
    ),
    e.InitiativeSet: lambda event, state, words: words("event.initiative", side=words(f"side.{event.side}")),
    e.Deployed: _deployed,
    e.DeploymentFailed: _by_troop("event.deployment_failed"),
    e.MateAssigned: lambda event, state, words: words(
        "event.mate_assigned", owner=troop(event.owner, words), troop=troop(event.troop, words)
    ),
    e.MateSpent: _by_troop("event.mate_spent"),
    e.TurnBegan: _turn_began,
    e.OrderBegan: _order_began,
    e.ActDeclared: _declared,
    e.NothingDeclared: _by_troop("event.nothing_declared"),
    e.Revealed: lambda event, state, words: words(
        "event.revealed.embryo" if event.marker else "event.revealed", troop=troop(event.troop, words)
    ),
    e.MovementHalved: lambda event, state, words: words(
        "event.movement_halved" if event.slowed else "event.movement_free",
        troop=troop(event.troop, words),
        zone=zone(state, event.zone, words),
    ),
    e.PairMeasured: lambda event, state, words: measured(event.pair, state, words),
    e.SuccessValue: _success,
    e.DiceRolled: _rolled,
    e.Compared: _compared,
    e.ZoneTriggered: _triggered,
    e.SaveAsked: _save_asked,
    e.SaveChosen: lambda event, state, words: words(
        "event.save_chosen", attribute=words(f"attribute.{event.attribute}"), value=event.value
    ),
    e.SaveRolled: _save_rolled,
    e.HitIgnored: lambda event, state, words: words(f"event.ignored.{event.why}", troop=troop(event.troop, words)),
    e.WoundSuffered: lambda event, state, words: words(
        "event.wound_suffered", n=event.wounds, troop=troop(event.troop, words)
    ),
    e.Healed: lambda event, state, words: "" if state.bench else words("event.healed", troop=troop(event.troop, words)),
    e.StateSet: lambda event, state, words: words(
        "event.state_set", troop=troop(event.troop, words), state=words(f"state.{event.state}")
    ),
    e.StateEnded: _state_ended,
    e.FormTaken: lambda event, state, words: (
        "" if state.bench else words("event.form", troop=troop(event.troop, words))
    ),
    e.ProfileCopied: lambda event, state, words: words(
        "event.copied", troop=troop(event.troop, words), target=troop(event.target, words)
    ),
    e.CloudBegan: _by_troop("event.cloud_began"),
    e.CloudEnded: _by_troop("event.cloud_ended"),
    e.GutsRolled: lambda event, state, words: words(
        "event.guts.passed" if event.passed else "event.guts.failed", troop=troop(event.troop, words), n=event.natural
    ),
    e.Placed: _placed,
    e.TriCoreMoved: lambda event, state, words: (
        words("event.tri_core", team=named("fireteam", event.fireteam, words))
        if event.fireteam
        else words("event.tri_core.ended")
    ),
    e.Scored: lambda event, state, words: words(
        "event.scored",
        n=event.points,
        side=words(f"side.{event.side}"),
        objective=words(f"objective.{event.objective}"),
    ),
    e.LevelChanged: lambda event, state, words: words(
        "event.level_changed", zone=zone(state, event.zone, words), hostility=hostility(event.hostile, words)
    ),
    e.TurnEnded: lambda event, state, words: words("event.turn_ended", side=words(f"side.{event.side}")),
    e.CampaignCounted: _campaign,
    e.Overruled: _overruled,
    e.GameEnded: _ended,
    port.AnswerSet: lambda event, state, words: words(
        f"command.set_answer.{event.who}", what=words(f"chance.{event.key}")
    ),
}


def category(event: Event) -> str:
    """Return the log category of an event."""
    if isinstance(event, e.Overruled | port.AnswerSet):
        return "hand"
    if isinstance(
        event, e.SuccessValue | e.DiceRolled | e.Compared | e.SaveAsked | e.SaveRolled | e.SaveChosen | e.GutsRolled
    ):
        return "rolls"
    if isinstance(
        event, e.WoundSuffered | e.StateSet | e.StateEnded | e.Healed | e.Revealed | e.FormTaken | e.MateSpent
    ):
        return "states"
    return "turns" if isinstance(event, TURNS) else "orders"


TURNS = (e.GameBegan, e.TurnBegan, e.TurnEnded, e.Deployed, e.InitiativeSet, e.Scored, e.GameEnded, e.HostilityRolled)
