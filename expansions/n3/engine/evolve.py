"""`evolve(state, event)` returns the state after an event. It checks no rules and knows no content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from defiance_qt.api import port

from . import events as e
from .events import Event
from .state import Order, Roll, Save, State


def evolve(state: State, event: Event) -> State:
    return BY_TYPE[type(event)](state, event)


def _troop(state: State, id: str, **values: Any) -> State:
    return replace(state, troops={**state.troops, id: replace(state.troops[id], **values)})


def _order(state: State, **values: Any) -> State:
    assert state.order is not None
    return replace(state, order=replace(state.order, **values))


def _current(state: State) -> Order:
    assert state.order is not None
    return state.order


def _with(pair: tuple[str, str], side: int, value: str) -> tuple[str, str]:
    return (pair[0], value) if side else (value, pair[1])


def _without(states: tuple[str, ...], *names: str) -> tuple[str, ...]:
    return tuple(one for one in states if one not in names)


def _began(state: State, event: e.GameBegan) -> State:
    return State(
        setup=event.setup,
        bench=event.bench,
        rounds=event.rounds,
        troops=event.troops,
        zones=event.zones,
        answers=event.answers,
    )


def _rolled_hostility(state: State, event: e.HostilityRolled) -> State:
    zones = {id: replace(state.zones[id], hostile=event.hostile) for id in event.zones}
    return replace(state, zones={**state.zones, **zones})


def _deployed(state: State, event: e.Deployed) -> State:
    return _troop(
        state,
        event.troop,
        where=event.where,
        placed=1 + max(one.placed for one in state.troops.values()),
        marker=event.marker,
        form=event.form,
        zones=event.zones,
        cloud=event.cloud,
        used={**state.troops[event.troop].used, **({"stratuscloud": 1} if event.cloud else {})},
    )


def _turn(state: State, event: e.TurnBegan) -> State:
    return replace(
        state,
        phase="count",
        side=event.side,
        turn=event.turn,
        round=event.round,
        pool=event.pool,
        irregular=event.irregular,
        lieutenant=event.lieutenant,
        scored=state.scored if event.round == state.round else {},
    )


def _order_began(state: State, event: e.OrderBegan) -> State:
    order = Order(event.number, event.troops, event.kind, bonuses=event.bonuses)
    first = event.troops[0]
    pools: dict[str, dict[str, Any]] = {
        "regular": {"pool": state.pool - 1},
        "irregular": {"irregular": _without(state.irregular, first)},
        "lieutenant": {"lieutenant": _without(state.lieutenant, first)},
    }
    return replace(state, order=order, orders=event.number, **pools.get(event.kind, {}))


def _declared(state: State, event: e.ActDeclared) -> State:
    return _order(state, acts=(*_current(state).acts, event.act))


def _step(state: State, event: e.StepBegan) -> State:
    return _order(state, step=event.step, place=event.place)


def _asked(state: State, event: e.DiceAsked) -> State:
    return replace(state, asked=(*state.asked, event.asked))


def _rolled(state: State, event: e.DiceRolled) -> State:
    state = replace(state, asked=state.asked[1:], chance=state.chance + 1)
    if event.asked.kind != "roll":
        return state
    return _roll(state, event.asked.id, natural=event.natural)


def _roll(state: State, id: int, **values: Any) -> State:
    rolls: tuple[Roll, ...] = tuple(replace(one, **values) if one.id == id else one for one in _current(state).rolls)
    return _order(state, rolls=rolls)


def _compared(state: State, event: e.Compared) -> State:
    return _roll(state, event.roll, kept=event.kept, criticals=event.criticals)


def _save(state: State, id: int, **values: Any) -> State:
    saves: tuple[Save, ...] = tuple(replace(one, **values) if one.id == id else one for one in _current(state).saves)
    return _order(state, saves=saves)


def _save_asked(state: State, event: e.SaveAsked) -> State:
    order = _current(state)
    hit = order.hit if event.save.zone or event.save.troop in order.hit else (*order.hit, event.save.troop)
    mates = (*order.mates, event.save.troop) if event.save.mate else order.mates
    return _order(state, saves=(*order.saves, event.save), hit=hit, mates=mates)


def _ignored(state: State, event: e.HitIgnored) -> State:
    return _order(state, mates=(*_current(state).mates, event.troop)) if event.mate else state


def _chosen(state: State, event: e.SaveChosen) -> State:
    return _save(state, event.save, attribute=event.attribute, value=event.value, cover=event.cover, choices=())


def _save_rolled(state: State, event: e.SaveRolled) -> State:
    save = next(one for one in _current(state).saves if one.id == event.save)
    return _save(state, event.save, natural=(*save.natural, *event.natural), rolls=event.rolls, wounds=0, choices=())


def _wounded(state: State, event: e.WoundSuffered) -> State:
    troop = state.troops[event.troop]
    side = list(state.wounds)
    side[1 - troop.side] += event.wounds
    return replace(_troop(state, event.troop, lost=event.lost, form=event.form), wounds=(side[0], side[1]))


def _state_set(state: State, event: e.StateSet) -> State:
    states = state.troops[event.troop].states
    if event.state == "dead":
        states = _without(states, "unconscious")
    return _troop(state, event.troop, states=(*_without(states, event.state), event.state))


def _spent(state: State, event: e.Spent) -> State:
    return _troop(state, event.troop, used={**state.troops[event.troop].used, event.what: event.used})


def _healed(state: State, event: e.Healed) -> State:
    states = _without(state.troops[event.troop].states, "unconscious")
    return _troop(state, event.troop, lost=event.lost, states=states)


def _guts(state: State, event: e.GutsAsked) -> State:
    return _order(state, shaken=event.troops)


def _guts_rolled(state: State, event: e.GutsRolled) -> State:
    return _order(state, shaken=_without(_current(state).shaken, event.troop))


def _placed(state: State, event: e.Placed) -> State:
    state = _troop(state, event.troop, zones=event.zones, where=event.where)
    if state.order is None:
        return state
    place = _without(state.order.place, event.troop)
    rolls = tuple(
        replace(one, zones=event.zones) if one.troop == event.troop and event.troop in state.order.place else one
        for one in state.order.rolls
    )
    return _order(state, place=place, rolls=rolls)


def _ended(state: State, event: e.OrderEnded) -> State:
    return replace(state, order=None, asked=())


def _scored(state: State, event: e.Scored) -> State:
    scores = list(state.scores)
    scores[event.side] += event.points
    found = replace(state, scores=(scores[0], scores[1]), scored={**state.scored, event.objective: event.side})
    return _troop(found, event.troop, scored=True) if event.troop else found


def _overruled(state: State, event: e.Overruled) -> State:
    for path, value in event.values.items():
        name, _, rest = path.partition(".")
        if name in ("pool", "round"):
            state = replace(state, **{name: int(value)})
        elif name == "scores":
            mine = list(state.scores)
            mine[int(rest)] = int(value)
            state = replace(state, scores=(mine[0], mine[1]))
        else:
            id, _, field = rest.partition(".")
            values = {field: int(value)} if field == "lost" else {"states": tuple(str(value).split())}
            state = _troop(state, id, **values)
    return state


def _zone(state: State, event: e.ZoneLaid) -> State:
    return replace(state, zones={**state.zones, event.zone.id: event.zone})


def _zone_removed(state: State, event: e.ZoneRemoved) -> State:
    zones = {id: zone for id, zone in state.zones.items() if id != event.id}
    troops = {
        id: replace(one, zones=_without(one.zones, event.id)) if event.id in one.zones else one
        for id, one in state.troops.items()
    }
    return replace(state, zones=zones, troops=troops)


def _level(state: State, event: e.LevelChanged) -> State:
    zone = replace(state.zones[event.zone], hostile=event.hostile)
    return replace(state, zones={**state.zones, event.zone: zone})


def _measured(state: State, event: e.PairMeasured) -> State:
    return _order(state, pairs=(*_current(state).pairs, event.pair))


def _roll_opened(state: State, event: e.SuccessValue) -> State:
    return _order(state, rolls=(*_current(state).rolls, event.roll))


def _same(state: State, event: Event) -> State:
    return state


BY_TYPE: dict[type, Callable[[State, Any], State]] = {
    e.GameBegan: _began,
    e.ZoneLaid: _zone,
    e.ZoneRemoved: _zone_removed,
    e.TroopAdded: lambda state, event: replace(state, troops={**state.troops, event.troop.id: event.troop}),
    e.PhaseBegan: lambda state, event: replace(state, phase=event.phase),
    e.HostilityRolled: _rolled_hostility,
    e.InitiativeSet: lambda state, event: replace(state, first=event.side, side=event.side),
    e.Deployed: _deployed,
    e.DeploymentFailed: lambda state, event: _troop(state, event.troop, marker="", used=event.spent),
    e.MateAssigned: lambda state, event: _troop(state, event.troop, mate=event.owner),
    e.MateSpent: lambda state, event: _troop(state, event.troop, mate=""),
    e.TurnBegan: _turn,
    e.OrderBegan: _order_began,
    e.ActDeclared: _declared,
    e.Revealed: lambda state, event: _troop(state, event.troop, marker=event.marker),
    e.StepBegan: _step,
    e.PairMeasured: _measured,
    e.SuccessValue: _roll_opened,
    e.DiceAsked: _asked,
    e.DiceRolled: _rolled,
    e.Compared: _compared,
    e.ZoneTriggered: _same,
    e.MovementHalved: _same,
    e.NothingDeclared: _same,
    e.SaveAsked: _save_asked,
    e.SaveChosen: _chosen,
    e.SaveRolled: _save_rolled,
    e.HitIgnored: _ignored,
    e.WoundSuffered: _wounded,
    e.Healed: _healed,
    e.StateSet: _state_set,
    e.StateEnded: lambda state, event: _troop(
        state, event.troop, states=_without(state.troops[event.troop].states, event.state)
    ),
    e.FormTaken: lambda state, event: _troop(state, event.troop, form=event.form, marker=""),
    e.ProfileCopied: lambda state, event: _troop(state, event.troop, copied=event.values),
    e.Spent: _spent,
    e.CloudBegan: lambda state, event: _troop(state, event.troop, cloud=event.until),
    e.CloudEnded: lambda state, event: _troop(state, event.troop, cloud=0),
    e.GutsAsked: _guts,
    e.GutsRolled: _guts_rolled,
    e.Placed: _placed,
    e.TriCoreMoved: lambda state, event: replace(state, tri_core=_with(state.tri_core, event.side, event.fireteam)),
    e.OrderEnded: _ended,
    e.Scored: _scored,
    e.LevelChanged: _level,
    e.TurnEnded: lambda state, event: replace(state, pool=0, irregular=(), lieutenant=()),
    e.CampaignCounted: lambda state, event: replace(
        state,
        bonuses={**state.bonuses, f"{event.side}.cubevac": event.cubevac, f"{event.side}.promotion": event.promotion},
    ),
    e.Overruled: _overruled,
    e.GameEnded: lambda state, event: replace(state, phase="over", result=event.result),
    port.AnswerSet: lambda state, event: replace(state, answers={**state.answers, event.key: event.who}),
}
