"""Odds against every result of the dice and every choice, enumerated; and best choices followed to the end.

Spans `odds` and `best_play`.
"""

from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.systems.defiance.engine import dice
from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.odds import RULING, Objective, Side, SwitchValue
from tests.systems.defiance.engine.odds.rolling import DICE, TABLE, sym

End = tuple[int, int, int, int]  # dealt, suffered, worth, Enemy's worth

# An enumeration that shares nothing with the module: plain tuples (S, CS, B, CB, !), every choice one by one.

Counts = tuple[int, int, int, int, int]


def enumerated(side: Side) -> Counter[Counts]:
    if side.no_symbols:
        return Counter([(0, 0, 0, 0, 0)])
    faces = [DICE[id].faces for id in side.dice]
    return Counter(tuple(map(sum, zip(side.fixed, *shown, strict=True))) for shown in product(*faces))  # type: ignore[misc]


def paid(symbols: Counts, switch: SwitchValue) -> Counts | None:
    left = [have - cost for have, cost in zip(symbols, switch.cost, strict=True)]
    if min(left) < 0:
        return None
    return tuple(have + more for have, more in zip(left, switch.symbols, strict=True))  # type: ignore[return-value]


class Enumeration:
    """Every way to play one Face-to-Face Roll, by recursion over single choices."""

    def __init__(self, character: Side, enemy: Side, objective: Objective) -> None:
        self.character, self.enemy, self.objective = character, enemy, objective
        self.step_3, self.step_5, self.step_7 = cache(self.step_3), cache(self.step_5), cache(self.step_7)  # type: ignore[method-assign]

    def better(self, end: End) -> tuple[int, ...]:
        dealt, suffered, worth, foe_worth = end
        kill, survive = self.objective.kill, self.objective.survive
        killed, fallen = bool(kill) and dealt >= kill, bool(survive) and suffered >= survive
        useful, harm = min(dealt, kill or dealt), min(suffered, survive or suffered)
        return killed - fallen, useful - harm, -suffered, dealt, worth - foe_worth, worth

    def best(self, ends: list[End]) -> End:
        return max(ends, key=self.better)

    def play(self, mine: Counts, foe: Counts) -> End:
        if foe[3]:
            mine = (0, 0, *mine[2:])
        return self.step_3(mine, (*foe[:3], 0, foe[4]), mine[3])

    def step_3(self, mine: Counts, foe: Counts, undecided: int) -> End:
        if not undecided:
            if foe[1]:
                mine, foe = (*mine[:2], 0, *mine[3:]), (foe[0], 0, *foe[2:])
            return self.step_5(mine, foe, mine[1])
        s, cs, b, cb, special = mine
        return self.best(
            [
                self.step_3((s, cs, b, cb - 1, special), (0, 0, *foe[2:]), undecided - 1),
                self.step_3((s, cs, b + 2, cb - 1, special), foe, undecided - 1),
                self.step_3(mine, foe, undecided - 1),
            ]
        )

    def step_5(self, mine: Counts, foe: Counts, undecided: int) -> End:
        if not undecided:
            return self.step_6(mine, foe)
        s, cs, b, cb, special = mine
        return self.best(
            [
                self.step_5((s, cs - 1, b, cb, special), (*foe[:2], 0, *foe[3:]), undecided - 1),
                self.step_5((s + 2, cs - 1, b, cb, special), foe, undecided - 1),
                self.step_5(mine, foe, undecided - 1),
            ]
        )

    def step_6(self, mine: Counts, foe: Counts) -> End:
        damage, factor, worth = 0, self.enemy.multiplier, 0
        used = [0] * len(self.enemy.switches)
        again = True
        while again:
            again = False
            for index, switch in enumerate(self.enemy.switches):
                left = paid(foe, switch)
                if left is not None and (switch.uses is None or used[index] < switch.uses):
                    foe, again = left, True
                    used[index] += 1
                    damage, factor, worth = damage + switch.damage, factor * switch.multiply, worth + switch.worth
                    break
        uses = tuple(-1 if switch.uses is None else switch.uses for switch in self.character.switches)
        return self.step_7(mine, uses, (0, self.character.multiplier, 0), (foe[0], foe[2], damage, factor, worth))

    def step_7(self, mine: Counts, uses: tuple[int, ...], done: tuple[int, int, int], foe: Counts) -> End:
        damage, factor, worth = done
        foe_s, foe_b, foe_damage, foe_factor, foe_worth = foe
        dealt = damage + factor * max(0, mine[0] - foe_b)
        ends = [(dealt, foe_damage + foe_factor * max(0, foe_s - mine[2]), worth, foe_worth)]
        for index, switch in enumerate(self.character.switches):
            left = paid(mine, switch)
            if left is not None and uses[index]:
                fewer = (*uses[:index], max(uses[index] - 1, -1), *uses[index + 1 :])
                after = damage + switch.damage, factor * switch.multiply, worth + switch.worth
                ends.append(self.step_7(left, fewer, after, foe))
        return self.best(ends)

    def joint(self) -> tuple[dict[tuple[int, int], int], int, int]:
        joint: Counter[tuple[int, int]] = Counter()
        worth = foe_worth = 0
        for mine, weight in enumerated(self.character).items():
            for foe, foe_weight in enumerated(self.enemy).items():
                end = self.play(mine, foe)
                joint[end[:2]] += weight * foe_weight
                worth += end[2] * weight * foe_weight
                foe_worth += end[3] * weight * foe_weight
        return dict(joint), worth, foe_worth


COSTS = ["S", "!", "S !", "B !", "! !", "B", "CS", "CB", "S S"]
harmless = st.sampled_from(COSTS).map(lambda cost: SwitchValue(sym(cost), worth=1, uses=1))
switch_values = st.one_of(
    harmless,
    st.builds(
        SwitchValue,
        st.sampled_from(COSTS).map(sym),
        damage=st.integers(0, 3),
        uses=st.sampled_from([None, None, 0, 1, 2]),
        worth=st.integers(0, 2),
        multiply=st.sampled_from([1, 1, 1, 2]),
    ),
    st.builds(
        SwitchValue, st.sampled_from(["! !", "S !", "CB"]).map(sym), symbols=st.sampled_from(["S", "B"]).map(sym)
    ),
)


def sides(most: int) -> st.SearchStrategy[Side]:
    return st.builds(
        Side,
        st.lists(st.sampled_from(sorted(DICE)), max_size=most).map(tuple),
        fixed=st.sampled_from(["-", "-", "-", "S", "B !", "CS", "CB"]).map(sym),
        switches=st.lists(switch_values, max_size=2).map(tuple),
        multiplier=st.sampled_from([1, 1, 1, 2, 0]),
        no_symbols=st.sampled_from([False] * 9 + [True]),
    )


objectives = st.sampled_from([RULING, RULING, Objective(kill=2), Objective(kill=3, survive=2), Objective(survive=1)])


def assert_equal_to_enumeration(character: Side, enemy: Side, objective: Objective) -> None:
    found = TABLE.face_to_face(character, enemy, objective)
    joint, worth, foe_worth = Enumeration(character, enemy, objective).joint()
    assert found.joint == joint
    assert found.total == sum(joint.values())
    assert (found.character_worth, found.enemy_worth) == (worth, foe_worth)


@pytest.mark.rule("R-087", "R-088", "R-089", "R-090", "R-093", "R-094", "R-095", "R-102", "R-103", "R-104")
@given(sides(3), sides(3), objectives)
def test_odds_equal_the_enumeration(character: Side, enemy: Side, objective: Objective) -> None:
    assert_equal_to_enumeration(character, enemy, objective)


STUN = SwitchValue(sym("!"), worth=1, uses=1)


@pytest.mark.rule("R-087", "R-089", "R-093", "R-094")
@pytest.mark.parametrize(
    ("character", "enemy"),
    [
        ("red red green orange", "green red blue"),
        ("yellow yellow orange red", "green green black"),
        ("green green red red", "red red green"),
    ],
)
def test_odds_equal_the_enumeration_of_four_dice_against_three(character: str, enemy: str) -> None:
    mine = Side(tuple(character.split()), switches=(SwitchValue(sym("S !"), damage=2), SwitchValue(sym("CB"), worth=3)))
    foe = Side(tuple(enemy.split()), switches=(STUN, SwitchValue(sym("B !"), damage=1)), multiplier=2)
    assert_equal_to_enumeration(mine, foe, RULING)


def follow(mine: Symbols, foe: Symbols, own: Side, rival: Side, objective: Objective) -> tuple[int, int]:
    """Play one Face-to-Face Roll step by step, asking for the best choice at each."""
    dealt = suffered = 0
    mine, foe = dice.enemy_critical_blocks(mine, foe)
    while (use := TABLE.best_choice(3, mine, foe, own, rival, objective)) != "keep":
        mine, foe = dice.character_critical_block(mine, foe, use)  # type: ignore[arg-type]
    mine, foe = dice.enemy_criticals(mine, foe)
    while (use := TABLE.best_choice(5, mine, foe, own, rival, objective)) != "keep":
        mine, foe = dice.character_critical(mine, foe, use)  # type: ignore[arg-type]
    costs = [switch.cost for switch in rival.switches]
    while (index := dice.first_payable(foe, costs, [switch.uses for switch in rival.switches])) is not None:
        foe = dice.pay(foe, costs[index]) + rival.switches[index].symbols
        suffered += rival.switches[index].damage
        rival = rival.after_use(index)
    while (chosen := TABLE.best_choice(7, mine, foe, own, rival, objective, dealt, suffered)) is not None:
        assert isinstance(chosen, int)
        mine = dice.pay(mine, own.switches[chosen].cost) + own.switches[chosen].symbols
        dealt += own.switches[chosen].damage
        own = own.after_use(chosen)
    through, counter = dice.cancel(mine, foe)
    return dealt + own.multiplier * through, suffered + rival.multiplier * counter


@pytest.mark.rule("R-088", "R-090", "R-092", "R-093", "R-094")
@given(sides(2), sides(2), objectives)
def test_following_the_best_choices_gives_the_odds(character: Side, enemy: Side, objective: Objective) -> None:
    joint: Counter[tuple[int, int]] = Counter()
    for mine, weight in TABLE.totals(character).items():
        for foe, foe_weight in TABLE.totals(enemy).items():
            joint[follow(mine, foe, character, enemy, objective)] += weight * foe_weight
    assert TABLE.face_to_face(character, enemy, objective).joint == joint


def best_simple(symbols: Counts, side: Side, need_success: bool) -> tuple[int, int, int]:
    """(S left, damage, worth) of the best way through a Simple Roll, by recursion over single choices."""

    def rank(end: tuple[int, int, int]) -> tuple[bool, int, int, int]:
        return need_success and end[0] > 0, end[1], end[2], end[0]

    @cache
    def spend(left: Counts, uses: tuple[int, ...]) -> tuple[int, int, int]:
        ends = [(left[0], 0, 0)]
        for index, switch in enumerate(side.switches):
            after = paid(left, switch)
            if after is not None and uses[index]:
                s, damage, worth = spend(after, (*uses[:index], max(uses[index] - 1, -1), *uses[index + 1 :]))
                ends.append((s, damage + switch.damage, worth + switch.worth))
        return max(ends, key=rank)

    s, cs, b, cb, special = symbols
    uses = tuple(-1 if switch.uses is None else switch.uses for switch in side.switches)
    spent = product(range(cs + 1), range(cb + 1))
    return max((spend((s + 2 * x, cs - x, b + 2 * y, cb - y, special), uses) for x, y in spent), key=rank)


@pytest.mark.rule("R-081", "R-082", "R-083", "R-084")
@given(sides(4), st.booleans())
def test_simple_odds_equal_the_enumeration(side: Side, need_success: bool) -> None:
    found = TABLE.simple(side, need_success)
    joint: Counter[tuple[int, int]] = Counter()
    all_worth = 0
    for symbols, weight in enumerated(side).items():
        s, damage, worth = best_simple(symbols, side, need_success)
        joint[s, damage] += weight
        all_worth += worth * weight
    assert (found.joint, found.total, found.worth) == (joint, sum(joint.values()), all_worth)


@pytest.mark.rule("R-081", "R-083", "R-084")
@given(sides(2), st.booleans())
def test_following_the_best_simple_choices_gives_the_odds(side: Side, need_success: bool) -> None:
    joint: Counter[tuple[int, int]] = Counter()
    for symbols, weight in TABLE.totals(side).items():
        own, damage = side, 0
        while TABLE.best_simple_choice(2, symbols, own, need_success) == "add":
            symbols = dice.critical_to_successes(symbols)
        while TABLE.best_simple_choice(3, symbols, own, need_success) == "add":
            symbols = dice.critical_to_blocks(symbols)
        while (chosen := TABLE.best_simple_choice(4, symbols, own, need_success)) is not None:
            assert isinstance(chosen, int)
            symbols = dice.pay(symbols, own.switches[chosen].cost) + own.switches[chosen].symbols
            damage += own.switches[chosen].damage
            own = own.after_use(chosen)
        joint[symbols.success, damage] += weight
    assert TABLE.simple(side, need_success).joint == joint
