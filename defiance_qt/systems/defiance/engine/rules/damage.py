"""What house rules make of Damage (R-094): in the game, in the odds that previews, bots and Evil AI use, and in the
preview of an open roll."""

from __future__ import annotations

from defiance_qt.systems.defiance.engine.changes import NumberChange, asked, total
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.odds import Objective, Odds, Side
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


def objective(
    rules: Rules, state: State, one: str, enemy: str, most: tuple[int, int], kill: int = 0, survive: int = 0
) -> Objective:
    """Return the objective of a Character in a Face-to-Face Roll, with what up to the `most` Damage of either side
    comes to. `kill` and `survive` as in `Objective`."""
    if not rules.hooks.modify_damage:
        return Objective(kill, survive)
    hits = tuple(taken(rules, state, enemy, amount, one) for amount in range(most[0] + 1))
    hurts = tuple(taken(rules, state, one, amount, enemy) for amount in range(most[1] + 1))
    return Objective(kill, survive, hits, hurts)


def odds_between(rules: Rules, state: State, roll: Roll, team: Side, enemy: Side) -> Odds:
    """Return the odds of a Face-to-Face Roll between two sides, with the changes to each result; the Character's
    choices are the best under them."""
    if not rules.hooks.modify_damage:
        return rules.odds.face_to_face(team, enemy)
    assert roll.team is not None
    assert roll.enemy is not None
    most = rules.odds.most(team, enemy)
    return rules.odds.face_to_face(team, enemy, objective(rules, state, roll.team.figure, roll.enemy.figure, most))
