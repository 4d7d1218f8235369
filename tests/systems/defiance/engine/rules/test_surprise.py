"""Surprise Attack: beside whom a Unit appears, where, and what its Miniatures do (R-203 … R-206; switch D14)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import DeployUnits, Trigger
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.test_keywords import CARDS
from tests.systems.defiance.engine.rules.turns import chosen


@pytest.mark.rule("R-203", "R-170")
def test_a_surprise_attack_unit_brings_its_cards_and_no_miniatures() -> None:
    game = position(
        "U . . .\n\ndoor gate A1:e\nselected lurker",
        CARDS,
        triggers=(Trigger("door_opened gate", (DeployUnits(("lurker",), ("C1",)),)),),
    ).do("activate uma", "interact uma gate")
    assert game.state.enemies == {}
    assert game.unit("lurker").hidden_away
    assert game.state.initiative == ("lurker",)
    assert game.unit("lurker").ai_card


@pytest.mark.rule("R-203", "R-253")
def test_respawned_it_waits_off_the_board_and_gets_its_cards_as_the_round_begins() -> None:
    game = position("U . . R\n\navailable lurker\nreserve 1\nrespawn R", CARDS).do("activate uma", "end_activation uma")
    assert game.told("unit_deployed")
    assert game.state.enemies == {}
    assert game.state.initiative == ("lurker",)


def surprise(text: str) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    return position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", CARDS).do("overrule round 1")


@pytest.mark.rule("R-204", "R-206")
def test_each_miniature_appears_beside_the_last_activated_and_attacks_once() -> None:
    game = surprise("C . . U .\n . . . . .\n\numa activated\nlast uma\ncadin")
    game.pass_on(enemy=["S", "S"], team=["-", "-"])
    assert [line.split()[0] for line in game.told("enemy_deployed", "attack_declared")] == [
        "enemy_deployed",
        "attack_declared",
    ] * 2
    board, view = game.game.rules.board, game.game.rules.view(game.state)
    for id in ("lurker.1", "lurker.2"):
        assert board.contact(view.cells[id], view.cells["uma"], 0)
    assert [line.split()[3] for line in chosen(game)] == ["uma", "uma"]
    assert game.one("uma").damage == 2
    assert game.foe("lurker.1").states == ()


@pytest.mark.rule("R-204", "R-037")
def test_behind_a_wall_is_not_in_contact() -> None:
    game = surprise("U . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "B1"
    game = surprise("U . .\n . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == "A2"


@pytest.mark.rule("R-204", "R-192")
@pytest.mark.parametrize(("ground", "space"), [(".", "B1"), ("~", "A2")])
def test_it_appears_where_its_attack_does_most_harm(ground: str, space: str) -> None:
    """Out of low visibility it would not see whom it is to attack."""
    game = surprise(f"U {ground} . .\n . . . .\n\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == space
    assert game.told("attack_declared")


@pytest.mark.rule("R-204")
def test_where_no_adjacent_space_is_free_the_closest_is_taken() -> None:
    game = surprise("U C . . .\n\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "C1"
    assert not game.told("attack_declared")


@pytest.mark.rule("R-205", "R-192")
def test_the_first_to_act_in_the_round_goes_for_whom_evil_ai_picks() -> None:
    """At Alert 4 the Unit opens the second Round; Uma was activated last in the first, Cadin is nearest to falling."""
    game = position("U . . C . Q\n\ncadin damage=9 activated\nqiang activated\nlurker away\nalert 4", CARDS)
    game.do("activate uma", "end_activation uma")
    assert game.state.round == 2
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {"cadin"}


@pytest.mark.rule("R-204")
@pytest.mark.parametrize(("reading", "who"), [("recent", "uma"), ("round", "cadin")])
def test_who_was_activated_last_may_have_been_so_in_the_round_before(reading: str, who: str) -> None:
    """Another Unit has acted, but nobody of the team has yet in this Round."""
    game = surprise(
        f"U . . C . 1\n . . . . . .\n\ncadin damage=9\nlast uma\ndummy 1 - activated\nswitch surprise_target={reading}"
    )
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {who}


@pytest.mark.rule("R-205", "R-192")
def test_evil_ai_picks_whom_its_attack_harms_and_not_who_looks_weak() -> None:
    """Cadin has drawn more Aggro, but little gets through what he rolls in defence."""
    game = surprise("U . . C\n . . . .\n\ncadin damage=9 aggro=3 defense=bulwark\numa damage=9 defense=frail")
    (line,) = game.told("surprise_targeted")
    assert line.startswith("surprise_targeted lurker uma evil_ai")
    assert line.endswith("[R-205 R-192]")


@pytest.mark.rule("R-204", "R-206")
def test_with_nobody_to_attack_the_unit_stays_in_hiding() -> None:
    game = surprise("U . . C\n . . . .\n\ncadin damage=10 unconscious\numa damage=10 unconscious\nlast uma")
    assert game.unit("lurker").hidden_away
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-204")
def test_when_nobody_is_left_to_attack_the_others_appear_all_the_same() -> None:
    game = surprise("U . . .\n . . . .\n\numa damage=9 activated\nlast uma").pass_on(enemy=["S"], team=["-"])
    assert set(game.state.enemies) == {"lurker.1", "lurker.2"}
    assert [line.split()[1] for line in game.told("instruction_skipped")] == ["lurker.2"]


@pytest.mark.rule("R-277", "R-206")
def test_who_hides_is_found_by_those_who_appear_beside() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated hidden\nlast uma").do("proceed", enemy="-", team="-")
    assert game.one("uma").states == ()
    assert game.told("state_lost") == ["state_lost uma hidden [R-277]"]


@pytest.mark.rule("R-264", "R-206")
def test_who_has_made_a_surprise_attack_and_stays_raises_the_alarm() -> None:
    game = surprise("U . . .\n . . . .\n\nalert 0\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.alert == 1


@pytest.mark.rule("R-206")
def test_if_the_target_falls_the_next_miniature_finds_another() -> None:
    game = surprise("U . . . C . Q\n\numa damage=9 activated\nqiang damage=5\nlast uma")
    game.pass_on(enemy=["S", "-"], team=["-", "-"])
    assert [line.split()[3] for line in chosen(game)] == ["uma", "qiang"]


@pytest.mark.rule("R-206", "R-176")
def test_its_ai_card_is_spent_and_in_the_next_round_it_acts_like_others() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.round == 2
    assert game.state.discards["ai"] == ("orders",)
    assert not game.unit("lurker").hidden_away
    game.do("activate uma", "end_activation uma")
    assert game.asks() == "team enemy_activation"
