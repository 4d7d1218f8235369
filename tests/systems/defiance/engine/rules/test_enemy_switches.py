"""Switches of Enemies: what they pay for and in which order, what they do not pay for, what they do (R-103 … R-106)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.switches import CARDS, shooting, under_fire


@pytest.mark.rule("R-103", "R-091", "R-096")
def test_the_enemy_pays_before_the_team_may() -> None:
    game = shooting(team="!", enemy="!")
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! [R-091 R-103 R-106]"]
    assert game.options() == ["use_switch 1", "let_stand"]


@pytest.mark.rule("R-103")
def test_the_enemy_pays_as_often_as_it_can() -> None:
    game = shooting(team="-", enemy="! ! !")
    assert len(game.told("switch_used")) == 3
    assert game.state.reserve == 3


@pytest.mark.rule("R-103")
def test_the_enemy_reads_its_card_from_the_top() -> None:
    """With three "!" the first Switch is paid once, then the second takes what is left."""
    game = under_fire("reader", "U . 1", enemy="! ! !", team="-")
    assert [line.split()[2] for line in game.told("switch_used")] == ["0", "1"]
    assert game.one("uma").damage == 3
    assert game.state.reserve == 1


@pytest.mark.rule("R-104")
def test_an_enemy_imposes_a_state_once_and_keeps_the_other_symbols() -> None:
    game = under_fire("switcher", "U . 1", enemy="S S S", team="-")
    assert len(game.told("switch_used")) == 1
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.switcher.name reason.has_state [R-104]"]
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-105")
def test_only_switches_that_hang_on_no_attack_work_in_defence() -> None:
    game = shooting(team="-", enemy="S !")
    assert game.told("switch_used") == ["switch_used enemy 0 unit.switcher.name ! [R-091 R-103 R-106]"]
    assert (game.one("uma").states, game.one("uma").damage) == ((), 1)


@pytest.mark.rule("R-105")
def test_both_kinds_of_switch_work_with_the_attack() -> None:
    game = under_fire("switcher", "U . 1", enemy="S !", team="-")
    assert [line.split()[4] for line in game.told("switch_used")] == ["S", "!"]
    assert (game.one("uma").states, game.state.reserve) == (("stunned",), 1)


@pytest.mark.rule("R-105", "R-113")
def test_switches_of_the_unit_work_when_it_is_hacked() -> None:
    game = position(
        """
        J . 1

        jazz carries=deck
        switcher 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz test_spike switcher.1", team="-", enemy="!")
    assert game.state.reserve == 1


@pytest.mark.rule("R-106")
def test_a_state_is_there_before_the_roll_is_resolved_and_damage_is_dealt_with_it() -> None:
    game = shooting(team="S S ! !", enemy="-").do("use_switch 1")
    assert game.foe("switcher.1").states == ("stunned",)
    game.do("use_switch 0")
    tags = [line.split()[0] for line in game.told()]
    assert tags.index("roll_boosted") < tags.index("symbols_cancelled") < tags.index("damage_suffered")
    assert game.foe("switcher.1").damage == 3


@pytest.mark.rule("R-103", "R-192")
def test_another_character_is_another_one_and_evil_ai_finds_the_one_that_falls() -> None:
    """Cadin is the target; of the others in Range and sight it is Qiang who would fall."""
    game = under_fire(
        "spreader", "C 1 . U\n . . Q . J", "uma aggro=3\nqiang damage=8\njazz damage=9\nwall E2:w", enemy="!", team="-"
    )
    assert game.told("switch_used") == ["switch_used enemy 0 unit.spreader.name ! target=qiang [R-091 R-103 R-106]"]
    assert game.told("damage_suffered") == [
        "damage_suffered qiang 2 10 source=spreader.1 [R-106]",
    ]
    assert not game.one("qiang").conscious


@pytest.mark.rule("R-103", "R-192", "R-188")
def test_another_character_where_none_falls_goes_by_the_tie_breaks() -> None:
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=2\nqiang aggro=1", enemy="!", team="-")
    assert game.one("uma").damage == 2


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(
    ("board", "figures"),
    [
        ("C 1 . .", ""),
        ("C 1 . U", "uma damage=10 unconscious"),
        ("C 1 . . . . U", ""),
        ("C 1 . U", "wall C1:e C1:ne C1:se D1:w D1:nw D1:sw"),
    ],
    ids=["nobody", "unconscious", "out of Range", "out of sight"],
)
def test_an_enemy_does_not_pay_for_another_character_where_there_is_none(board: str, figures: str) -> None:
    game = under_fire("spreader", board, figures, enemy="! !", team="-")
    assert game.told("switch_used") == []
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.spreader.name reason.nobody_in_reach [R-104]"]
    assert game.one("cadin").damage == 0


@pytest.mark.rule("R-104")
def test_a_switch_on_the_whole_team_is_paid_for_as_long_as_it_reaches_anybody() -> None:
    game = under_fire("chorister", "C 1 . U", "cadin suppressed", enemy="! !", team="-")
    assert len(game.told("switch_used")) == 1
    assert game.one("uma").states == ("suppressed",)
    assert game.told("switch_spared") == ["switch_spared enemy 0 unit.chorister.name reason.has_state [R-104]"]


@pytest.mark.rule("R-192", "R-104")
def test_another_character_is_one_who_has_not_got_the_state_yet() -> None:
    """Qiang has most Aggro and is Stunned already."""
    game = under_fire("tormentor", "C 1 . U\n . . Q . .", "qiang aggro=3 stunned", enemy="! !", team="-")
    assert game.one("uma").states == ("stunned",)
    assert len(game.told("switch_used")) == 1


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("states", "paid"), [("suppressed", 1), ("", 0)])
def test_an_enemy_without_a_state_does_not_pay_to_lose_one(states: str, paid: int) -> None:
    mine = f"tormentor.1 {states}" if states else ""
    game = under_fire("tormentor", "C 1 .", mine, enemy="B", team="-")
    assert len(game.told("switch_used")) == paid
    assert game.foe("tormentor.1").states == ()


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("damage", "healed"), [(0, 0), (1, 1), (2, 2)])
def test_an_unhurt_enemy_does_not_pay_to_be_healed(damage: int, healed: int) -> None:
    game = under_fire("chorister", "C 1 .", f"chorister.1 damage={damage}", enemy="B B", team="-")
    assert len(game.told("damage_healed")) == healed
    assert len(game.told("switch_spared")) == (healed < 2)


@pytest.mark.rule("R-226", "R-104")
def test_a_switch_on_the_whole_team_passes_the_unconscious_over() -> None:
    game = under_fire("chorister", "C 1 . U", "uma damage=10 unconscious", enemy="!", team="-")
    assert game.one("uma").states == ("unconscious",)
    assert game.one("cadin").states == ("suppressed",)


@pytest.mark.rule("R-103", "R-104")
@pytest.mark.parametrize(("board", "others"), [("C 1 . 2", ["focused"]), ("C 1", [])])
def test_another_enemy_is_not_the_one_that_pays(board: str, others: list[str]) -> None:
    game = under_fire("chorister", board, enemy="S S", team="-", mate="2" if "2" in board else "-")
    assert game.foe("chorister.1").states == ()
    assert [state for id, foe in game.state.enemies.items() if id != "chorister.1" for state in foe.states] == others
    assert game.one("cadin").damage == (0 if others else 2)
