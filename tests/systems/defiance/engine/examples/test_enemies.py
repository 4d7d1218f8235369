"""The worked examples of the rulebooks as games, EX-19 to EX-25: Enemy AI, reinforcements and Alert.

The campaign's stand with the campaign.

Spans `rules.alert`, `enemies.reinforcements` and `enemies.replacements`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

# ---- E. Enemy AI -------------------------------------------------------------------------------------------------

COLUMNS = """
    [[ai_cards]]
    id = "columns"
    blue = ["attack least_distance"]
    red = ["focused", "withdraw least_distance"]
    """


@pytest.mark.rule("R-172", "R-179")
@pytest.mark.parametrize("face", ["blue", "red"])
def test_ex_19_both_miniatures_use_the_column_of_the_face(face: str) -> None:
    game = position(
        f"""
        C . . 1 . .
         . . . 2 . .

        dummy 1 2 {face} ai=columns
        initiative dummy
        """,
        COLUMNS,
    ).do("activate cadin", "end_activation cadin")
    if face == "blue":
        game.pass_on(enemy=["-", "-"], team=["-", "-"])
        assert [line.split()[:3] for line in game.told("instruction_chosen")] == [
            ["instruction_chosen", "dummy.1", "attack"],
            ["instruction_chosen", "dummy.2", "attack"],
        ]
    else:
        game.pass_on()
        assert [line.split()[:3] for line in game.told("instruction_chosen")] == [
            ["instruction_chosen", "dummy.1", "focused"],
            ["instruction_chosen", "dummy.1", "withdraw"],
            ["instruction_chosen", "dummy.2", "focused"],
            ["instruction_chosen", "dummy.2", "withdraw"],
        ]


@pytest.mark.rule("R-179", "R-181", "R-186", "R-194", "R-195")
def test_ex_20_nox_spec_ops_activation() -> None:
    game = position(
        """
        C . . . . . . . . 1
         . . . . . . . 2 . .

        nox_spec_ops 1 2 ai=hold_the_line
        initiative nox_spec_ops
        """
    ).do("activate cadin", "end_activation cadin")
    game.pass_on(enemy=["-"] * 3, team=["-"] * 3)
    done = [line.split()[:3] for line in game.told("instruction_chosen", "instruction_skipped")]
    assert done == [
        ["instruction_chosen", "nox_spec_ops.1", "acquire"],
        ["instruction_chosen", "nox_spec_ops.1", "attack"],
        ["instruction_skipped", "nox_spec_ops.2", "acquire"],
        ["instruction_chosen", "nox_spec_ops.2", "attack"],
        ["instruction_skipped", "nox_spec_ops.2", "acquire"],
        ["instruction_chosen", "nox_spec_ops.2", "attack"],
    ]
    assert game.told("moved") == ["moved nox_spec_ops.1 J1>I1 cost=1 [R-061 R-195]"]


@pytest.mark.rule("R-006", "R-276", "R-278")
def test_ex_21_a_state_lies_on_one_tab_and_only_once() -> None:
    game = position(
        """
        U . 1
         . 2

        uma carries=stun_pistol
        nox_spec_ops 1 2
        """
    ).do("activate uma", "attack uma stun_pistol.shot nox_spec_ops.2", "use_switch 0", team="S S ! !", enemy="-")
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do("use_switch 0")
    assert game.told("state_gained") == []
    assert game.foe("nox_spec_ops.2").states == ("stunned",)
    assert game.foe("nox_spec_ops.1").states == ()


# ---- F. Reinforcements and Alert ---------------------------------------------------------------------------------


@pytest.mark.rule("R-248", "R-250", "R-252")
def test_ex_22_respawn() -> None:
    game = position(
        """
        C . . . R .

        respawn R
        available nox_hacker
        reserve 4
        """
    ).do("activate cadin", "end_activation cadin")
    assert game.told("reserve_changed") == [
        "reserve_changed 1 5 quiet_round [R-245 R-044]",
        "reserve_changed -2 3 respawn about=nox_hacker [R-248 R-250]",
    ]
    assert game.foe("nox_hacker.1").space == "E1"
    assert game.foe("nox_hacker.2").space in ("D1", "F1")
    assert "nox_hacker" in game.state.units
    assert game.state.available == ()


@pytest.mark.rule("R-254", "R-255", "R-256", "R-258")
def test_ex_23_replacements() -> None:
    game = position(
        """
        C . . . 1 .

        cadmus 1 -
        reserve 2
        """
    ).do("activate cadin", "end_activation cadin")
    assert game.told("reserve_changed") == [
        "reserve_changed 1 3 quiet_round [R-245 R-044]",
        "reserve_changed -1 2 replacement about=cadmus [R-255 R-256]",
    ]
    assert game.foe("cadmus.2").space in ("D1", "F1")


ALARM = """
    [[equipment]]
    id = "alarm"
    actions = [{ id = "ring", free = true, effects = [{ do = "alert", amount = 1 }] }]
    """


@pytest.mark.rule("R-269", "R-271", "R-272", "R-273")
def test_ex_24_maximum_alert() -> None:
    game = position(
        """
        C . . 1 . . . . 2 .
         . . . . . . . . 3 .

        cadin carries=alarm
        nox_spec_ops - 1
        cadmus 2 3
        alert 4
        """,
        ALARM,
    ).do("activate cadin", "use_card cadin alarm.ring cadin")
    assert game.state.alert == 5
    assert {unit.profile.colour for unit in game.state.units.values()} == {"red"}
    near = game.game.rules.view(game.state).passages.near
    names = game.game.rules.board.by_name
    for unit in ("nox_spec_ops", "cadmus"):
        number = game.unit(unit).profile.number
        minis = [one for one in game.state.enemies.values() if one.unit == unit]
        assert len(minis) == number
        for one in minis:
            others = [names[other.space] for other in minis if other is not one]
            assert any(near[names[one.space]] >> other & 1 for other in others), one
    assert game.unit("cadmus").profile.number == 3
    assert game.told("reserve_changed") == []


@pytest.mark.rule("R-271")
@pytest.mark.parametrize(("edition", "red_unit_heals"), [("en", True), ("es", False)])
def test_ex_25_maximum_alert_clears_tokens(edition: str, red_unit_heals: bool) -> None:
    game = position(
        f"""
        C . . 1 2 . . . 3 4 5

        cadin carries=alarm
        cadmus 1 2
        cadmus.1 damage=1 stunned
        dummy 3 4 5 red
        dummy.1 damage=2 stunned
        alert 4
        edition {edition}
        """,
        ALARM,
    ).do("activate cadin", "use_card cadin alarm.ring cadin")
    assert (game.foe("cadmus.1").damage, game.foe("cadmus.1").states) == (0, ())
    assert (game.foe("dummy.1").damage == 0) == red_unit_heals
    assert (game.foe("dummy.1").states == ()) == red_unit_heals
