"""Market Day: the crowd that hides, the bell, the way back with Quill."""

from __future__ import annotations

from tests.expansions.outcast.saltgate import begin
from tests.systems.defiance.content.missions.course import Course

LIFT = {"vesna": "M01/A3", "brannoch": "M01/A4", "uma": "M01/A5", "jazz": "M01/B3", "billie": "M01/B5"}


def started() -> Course:
    return begin("market_day", LIFT)


def met() -> Course:
    return started().put("vesna", "M02/G6").act("vesna", "interact vesna quill")


def test_the_crowd_hides_until_the_bell() -> None:
    game = started()
    reserve = game.state.reserve
    assert game.kept.zones["crowd"] == ("low",)
    game.put("vesna", "M02/G6").act("vesna", "interact vesna quill")
    assert "quill" in game.state.team
    assert not game.kept.zones.get("crowd")
    assert (game.state.alert, game.state.reserve) == (2, reserve + 2)
    assert "keepers" in game.state.units


def test_dogs_are_in_the_house() -> None:
    game = started().put("uma", "T08/I3").correct("doors.gate.open", True)
    assert "leash_hounds" not in game.state.units
    game.act("uma", "move uma", f"step_to uma {game.name('M02/A3')}")
    assert "leash_hounds" in game.state.units


def test_a_bailiff_waits_for_quill_among_the_stalls() -> None:
    game = met().end_round().put("quill", "T15/A3")
    assert "bailiff" not in game.state.units
    game.act("quill", "move quill", f"step_to quill {game.name('M01/I3')}")
    assert "bailiff" in game.state.units


def test_what_the_desk_does() -> None:
    game = started().put("uma", "M02/B6").correct("reserve", 3)
    first = ("interact uma desk", "assign B 1", "assign S 0")
    game.act("uma", *first, "interact uma desk", "assign B 1", team=["S B !", "S B !"])
    assert (game.state.reserve, game.state.doors["vault"].open) == (1, False)
    game.end_round().act("uma", "interact uma desk", "assign B 0", team="S B !")
    assert game.state.doors["vault"].open


def test_home_with_quill_wins() -> None:
    game = met().end_round()
    for who, space in {"vesna": "M01/A2", "quill": "M01/A3"}.items():
        game.put(who, space)
    game.act("uma")
    assert game.ended == ("victory", "aboard")
    assert "unshaken" in game.kept.results


def test_late_is_lost() -> None:
    assert met().correct("round", 11).end_round().ended == ("defeat", "curfew")


def test_quill_may_fall_once() -> None:
    game = met()
    for falls in (1, 2):
        assert not game.over
        game.end_round().correct("team.quill.damage", 3).correct("team.quill.states", ["burning"]).act("quill")
        assert game.kept.counters == {"falls": falls}
    assert game.ended == ("defeat", "quill_lost")
