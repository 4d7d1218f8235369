"""The worked examples of the rulebooks as games, EX-10 to EX-18: rolls and Consoles.

Spans `rules.pools`, `rules.rolls` and `rules.interact`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

CONSOLE_DICE = """
    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 1 }
    """


# ---- C. Rolls ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-083", "R-084", "R-099", "R-101", "R-112")
def test_ex_10_geist_aid() -> None:
    game = position("J . . . U Q").do("activate jazz", "hack jazz geist_aid qiang", team="S B ! !")
    assert game.can("use_switch 0 target=uma")
    game.do("use_switch 0 target=uma")
    assert game.told("switch_used") == ["switch_used team 0 software.geist_aid.name B+! target=uma [R-083 R-101]"]
    assert game.told("roll_succeeded") == ["roll_succeeded jazz yes [R-084]"]
    assert game.one("uma").states == ("focused",)
    assert game.one("qiang").states == ("focused",)


@pytest.mark.rule("R-083", "R-084", "R-106")
def test_ex_10_a_switch_paid_with_the_last_success_fails_the_program_and_still_works() -> None:
    more = """
    [[software]]
    id = "leak"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]
    switches = [{ cost = "S", effects = [{ do = "impose", state = "hidden", on = "other_character" }] }]

    [[equipment]]
    id = "leaking_device"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["leak"]
    """
    game = position(
        """
        J . U Q

        jazz carries=leaking_device
        """,
        more,
    ).do("activate jazz", "hack jazz leak qiang", "use_switch 0 target=uma", team="S")
    assert game.told("roll_succeeded") == ["roll_succeeded jazz no [R-084]"]
    assert game.one("uma").states == ("hidden",)
    assert game.one("qiang").states == ()


@pytest.mark.rule("R-074", "R-093", "R-094", "R-102")
def test_ex_11_rippers_against_nox_spec_ops() -> None:
    """Nobody else is near, so the Switch of the Rippers has no target."""
    game = position(
        """
        C 1

        nox_spec_ops 1 -
        """
    ).do("activate cadin", "attack cadin rippers.slash nox_spec_ops.1", team="S S B B ! !", enemy="S B !")
    assert game.told("switch_used", "symbols_cancelled", "damage_suffered") == [
        "symbols_cancelled S+S+B+B+!+! S+B+! 1 0 [R-093]",
        "damage_suffered nox_spec_ops.1 1 1 source=cadin [R-094]",
    ]


@pytest.mark.rule("R-099", "R-102")
def test_ex_11_the_rippers_switch_wants_another_enemy() -> None:
    game = position(
        """
        C 1
         2 .

        nox_spec_ops 1 2
        """
    ).do("activate cadin", "attack cadin rippers.slash nox_spec_ops.1", team="S S B B ! !", enemy="S B !")
    assert game.options() == ["use_switch 0 target=nox_spec_ops.2", "let_stand"]
    game.do("use_switch 0 target=nox_spec_ops.2")
    assert game.told("switch_used") == [
        "switch_used team 0 equipment.rippers.name S+! target=nox_spec_ops.2 [R-092 R-101]"
    ]
    assert game.foe("nox_spec_ops.2").damage == 1


@pytest.mark.rule("R-100")
def test_ex_12_only_the_card_in_use_offers_its_switch() -> None:
    """One "!" is too little for the Pistol, and the Stun Pistol is not the weapon of this Attack."""
    text = """
        U . 1

        uma carries=pistol,stun_pistol
        nox_spec_ops 1 -
        """
    game = position(text).do("activate uma", "attack uma pistol.shot nox_spec_ops.1", team="!", enemy="-")
    assert game.told("roll_closed")
    assert game.foe("nox_spec_ops.1").states == ()
    other = position(text).do("activate uma", "attack uma stun_pistol.shot nox_spec_ops.1", team="!", enemy="-")
    assert other.options() == ["use_switch 0", "let_stand"]
    assert other.do("use_switch 0").foe("nox_spec_ops.1").states == ("stunned",)


STUNNING = """
    [[units]]
    id = "stunner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any", "any", "any"]
      switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
    """


@pytest.mark.rule("R-104")
@pytest.mark.parametrize(("stunned", "left"), [("", "S+S+!"), ("stunned", "S+S+!+!")])
def test_ex_13_an_enemy_does_not_pay_in_vain(stunned: str, left: str) -> None:
    game = position(
        f"""
        C . 1

        cadin carries=stick {stunned}
        stunner 1
        """,
        STUNNING,
    ).do("activate cadin", "attack cadin stick.point stunner.1", team="-", enemy="S S ! !")
    assert len(game.told("switch_used")) == (not stunned)
    spared = ["switch_spared enemy 0 unit.stunner.name reason.has_state [R-104]"]
    assert game.told("switch_spared") == spared
    assert game.told("symbols_cancelled") == [f"symbols_cancelled - {left} 0 2 [R-093]"]


@pytest.mark.rule("R-107", "R-110", "R-113")
def test_ex_14_skullbuster_doubles_what_is_left() -> None:
    game = position(
        """
        J . . . 1

        cadmus 1 -
        """
    ).do("activate jazz", "hack jazz skullbuster cadmus.1", team="S S S B ! ! ! !", enemy="B")
    assert game.dice("team") == ["yellow", "yellow", "orange"]
    assert game.told("symbols_cancelled") == ["symbols_cancelled S+S+S+B+!+!+!+! B 4 0 [R-093]"]
    assert game.told("miniature_died")
    assert game.one("jazz").damage == 0


@pytest.mark.rule("R-200", "R-201", "R-202")
def test_ex_15_hack_attack_on_heavy_armour() -> None:
    text = """
        Q . 1

        qiang carries={} activated
        cadmus 1 - ai=attack_twice
        initiative cadmus
        turn enemy
        jazz
        """
    game = position(text.format("heavy_machine_gun,heavy_armour")).do("activate jazz")
    game.do("end_activation jazz", "proceed", enemy="S S ! !", team="B")
    assert "hack_attack" in game.told("attack_declared")[0]
    assert game.dice("team") == ["green", "black"]
    assert game.told("damage_suffered") == ["damage_suffered qiang 1 1 source=cadmus.1 [R-094]"]
    unarmoured = position(text.format("heavy_machine_gun")).do("activate jazz")
    unarmoured.do("end_activation jazz", "proceed", enemy="S", team="-")
    assert "cadmus.combi_rifle" in unarmoured.told("attack_declared")[0]


# ---- D. Consoles -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-133", "R-134", "R-135", "R-136", "R-137")
def test_ex_16_jazz_works_console_1() -> None:
    game = position(
        """
        J X

        console console_1 X "S B" "!" "B B"
        """
    ).do("activate jazz", "interact jazz console_1 using=hacking_device", "keep_dice", team="S B ! !")
    assert game.dice("team") == ["yellow", "yellow", "orange"]
    assert game.options() == ["assign S 0", "assign B 0", "assign B 2", "assign ! 1"]
    game.do("assign S 0", "assign ! 1")
    assert game.options() == ["assign B 0", "assign B 2"]
    game.do("assign B 2")
    assert game.told("symbols_discarded") == ["symbols_discarded console_1 ! [R-135]"]
    assert [held.text for held in game.state.consoles["console_1"].assigned] == ["S", "!", "B"]
    assert game.told("input_completed") == ["input_completed console_1 1 [R-138]"]


@pytest.mark.rule("R-136")
def test_ex_17_an_input_never_takes_more_than_it_lists() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        """,
        CONSOLE_DICE,
    ).do("activate jazz", "interact jazz one using=deck", team="S S")
    assert game.options() == ["assign S 0"]
    game.do("assign S 0")
    assert game.told("symbols_discarded") == ["symbols_discarded one S [R-135]"]
    assert game.asks() == "team activation"


@pytest.mark.rule("R-132", "R-139")
def test_ex_18_the_extra_is_a_whole_interaction() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        """,
        CONSOLE_DICE,
    )
    game.do("activate jazz", "interact jazz one using=deck", "rest jazz", team="-")
    assert game.actions() == 0
    assert (game.one("jazz").aggro, game.state.reserve) == (0, 0)
    game.do("interact jazz one using=deck extra=yes", team="-")
    assert (game.one("jazz").aggro, game.state.reserve) == (1, 2)
    assert game.options("interact") == []


@pytest.mark.rule("R-139")
def test_ex_18_the_extra_is_one_more_roll_in_the_spanish_edition() -> None:
    game = position(
        """
        J X

        jazz carries=deck
        console one X "S !"
        edition es
        """,
        CONSOLE_DICE,
    )
    game.do("activate jazz")
    assert game.options("interact") == ["interact jazz one", "interact jazz one using=deck"]
    game.do("interact jazz one using=deck", team="S")
    game.do("assign S 0")
    assert game.options() == ["console_roll_again", "leave_console"]
    game.do("console_roll_again", team="!")
    assert (game.one("jazz").aggro, game.state.reserve) == (1, 2)
    assert game.options() == ["assign ! 0"]
