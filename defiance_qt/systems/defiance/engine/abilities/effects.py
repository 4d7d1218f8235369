"""Abilities that cards call by the effect `ability`, for anything outside the closed set of effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability, Values

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.shown import PlayRules
    from defiance_qt.systems.defiance.engine.state import State


def _redeploy(rules: PlayRules, state: State, values: Values, user: str, target: str) -> Sequence[e.Event]:
    """Place the Remote beside its Controller again (R-155)."""
    return (e.RemoteRedeployed(target, rules.closest_free(state, user), rules=("R-155",)),)


EFFECTS = (Ability("redeploy", cites=("R-155",), apply=_redeploy),)
