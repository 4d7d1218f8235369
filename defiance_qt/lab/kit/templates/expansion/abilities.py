"""An ability: at the end of its Unit's Activation, each Character in Contact gains 1 Aggro."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import Ability, PlayRules, State, events


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:
    return (Ability("my_plugin", cites=("my_plugin-1",), react=_provoke),)


def _provoke(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    if not isinstance(event, events.UnitActivationEnded) or state.enemies[bearer].unit != event.unit:
        return ()
    return [
        events.AggroChanged(one.id, 1, one.aggro + 1, rules=("my_plugin-1",))
        for one in state.team.values()
        if one.max_aggro is not None and one.aggro < one.max_aggro and rules.in_contact(state, bearer, one.id)
    ]
