"""The numbers of the campaign that house rules can change: prices, what a sale brings, the Intel Packs of a mission
(R-303…R-305)."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine import events as e
from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, cited, total
from defiance_qt.systems.defiance.engine.hooks import CampaignNumber
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.engine.transaction import Transaction


def changes(rules: Rules, state: State, number: CampaignNumber, subject: str, amount: int) -> tuple[NumberChange, ...]:
    """Return what house rules change of a number: the "price" of a card, what its "sale" brings, or the "intel" of a
    mission for a Character."""
    if not rules.hooks.modify_campaign:
        return ()
    return asked(rules.hooks.modify_campaign, rules.context(state), number, subject, amount)


def changed(rules: Rules, state: State, number: CampaignNumber, subject: str, amount: int) -> int:
    """Return the number with the changes, at least 0."""
    return max(0, amount + total(changes(rules, state, number, subject, amount)))


def gain_intel(run: Transaction, character: str, amount: int) -> None:
    """Give a Character the Intel Packs of a mission (R-303)."""
    found = changes(run.rules, run.state, "intel", character, amount)
    gained = max(0, amount + total(found))
    if gained:
        run.emit(e.IntelGained(character, gained, tuple(dict.fromkeys(("R-303", *cited(found)))), found))
