"""House rules that look at the rolled symbols: the odds equal every result of the dice, counted by the rule.

Spans `counting` and `odds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.core.port import Setup
from defiance_qt.systems.defiance.engine.counting import Counting
from defiance_qt.systems.defiance.engine.dice import Dice, Symbols
from defiance_qt.systems.defiance.engine.hooks import SetupContext, SymbolChange
from defiance_qt.systems.defiance.engine.odds import Objective, OddsTable, Side
from tests.systems.defiance.engine.odds.rolling import DICE, sym
from tests.systems.defiance.engine.odds.test_enumerated import (
    Counts,
    Enumeration,
    best_simple,
    enumerated,
    objectives,
    sides,
)

CONTEXT = SetupContext(Setup("infinity-defiance", "extraction", 1))
Rule = Callable[[str, Counts], Counts]
"""A house rule without anything of the module's: what a side's counts become."""


def _no_lasting_criticals(side: str, counts: Counts) -> Counts:
    s, _, b, _, special = counts
    return counts if side == "enemy" or s else (s, 0, b, 0, special)


RULES: dict[str, Rule] = {
    "criticals count double": lambda side, n: (n[0], 2 * n[1], n[2], 2 * n[3], n[4]),
    "three Specials are a Success": lambda side, n: (n[0] + n[4] // 3, n[1], n[2], n[3], n[4] % 3),
    "the Enemy has one Block at most": lambda side, n: n if side == "team" else (n[0], n[1], min(n[2], 1), n[3], n[4]),
    "the team without a Success has no criticals": _no_lasting_criticals,
}


def hook(rule: Rule) -> Callable[[SetupContext, str, Symbols], SymbolChange]:
    return lambda context, side, symbols: SymbolChange("rule", Symbols(*rule(side, symbols)))


def counted(rule: Rule, name: str, side: Side) -> Counter[Counts]:
    """Every result of the dice, as the rule counts it; a side without dice rolls nothing."""
    found: Counter[Counts] = Counter()
    for counts, weight in enumerated(side).items():
        found[rule(name, counts) if side.dice and not side.no_symbols else counts] += weight
    return found


TABLES = {name: OddsTable(Dice(DICE, {}), Counting((hook(rule),), CONTEXT)) for name, rule in RULES.items()}
names = st.sampled_from(sorted(RULES))


@given(names, sides(3), sides(3), objectives)
def test_odds_equal_the_enumeration(name: str, character: Side, enemy: Side, objective: Objective) -> None:
    played = Enumeration(character, enemy, objective)
    joint: Counter[tuple[int, int]] = Counter()
    for mine, weight in counted(RULES[name], "team", character).items():
        for foe, foe_weight in counted(RULES[name], "enemy", enemy).items():
            joint[played.play(mine, foe)[:2]] += weight * foe_weight
    assert TABLES[name].face_to_face(character, enemy, objective).joint == joint


@given(names, sides(4), st.booleans())
def test_simple_odds_equal_the_enumeration(name: str, side: Side, need_success: bool) -> None:
    joint: Counter[tuple[int, int]] = Counter()
    for counts, weight in counted(RULES[name], "team", side).items():
        joint[best_simple(counts, side, need_success)[:2]] += weight
    assert TABLES[name].simple(side, need_success).joint == joint


@given(names, sides(3))
def test_totals_are_counted(name: str, side: Side) -> None:
    assert TABLES[name].totals(side) == {
        Symbols(*counts): weight for counts, weight in counted(RULES[name], "team", side).items()
    }


@given(st.permutations(sorted(RULES)), st.builds(Symbols, *[st.integers(0, 4)] * 5))
def test_the_order_of_plugins_does_not_matter_and_nothing_falls_below_zero(order: list[str], symbols: Symbols) -> None:
    from defiance_qt.systems.defiance.engine.counting import after

    found = [Counting([hook(RULES[name]) for name in names], CONTEXT) for names in (order, sorted(RULES))]
    one, other = (after(symbols, counting.changes("team", symbols)) for counting in found)
    assert one == other
    assert min(one) >= 0


def test_an_answer_is_asked_once() -> None:
    asked: list[Symbols] = []

    def count(context: SetupContext, side: str, symbols: Symbols) -> None:
        asked.append(symbols)

    counting = Counting((count,), CONTEXT)
    assert [counting.changes("team", sym("S")) for _ in range(3)] == [(), (), ()]
    assert asked == [sym("S")]


@pytest.mark.rule("R-080", "R-086")
@pytest.mark.parametrize("ask", ["face_to_face", "simple", "totals"])
def test_odds_are_worked_out_again_when_a_plugin_has_failed(ask: str) -> None:
    class Doubling:
        dropped = False

        def __call__(self, context: SetupContext, side: str, symbols: Symbols) -> SymbolChange | None:
            return None if self.dropped else SymbolChange("twice", symbols * 2)

    rule, side = Doubling(), Side(("red", "red"))
    table = OddsTable(Dice(DICE, {}), Counting((rule,), CONTEXT))
    plain = OddsTable(Dice(DICE, {}))
    arguments = (side, Side(("blue",))) if ask == "face_to_face" else (side,)
    assert getattr(table, ask)(*arguments) != getattr(plain, ask)(*arguments)
    rule.dropped = True
    assert getattr(table, ask)(*arguments) == getattr(plain, ask)(*arguments)
