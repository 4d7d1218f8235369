"""Presenter of what lies between two missions, without Qt: the guide, the ship, the stores and the road."""

from __future__ import annotations

from typing import Any

import msgspec

from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.guide import GuideView, guide_view, step_now
from defiance_qt.systems.defiance.view.present.market import MarketView, market_view
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.outfit import OutfitView, outfit_view
from defiance_qt.systems.defiance.view.present.road import BriefingView, RoadView, briefing_view, road_view
from defiance_qt.systems.defiance.view.present.ship import MoveView, ShipView, move_view, ship_view
from defiance_qt.systems.defiance.view.present.sickbay import SickbayView, sickbay_view
from defiance_qt.systems.defiance.view.present.specialty_tree import TreeView, tree_view
from defiance_qt.systems.defiance.view.present.stores import StoresView, stores_view
from defiance_qt.systems.defiance.view.present.why_not import WhyNot

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
    sickbay: SickbayView | None = None
    tree: TreeView | None = None
    market: MarketView | None = None
    outfit: OutfitView | None = None
    asking: bool = False


class BetweenPresenter:
    """Builds the views between missions, and ends steps. `view` is None during a mission."""

    def __init__(self, session: Session, names: Names) -> None:
        self.session, self.names = session, names
        self.view: BetweenView | None = None
        self._asking: tuple[str, Any] | None = None

    @property
    def state(self) -> State:
        state: State = self.session.state
        return state

    def refresh(self) -> None:
        """Build the views of the present state."""
        state = self.state
        if not state.between:
            self.view = None
            return
        rules, names, legal = rules_of(self.session), self.names, self.session.legal()
        step, why = step_now(state), WhyNot(self.session, names, {}).command
        self.view = BetweenView(
            step,
            PAGES.get(step, "briefing") if state.result is None else "ship",
            guide_view(state, rules, names, legal),
            stores_view(state, rules, names),
            road_view(state, rules, names),
            ship_view(state, rules, names, step == "crew"),
            briefing_view(state, rules, names, legal) if state.result is None else None,
            sickbay_view(state, rules, names, legal) if step == "sickbay" else None,
            tree_view(state, rules, names, legal, why) if step == "specialties" else None,
            market_view(state, rules, names, legal, why) if step == "intel" else None,
            outfit_view(state, rules, names, legal, why) if step == "equipment" else None,
            self._asking == (step, campaign_of(state)),
        )

    def move(self, member: str, area: str, onto: str = "") -> MoveView:
        """Return what the move of a token would change."""
        return move_view(self.state, rules_of(self.session), self.names, member, area, onto)

    def finish(self) -> tuple[Any, str]:
        """Return the command that ends the step, or why it cannot end. Where something would be lost, the first time
        only asks: both are empty, and the view has to be built again."""
        view = self.view
        if view is None:
            return None, ""
        if view.guide.finish is None:
            return None, view.guide.locked or self.names.words("view.guide.no_finish")
        if view.guide.losses and not view.asking:
            self._asking = (view.step, campaign_of(self.state))
            return None, ""
        self._asking = None
        return view.guide.finish, ""

    def cancel(self) -> bool:
        """Take back that the step shall end. Return whether it was asked."""
        asked, self._asking = self._asking, None
        return asked is not None
