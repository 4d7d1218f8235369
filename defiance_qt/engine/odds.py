"""Exact odds of a roll, and best play in it.

Owns what a roll is worth before the dice fall (Evil AI's expectations, the window's hover, bots) and the best next choice
in a roll that stands. It sees a roll as numbers only: dice, symbols that are certain, and what each Switch is worth; what a
card says is turned into these numbers elsewhere. Rerolls and Store X need the identity of dice and are not covered.

Weights are whole numbers of equally likely results of the dice, so nothing is rounded. All dice are seen before the first
choice, so best play is the best end for each pair of totals. The pairs are made few: a Character's total becomes the
Pareto-best ends of its plans, an Enemy's total becomes what it is left with after each of the four things that the Character
can have nullified.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import ge
from typing import Literal, TypeVar

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.engine import dice as roll
from defiance_qt.engine.dice import NO_SYMBOLS, CriticalUse, Die, Symbols

# What a side is left with before cancelling: S, B, extra damage, factor of the damage, worth outside the roll.
_End = tuple[int, int, int, int, int]
# The ends that a Character can choose from, by what it nullified: nothing, B, S and CS, both.
_Plans = tuple[tuple[_End, ...], tuple[_End, ...], tuple[_End, ...], tuple[_End, ...]]
# Damage dealt, Damage suffered, worth of the Character's Switches, worth of the Enemy's.
_Reached = tuple[int, int, int, int]
_Step = Callable[[Symbols, Symbols, CriticalUse], tuple[Symbols, Symbols]]
_K = TypeVar("_K")
_V = TypeVar("_V")

_BITS = 12
_MASK = (1 << _BITS) - 1
_DAMAGE = 1 << 13
_WORTH = 1 << 24

_RESULTS = 1024
_SIDES = 96
_POOLS = 256


class EndlessSwitch(DefianceError):
    """Switches that would pay for themselves without end. `value` is what they are."""

    def __init__(self, value: tuple[SwitchValue, ...]) -> None:
        super().__init__(f"Switches that pay for themselves: {', '.join(switch.cost.text for switch in value)}")
        self.value = value


class SwitchValue(msgspec.Struct, frozen=True, cache_hash=True):
    """A Switch as a roll sees it (R-099).

    `damage` goes to the rival and is neither blocked nor multiplied; `symbols` are added to the own roll; `multiply` is a factor
    for the own damage after cancelling; `uses` limits it within a roll (R-104), None is without end; `worth` is what one use is
    worth outside the roll, in units of the caller's choice: it only breaks ties.
    """

    cost: Symbols
    damage: int = 0
    symbols: Symbols = NO_SYMBOLS
    uses: int | None = None
    worth: int = 0
    multiply: int = 1


class Side(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of a roll: die ids in any order (kept sorted), certain symbols, Switches in printed order.

    `multiplier` is a factor for the damage after cancelling (EX-14), 0 for a roll that gives none. `no_symbols`: the attribute is
    printed "-" and yields nothing (R-147). Raises `EndlessSwitch` when a Switch could be repeated for ever.
    """

    dice: tuple[str, ...]
    fixed: Symbols = NO_SYMBOLS
    switches: tuple[SwitchValue, ...] = ()
    multiplier: int = 1
    no_symbols: bool = False

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "dice", tuple(sorted(self.dice)))
        if endless := _endless(self.switches):
            raise EndlessSwitch(endless)

    def after_use(self, index: int) -> Side:
        """The side once its Switch `index` has been used: one use fewer, its factor applied. Symbols are the roll's."""
        used = self.switches[index]
        left = None if used.uses is None else used.uses - 1
        switches = (*self.switches[:index], msgspec.structs.replace(used, uses=left), *self.switches[index + 1 :])
        return msgspec.structs.replace(self, switches=switches, multiplier=self.multiplier * used.multiply)


class Objective(msgspec.Struct, frozen=True, cache_hash=True):
    """What the Character plays for.

    By itself the ruling: most Damage dealt minus Damage suffered, ties by less suffered. `kill` is the number of Wounds that the
    rival has left, `survive` the Character's own (0: do not care): then to kill, and not to fall, come first, and Damage
    beyond these is worth nothing.
    """

    kill: int = 0
    survive: int = 0

    def score(self, dealt: int, suffered: int) -> int:
        """A number that orders the ends of a roll: the higher, the better for the Character. No two ends share one."""
        useful = min(dealt, self.kill) if self.kill else dealt
        harmful = min(suffered, self.survive) if self.survive else suffered
        fate = (0 < self.kill <= dealt) - (0 < self.survive <= suffered)
        net = ((fate + 1) * 4 * _DAMAGE + useful - harmful + _DAMAGE) * _DAMAGE
        return (net + _DAMAGE - 1 - suffered) * _DAMAGE + dealt


RULING = Objective()


class Odds(msgspec.Struct, frozen=True):
    """How a Face-to-Face Roll ends: `joint` maps (Damage the Character deals, Damage it suffers) to its weight out of `total`.

    `character_worth` and `enemy_worth` are sums of weight times the worth of the Switches used. A cached value: not to be changed.
    """

    joint: dict[tuple[int, int], int]
    total: int
    character_worth: int = 0
    enemy_worth: int = 0

    def p(self, holds: Callable[[int, int], bool]) -> float:
        """The probability that `holds(dealt, suffered)`."""
        return sum(weight for end, weight in self.joint.items() if holds(*end)) / self.total

    def p_at_least(self, dealt: int) -> float:
        """The probability that the Character deals at least this much Damage."""
        return sum(weight for end, weight in self.joint.items() if end[0] >= dealt) / self.total

    def p_suffers_at_least(self, suffered: int) -> float:
        """The probability that the Character suffers at least this much Damage."""
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
        """Weight of each Damage dealt, in ascending order."""
        return _marginal((dealt, weight) for (dealt, _), weight in self.joint.items())

    @property
    def suffered(self) -> dict[int, int]:
        """Weight of each Damage suffered, in ascending order."""
        return _marginal((suffered, weight) for (_, suffered), weight in self.joint.items())


class SimpleOdds(msgspec.Struct, frozen=True):
    """How a Simple Roll ends: `joint` maps (S left, Damage by Switches) to its weight out of `total`."""

    joint: dict[tuple[int, int], int]
    total: int
    worth: int = 0

    @property
    def p_success(self) -> float:
        """The probability that at least one S is left (R-084)."""
        return self.p_at_least(1)

    def p_at_least(self, successes: int) -> float:
        """The probability that at least so many S are left."""
        return sum(weight for end, weight in self.joint.items() if end[0] >= successes) / self.total

    @property
    def successes(self) -> dict[int, int]:
        """Weight of each number of S left, in ascending order."""
        return _marginal((left, weight) for (left, _), weight in self.joint.items())

    @property
    def expected_successes(self) -> float:
        return sum(left * weight for (left, _), weight in self.joint.items()) / self.total

    @property
    def expected_damage(self) -> float:
        return sum(damage * weight for (_, damage), weight in self.joint.items()) / self.total

    @property
    def expected_worth(self) -> float:
        return self.worth / self.total


class OddsTable:
    """Odds over one set of dice, with what was computed before. One for a ruleset; not shared between threads."""

    def __init__(self, dice: Mapping[str, Die]) -> None:
        self._dice = {id: [_pack(face) for face in die.faces] for id, die in dice.items()}
        self._pools: dict[tuple[str, ...], dict[int, int]] = {}
        self._choosers: dict[Side, _Chooser] = {}
        self._enemies: dict[Side, _Enemy] = {}
        self._results: dict[tuple[Side, Side, Objective], Odds] = {}
        self._simple: dict[tuple[Side, bool, bool], SimpleOdds] = {}

    def totals(self, side: Side) -> dict[Symbols, int]:
        """What a side can roll, certain symbols included: totals and their weights."""
        if side.no_symbols:
            return {NO_SYMBOLS: 1}
        fixed = _pack(side.fixed)
        return {_unpack(total + fixed): weight for total, weight in self._pool(side.dice).items()}

    def face_to_face(self, character: Side, enemy: Side, objective: Objective = RULING) -> Odds:
        """The odds of a Face-to-Face Roll (R-086…R-106): the Character plays best, the Enemy as it must."""
        key = character, enemy, objective
        odds = self._results.get(key)
        if odds is None:
            odds = _keep(
                self._results, key, _resolve(self._chooser(character), self._enemy(enemy), objective), _RESULTS
            )
        return odds

    def simple(self, side: Side, need_success: bool = True, enemy: bool = False) -> SimpleOdds:
        """The odds of a Simple Roll (R-080…R-085).

        A Character keeps an S first if it needs success, then wants Damage, worth of Switches, and S, in this order.
        An Enemy spends whenever it can.
        """
        key = side, need_success, enemy
        odds = self._simple.get(key)
        if odds is None:
            ends = self._enemy(side).simple() if enemy else self._chooser(side).simple(need_success)
            joint: defaultdict[tuple[int, int], int] = defaultdict(int)
            worth = 0
            for end, weight in ends:
                joint[end[0], end[2]] += weight
                worth += end[4] * weight
            odds = _keep(self._simple, key, SimpleOdds(dict(joint), sum(joint.values()), worth), _RESULTS)
        return odds

    def best_choice(
        self,
        step: Literal[3, 5, 7],
        character: Symbols,
        enemy: Symbols,
        own: Side,
        rival: Side,
        objective: Objective = RULING,
    ) -> CriticalUse | int | None:
        """The Character's best next choice in a Face-to-Face Roll that stands at this step with these symbols left.

        Steps 3 and 5: the use of one critical; "keep" means that all that are left are kept. Step 7: the Switch to use next, or
        None to let the roll stand. `own` and `rival` are the sides as they are by now (`Side.after_use`); `objective` counts the
        Wounds left by now. The odds assume the same choices.
        """
        chooser, foe = self._chooser(own), self._enemy(rival)
        if step == 7:
            left = (enemy.success, enemy.block, 0, 1, 0)
            return chooser.best_switch(character, lambda ends: _best(ends, left, own, rival, objective)[0])
        spend = roll.character_critical_block if step == 3 else roll.character_critical
        order: tuple[CriticalUse, ...] = ("nullify", "add", "keep") if step == 3 else ("add", "nullify", "keep")
        if not (character.critical_block if step == 3 else character.critical):
            return "keep"

        def value(use: CriticalUse) -> int:
            after = spend(character, enemy, use)
            if step == 3:
                ways = chooser.step_5(*roll.enemy_criticals(*after)) if use == "keep" else chooser.step_3(*after)
            else:
                ways = iter([after]) if use == "keep" else chooser.step_5(*after)
            return max(_best(chooser.ends(c), foe.end(e), own, rival, objective)[0] for c, e in ways)

        return max(order, key=value)

    def best_simple_choice(
        self, step: Literal[2, 3, 4], symbols: Symbols, own: Side, need_success: bool = True
    ) -> CriticalUse | int | None:
        """The same for a Character's Simple Roll: "add" or "keep" in steps 2 (CS) and 3 (CB), a Switch or None in step 4."""
        chooser = self._chooser(own)
        if step == 4:
            return chooser.best_switch(symbols, lambda ends: max(_simple_rank(end, need_success) for end in ends))
        critical = symbols.critical if step == 2 else symbols.critical_block
        spend = roll.critical_to_successes if step == 2 else roll.critical_to_blocks

        def value(kept: int) -> tuple[bool, int, int, int]:
            after = symbols
            for _ in range(critical - kept):
                after = spend(after)
            ways = chooser.simple_blocks(after) if step == 2 else [after]
            return max(_simple_rank(end, need_success) for way in ways for end in chooser.ends(way))

        return "add" if max(range(critical + 1), key=value) < critical else "keep"

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

    def _chooser(self, side: Side) -> _Chooser:
        return self._choosers.get(side) or _keep(self._choosers, side, _Chooser(side, self.totals(side)), _SIDES)

    def _enemy(self, side: Side) -> _Enemy:
        return self._enemies.get(side) or _keep(self._enemies, side, _Enemy(side, self.totals(side)), _SIDES)


class _Chooser:
    """What a player can make of each total of one side."""

    def __init__(self, side: Side, totals: dict[Symbols, int]) -> None:
        self.side = side
        self._totals = totals
        self._keeps_critical = any(switch.cost.critical for switch in side.switches)
        self._keeps_block = any(switch.cost.critical_block for switch in side.switches)
        self._any_order = any(switch.symbols != NO_SYMBOLS for switch in side.switches)
        self._uses = tuple(-1 if switch.uses is None else switch.uses for switch in side.switches)
        self._ends: dict[tuple[Symbols, tuple[int, ...], int], tuple[_End, ...]] = {}
        self._plans: dict[tuple[bool, bool], dict[_Plans, int]] = {}

    def ends(self, symbols: Symbols) -> tuple[_End, ...]:
        """The Pareto-best ends that its Switches can make of these symbols."""
        return self._spent(symbols, self._uses, 0)

    def _spent(self, symbols: Symbols, uses: tuple[int, ...], first: int) -> tuple[_End, ...]:
        key = symbols, uses, first
        found = self._ends.get(key)
        if found is None:
            ends = {(symbols.success, symbols.block, 0, 1, 0)}
            for index in range(first, len(uses)):
                ends.update(self._after(symbols, uses, index))
            found = self._ends[key] = _pareto(ends)
        return found

    def _after(self, symbols: Symbols, uses: tuple[int, ...], index: int) -> list[_End]:
        """The ends that begin with this Switch. Unless one brings symbols, the order of uses does not matter."""
        switch = self.side.switches[index]
        if not uses[index] or not symbols.covers(switch.cost):
            return []
        if uses[index] > 0:
            uses = (*uses[:index], uses[index] - 1, *uses[index + 1 :])
        left = roll.pay(symbols, switch.cost) + switch.symbols
        return [
            (s, b, damage + switch.damage, factor * switch.multiply, worth + switch.worth)
            for s, b, damage, factor, worth in self._spent(left, uses, 0 if self._any_order else index)
        ]

    def best_switch(self, symbols: Symbols, value: Callable[[Iterable[_End]], _V]) -> int | None:
        """The Switch to use next, None to stop; equals go to stopping, then to the first."""
        best, choice = value([(symbols.success, symbols.block, 0, 1, 0)]), None
        for index in range(len(self._uses)):
            ends = self._after(symbols, self._uses, index)
            if ends and (reached := value(ends)) > best:  # type: ignore[operator]
                best, choice = reached, index
        return choice

    def step_3(self, character: Symbols, enemy: Symbols) -> Iterator[tuple[Symbols, Symbols]]:
        """Every way through steps 3 to 5 that can matter: both sides' symbols afterwards."""
        count = character.critical_block
        for after in _ways(character, enemy, count, self._keeps_block, roll.character_critical_block):
            yield from self.step_5(*roll.enemy_criticals(*after))

    def step_5(self, character: Symbols, enemy: Symbols) -> Iterator[tuple[Symbols, Symbols]]:
        """Every way through step 5 that can matter."""
        return _ways(character, enemy, character.critical, self._keeps_critical, roll.character_critical)

    def plans(self, critical_block: bool, critical: bool) -> dict[_Plans, int]:
        """All totals as the plans they leave against an Enemy that rolled any CB, any CS; with their weights."""
        key = critical_block, critical
        if key not in self._plans:
            enemy = Symbols(1, critical, 1, critical_block, 0)
            merged: defaultdict[tuple[Symbols, Symbols], int] = defaultdict(int)
            for total, weight in self._totals.items():
                merged[roll.enemy_critical_blocks(total, enemy)] += weight
            plans: defaultdict[_Plans, int] = defaultdict(int)
            for after, weight in merged.items():
                ends: tuple[set[_End], ...] = (set(), set(), set(), set())
                for c, e in self.step_3(*after):
                    ends[2 * (not e.success) + (not e.block)].update(self.ends(c))
                nothing, block, attack, both = map(_pareto, ends)
                plans[nothing, block, attack, both] += weight
            self._plans[key] = dict(plans)
        return self._plans[key]

    def simple_blocks(self, symbols: Symbols) -> list[Symbols]:
        """Every way through step 3 of a Simple Roll that can matter."""
        ways = [symbols]
        while ways[-1].critical_block:
            ways.append(roll.critical_to_blocks(ways[-1]))
        return ways if self._keeps_block else ways[-1:]

    def simple(self, need_success: bool) -> Iterator[tuple[_End, int]]:
        """The best end of a Simple Roll for each total."""
        for total, weight in self._totals.items():
            ways = [total]
            while ways[-1].critical:
                ways.append(roll.critical_to_successes(ways[-1]))
            reached = [
                end
                for way in (ways if self._keeps_critical else ways[-1:])
                for after in self.simple_blocks(way)
                for end in self.ends(after)
            ]
            yield max(reached, key=lambda end: _simple_rank(end, need_success)), weight


class _Enemy:
    """What the rules make of each total of an Enemy."""

    def __init__(self, side: Side, totals: dict[Symbols, int]) -> None:
        self.side = side
        self._totals = totals
        self._costs = [switch.cost for switch in side.switches]
        self._ends: dict[Symbols, _End] = {}
        self.ends: list[_End] = []
        self._classes: dict[tuple[bool, bool], dict[tuple[int, ...], int]] = {}

    def end(self, symbols: Symbols) -> _End:
        """What is left after its Switches, taken in printed order as often as they can be (R-103)."""
        found = self._ends.get(symbols)
        if found is None:
            uses = [switch.uses for switch in self.side.switches]
            left, damage, factor, worth = symbols, 0, 1, 0
            while (index := roll.first_payable(left, self._costs, uses)) is not None:
                switch, limit = self.side.switches[index], uses[index]
                left = roll.pay(left, switch.cost) + switch.symbols
                uses[index] = None if limit is None else limit - 1
                damage, factor, worth = damage + switch.damage, factor * switch.multiply, worth + switch.worth
            found = self._ends[symbols] = (left.success, left.block, damage, factor, worth)
        return found

    def classes(self) -> dict[tuple[bool, bool], dict[tuple[int, ...], int]]:
        """By (any CB, any CS): the ends once nothing, B, S and CS, or both were nullified; with their weights.

        An end is given by its place in `ends`.
        """
        if not self._classes:
            places: dict[_End, int] = {}
            for total, weight in self._totals.items():
                ends = []
                for reduced in (total, roll.nullify_attack(total)):
                    _, spent = roll.enemy_critical_blocks(NO_SYMBOLS, reduced)
                    _, spent = roll.enemy_criticals(NO_SYMBOLS, spent)
                    ends += [self.end(spent), self.end(roll.nullify_block(spent))]
                key = total.critical_block > 0, total.critical > 0
                group = self._classes.setdefault(key, defaultdict(int))
                group[tuple([places.setdefault(end, len(places)) for end in ends])] += weight
            self.ends = list(places)
        return self._classes

    def simple(self) -> Iterator[tuple[_End, int]]:
        """The end of a Simple Roll for each total: it spends whenever it can (R-085)."""
        for total, weight in self._totals.items():
            left = total
            while left.critical:
                left = roll.critical_to_successes(left)
            while left.critical_block:
                left = roll.critical_to_blocks(left)
            yield self.end(left), weight


def _resolve(chooser: _Chooser, enemy: _Enemy, objective: Objective) -> Odds:
    """Play every pair of a Character's plans and an Enemy's ends."""
    weights: defaultdict[int, int] = defaultdict(int)
    meaning: dict[int, _Reached] = {}
    classes = enemy.classes()
    play = _player(chooser, enemy, objective, meaning)
    for key, foes in classes.items():
        groups: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
        for plans, weight in chooser.plans(*key).items():
            can = tuple(index for index, plan in enumerate(plans) if plan)
            if can not in groups:
                groups[can] = _projected(foes, can)
            rows = [play(plans[index]) for index in can]
            if len(rows) == 1:
                row = rows[0]
                for (end,), foe_weight in groups[can]:
                    weights[row[end]] += weight * foe_weight
            else:
                for ends, foe_weight in groups[can]:
                    weights[max([row[end] for row, end in zip(rows, ends)])] += weight * foe_weight  # noqa: B905
    joint: defaultdict[tuple[int, int], int] = defaultdict(int)
    character_worth = enemy_worth = 0
    for value, weight in weights.items():
        dealt, suffered, worth, foe_worth = meaning[value]
        joint[dealt, suffered] += weight
        character_worth += worth * weight
        enemy_worth += foe_worth * weight
    return Odds(dict(sorted(joint.items())), sum(joint.values()), character_worth, enemy_worth)


def _projected(foes: dict[tuple[int, ...], int], can: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The Enemy's ends as a Character sees them that can nullify only so much, merged."""
    merged: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for ends, weight in foes.items():
        merged[tuple([ends[index] for index in can])] += weight
    return list(merged.items())


def _player(
    chooser: _Chooser, enemy: _Enemy, objective: Objective, meaning: dict[int, _Reached]
) -> Callable[[tuple[_End, ...]], list[int]]:
    """A function that gives, for plans, the number of the best one against each end of the Enemy; it fills `meaning`.

    The same as `_best`, written out: this is the inner loop of the odds.
    """
    rows: dict[tuple[_End, ...], list[int]] = {}
    multiplier, rival = chooser.side.multiplier, enemy.side.multiplier
    foes = [(s, b, damage, rival * factor, worth, worth * _WORTH) for s, b, damage, factor, worth in enemy.ends]
    most = max([damage + factor * s for s, _, damage, factor, _, _ in foes])
    scores: dict[int, list[int]] = {}

    def play(plans: tuple[_End, ...]) -> list[int]:
        row = rows.get(plans)
        if row is not None:
            return row
        row = rows[plans] = []
        mine = [(s, b, damage, multiplier * factor, worth) for s, b, damage, factor, worth in plans]
        for s, _, damage, factor, _ in mine:
            for dealt in (damage + factor * left for left in range(s + 1)):
                if dealt not in scores:
                    scores[dealt] = [objective.score(dealt, suffered) * _WORTH * _WORTH for suffered in range(most + 1)]
        for foe_s, foe_b, foe_damage, foe_factor, foe_worth, foe_term in foes:
            top = -1
            for s, b, damage, factor, worth in mine:
                dealt = damage + factor * (s - foe_b) if s > foe_b else damage
                suffered = foe_damage + foe_factor * (foe_s - b) if foe_s > b else foe_damage
                value = scores[dealt][suffered] + worth * (_WORTH + 1) - foe_term
                if value > top:
                    top, reached = value, (dealt, suffered, worth, foe_worth)
            row.append(top)
            meaning[top] = reached
        return row

    return play


def _best(
    plans: Iterable[_End], end: _End, own: Side, rival: Side, objective: Objective
) -> tuple[int, tuple[int, int, int, int]]:
    """The best of the plans against this end: a number that orders them, and (dealt, suffered, worth, Enemy's worth)."""
    foe_s, foe_b, foe_damage, foe_factor, foe_worth = end
    top, reached = -1, (0, 0, 0, 0)
    for s, b, damage, factor, worth in plans:
        dealt = damage + own.multiplier * factor * max(0, s - foe_b)
        suffered = foe_damage + rival.multiplier * foe_factor * max(0, foe_s - b)
        value = (objective.score(dealt, suffered) * _WORTH + worth - foe_worth) * _WORTH + worth
        if value > top:
            top, reached = value, (dealt, suffered, worth, foe_worth)
    return top, reached


def _ways(
    character: Symbols, enemy: Symbols, count: int, keeps: bool, spend: _Step
) -> Iterator[tuple[Symbols, Symbols]]:
    """Every use of `count` criticals that can matter: nullify at most once; keep only what a Switch may cost."""
    for nullify in range(min(count, 1) + 1):
        after = spend(character, enemy, "nullify") if nullify else (character, enemy)
        added = [after]
        for _ in range(count - nullify):
            added.append(spend(*added[-1], "add"))
        yield from added if keeps else added[-1:]


def _simple_rank(end: _End, need_success: bool) -> tuple[bool, int, int, int]:
    s, _, damage, _, worth = end
    return need_success and s > 0, damage, worth, s


def _pareto(ends: set[_End]) -> tuple[_End, ...]:
    """The ends that no other one equals or beats in everything."""
    best: list[_End] = []
    for end in sorted(ends, reverse=True):
        if not any(all(map(ge, other, end)) for other in best):
            best.append(end)
    return tuple(best)


def _endless(switches: tuple[SwitchValue, ...]) -> tuple[SwitchValue, ...]:
    """The Switches without a limit of uses that nothing stops: not a cost that none of them brings, nor ever fewer symbols."""
    open_ended = tuple(switch for switch in switches if switch.uses is None)
    while True:
        brought = [any(counts) for counts in zip(*(switch.symbols for switch in open_ended), strict=True)]
        left = tuple(switch for switch in open_ended if all(brought[kind] for kind in range(5) if switch.cost[kind]))
        if left == open_ended:
            break
        open_ended = left
    return open_ended if any(sum(switch.symbols) >= sum(switch.cost) for switch in open_ended) else ()


def _marginal(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    sums: defaultdict[int, int] = defaultdict(int)
    for value, weight in pairs:
        sums[value] += weight
    return dict(sorted(sums.items()))


def _keep(cache: dict[_K, _V], key: _K, value: _V, limit: int) -> _V:
    """Put the value into the cache, which starts anew when it is full."""
    if len(cache) >= limit:
        cache.clear()
    cache[key] = value
    return value


def _pack(symbols: Symbols) -> int:
    """The counts as one whole number, so that a sum of totals is one addition."""
    packed = 0
    for count in reversed(symbols):
        packed = packed << _BITS | count
    return packed


def _unpack(packed: int) -> Symbols:
    return Symbols(*(packed >> shift & _MASK for shift in range(0, 5 * _BITS, _BITS)))
