"""Exact odds of a roll, and the best next choice in a roll in progress.

Used by Evil AI's expectations, the window's previews and bots. Rerolls and Store X depend on individual dice and are
not covered.

House rules that look at the rolled symbols (counting.py) are applied to each total.

Weights are integer counts of equally likely dice results, so nothing is rounded. All dice are visible before the first
choice, so best play is the best end for each pair of totals. Two reductions limit the number of pairs. A Character's
total becomes the Pareto-best ends of its plans. An Enemy's total becomes its result for each of the four sets of
symbols that the Character can nullify (`best_play`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Literal, TypeVar

import msgspec

from defiance_qt.systems.defiance.engine import dice as roll
from defiance_qt.systems.defiance.engine.best_play import (
    RULING,
    CharacterPlay,
    End,
    EndlessSwitch,
    EnemyPlay,
    Objective,
    Rank,
    Side,
    SwitchValue,
    simple_rank,
)
from defiance_qt.systems.defiance.engine.counting import Counting, after
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, CriticalUse, Dice, Symbols
from defiance_qt.systems.defiance.engine.frames import TeamOrEnemy
from defiance_qt.systems.defiance.engine.pairing import Pairing

__all__ = ["RULING", "EndlessSwitch", "Objective", "Odds", "OddsTable", "Side", "SimpleOdds", "SwitchValue"]

_K = TypeVar("_K")
_V = TypeVar("_V")

# Bits per symbol in a total packed into one integer.
_BITS = 12
_MASK = (1 << _BITS) - 1
_NO_SPECIAL = (1 << 4 * _BITS) - 1

# The size at which a cache is cleared.
_RESULTS = 1024
_SIDES = 64
_POOLS = 256


class Odds(msgspec.Struct, frozen=True):
    """The ends of a Face-to-Face Roll: `joint` maps (Damage the Character deals, Damage it suffers) to a weight.

    The weights add up to `total`. `character_worth` and `enemy_worth` are sums of weight times the worth of the
    Switches used. `enemy_worths` maps each worth of the Enemy's to its weight. The value is cached: do not modify it.
    """

    joint: dict[tuple[int, int], int]
    total: int
    character_worth: int = 0
    enemy_worth: int = 0
    enemy_worths: dict[int, int] = {}

    def p(self, holds: Callable[[int, int], bool]) -> float:
        """Return the probability that `holds(dealt, suffered)`."""
        return sum(weight for end, weight in self.joint.items() if holds(*end)) / self.total

    def p_at_least(self, dealt: int) -> float:
        """Return the probability that the Character deals at least this much Damage."""
        return sum(weight for end, weight in self.joint.items() if end[0] >= dealt) / self.total

    def p_suffers_at_least(self, suffered: int) -> float:
        """Return the probability that the Character suffers at least this much Damage."""
        return sum(weight for end, weight in self.joint.items() if end[1] >= suffered) / self.total

    @property
    def expected_dealt(self) -> float:
        return sum(dealt * weight for (dealt, _), weight in self.joint.items()) / self.total

    @property
    def expected_suffered(self) -> float:
        return sum(suffered * weight for (_, suffered), weight in self.joint.items()) / self.total

    @property
    def expected_character_worth(self) -> float:
        return self.character_worth / self.total

    @property
    def expected_enemy_worth(self) -> float:
        return self.enemy_worth / self.total

    @property
    def dealt(self) -> dict[int, int]:
        """Return the weight of each Damage dealt, in ascending order."""
        return _marginal((dealt, weight) for (dealt, _), weight in self.joint.items())

    @property
    def suffered(self) -> dict[int, int]:
        """Return the weight of each Damage suffered, in ascending order."""
        return _marginal((suffered, weight) for (_, suffered), weight in self.joint.items())


class SimpleOdds(msgspec.Struct, frozen=True):
    """The ends of a Simple Roll: `joint` maps (S left, Damage by Switches) to a weight; the rest as in `Odds`."""

    joint: dict[tuple[int, int], int]
    total: int
    worth: int = 0

    @property
    def p_success(self) -> float:
        """Return the probability that at least one S is left (R-084)."""
        return self.p_at_least(1)

    def p_at_least(self, successes: int) -> float:
        """Return the probability that at least this many S are left."""
        return sum(weight for end, weight in self.joint.items() if end[0] >= successes) / self.total

    @property
    def successes(self) -> dict[int, int]:
        """Return the weight of each number of S left, in ascending order."""
        return _marginal((left, weight) for (left, _), weight in self.joint.items())

    @property
    def expected_successes(self) -> float:
        return sum(left * weight for (left, _), weight in self.joint.items()) / self.total


class OddsTable:
    """Odds over one set of dice, with caches. One per ruleset; not shared between threads."""

    def __init__(self, dice: Dice, counting: Counting | None = None) -> None:
        self._counting, self._failed = counting, 0
        self._dice = {id: [_pack(face) for face in die.faces] for id, die in dice.dice.items()}
        self._pools: dict[tuple[str, ...], dict[int, int]] = {}
        self._characters: dict[Side, CharacterPlay] = {}
        self._enemies: dict[Side, EnemyPlay] = {}
        self._results: dict[tuple[Side, Side, Objective], Odds] = {}
        self._simple: dict[tuple[Side, bool, bool], SimpleOdds] = {}

    def totals(self, side: Side) -> dict[Symbols, int]:
        """Return the possible totals of the team's side, fixed symbols included, with their weights."""
        self._renew()
        return self._totals(side, "team", -1)

    def face_to_face(self, character: Side, enemy: Side, objective: Objective = RULING) -> Odds:
        """Return the odds of a Face-to-Face Roll (R-086…R-106): the Character plays best, the Enemy follows its
        rules."""
        self._renew()
        key = character, enemy, objective
        odds = self._results.get(key)
        if odds is None:
            odds = _resolve(Pairing(self._character(character), self._enemy(enemy), objective))
            _keep(self._results, key, odds, _RESULTS)
        return odds

    def most(self, character: Side, enemy: Side) -> tuple[int, int]:
        """Return the most Damage in a Face-to-Face Roll: what the Character can deal, and the Enemy."""
        self._renew()
        mine, foe = self._character(character), self._enemy(enemy)
        ways = [ends for key in foe.classes for plans in mine.plans(*key) for ends in plans]
        dealt = max((extra + character.multiplier * by * s for ends in ways for s, _, extra, by, _ in ends), default=0)
        return dealt, max((extra + enemy.multiplier * by * s for s, _, extra, by, _ in foe.ends), default=0)

    def simple(self, side: Side, need_success: bool = True, enemy: bool = False) -> SimpleOdds:
        """Return the odds of a Simple Roll (R-080…R-085).

        A Character keeps an S first if it needs success. Then it prefers Damage, worth of Switches, and S, in this
        order. An Enemy spends whenever it can.
        """
        self._renew()
        key = side, need_success, enemy
        odds = self._simple.get(key)
        if odds is None:
            ends = self._enemy(side).simple() if enemy else self._character(side).simple(need_success)
            joint: defaultdict[tuple[int, int], int] = defaultdict(int)
            all_worth = 0
            for (left, _, damage, _, worth), weight in ends:
                joint[left, damage] += weight
                all_worth += worth * weight
            odds = SimpleOdds(dict(sorted(joint.items())), sum(joint.values()), all_worth)
            _keep(self._simple, key, odds, _RESULTS)
        return odds

    def best_choice(
        self,
        step: Literal[3, 5, 7],
        character: Symbols,
        enemy: Symbols,
        own: Side,
        rival: Side,
        objective: Objective = RULING,
        dealt: int = 0,
        suffered: int = 0,
    ) -> CriticalUse | int | None:
        """Return the Character's best next choice in a Face-to-Face Roll at this step with these symbols left.

        Steps 3 and 5: the use of one critical; "keep" means that all remaining ones are kept. Step 7: the Switch to use
        next, or None to finish. `own` and `rival` are the present sides (`Side.after_use`). `dealt` and `suffered` are
        the Damage that their used Switches already add. The odds assume the same choices.
        """
        mine, foe = self._character(own), self._enemy(rival)
        pairing = Pairing(mine, foe, objective, dealt, suffered)
        if step == 7:
            left = (enemy.success, enemy.block, 0, 1, 0)
            return mine.best_switch(character, lambda ends: (max(pairing.value(end, left) for end in ends),))
        spend = roll.character_critical_block if step == 3 else roll.character_critical
        order: tuple[CriticalUse, ...] = ("nullify", "add", "keep") if step == 3 else ("add", "nullify", "keep")
        if not (character.critical_block if step == 3 else character.critical):
            return "keep"

        def value(use: CriticalUse) -> int:
            after = spend(character, enemy, use)
            if step == 3:
                ways = mine.step_5(*roll.enemy_criticals(*after)) if use == "keep" else mine.step_3(*after)
            else:
                ways = iter([after]) if use == "keep" else mine.step_5(*after)
            return max(pairing.value(end, foe.end(theirs)) for left, theirs in ways for end in mine.ends(left))

        return max(order, key=value)

    def best_simple_choice(
        self, step: Literal[2, 3, 4], symbols: Symbols, own: Side, need_success: bool = True
    ) -> CriticalUse | int | None:
        """Return the best next choice in a Character's Simple Roll.

        Step 2 (CS) and step 3 (CB): "add", or "keep" for all that are left. Step 4: a Switch, or None to finish.
        """
        mine = self._character(own)

        def best(ends: Iterable[End]) -> Rank:
            return max(simple_rank(end, need_success) for end in ends)

        if step == 4:
            return mine.best_switch(symbols, best)
        if not (symbols.critical if step == 2 else symbols.critical_block):
            return "keep"
        if step == 2:
            added = list(mine.simple_step_2(roll.critical_to_successes(symbols)))
            kept = mine.simple_step_3(symbols)
        else:
            added = mine.simple_step_3(roll.critical_to_blocks(symbols))
            kept = [symbols]
        adding, keeping = (best(end for way in ways for end in mine.ends(way)) for ways in (added, kept))
        return "add" if adding >= keeping else "keep"

    def best_value(
        self,
        step: Literal[2, 3, 5],
        character: Symbols,
        enemy: Symbols,
        own: Side,
        rival: Side,
        objective: Objective = RULING,
        dealt: int = 0,
        suffered: int = 0,
    ) -> int:
        """Return the value of a Face-to-Face Roll at this step with best play: the higher, the better for the
        Character. Only the values of one roll compare; arguments as in `best_choice`."""
        mine, foe = self._character(own), self._enemy(rival)
        pairing = Pairing(mine, foe, objective, dealt, suffered)
        if step == 5:
            ways = mine.step_5(character, enemy)
        else:
            ways = mine.step_3(*(roll.enemy_critical_blocks(character, enemy) if step == 2 else (character, enemy)))
        return max(pairing.value(end, foe.end(theirs)) for left, theirs in ways for end in mine.ends(left))

    def best_simple_value(self, step: Literal[2, 3], symbols: Symbols, own: Side, need_success: bool = True) -> Rank:
        """Return the rank of a Character's Simple Roll at this step with best play."""
        mine = self._character(own)
        ways = mine.simple_step_2(symbols) if step == 2 else mine.simple_step_3(symbols)
        return max(simple_rank(end, need_success) for way in ways for end in mine.ends(way))

    def _pool(self, dice: tuple[str, ...]) -> dict[int, int]:
        if not dice:
            return {0: 1}
        pool = self._pools.get(dice)
        if pool is None:
            sums: defaultdict[int, int] = defaultdict(int)
            for total, weight in self._pool(dice[:-1]).items():
                for face in self._dice[dice[-1]]:
                    sums[total + face] += weight
            pool = _keep(self._pools, dice, dict(sums), _POOLS)
        return pool

    def _renew(self) -> None:
        """Forget all odds if a plugin that counted symbols has failed since."""
        if self._counting is not None and self._counting.failed != self._failed:
            self._failed = self._counting.failed
            for cache in (self._characters, self._enemies, self._results, self._simple):
                cache.clear()

    def _totals(self, side: Side, name: TeamOrEnemy, mask: int) -> dict[Symbols, int]:
        if side.no_symbols:
            return {NO_SYMBOLS: 1}
        fixed = _pack(side.fixed)
        sums: defaultdict[int, int] = defaultdict(int)
        for total, weight in self._pool(side.dice).items():
            total += fixed
            if self._counting is not None and side.dice:
                rolled = _unpack(total)
                total = _pack(after(rolled, self._counting.changes(name, rolled)))
            sums[total & mask] += weight
        return {_unpack(total): weight for total, weight in sums.items()}

    def _useful(self, side: Side, name: TeamOrEnemy) -> dict[Symbols, int]:
        """Return the totals without the ! when no Switch costs it."""
        return self._totals(side, name, -1 if any(switch.cost.special for switch in side.switches) else _NO_SPECIAL)

    def _character(self, side: Side) -> CharacterPlay:
        known = self._characters.get(side)
        return known or _keep(self._characters, side, CharacterPlay(side, self._useful(side, "team")), _SIDES)

    def _enemy(self, side: Side) -> EnemyPlay:
        known = self._enemies.get(side)
        return known or _keep(self._enemies, side, EnemyPlay(side, self._useful(side, "enemy")), _SIDES)


def _resolve(pairing: Pairing) -> Odds:
    """Resolve every pair of a Character's plans and an Enemy's ends."""
    weights: defaultdict[int, int] = defaultdict(int)
    for key, foes in pairing.enemy.classes.items():
        groups: dict[tuple[int, ...], dict[tuple[int, ...], int]] = {}
        for plans, weight in pairing.character.plans(*key).items():
            open_to = tuple([index for index, ends in enumerate(plans) if ends])
            group = groups.get(open_to)
            if group is None:
                group = groups[open_to] = _seen(foes, open_to)
            rows = [pairing.row(plans[index]) for index in open_to]
            if len(rows) == 1:
                row = rows[0]
                for (end,), foe_weight in group.items():
                    weights[row[end]] += weight * foe_weight
            else:
                for ends, foe_weight in group.items():
                    weights[max(map(list.__getitem__, rows, ends))] += weight * foe_weight
    joint: defaultdict[tuple[int, int], int] = defaultdict(int)
    character_worth = enemy_worth = 0
    worths: defaultdict[int, int] = defaultdict(int)
    for value, weight in weights.items():
        dealt, suffered, worth, foe_worth = pairing.reached(value)
        joint[dealt, suffered] += weight
        character_worth += worth * weight
        enemy_worth += foe_worth * weight
        worths[foe_worth] += weight
    return Odds(dict(sorted(joint.items())), sum(joint.values()), character_worth, enemy_worth, dict(worths))


def _seen(foes: dict[tuple[int, ...], int], open_to: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return the Enemy's ends, merged where plans with only these nullifications cannot tell them apart."""
    merged: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for ends, weight in foes.items():
        merged[tuple([ends[index] for index in open_to])] += weight
    return merged


def _marginal(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    sums: defaultdict[int, int] = defaultdict(int)
    for value, weight in pairs:
        sums[value] += weight
    return dict(sorted(sums.items()))


def _keep(cache: dict[_K, _V], key: _K, value: _V, limit: int) -> _V:
    """Store the value in the cache, which is cleared when it is full."""
    if len(cache) >= limit:
        cache.clear()
    cache[key] = value
    return value


def _pack(symbols: Symbols) -> int:
    """Return the counts packed into one integer, so that adding totals is one addition."""
    packed = 0
    for count in reversed(symbols):
        packed = packed << _BITS | count
    return packed


def _unpack(packed: int) -> Symbols:
    return Symbols(*(packed >> shift & _MASK for shift in range(0, 5 * _BITS, _BITS)))
