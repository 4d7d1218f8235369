"""The odds against an enumeration of every roll and every choice, and against numbers worked out by hand."""

import tomllib
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from defiance_qt.engine import dice
from defiance_qt.engine.dice import Dice, Die, Symbols
from defiance_qt.engine.odds import RULING, Objective, OddsTable, Side, SwitchValue

CONTENT = tomllib.loads((Path(dice.__file__).parent.parent / "content" / "dice.toml").read_text())
DICE = {id: Die.read(id, faces) for id, faces in CONTENT["dice"].items()}
TABLE = OddsTable(Dice(DICE, {}))
End = tuple[int, int, int, int]  # dealt, suffered, worth, Enemy's worth


def sym(text: str) -> Symbols:
    return Symbols.parse(text)


def certain(text: str, *switches: SwitchValue, multiplier: int = 1) -> Side:
    """A side without dice that has these symbols."""
    return Side((), sym(text), switches, multiplier)


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
        s, cs, *rest = mine
        return self.best(
            [
                self.step_5((s, cs - 1, *rest), (*foe[:2], 0, *foe[3:]), undecided - 1),
                self.step_5((s + 2, cs - 1, *rest), foe, undecided - 1),
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
exhaustively = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


def assert_equal_to_enumeration(character: Side, enemy: Side, objective: Objective) -> None:
    found = TABLE.face_to_face(character, enemy, objective)
    joint, worth, foe_worth = Enumeration(character, enemy, objective).joint()
    assert found.joint == joint
    assert found.total == sum(joint.values())
    assert (found.character_worth, found.enemy_worth) == (worth, foe_worth)


@pytest.mark.rule("R-087", "R-088", "R-089", "R-090", "R-093", "R-094", "R-095", "R-102", "R-103", "R-104")
@exhaustively
@given(sides(3), sides(3), objectives)
def test_odds_equal_the_enumeration(character: Side, enemy: Side, objective: Objective) -> None:
    assert_equal_to_enumeration(character, enemy, objective)


STUN = SwitchValue(sym("!"), worth=1, uses=1)


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
