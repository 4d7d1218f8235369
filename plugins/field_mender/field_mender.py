"""Field Menders: when their Activation ends, each Miniature heals one Damage of another Enemy in Contact."""

from __future__ import annotations

from collections.abc import Sequence

from defiance_qt.api import ContributeContext
from defiance_qt.systems.defiance.api import Ability, PlayRules, State, events


def contribute_abilities(context: ContributeContext) -> Sequence[Ability]:
    return (Ability("mender", cites=("mender-1",), react=_mend),)


def _mend(rules: PlayRules, state: State, event: events.Event, bearer: str) -> Sequence[events.Event]:
    """Heal one Damage of the most damaged Enemy in Contact; ties are broken by id."""
    if not isinstance(event, events.UnitActivationEnded) or state.enemies[bearer].unit != event.unit:
        return ()
    hurt = [
        mate
        for mate in state.enemies.values()
        if mate.damage and mate.id != bearer and rules.in_contact(state, bearer, mate.id)
    ]
    if not hurt:
        return ()
    worst = min(hurt, key=lambda mate: (-mate.damage, mate.id))
    return (events.DamageHealed(worst.id, 1, worst.damage - 1, "ability.mender.name", ("mender-1",)),)
