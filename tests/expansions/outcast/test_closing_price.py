"""Closing Price: five houses, one Factor, and eight Rounds to stop him."""

from __future__ import annotations

import pytest

from tests.expansions.outcast.saltgate import begin
from tests.systems.defiance.content.missions.course import Course

SOUTH = {"vesna": "M01/H5", "brannoch": "M01/I5", "uma": "M01/G6", "jazz": "M01/H6", "billie": "M01/I6"}
STEPS = {  # before a house, and its first space
    "house_1": ("T15/D1", "T15/C1"),
    "house_2": ("T15/E2", "T15/F2"),
    "house_3": ("T15/E5", "T15/F5"),
    "house_4": ("T09/E2", "T09/F2"),
    "house_5": ("T09/E5", "T09/F5"),
}


def started(records: tuple[str, ...] = ()) -> Course:
    return begin("closing_price", SOUTH, records=records)


def entered(house: str, token: str, game: Course | None = None) -> Course:
    """Vesna opens the door of a house and walks in; its token is this one."""
    game = game or started()
    before, inside = STEPS[house]
    game.correct(f"doors.front_{house[-1]}.open", True).put("vesna", before)
    game.act("vesna", "move vesna", f"step_to vesna {game.name(inside)}", pick=token)
    return game


@pytest.mark.parametrize("house", STEPS)
def test_the_factor_may_be_in_any_house(house: str) -> None:
    game = entered(house, "factor")
    assert "found" in game.state.flags
    assert {"factor", "bailiff"} <= set(game.state.units)
    assert game.kept.counters["flight"] == 8


def test_a_snare_is_dogs_and_the_ledger_sends_some_home() -> None:
    game = entered("house_1", "snare")
    assert game.state.units["leash_hounds"].face == 1
    game = entered("house_2", "ledger", started().correct("reserve", 3))
    assert (game.state.reserve, "second_ledger" in game.state.flags) == (1, True)


@pytest.mark.parametrize(("console", "beside"), [("tea_house", "M01/D1"), ("tide_office", "T08/E6")])
def test_both_offices_clear_an_empty_house(console: str, beside: str) -> None:
    game = started().put("uma", beside)
    work = (f"interact uma {console}", "assign S 0", "assign B 0")
    game.act("uma", *work, team="S B !")
    assert list(game.kept.revealed.values()) == ["empty"]


def test_papers_clear_a_house_and_a_lost_watch_warns_him() -> None:
    game = started(("saltgate_papers",))
    assert list(game.kept.revealed.values()) == ["empty"]
    assert started(("long_watch_lost",)).state.reserve == started().state.reserve + 2


def test_he_sails_in_eight_rounds() -> None:
    game = entered("house_3", "factor")
    for left in range(7, -1, -1):
        game.end_round()
        assert game.kept.counters["flight"] == left
    assert game.ended == ("defeat", "sailed")


def test_a_harpooner_wakes_in_round_5_while_he_is_not_found() -> None:
    assert "harpooner" in started().correct("round", 4).end_round().state.units
    assert "harpooner" not in entered("house_3", "factor").correct("round", 4).end_round().state.units


def test_stopped_he_is_the_end_of_it() -> None:
    game = entered("house_2", "factor").end_round()
    game.put("brannoch", "T15/G3" if game.foe("factor.1").space != game.name("T15/G3") else "T15/F3")
    game.correct("enemies.factor.1.damage", 8).end_round()
    assert game.ended == ("victory", "sold")
    assert "swift" in game.kept.results


def test_late_is_lost() -> None:
    assert started().correct("round", 13).end_round().ended == ("defeat", "not_at_home")
