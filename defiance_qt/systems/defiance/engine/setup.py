"""Setting a game up: its first events."""

from __future__ import annotations

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.rules.campaign.course import begin
from defiance_qt.systems.defiance.engine.rules.layout import lay_out
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def set_up(rules: Rules, setup: Setup) -> tuple[e.Event, ...]:
    """Return the events that lay out a mission, or that begin a campaign."""
    run = Transaction(rules, State(setup))
    if rules.campaign is None:
        lay_out(run)
    else:
        begin(run, rules.campaign)
    return tuple(run.events)
