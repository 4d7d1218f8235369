"""Cast Off: three safes, two bills, and a barge that leaves on time."""

from __future__ import annotations

import pytest

from tests.expansions.outcast.saltgate import begin
from tests.systems.defiance.content.missions.course import Course

PAD = {"vesna": "T06/E3", "brannoch": "T06/F3", "uma": "T06/D4", "jazz": "T06/E4", "billie": "T06/F4"}
SAFES = {"purser": "A08/H2", "tally": "T08/H5", "master": "T07/D4"}


def started() -> Course:
    return begin("cast_off", PAD)


def robbed(*safes: str) -> Course:
    """A game in which Uma has taken these bills, one a Round."""
    game = started()
    for safe in safes:
        second = "!" if safe == "master" else "B"
        game.put("uma", SAFES[safe]).correct("team.uma.activated", False)
        game.act("uma", f"interact uma {safe}", "assign S 0", f"assign {second} 0", team="S B !")
    return game


@pytest.mark.parametrize("safe", SAFES)
def test_each_safe_holds_a_bill_and_the_first_is_missed(safe: str) -> None:
    alert = started().state.alert
    game = robbed(safe)
    assert (game.kept.counters["bills"], game.state.alert) == (1, alert + 1)
    assert "keepers" in game.state.units


def test_the_winch_opens_the_strongroom_and_holds_the_hawsers() -> None:
    game = started().put("uma", "T07/E1")
    reserve, left = game.state.reserve, game.kept.counters["cast_off"]
    game.act("uma", "interact uma winch", "assign S 0", "assign B 1", "assign ! 1", team="S B !")
    assert game.state.doors["vault"].open
    assert (game.kept.counters["cast_off"], game.state.reserve) == (left + 2, reserve + 1)


def waited(left: int) -> Course:
    """The barge, so many Rounds before it casts off."""
    game = started().correct("doors.gangway.open", True)
    while game.kept.counters["cast_off"] > left:
        game.end_round()
    return game


def test_the_gangway_goes_up_and_a_hand_lets_it_down() -> None:
    game = waited(5)
    assert not game.state.doors["gangway"].open
    assert "bailiff" in game.state.units
    game.put("vesna", "T06/I4").act("vesna", "interact vesna gangway")
    assert game.state.doors["gangway"].open


def test_dogs_come_before_the_end_and_then_it_is_lost() -> None:
    game = waited(3)
    assert "leash_hounds" in game.state.units
    for _ in range(3):
        game.end_round()
    assert game.ended == ("defeat", "under_way")


@pytest.mark.parametrize("third", [False, True])
def test_two_bills_and_all_on_the_pad_win(third: bool) -> None:
    game = robbed("purser", "tally", *(["master"] if third else []))
    assert not game.over
    game.put("uma", "T06/E5").end_round()
    assert game.ended == ("victory", "papers")
    assert ("third" in game.kept.results) == third
    assert ("record", "saltgate_papers", 1) in game.kept.gained


def test_one_bill_does_not() -> None:
    assert not robbed("purser").put("uma", "T06/E5").end_round().over
