"""Bot evaluation on one scale, where a point of Damage dealt to an Enemy is 1.

Expected values are exact; they use the same pools and odds as the Enemy's choices and the window's previews.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine import content as t
from defiance_qt.systems.defiance.engine.content import CardAction, Effect
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.enemies.evil_ai import odds_of, odds_side
from defiance_qt.systems.defiance.engine.frames import Roll
from defiance_qt.systems.defiance.engine.odds import Side
from defiance_qt.systems.defiance.engine.rules import pools, ranges
from defiance_qt.systems.defiance.engine.ruleset import Rules, View
from defiance_qt.systems.defiance.engine.state import UNCONSCIOUS, Character, State

WOUND = 0.75
"""The value of a point of Damage suffered."""
FALL = 4.0
"""The cost of a Character that falls Unconscious."""
KILL = 1.6
"""The value of an Enemy that dies, in addition to the Damage."""
REVIVED = 6.0
STATES = {
    "stunned": 1.2, "suppressed": 0.8, "focused": 0.6, "hidden": 0.3, "burning": 1.0, "pinned": 0.9, "poisoned": 0.4,
    "marked": 0.5, "shielded": 0.7,
}  # fmt: skip
UNKNOWN_STATE = 0.5
LOOT = 0.8


class AttackValue:
    """The value of a roll against an Enemy, the chance that it defeats that Enemy, and the Damage it deals on
    average."""

    __slots__ = ("dealt", "kill", "value")

    def __init__(self, value: float, kill: float, dealt: float = 0.0) -> None:
        self.value = value
        self.kill = kill
        self.dealt = dealt


class Evaluator:
    """Values in one state, cached."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.view = rules.view(state)
        self._harm: dict[tuple[str, str], float] = {}
        self._blows: dict[Any, AttackValue] = {}

    def harm(self, enemy: str, character: str) -> float:
        """Return the expected cost to the team of one Attack of an Enemy on a Character, for the worst of its
        Attacks."""
        key = enemy, character
        found = self._harm.get(key)
        if found is None:
            unit = self.state.units[self.state.enemies[enemy].unit]
            one = self.state.team[character]
            rolls = [
                pools.enemy_attack(self.rules, self.state, self.view, enemy, attack, character)
                for attack in ranges.attacks(self.rules, self.state, enemy, unit)
            ]
            found = self._harm[key] = max((self._cost(roll, one) for roll in rolls), default=0.0)
        return found

    def _cost(self, roll: Roll, one: Character) -> float:
        odds = odds_of(self.rules, self.state, roll)
        left = self.rules.loadout(one).wounds - one.damage
        return WOUND * odds.expected_suffered + FALL * odds.p_suffers_at_least(max(1, left))

    def left(self, character: str) -> int:
        one = self.state.team[character]
        return max(1, self.rules.loadout(one).wounds - one.damage)

    # -- rolls

    def blow(self, view: View, command: c.Attack | c.Hack) -> AttackValue:
        """Return the value of an Attack, or of a program against an Enemy, from the user's space in the view."""
        target = command.target
        near = target in self.state.enemies and pools.contact(view, command.character, target)
        key = command, near
        found = self._blows.get(key)
        if found is None:
            roll = self._roll(view, command)
            found = self._fight(roll) if roll.enemy is not None else self._program(roll)
            self._blows[key] = found
        return found

    def _roll(self, view: View, command: c.Attack | c.Hack) -> Roll:
        rules, state = self.rules, self.state
        if isinstance(command, c.Hack):
            return pools.program(rules, state, command)
        return pools.attack_roll(rules, state, view, command)

    def _fight(self, roll: Roll) -> AttackValue:
        assert roll.team is not None
        assert roll.enemy is not None
        state = self.state
        odds = odds_of(self.rules, state, roll)
        enemy = state.enemies[roll.enemy.figure]
        wounds = state.units[enemy.unit].profile.wounds - enemy.damage
        useful = sum(min(dealt, wounds) * weight for dealt, weight in odds.dealt.items()) / odds.total
        kill = odds.p_at_least(wounds)
        risk = WOUND * odds.expected_suffered + FALL * odds.p_suffers_at_least(self.left(roll.team.figure))
        extra = 0.4 * (odds.expected_character_worth - odds.expected_enemy_worth)
        return AttackValue(useful + KILL * kill - risk + extra, kill, useful)

    def _program(self, roll: Roll) -> AttackValue:
        assert roll.team is not None
        success = self.rules.odds.simple(odds_side(self.state, roll.team, roll.target)).p_success
        return AttackValue(success * self.effects(roll.effects, roll.actor, roll.target), 0.0)

    # -- cards

    def card(self, one: Character, action: CardAction, target: str) -> float:
        """Return the value of an Action printed on a card, reduced a little for a card that is used up for good."""
        value = self.effects(action.effects, one.id, target)
        return value - (0.4 if action.use in ("discard", "flip") else 0.0)

    def effects(self, effects: Sequence[Effect], user: str, target: str) -> float:
        """Return the value to the team of some effects that `user` causes on `target`."""
        return sum(_EFFECTS.get(type(one), _nothing)(self, one, user, target) for one in effects)

    def console(self, character: str, console: str, using: str, find_goals: Symbols) -> float:
        """Return the expected number of symbols in a roll that the Console needs."""
        roll = pools.console_roll(self.rules, self.state, character, console, using)
        assert roll.team is not None
        dice = tuple(sorted(pool.die for pool in roll.team.dice))
        totals = self.rules.odds.totals(Side(dice, roll.team.fixed))
        weight = sum(totals.values())
        brought = sum(count * sum(map(min, total, find_goals)) for total, count in totals.items())
        return brought / weight

    # -- places

    def danger(self, character: str, cell: int, blockers: int) -> float:
        """Return the expected harm to a Character on a space from the Enemies that see it."""
        rules, state, view = self.rules, self.state, self.view
        row = rules.board.distances(cell)
        total = 0.0
        for id, enemy in state.enemies.items():
            there = view.cells[id]
            attacks = ranges.attacks(rules, state, id, state.units[enemy.unit])
            if not attacks:
                continue
            low = min(attack.range[0] for attack in attacks)
            high = max(attack.range[1] for attack in attacks)
            if low <= row[there] <= high and rules.sight.sees(there, cell, blockers):
                total += self.harm(id, character)
        return total


def _figures(worth: Evaluator, effect: Any, user: str, target: str) -> list[str]:
    on = getattr(effect, "on", "target")
    if on == "user":
        return [user]
    if on == "target":
        return [target]
    if on == "contact":
        near = worth.state.enemies
        return [id for id in near if worth.rules.in_contact(worth.state, user, id)]
    if on in ("team", "characters"):
        return [one.id for one in worth.state.team.values() if one.space and not (on == "characters" and one.ally)]
    return []


def _nothing(worth: Evaluator, effect: Any, user: str, target: str) -> float:
    return 0.0


def _impose(worth: Evaluator, effect: t.Impose, user: str, target: str) -> float:
    total = 0.0
    for id in _figures(worth, effect, user, target):
        foe = id in worth.state.enemies
        figure = worth.state.enemies[id] if foe else worth.state.team[id]
        helps = worth.rules.catalog.states[effect.state].harm < 0
        if effect.state not in figure.states:
            total += STATES.get(effect.state, UNKNOWN_STATE) * (1.0 if helps != foe else -1.0)
    return total


def _relieve(worth: Evaluator, effect: t.Relieve, user: str, target: str) -> float:
    figures = [worth.state.team[id] for id in _figures(worth, effect, user, target) if id in worth.state.team]
    return sum(0.8 for one in figures if any(state != UNCONSCIOUS for state in one.states))


def _suffer(worth: Evaluator, effect: t.Suffer, user: str, target: str) -> float:
    total = 0.4 * effect.amount if effect.on in ("other_enemy", "other_hackable", "two_others") else 0.0
    for id in _figures(worth, effect, user, target):
        if id in worth.state.team:
            total -= WOUND * effect.amount + (FALL if effect.amount >= worth.left(id) else 0.0)
        else:
            enemy = worth.state.enemies[id]
            left = worth.state.units[enemy.unit].profile.wounds - enemy.damage
            total += min(effect.amount, left) + (KILL if effect.amount >= left else 0.0)
    return total


def _heal(worth: Evaluator, effect: t.Heal, user: str, target: str) -> float:
    total = 0.0
    for id in _figures(worth, effect, user, target):
        one = worth.state.team.get(id)
        if one is not None:
            low = 1.6 if worth.left(id) <= 4 else 1.0
            total += WOUND * low * min(effect.amount, one.damage)
    return total


def _revive(worth: Evaluator, effect: t.Revive, user: str, target: str) -> float:
    return REVIVED


def _calm(worth: Evaluator, effect: t.Calm, user: str, target: str) -> float:
    total = 0.0
    for id in _figures(worth, effect, user, target):
        one = worth.state.team.get(id)
        if one is not None:
            most = worth.rules.loadout(one).max_aggro
            over = most is not None and one.aggro > most
            total -= (0.5 if over else 0.1) * max(effect.amount, -one.aggro)
    return total


def _reinforce(worth: Evaluator, effect: t.Reinforce, user: str, target: str) -> float:
    return -0.6 * effect.amount


def _alert(worth: Evaluator, effect: t.RaiseAlert, user: str, target: str) -> float:
    return -0.8 * effect.amount


def _act(worth: Evaluator, effect: t.Act, user: str, target: str) -> float:
    """Return the value of another Action or of a few points: about half that of one planned at leisure."""
    return 1.0 * effect.actions + 0.1 * effect.points


def _straighten(worth: Evaluator, effect: t.Straighten, user: str, target: str) -> float:
    team = worth.state.team.values()
    return 0.6 * sum(len(one.tapped) + sum(held.turned == "tap" for held in one.carried) for one in team)


def _ability(worth: Evaluator, effect: t.UseAbility, user: str, target: str) -> float:
    """Return the value of an ability: unknown in general, but a redeployed Remote is one more figure to activate."""
    one = worth.state.team.get(target)
    return 1.4 if one is not None and not one.space else 0.3


_EFFECTS: dict[type, Callable[[Evaluator, Any, str, str], float]] = {
    t.Impose: _impose,
    t.Relieve: _relieve,
    t.Suffer: _suffer,
    t.Heal: _heal,
    t.Revive: _revive,
    t.Calm: _calm,
    t.Reinforce: _reinforce,
    t.RaiseAlert: _alert,
    t.Act: _act,
    t.Straighten: _straighten,
    t.UseAbility: _ability,
}
