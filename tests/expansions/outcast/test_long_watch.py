"""Long Watch: a line a Round while the mast is held, and those who come from both ends."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import events as e
from tests.expansions.outcast.saltgate import begin
from tests.systems.defiance.content.missions.course import Course

MAST = {"vesna": "T03/D3", "brannoch": "T03/E3", "uma": "T03/C4", "jazz": "T03/C5", "billie": "T03/D5"}
AWAY = {"vesna": "T03/H3", "brannoch": "T03/H4", "uma": "T03/F1", "jazz": "T03/H1", "billie": "T03/I1"}


def started() -> Course:
    return begin("long_watch", MAST)


def left(game: Course, *who: str) -> Course:
    for id in who:
        game.put(id, AWAY[id])
    return game


def test_a_line_is_read_out_as_a_round_ends_if_one_of_the_team_is_there() -> None:
    game = left(started(), "vesna", "brannoch", "uma", "jazz").end_round()
    assert (game.kept.counters["lines"], game.kept.counters["silence"]) == (1, 0)


def test_none_is_while_an_enemy_is_there_too() -> None:
    game = started().put("spotter.1", "T03/F5").end_round()
    assert (game.kept.counters["lines"], game.kept.counters["silence"]) == (0, 0)


def test_the_mast_may_fall_silent_once() -> None:
    game = left(started(), *AWAY).end_round()
    assert game.kept.counters["silence"] == 1
    assert left(game, *AWAY).end_round().ended == ("defeat", "cut_off")


def hurried(game: Course) -> Course:
    """Uma works the dish until both its inputs are done."""
    lines = ("interact uma dish", "assign S 0", "assign B 1", "assign ! 1", "interact uma dish", "assign S 0")
    game.rest()
    game.put("uma", "T03/E5").act("uma", *lines, team=["S B !", "S B !"])
    return game


def test_the_dish_hurries_the_words_and_calls_patrols_off_once_a_round() -> None:
    game = started().correct("reserve", 3)
    assert hurried(game).kept.counters["lines"] == 1
    assert (game.state.reserve, game.state.consoles["dish"].completed) == (1, (1, 0))
    game.end_round()
    assert (game.kept.counters["lines"], game.state.consoles["dish"].completed) == (2, ())


def test_each_round_brings_a_token() -> None:
    game = started().end_round().end_round()
    because = [one.because for one in game.story if isinstance(one, e.ReserveChanged)]
    assert because.count("mission.long_watch.trigger.0") == game.state.round == 3


@pytest.mark.parametrize(("round_", "unit"), [(2, "collectors"), (3, "leash_hounds"), (4, "harpooner"), (5, "keepers")])
def test_they_come_round_after_round(round_: int, unit: str) -> None:
    game = started()
    for _ in range(round_ - 1):
        assert unit not in game.state.units
        game.end_round()
    assert unit in game.state.units


def test_the_fourth_line_has_a_name_in_it() -> None:
    game = started()
    alert = game.state.alert
    for _ in range(4):
        game.end_round()
    assert (game.state.alert, "bailiff" in game.state.units) == (alert + 1, True)


def test_eleven_lines_win() -> None:
    game = started()
    for _ in range(6):
        assert not game.over
        hurried(game).end_round()
    assert game.ended == ("victory", "read_out")
    assert "unbroken" in game.kept.results


def test_too_few_by_round_11_lose() -> None:
    game = started().correct("round", 11).end_round()
    assert game.ended == ("defeat", "drowned_out")
    assert game.kept.gained == (("record", "long_watch_lost", 1),)
