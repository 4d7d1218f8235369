"""Odds worked out by hand, those of the rulebook's rolls among them.

Spans `odds`.
"""

import pytest

from defiance_qt.systems.defiance.engine.dice import Dice
from defiance_qt.systems.defiance.engine.odds import Objective, OddsTable, Side, SwitchValue
from tests.systems.defiance.engine.odds.rolling import DICE, TABLE, certain, sym


def test_totals_of_two_dice_by_hand() -> None:
    totals = TABLE.totals(Side(("black", "black"), sym("S")))
    assert totals == {sym("S"): 9, sym("S B"): 18, sym("S B B"): 9}


@pytest.mark.rule("R-090", "R-093")
def test_one_red_die_against_one_black_by_hand() -> None:
    # Unblocked the faces deal 2 (CS), 1, 1, 1, 2, 0; against a B 1, 0, 0, 0, 1, 0. Three faces of six are a B.
    found = TABLE.face_to_face(Side(("red",)), Side(("black",)))
    assert found.joint == {(0, 0): 15, (1, 0): 15, (2, 0): 6}
    assert found.total == 36
    assert found.expected_dealt == (15 + 12) / 36
    assert found.expected_suffered == 0
    assert found.p_at_least(1) == 21 / 36
    assert found.p(lambda dealt, suffered: dealt == 2 and not suffered) == 6 / 36
    assert found.dealt == {0: 15, 1: 15, 2: 6}
    assert found.suffered == {0: 36}


@pytest.mark.rule("R-076", "R-093", "R-094")
def test_mutual_damage_dx06() -> None:
    found = TABLE.face_to_face(certain("S S"), certain("S B"))
    assert found.joint == {(1, 1): 1}
    assert (found.expected_suffered, found.p_suffers_at_least(1), found.p_suffers_at_least(2)) == (1, 1, 0)


@pytest.mark.rule("R-087")
def test_critical_block_stops_the_critical_dx01() -> None:
    assert TABLE.face_to_face(certain("CS S"), certain("CB")).joint == {(0, 0): 1}


@pytest.mark.rule("R-088", "R-089")
def test_nullified_critical_leaves_the_blocks_dx02() -> None:
    # The kept B still cancel: the Enemy's Switch brings an S in step 6.
    late = SwitchValue(sym("!"), symbols=sym("S"))
    own, rival = certain("CB B"), certain("S S CS !", late)
    assert TABLE.best_choice(3, sym("CB B"), sym("S S CS !"), own, rival) == "nullify"
    assert TABLE.face_to_face(own, rival).joint == {(0, 0): 1}


@pytest.mark.rule("R-088", "R-089")
def test_added_blocks_are_no_choice_against_a_critical_dx03() -> None:
    assert TABLE.best_choice(3, sym("CB"), sym("CS S S"), certain("CB"), certain("CS S S")) == "nullify"
    # S that a Switch brings in step 6 are out of reach in step 3: 2 B are the better use, unless a CS takes them away.
    late = SwitchValue(sym("!"), symbols=sym("S S"))
    assert TABLE.best_choice(3, sym("CB"), sym("!"), certain("CB"), certain("!", late)) == "add"
    assert TABLE.face_to_face(certain("CB"), certain("!", late)).joint == {(0, 0): 1}
    assert TABLE.face_to_face(certain("CB"), certain("CS !", late)).joint == {(0, 2): 1}


@pytest.mark.rule("R-090", "R-093")
def test_critical_nullifies_when_that_deals_more_dx04() -> None:
    assert TABLE.best_choice(5, sym("S S S CS"), sym("B B B"), certain("-"), certain("-")) == "nullify"
    assert TABLE.best_choice(5, sym("S CS"), sym("B"), certain("-"), certain("-")) == "add"
    assert TABLE.face_to_face(certain("S S S CS"), certain("B B B")).joint == {(3, 0): 1}
    assert TABLE.face_to_face(certain("S CS"), certain("B")).joint == {(2, 0): 1}


@pytest.mark.rule("R-081", "R-084", "R-095")
def test_critical_must_be_spent_to_succeed_dx05() -> None:
    dear = SwitchValue(sym("CS"), worth=1)
    assert TABLE.simple(certain("CS")).joint == {(2, 0): 1}
    assert TABLE.simple(certain("CS", dear)).p_success == 1
    wasted = TABLE.simple(certain("CS", dear), need_success=False)
    assert (wasted.p_success, wasted.worth / wasted.total) == (0, 1)
    assert TABLE.best_simple_choice(2, sym("CS"), certain("CS", dear)) == "add"
    assert TABLE.best_simple_choice(2, sym("CS"), certain("CS", dear), need_success=False) == "keep"


@pytest.mark.rule("R-083", "R-084", "R-101")
def test_geist_aid_ex10() -> None:
    focus = SwitchValue(sym("B !"), worth=1)
    assert TABLE.best_simple_choice(4, sym("S B ! !"), certain("-", focus)) == 0
    assert TABLE.best_simple_choice(4, sym("S !"), certain("-", focus)) is None
    found = TABLE.simple(certain("S B ! !", focus))
    assert (found.successes, found.expected_successes, found.worth / found.total) == ({1: 1}, 1, 1)
    # A Switch that costs the only S would make the program fail.
    assert TABLE.best_simple_choice(4, sym("S !"), certain("-", SwitchValue(sym("S"), worth=1))) is None


@pytest.mark.rule("R-077", "R-093")
def test_rippers_against_nox_ex11() -> None:
    nobody_near = SwitchValue(sym("S !"), worth=1, uses=0)
    assert TABLE.face_to_face(certain("S S B B ! !", nobody_near), certain("S B !")).joint == {(1, 0): 1}


@pytest.mark.rule("R-101")
def test_pistol_switch_is_too_dear_ex12() -> None:
    assert (
        TABLE.best_choice(7, sym("!"), sym("-"), certain("-", SwitchValue(sym("! !"), damage=1)), certain("-")) is None
    )


@pytest.mark.rule("R-104")
def test_enemy_keeps_what_a_useless_switch_would_cost_ex13() -> None:
    stun = SwitchValue(sym("S"), worth=1, uses=1)
    free, stunned = certain("S S", stun), certain("S S", SwitchValue(sym("S"), worth=1, uses=0))
    assert TABLE.face_to_face(certain("-"), stunned).joint == {(0, 2): 1}
    found = TABLE.face_to_face(certain("-"), free)
    assert found.joint == {(0, 1): 1}
    assert found.expected_enemy_worth == 1


@pytest.mark.rule("R-094")
def test_skullbuster_doubles_after_cancelling_ex14() -> None:
    assert TABLE.face_to_face(certain("S S S B ! ! ! !", multiplier=2), certain("B")).joint == {(4, 0): 1}


@pytest.mark.rule("R-093", "R-200", "R-201")
def test_hack_attack_ex15() -> None:
    assert TABLE.face_to_face(certain("B"), certain("S S")).joint == {(0, 1): 1}


@pytest.mark.rule("R-147")
def test_an_attribute_printed_as_a_dash_yields_nothing() -> None:
    nothing = Side(("red", "red"), sym("B"), no_symbols=True)
    assert TABLE.face_to_face(certain("S"), nothing).joint == {(1, 0): 1}
    assert TABLE.simple(nothing).joint == {(0, 0): 1}


@pytest.mark.rule("R-102", "R-103")
def test_enemy_takes_switches_in_printed_order_as_often_as_it_can() -> None:
    harm, stun = SwitchValue(sym("!"), damage=1), SwitchValue(sym("! !"), worth=1)
    assert TABLE.face_to_face(certain("-"), certain("! ! !", harm, stun)).joint == {(0, 3): 1}
    found = TABLE.face_to_face(certain("-"), certain("! ! !", stun, harm))
    assert (found.joint, found.enemy_worth) == ({(0, 1): 1}, 1)


@pytest.mark.rule("R-085")
def test_enemy_spends_even_its_last_success_in_a_simple_roll() -> None:
    greedy = certain("S CS CB", SwitchValue(sym("S"), damage=1), SwitchValue(sym("B B"), worth=1))
    found = TABLE.simple(greedy, enemy=True)
    assert (found.joint, found.p_success, found.worth) == ({(0, 3): 1}, 0, 1)
    assert TABLE.simple(greedy).joint == {(1, 2): 1}


@pytest.mark.rule("R-225")
def test_damage_beyond_the_wounds_left_is_worth_nothing_when_playing_to_kill() -> None:
    # 2 Damage more, or a B that saves one: the ruling takes the Damage, a killer of one Wound the safety.
    harm, cover = SwitchValue(sym("! !"), damage=2), SwitchValue(sym("!"), symbols=sym("B"), uses=1)
    own, rival = certain("S ! !", harm, cover), certain("S")
    assert TABLE.face_to_face(own, rival).joint == {(3, 1): 1}
    assert TABLE.face_to_face(own, rival, Objective(kill=1)).joint == {(1, 0): 1}
    assert TABLE.face_to_face(own, rival, Objective(kill=2)).joint == {(3, 1): 1}
    assert TABLE.face_to_face(own, rival, Objective(survive=1)).joint == {(1, 0): 1}
    # Equal gain of a kill and a fall: neither comes first, what is left is Damage.
    assert TABLE.face_to_face(own, rival, Objective(kill=3, survive=1)).joint == {(3, 1): 1}


def test_damage_of_switches_used_before_counts_toward_the_objective() -> None:
    harm, cover = SwitchValue(sym("!"), damage=2), SwitchValue(sym("!"), symbols=sym("B"))
    own, rival = certain("-", harm, cover), certain("-")
    to_kill = Objective(kill=3)
    assert TABLE.best_choice(7, sym("S !"), sym("S"), own, rival, to_kill) == 0
    assert TABLE.best_choice(7, sym("S !"), sym("S"), own, rival, to_kill, dealt=2) == 1
    to_stand = Objective(survive=2)
    assert TABLE.best_choice(7, sym("!"), sym("S"), own, rival, to_stand) == 0
    assert TABLE.best_choice(7, sym("!"), sym("S"), own, rival, to_stand, suffered=1) == 1


def test_equal_choices_have_a_fixed_order() -> None:
    nothing = certain("-")
    assert TABLE.best_choice(3, sym("CB"), sym("-"), nothing, nothing) == "nullify"
    assert TABLE.best_choice(5, sym("CS"), sym("B B"), nothing, nothing) == "add"
    idle = SwitchValue(sym("!"))
    assert TABLE.best_choice(7, sym("!"), sym("-"), certain("-", idle), nothing) is None
    harm = SwitchValue(sym("!"), damage=1)
    assert TABLE.best_choice(7, sym("!"), sym("-"), certain("-", harm, harm), nothing) == 0


def test_worth_breaks_ties_only() -> None:
    state = SwitchValue(sym("S"), worth=9)
    found = TABLE.face_to_face(certain("S S", state), certain("B"))
    assert (found.joint, found.expected_character_worth) == ({(1, 0): 1}, 0)
    found = TABLE.face_to_face(certain("S S", state), certain("B B"))
    assert (found.joint, found.expected_character_worth) == ({(0, 0): 1}, 18)


def test_a_result_is_computed_once_and_the_cache_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defiance_qt.systems.defiance.engine.odds._RESULTS", 2)
    table = OddsTable(Dice(DICE, {}))
    first = table.face_to_face(Side(("red", "blue")), Side(("black",)))
    assert table.face_to_face(Side(("blue", "red")), Side(("black",))) is first
    for id in ("green", "orange"):
        table.face_to_face(Side((id,)), Side(("black",)))
    again = table.face_to_face(Side(("red", "blue")), Side(("black",)))
    assert again == first
    assert again is not first


@pytest.mark.rule("R-084", "R-080", "R-085")
@pytest.mark.parametrize("enemy", [False, True])
def test_one_success_is_enough_and_none_is_not(enemy: bool) -> None:
    """Of a red die's faces one shows nothing; a black die shows no S at all."""
    found = TABLE.simple(Side(("red",)), enemy=enemy)
    assert found.p_success == found.p_at_least(1) == 5 / 6
    assert found.p_at_least(2) == 2 / 6
    assert TABLE.simple(Side(("black", "black")), enemy=enemy).p_success == 0
    both = TABLE.simple(Side(("red", "red")), enemy=enemy)
    assert both.p_success == 35 / 36
    assert sum(both.successes.values()) == both.total == 36
    assert list(both.joint) == sorted(both.joint)
    assert list(both.successes) == sorted(both.successes)
