"""Campaigns at a step between two missions, for tests of the window's parts for the ship."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from defiance_qt.extend.sessions import Session
from defiance_qt.systems.defiance.engine.frames import Campaign
from defiance_qt.systems.defiance.engine.state import Carried, State

CAMPAIGN = "defiance"
AFTER = ("specialties", "intel", "equipment", "straighten", "briefing")


def aboard(step: str, number: int = 4, intel: int = 7, edition: str = "", **options: Any) -> Session:
    """Return a campaign at this step after so many finished missions. Each of the four has so many Intel Packs."""
    session = Session.new(mission=CAMPAIGN, seed=7, edition=edition, options=options)
    state: State = session.state
    assert state.campaign
    four = state.campaign.team
    team = {id: replace(one, intel=intel if id in four else 0) for id, one in state.team.items()}
    campaign = replace(state.campaign, number=number, participants=four)
    todo = AFTER[AFTER.index(step) :]
    return at(session, replace(state, team=team, campaign=campaign, agenda=(Campaign(todo),)))


def at(session: Session, state: State) -> Session:
    """Return the session with this state in place of its own."""
    session.timeline._states[session.head] = state
    return session


def figure(session: Session, id: str, **values: Any) -> Session:
    """Return the session with changed values of a member of the team."""
    state: State = session.state
    return at(session, replace(state, team={**state.team, id: replace(state.team[id], **values)}))


def campaign(session: Session, **values: Any) -> Session:
    """Return the session with changed values of its campaign."""
    state: State = session.state
    assert state.campaign
    return at(session, replace(state, campaign=replace(state.campaign, **values)))


def carrying(session: Session, id: str, *cards: Carried) -> Session:
    """Return the session in which a Character has these cards."""
    return figure(session, id, carried=cards)
