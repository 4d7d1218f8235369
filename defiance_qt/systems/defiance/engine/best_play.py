"""Best use of rolled symbols: the Character chooses, the Enemy follows fixed rules.

Models one side of a roll as numbers (dice, fixed symbols, value of each Switch), the Character's objective, and the
possible plans of that side. Card texts are converted to these numbers elsewhere; `odds` combines the two sides.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from operator import ge

import msgspec

from defiance_qt.core.errors import DefianceError
from defiance_qt.systems.defiance.engine import dice as roll
from defiance_qt.systems.defiance.engine.dice import NO_SYMBOLS, CriticalUse, Symbols

# The result of a side before cancelling: S, B, extra damage, damage factor, worth outside the roll.
End = tuple[int, int, int, int, int]
Ends = tuple[End, ...]
# A Character's possible ends, by the symbols it nullified: none; B; S and CS; both.
Plans = tuple[Ends, Ends, Ends, Ends]
Rank = tuple[int, ...]
_Step = Callable[[Symbols, Symbols, CriticalUse], tuple[Symbols, Symbols]]

MOST_DAMAGE = 1 << 13


class EndlessSwitch(DefianceError):
    """Raised for Switches that could pay for themselves forever. `value` holds them."""

    def __init__(self, value: tuple[SwitchValue, ...]) -> None:
        costs = ", ".join(switch.cost.text for switch in value)
        super().__init__("content.endless_switch", "Switches that pay for themselves: {costs}", costs=costs)
        self.value = value


class SwitchValue(msgspec.Struct, frozen=True, cache_hash=True):
    """A Switch as the odds of a roll see it (R-099).

    `damage` goes to the rival and is neither blocked nor multiplied. `symbols` are added to the user's own roll.
    `multiply` is a factor for its own damage after cancelling. `uses` limits it within a roll (R-104); None means
    unlimited. `worth` is the value of one use outside the roll, in the caller's units; it only breaks ties.
    """

    cost: Symbols
    damage: int = 0
    symbols: Symbols = NO_SYMBOLS
    uses: int | None = None
    worth: int = 0
    multiply: int = 1


class Side(msgspec.Struct, frozen=True, cache_hash=True):
    """One side of a roll: die ids in any order (stored sorted), fixed symbols, Switches in printed order.

    `multiplier` is a factor for the damage after cancelling (EX-14), 0 for a roll that deals none. `no_symbols`: the
    attribute is printed "-" and yields nothing (R-147). Raises `EndlessSwitch` unless its Switches are sure to end.
    """

    dice: tuple[str, ...]
    fixed: Symbols = NO_SYMBOLS
    switches: tuple[SwitchValue, ...] = ()
    multiplier: int = 1
    no_symbols: bool = False

    def __post_init__(self) -> None:
        """Sort the dice, whose order means nothing (R-002), and refuse Switches that never run dry (R-102)."""
        msgspec.structs.force_setattr(self, "dice", tuple(sorted(self.dice)))
        if endless := _endless(self.switches):
            raise EndlessSwitch(endless)

    def after_use(self, index: int) -> Side:
        """Return the side after one use of its Switch `index` (R-102): one use fewer, its factor applied. Symbols
        belong to the roll."""
        used = self.switches[index]
        left = None if used.uses is None else used.uses - 1
        switches = (*self.switches[:index], msgspec.structs.replace(used, uses=left), *self.switches[index + 1 :])
        return msgspec.structs.replace(self, switches=switches, multiplier=self.multiplier * used.multiply)


class Objective(msgspec.Struct, frozen=True, cache_hash=True):
    """The Character's objective.

    The default is the ruling: maximize Damage dealt minus Damage suffered, ties by less suffered. `kill` is the number
    of Wounds that the rival has left, `survive` the Character's own; 0 means that it does not matter. If given,
    defeating the rival and staying conscious come first, and Damage beyond these numbers is worth nothing. `hits` and
    `hurts` are what 0, 1, 2, … Damage dealt or suffered come to by house rules, () where they are what they are.
    """

    kill: int = 0
    survive: int = 0
    hits: tuple[int, ...] = ()
    hurts: tuple[int, ...] = ()

    def score(self, dealt: int, suffered: int) -> int:
        """Return a number that orders the ends of a roll: the higher, the better for the Character.

        Ends that come to different Damage have different numbers. Both arguments are below `MOST_DAMAGE`; the result is
        not negative.
        """
        dealt, suffered = _counted(self.hits, dealt), _counted(self.hurts, suffered)
        useful = min(dealt, self.kill) if self.kill else dealt
        harmful = min(suffered, self.survive) if self.survive else suffered
        fate = (0 < self.kill <= dealt) - (0 < self.survive <= suffered)
        net = (fate + 1) * 4 * MOST_DAMAGE + useful - harmful + MOST_DAMAGE
        return (net * MOST_DAMAGE + MOST_DAMAGE - 1 - suffered) * MOST_DAMAGE + dealt


def _counted(table: tuple[int, ...], amount: int) -> int:
    """Return what Damage comes to; beyond the table it grows with the amount."""
    if not table:
        return amount
    last = len(table) - 1
    return min(MOST_DAMAGE - 1, table[amount] if amount <= last else table[last] + amount - last)


RULING = Objective()


class CharacterPlay:
    """A player's possible plans for each total of one side. `totals` are the totals and their weights."""

    def __init__(self, side: Side, totals: dict[Symbols, int]) -> None:
        self.side = side
        self._totals = totals
        self._keeps_critical = any(switch.cost.critical for switch in side.switches)
        self._keeps_block = any(switch.cost.critical_block for switch in side.switches)
        self._any_order = any(switch.symbols != NO_SYMBOLS for switch in side.switches)
        self._uses = tuple(-1 if switch.uses is None else switch.uses for switch in side.switches)
        self._ends: dict[tuple[Symbols, tuple[int, ...], int], Ends] = {}
        self._plans: dict[tuple[bool, bool], dict[Plans, int]] = {}

    def ends(self, symbols: Symbols) -> Ends:
        """Return the Pareto-best ends that its Switches can make of these symbols."""
        return self._spent(symbols, self._uses, 0)

    def best_switch(self, symbols: Symbols, rank: Callable[[Iterable[End]], Rank]) -> int | None:
        """Return the Switch to use next, None to stop. Ties go to stopping, then to the first Switch."""
        best, choice = rank([(symbols.success, symbols.block, 0, 1, 0)]), None
        for index in range(len(self._uses)):
            ends = self._after(symbols, self._uses, index)
            if ends and (reached := rank(ends)) > best:
                best, choice = reached, index
        return choice

    def _spent(self, symbols: Symbols, uses: tuple[int, ...], first: int) -> Ends:
        key = symbols, uses, first
        found = self._ends.get(key)
        if found is None:
            ends = {(symbols.success, symbols.block, 0, 1, 0)}
            for index in range(first, len(uses)):
                ends.update(self._after(symbols, uses, index))
            found = self._ends[key] = pareto(ends)
        return found

    def _after(self, symbols: Symbols, uses: tuple[int, ...], index: int) -> list[End]:
        """Return the ends that begin with this Switch. Unless a Switch adds symbols, the order of uses does not
        matter."""
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

    def step_3(self, character: Symbols, enemy: Symbols) -> Iterator[tuple[Symbols, Symbols]]:
        """Yield both sides' symbols after every relevant choice in steps 3 to 5."""
        count = character.critical_block
        for after in _ways(character, enemy, count, self._keeps_block, roll.character_critical_block):
            yield from self.step_5(*roll.enemy_criticals(*after))

    def step_5(self, character: Symbols, enemy: Symbols) -> Iterator[tuple[Symbols, Symbols]]:
        """Yield both sides' symbols after every relevant choice in step 5."""
        return _ways(character, enemy, character.critical, self._keeps_critical, roll.character_critical)

    def plans(self, critical_block: bool, critical: bool) -> dict[Plans, int]:
        """Return all totals, with their weights, as the plans they leave against an Enemy that rolled any CB or any
        CS."""
        key = critical_block, critical
        if key not in self._plans:
            enemy = Symbols(1, critical, 1, critical_block, 0)
            merged: defaultdict[tuple[Symbols, Symbols], int] = defaultdict(int)
            for total, weight in self._totals.items():
                after = roll.enemy_critical_blocks(total, enemy)
                if not (after[0].critical or after[0].critical_block):
                    after = roll.enemy_criticals(*after)
                merged[after] += weight
            plans: defaultdict[Plans, int] = defaultdict(int)
            for (mine, foe), weight in merged.items():
                plans[self._plans_of(mine, foe)] += weight
            self._plans[key] = dict(plans)
        return self._plans[key]

    def _plans_of(self, mine: Symbols, foe: Symbols) -> Plans:
        if not (mine.critical or mine.critical_block):
            return self.ends(mine), (), (), ()
        reached: tuple[list[Ends], ...] = ([], [], [], [])
        for mine_after, foe_after in self.step_3(mine, foe):
            reached[2 * (not foe_after.success) + (not foe_after.block)].append(self.ends(mine_after))
        nothing, block, attack, both = map(_joined, reached)
        return nothing, block, attack, both

    def simple_step_2(self, symbols: Symbols) -> Iterator[Symbols]:
        """Yield the symbols after every relevant choice in steps 2 and 3 of a Simple Roll."""
        ways = [symbols]
        while ways[-1].critical:
            ways.append(roll.critical_to_successes(ways[-1]))
        for way in ways if self._keeps_critical else ways[-1:]:
            yield from self.simple_step_3(way)

    def simple_step_3(self, symbols: Symbols) -> list[Symbols]:
        """Return the symbols after every relevant choice in step 3 of a Simple Roll."""
        ways = [symbols]
        while ways[-1].critical_block:
            ways.append(roll.critical_to_blocks(ways[-1]))
        return ways if self._keeps_block else ways[-1:]

    def simple(self, need_success: bool) -> Iterator[tuple[End, int]]:
        """Yield the best end of a Simple Roll for each total, and its weight."""
        for total, weight in self._totals.items():
            reached = (end for way in self.simple_step_2(total) for end in self.ends(way))
            yield max(reached, key=lambda end: simple_rank(end, need_success)), weight


class EnemyPlay:
    """The Enemy's forced play for each total. `totals` are the totals and their weights."""

    def __init__(self, side: Side, totals: dict[Symbols, int]) -> None:
        self.side = side
        self._totals = totals
        self._costs = [switch.cost for switch in side.switches]
        self._ends: dict[Symbols, End] = {}
        places: dict[End, int] = {}
        self.classes = {key: dict(group) for key, group in self._classes(places).items()}
        """By (any CB, any CS): the ends after nullifying nothing, B, S and CS, or both, as indices in `ends`."""
        self.ends = tuple(places)

    def end(self, symbols: Symbols) -> End:
        """Return the end after its Switches, used in printed order as often as possible (R-103)."""
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

    def _classes(self, places: dict[End, int]) -> dict[tuple[bool, bool], defaultdict[tuple[int, ...], int]]:
        groups: dict[tuple[bool, bool], defaultdict[tuple[int, ...], int]] = {}
        for total, weight in self._totals.items():
            ends = []
            for reduced in (total, roll.nullify_attack(total)):
                _, spent = roll.enemy_critical_blocks(NO_SYMBOLS, reduced)
                _, spent = roll.enemy_criticals(NO_SYMBOLS, spent)
                ends += [self.end(spent), self.end(roll.nullify_block(spent))]
            group = groups.setdefault((total.critical_block > 0, total.critical > 0), defaultdict(int))
            group[tuple([places.setdefault(end, len(places)) for end in ends])] += weight
        return groups

    def simple(self) -> Iterator[tuple[End, int]]:
        """Yield the end of a Simple Roll for each total, with its weight; the Enemy spends whenever it can (R-085)."""
        for total, weight in self._totals.items():
            left = total
            while left.critical:
                left = roll.critical_to_successes(left)
            while left.critical_block:
                left = roll.critical_to_blocks(left)
            yield self.end(left), weight


def simple_rank(end: End, need_success: bool) -> Rank:
    """Return a Character's preference in a Simple Roll: an S if it needs one, then Damage, worth of Switches, and S."""
    s, _, damage, _, worth = end
    return need_success and s > 0, damage, worth, s


def pareto(ends: set[End]) -> Ends:
    """Return the ends that no other end equals or beats in every value."""
    if len(ends) < 2:
        return tuple(ends)
    best: list[End] = []
    for end in sorted(ends, reverse=True):
        if not any(all(map(ge, other, end)) for other in best):
            best.append(end)
    return tuple(best)


def _joined(choices: list[Ends]) -> Ends:
    """Return the ends that a choice between these can reach."""
    if len(choices) < 2:
        return choices[0] if choices else ()
    return pareto({end for ends in choices for end in ends})


def _ways(
    character: Symbols, enemy: Symbols, count: int, keeps: bool, spend: _Step
) -> Iterator[tuple[Symbols, Symbols]]:
    """Yield the symbols after every relevant use of `count` criticals: at most one nullifies, and one is kept only if a
    Switch may cost it."""
    for nullify in range(min(count, 1) + 1):
        after = spend(character, enemy, "nullify") if nullify else (character, enemy)
        added = [after]
        for _ in range(count - nullify):
            added.append(spend(*added[-1], "add"))
        yield from added if keeps else added[-1:]


def _endless(switches: tuple[SwitchValue, ...]) -> tuple[SwitchValue, ...]:
    """Return the Switches that could be used forever: unlimited uses, a cost that these Switches produce, and no net
    loss of symbols."""
    open_ended = tuple(switch for switch in switches if switch.uses is None)
    while True:
        brought = [any(counts) for counts in zip(*(switch.symbols for switch in open_ended), strict=True)]
        left = tuple(switch for switch in open_ended if all(brought[kind] for kind in range(5) if switch.cost[kind]))
        if left == open_ended:
            break
        open_ended = left
    return open_ended if any(sum(switch.symbols) >= sum(switch.cost) for switch in open_ended) else ()
