"""What house rules make of Damage (R-094): in the game, in the odds that previews, bots and Evil AI use, and in the
preview of an open roll."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, total
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.odds import Odds
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State


def changes(rules: Rules, state: State, figure: str, amount: int, source: str) -> tuple[NumberChange, ...]:
    """Return what house rules change of the Damage that a figure is about to suffer."""
    if not rules.hooks.modify_damage or amount <= 0:
        return ()
    return asked(rules.hooks.modify_damage, rules.context(state), figure, amount, source)


def taken(rules: Rules, state: State, figure: str, amount: int, source: str) -> int:
    """Return the Damage that a figure suffers, with the changes."""
    return max(0, amount + total(changes(rules, state, figure, amount, source)))


def sources(rules: Rules, state: State, roll: Roll, odds: Odds) -> tuple[str, ...]:
    """Return the text keys of the house rules that change a result of these odds, as they are without them."""
    if not rules.hooks.modify_damage or roll.team is None or roll.enemy is None:
        return ()
    one, enemy = roll.team.figure, roll.enemy.figure
    found = [change for amount in odds.dealt for change in changes(rules, state, enemy, amount, one)]
    found += [change for amount in odds.suffered for change in changes(rules, state, one, amount, enemy)]
    return tuple(dict.fromkeys(change.source for change in found))


def changed_odds(rules: Rules, state: State, roll: Roll, odds: Odds) -> Odds:
    """Return the odds of a Face-to-Face Roll with the changes to each result. The choices in the roll are those that
    are best without them."""
    if not rules.hooks.modify_damage:
        return odds
    assert roll.team is not None
    assert roll.enemy is not None
    one, enemy = roll.team.figure, roll.enemy.figure
    hits = {amount: taken(rules, state, enemy, amount, one) for amount in odds.dealt}
    wounds = {amount: taken(rules, state, one, amount, enemy) for amount in odds.suffered}
    joint: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (dealt, suffered), weight in odds.joint.items():
        joint[hits[dealt], wounds[suffered]] += weight
    return replace(odds, joint=dict(sorted(joint.items())))
