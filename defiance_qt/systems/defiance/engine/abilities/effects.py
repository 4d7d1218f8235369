"""Abilities that cards call by the effect `ability`, for anything outside the closed set of effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.abilities import Ability
from defiance_qt.systems.defiance.engine.board.tiles import cells_of
from defiance_qt.systems.defiance.engine.board.zones import closest_free

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.engine.ruleset import Rules
    from defiance_qt.systems.defiance.engine.state import State


def _redeploy(rules: Rules, state: State, values: dict[str, Any], user: str, target: str) -> Sequence[e.Event]:
    """Place the Remote beside its Controller again (R-155)."""
    view = rules.view(state)
    near = closest_free(rules.board, 1 << view.cells[user], view.taken | view.obstructed, view.open_doors, want=1)
    space = rules.board.names[cells_of(near[0])[0]]
    return (e.RemoteRedeployed(target, space, rules=("R-155",)),)


EFFECTS = (Ability("redeploy", cites=("R-155",), apply=_redeploy),)
