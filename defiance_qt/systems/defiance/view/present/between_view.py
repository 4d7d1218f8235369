"""All that is shown between two missions, as one value. The first campaign imports it: a mission alone needs none of
it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from defiance_qt.shell.present.values import RefusedView
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.guide import GuideView, guide_view, step_now
from defiance_qt.systems.defiance.view.present.market import MarketView, market_view
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.outfit import OutfitView, outfit_view
from defiance_qt.systems.defiance.view.present.pages import SectionView
from defiance_qt.systems.defiance.view.present.road import BriefingView, RoadView, briefing_view, road_view
from defiance_qt.systems.defiance.view.present.ship import ShipView, ship_view
from defiance_qt.systems.defiance.view.present.sickbay import sickbay_view
from defiance_qt.systems.defiance.view.present.specialty_tree import TreeView, tree_view
from defiance_qt.systems.defiance.view.present.stores import StoresView, stores_view

PAGES = {"crew": "ship", "sickbay": "sickbay", "specialties": "specialties", "intel": "intel", "equipment": "equipment"}
"""The page of each step that has one; any other step has the briefing, and a campaign that is over the ship."""


class BetweenView(msgspec.Struct, frozen=True):
    """All that is shown between two missions. `page` is in the board's place; `asking`: the end of the step was wanted,
    and something would be lost."""

    step: str
    page: str
    guide: GuideView
    stores: StoresView
    road: RoadView
    ship: ShipView
    briefing: BriefingView | None = None
    sickbay: tuple[SectionView, ...] | None = None
    tree: TreeView | None = None
    market: MarketView | None = None
    outfit: OutfitView | None = None
    asking: bool = False


def between_view(
    state: State,
    rules: Rules,
    names: Names,
    legal: tuple[Any, ...],
    why: Callable[[Any], RefusedView],
    asked: tuple[str, Any] | None,
    untouched: bool = False,
) -> BetweenView:
    """Return the view of a state between two missions. `why` tells why a command is refused; `asked` is the step whose
    end was wanted, with the campaign at that time. `untouched`: the step has begun by itself just now."""
    step = step_now(state)
    return BetweenView(
        step,
        PAGES.get(step, "briefing") if state.result is None else "ship",
        guide_view(state, rules, names, legal, untouched),
        stores_view(state, rules, names),
        road_view(state, rules, names),
        ship_view(state, rules, names, step == "crew"),
        briefing_view(state, rules, names, legal) if state.result is None else None,
        sickbay_view(state, rules, names, legal) if step == "sickbay" else None,
        tree_view(state, rules, names, legal, why) if step == "specialties" else None,
        market_view(state, rules, names, legal, why) if step == "intel" else None,
        outfit_view(state, rules, names, legal, why) if step == "equipment" else None,
        asked == (step, state.campaign),
    )
