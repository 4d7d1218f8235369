"""Tests that follow from the order of steps in the rulebook (DX-01 … DX-12).

Spans `rules.activation`, `rules.rolls` and `rules.rounds`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import Play, position

PRICES = """
    [[units]]
    id = "costly"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 2, respawn = 4 }]

    [[units]]
    id = "cheap"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 2, respawn = 1 }]
    """


def duel(team: str, enemy: str) -> Play:
    """Uma attacks a target; both sides roll these symbols."""
    return position(
        """
        U . 1

        uma carries=stick
        dummy 1 -
        """
    ).do("activate uma", "attack uma stick.point dummy.1", team=team, enemy=enemy)


@pytest.mark.rule("R-087", "R-090", "R-095")
def test_dx_01_an_enemys_critical_block_takes_successes_and_criticals() -> None:
    game = duel("CS S B", "CB S")
    assert game.told("symbols_nullified") == ["symbols_nullified enemy S+CS B S [R-087 R-095]"]
    assert game.told("symbols_cancelled") == ["symbols_cancelled B S 0 0 [R-093]"]


@pytest.mark.rule("R-088", "R-089")
def test_dx_02_a_critical_block_takes_the_enemys_critical_before_it_works() -> None:
    game = duel("CB B S", "CS S B")
    assert game.options() == ["spend_critical block nullify", "spend_critical block add", "keep_critical block"]
    game.do("spend_critical block nullify")
    assert game.told("symbols_nullified") == ["symbols_nullified team S+CS S+B B [R-088 R-095]"]
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+B B 0 0 [R-093]"]


@pytest.mark.rule("R-088", "R-089")
def test_dx_03_added_blocks_fall_to_the_enemys_critical() -> None:
    game = duel("CB", "CS S").do("spend_critical block add")
    assert game.told("critical_added") == ["critical_added team block B+B [R-088 R-095]"]
    assert game.told("symbols_nullified") == ["symbols_nullified enemy B+B - S [R-089 R-095]"]
    assert game.told("symbols_cancelled") == ["symbols_cancelled - S 0 1 [R-093]"]


@pytest.mark.rule("R-090")
def test_dx_04_a_critical_takes_the_enemys_blocks() -> None:
    game = duel("CS S S", "B B B").do("spend_critical success nullify")
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S - 2 0 [R-093]"]


@pytest.mark.rule("R-081", "R-084")
@pytest.mark.parametrize(
    ("answer", "success"), [("spend_critical success add", "yes"), ("keep_critical success", "no")]
)
def test_dx_05_an_unspent_critical_is_no_success(answer: str, success: str) -> None:
    more = """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 1 }
    software = ["geist_aid"]
    """
    game = position(
        """
        J Q

        jazz carries=deck
        """,
        more,
    ).do("activate jazz", "hack jazz geist_aid qiang", answer, team="CS")
    assert game.told("roll_succeeded") == [f"roll_succeeded jazz {success} [R-084]"]


@pytest.mark.rule("R-076", "R-093", "R-094")
def test_dx_06_damage_is_mutual() -> None:
    game = duel("S S", "S B")
    assert game.told("damage_suffered") == [
        "damage_suffered dummy.1 1 1 source=uma [R-094]",
        "damage_suffered uma 1 1 source=dummy.1 [R-094 R-076]",
    ]


@pytest.mark.rule("R-223", "R-244")
def test_dx_07_aggro_above_the_maximum_turns_into_reinforcements() -> None:
    game = position(
        """
        U Q

        uma aggro=3 max_aggro=2
        """
    ).do("activate uma", "end_activation uma")
    assert game.one("uma").aggro == 2
    assert game.told("reserve_changed") == ["reserve_changed 1 1 aggro about=uma [R-223 R-244]"]


@pytest.mark.rule("R-234", "R-243", "R-266", "R-044")
def test_dx_08_the_last_miniature_falls_at_alert_2() -> None:
    """One token as the Unit is eliminated, one as the Round ends, both before Units respawn; and one because no Unit
    was activated."""
    game = position(
        """
        U . 1 . . R

        uma carries=stick
        dummy 1 -
        dummy.1 damage=4
        alert 2
        respawn R
        """
    ).do("activate uma", "attack uma stick.point dummy.1", "end_activation uma", team="S", enemy="-")
    assert game.told("reserve_changed", "unit_eliminated", "unit_deployed")[:6] == [
        "unit_eliminated dummy yes [R-234 R-169]",
        "reserve_changed 1 1 unit_eliminated about=dummy [R-243]",
        "reserve_changed 1 2 quiet_round [R-245 R-044]",
        "reserve_changed 1 3 alert [R-266 R-247]",
        "reserve_changed -2 1 respawn about=dummy [R-248 R-250]",
        game.told("unit_deployed")[0],
    ]


@pytest.mark.rule("R-249")
def test_dx_09_respawn_stops_at_the_first_unit_that_cannot_be_paid() -> None:
    game = position(
        """
        U . . R

        respawn R
        available costly cheap
        reserve 2
        """,
        PRICES,
    ).do("activate uma", "end_activation uma")
    assert game.told("unit_deployed") == []
    assert game.state.reserve == 3


@pytest.mark.rule("R-160", "R-161", "R-162")
def test_dx_10_automedikit() -> None:
    game = position(
        """
        U Q

        uma damage=10 unconscious
        """
    ).do("activate uma", "use_automedikit uma", consequence=["torn_muscle", "cracked_ribs"])
    assert game.options() == ["keep torn_muscle", "keep cracked_ribs"]
    game.do("keep cracked_ribs")
    uma = game.one("uma")
    assert (uma.damage, uma.states, uma.consequences) == (2, (), ("cracked_ribs",))
    assert "automedikit" not in [held.item for held in uma.carried]
    assert game.state.discards["consequence"] == ("torn_muscle",)
    assert game.actions() == 1


@pytest.mark.rule("R-230")
def test_dx_11_dragging_three_spaces_for_six_points() -> None:
    game = position(
        """
        U C . . . .

        uma damage=10 unconscious
        """
    ).do("activate cadin", "move cadin", "drag cadin C1 uma B1", "drag cadin D1 uma C1", "drag cadin E1 uma D1")
    assert game.points() == 0
    assert (game.one("cadin").space, game.one("uma").space) == ("E1", "D1")


@pytest.mark.rule("R-261", "R-262", "R-264")
def test_dx_12_an_awakened_enemy_that_survives_its_activation_raises_the_alert() -> None:
    game = position(
        """
        C 1

        dummy 1 -
        alert 0
        """
    )
    assert not game.state.initiative
    game.do("activate cadin", "attack cadin rippers.slash dummy.1", team="S S !", enemy="-", ai="take_aim")
    assert game.state.alert == 0
    assert game.state.initiative == ("dummy",)
    game.do("end_activation cadin")
    assert game.asks() == "team enemy_activation"
    game.do("proceed")
    assert game.told("alert_changed") == ["alert_changed 1 enemy_activated [R-264]"]
