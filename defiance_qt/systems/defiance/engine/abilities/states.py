"""Effects of States beyond their dice: abilities that a State card lists (R-212, R-275…R-279)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine.abilities import Ability

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State

HIDDEN_RANGE = 2


def _too_far(rules: PlayRules, state: State, attacker: str, bearer: str, distance: int) -> bool:
    """Check whether the attacker is too far away: a Hidden figure can only be chosen from close by (R-279)."""
    return distance > HIDDEN_RANGE


STATES = (
    Ability("hidden", cites=("R-279",), untargetable=_too_far),
    Ability("pinned", cites=("R-212",), pins=True),
    Ability("poisoned", cites=("R-212",), festers=True),
    Ability("marked", cites=("R-212",), singled_out=True),
)
