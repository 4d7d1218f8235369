"""Presenter of what lies between two missions, without Qt: the guide, the ship, the stores and the road."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defiance_qt.core.session import Session
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.rules.campaign.boons import campaign_of
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.view.present.names import Names, rules_of
from defiance_qt.systems.defiance.view.present.why_not import WhyNot

if TYPE_CHECKING:
    from defiance_qt.systems.defiance.view.present.between_view import BetweenView
    from defiance_qt.systems.defiance.view.present.ship import MoveView


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
        # Imported by the first campaign, like the widgets that show it.
        from defiance_qt.systems.defiance.view.present.between_view import between_view

        why = WhyNot(self.session, self.names, {}).command
        self.view = between_view(
            state, rules_of(self.session), self.names, self.session.legal(), why, self._asking, self._untouched()
        )

    def _untouched(self) -> bool:
        """Return whether the last command has brought a step that the user did not ask for: the one before was over."""
        step = self.session.timeline.step(self.session.head)
        began = any(isinstance(event, e.StepBegan) for event in step.events)
        return began and any(isinstance(one, c.Acquire | c.Cure | c.Station) for one in step.commands)

    def move(self, member: str, area: str, onto: str = "") -> MoveView:
        """Return what the move of a token would change."""
        from defiance_qt.systems.defiance.view.present.ship import move_view

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
