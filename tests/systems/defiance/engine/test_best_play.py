"""Sides, Switches and objectives as values; what one side alone can make of its symbols."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from defiance_qt.systems.defiance.engine.best_play import (
    RULING,
    CharacterPlay,
    EndlessSwitch,
    EnemyPlay,
    Objective,
    Side,
    SwitchValue,
    pareto,
)
from defiance_qt.systems.defiance.engine.dice import Symbols

counts = st.integers(0, 12)


Result = tuple[int, int]  # Damage dealt, Damage suffered


def sym(text: str) -> Symbols:
    return Symbols.parse(text)


@pytest.mark.rule("R-002")
def test_a_side_sorts_its_dice() -> None:
    side = Side(("red", "black", "red"))
    assert side.dice == ("black", "red", "red")
    assert side == Side(("red", "red", "black"))
    assert hash(side) == hash(Side(("red", "red", "black")))


@pytest.mark.rule("R-102")
def test_a_used_switch_loses_a_use_and_leaves_its_factor() -> None:
    side = Side(("red",), switches=(SwitchValue(sym("!"), uses=2, multiply=3), SwitchValue(sym("S"))), multiplier=2)
    once = side.after_use(0)
    assert [switch.uses for switch in once.switches] == [1, None]
    assert once.multiplier == 6
    assert side.after_use(1) == side


@pytest.mark.rule("R-102")
@pytest.mark.parametrize(
    "switches",
    [
        [("-", "-")],
        [("S", "S")],
        [("S", "S S")],
        [("!", "S S"), ("S", "!")],
        [("B", "B"), ("!", "-")],
        [("S", "S"), ("S S", "S")],
    ],
)
def test_switches_that_pay_for_themselves_are_refused(switches: list[tuple[str, str]]) -> None:
    values = tuple(SwitchValue(sym(cost), symbols=sym(brought)) for cost, brought in switches)
    with pytest.raises(EndlessSwitch) as caught:
        Side((), switches=values)
    assert set(caught.value.value) <= set(values)
    limited = tuple(SwitchValue(sym(cost), symbols=sym(brought), uses=3) for cost, brought in switches)
    assert Side((), switches=limited).switches == limited


@pytest.mark.parametrize(
    "switches", [[("!", "S S")], [("S S", "S")], [("!", "S S"), ("S", "B B")], [("! S", "S S"), ("S", "-")]]
)
def test_switches_that_run_dry_are_allowed(switches: list[tuple[str, str]]) -> None:
    values = tuple(SwitchValue(sym(cost), symbols=sym(brought)) for cost, brought in switches)
    side = Side((), switches=values)
    # Run dry they do: an Enemy that uses them as often as it can comes to an end.
    left = EnemyPlay(side, {}).end(sym("S S ! !"))
    assert not any(Symbols(left[0], 0, left[1]).covers(switch.cost) for switch in side.switches)


@given(counts, counts, counts, counts)
def test_the_ruling_prefers_net_damage_then_less_suffered(d1: int, s1: int, d2: int, s2: int) -> None:
    ruling = (d1 - s1, -s1) > (d2 - s2, -s2)
    assert (RULING.score(d1, s1) > RULING.score(d2, s2)) == ruling
    assert (RULING.score(d1, s1) == RULING.score(d2, s2)) == ((d1, s1) == (d2, s2))


@given(counts, counts, counts, counts, st.integers(1, 6), st.integers(1, 6))
def test_to_kill_and_to_stand_come_first(d1: int, s1: int, d2: int, s2: int, kill: int, survive: int) -> None:
    objective = Objective(kill, survive)
    first, second = (d1 >= kill) - (s1 >= survive), (d2 >= kill) - (s2 >= survive)
    if first != second:
        assert (objective.score(d1, s1) > objective.score(d2, s2)) == (first > second)
    assert (objective.score(d1, s1) == objective.score(d2, s2)) == ((d1, s1) == (d2, s2))
    assert objective.score(d1, s1) >= 0


def test_pareto_drops_what_is_beaten_or_equalled_in_everything() -> None:
    ends = {(2, 0, 0, 1, 0), (1, 1, 0, 1, 0), (1, 0, 0, 1, 0), (1, 1, 0, 1, 5)}
    assert set(pareto(ends)) == {(2, 0, 0, 1, 0), (1, 1, 0, 1, 5)}


@pytest.mark.rule("R-101", "R-102")
def test_ends_of_a_character() -> None:
    play = CharacterPlay(Side((), switches=(SwitchValue(sym("S !"), damage=2), SwitchValue(sym("!"), worth=1))), {})
    assert set(play.ends(sym("S S B ! !"))) == {
        (2, 1, 0, 1, 2),
        (1, 1, 2, 1, 1),
        (0, 1, 4, 1, 0),
    }


@pytest.mark.rule("R-102")
def test_a_switch_may_pay_for_another() -> None:
    switches = (SwitchValue(sym("S S"), damage=3), SwitchValue(sym("!"), symbols=sym("S")))
    play = CharacterPlay(Side((), switches=switches), {})
    assert set(play.ends(sym("S !"))) == {(2, 0, 0, 1, 0), (0, 0, 3, 1, 0)}
    assert EnemyPlay(Side((), switches=switches), {}).end(sym("S !")) == (0, 0, 3, 1, 0)


@pytest.mark.parametrize(
    ("objective", "better", "worse"),
    [
        (Objective(), (2, 1), (2, 2)),
        (Objective(), (3, 1), (1, 0)),
        (Objective(), (1, 0), (2, 1)),
        (Objective(kill=9), (9, 20), (8, 0)),
        (Objective(survive=2), (0, 1), (20, 2)),
        (Objective(kill=3), (3, 0), (2, 0)),
        (Objective(kill=3), (3, 0), (9, 1)),
        (Objective(survive=2), (4, 5), (3, 2)),
        (Objective(survive=2), (3, 2), (3, 5)),
        (Objective(kill=3, survive=2), (3, 1), (3, 2)),
        (Objective(kill=3, survive=2), (0, 0), (2, 2)),
    ],
    ids=[
        "less suffered",
        "more of a difference",
        "of equal difference less suffered",
        "to bring down, at any price",
        "to stay up, whatever it would deal",
        "enough to bring down",
        "no more than enough",
        "who falls anyway suffers no more by it",
        "and yet rather less",
        "to bring down and stay up",
        "to stay up without bringing down",
    ],
)
def test_what_a_player_would_rather_have(objective: Objective, better: Result, worse: Result) -> None:
    assert objective.score(*better) > objective.score(*worse)
