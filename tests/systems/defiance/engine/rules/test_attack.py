"""Attacks (R-073 … R-078).

Spans `rules.pools`, `rules.outcomes` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position

CARDS = """
    [[equipment]]
    id = "coat"
    tabs = [["torso"]]
    modifiers = [{ rolls = ["defense"], dice = ["black"] }]

    [[equipment]]
    id = "scope"
    tabs = [["head"]]
    modifiers = [{ rolls = ["attack"], dice = ["red"] }]

    [[units]]
    id = "turret"

      [[units.faces]]
      colour = "grey"
      number = 1
      speed = 0
      wounds = 4
      defense = ["any"]
      structure = true
      attacks = [{ id = "beam", dice = ["any"], range = [1, 8] }]
    """


@pytest.mark.rule("R-073")
def test_an_attack_of_an_equipped_weapon_on_an_enemy() -> None:
    game = position(
        """
        U . 1 B

        uma carries=pistol,knife@backpack
        jazz
        dummy 1 -
        """
    ).do("activate uma")
    assert game.options("attack") == ["attack uma pistol.shot dummy.1"]
    assert game.refused("attack uma knife.thrust dummy.1") == "in_backpack R-032"
    assert game.refused("attack uma stick.point dummy.1") == "not_equipped R-073"


@pytest.mark.rule("R-073", "R-319")
def test_an_attack_printed_on_an_ally_card() -> None:
    game = position("B . 1\n\njazz\ndummy 1 -").do("activate billie")
    assert game.can("attack billie billie.flash_pulse dummy.1")


@pytest.mark.rule("R-074")
def test_attack_roll_against_defense() -> None:
    game = position("U . 1\n\numa carries=pistol\nnox_spec_ops 1 -").do("activate uma")
    pistol = game.game.rules.catalog.equipment["pistol"].attacks[0]
    game.do("attack uma pistol.shot nox_spec_ops.1", team="6 1", enemy="6")
    assert game.dice("team") == list(pistol.dice)
    assert game.dice("enemy") == list(game.unit("nox_spec_ops").profile.defense or ())
    assert "purpose=attack" in game.told("roll_opened")[0]


@pytest.mark.rule("R-075")
def test_attack_and_defense_rolls_are_modified_by_cards() -> None:
    game = position(
        """
        U . 1

        uma carries=stick,coat,scope focused
        dummy 1 - ai=attack_twice
        dummy.1 focused
        initiative dummy
        goldstein
        """,
        CARDS,
    ).do("activate uma", "attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.dice("team") == ["any"] * 6 + ["red", "orange"]
    game.do("end_activation uma", "proceed", enemy="S", team="-")
    assert game.dice("enemy") == ["any"] * 4 + ["orange"]
    assert game.dice("team") == ["any"] * 4 + ["black"]


@pytest.mark.rule("R-076")
@pytest.mark.parametrize("space", ["B1", "H1"])
def test_the_attacker_suffers_what_it_does_not_block_at_any_range(space: str) -> None:
    game = position(f"U . . . . . . .\n\numa carries=stick\ndummy {space} -")
    game.do("activate uma", "attack uma stick.point dummy.1", team="S B", enemy="S S B B")
    assert game.told("damage_suffered") == ["damage_suffered uma 1 1 source=dummy.1 [R-094 R-076]"]


@pytest.mark.rule("R-076")
def test_an_enemy_that_attacks_suffers_too() -> None:
    game = position("U . 1\n\numa\ndummy 1 - ai=attack_twice\ninitiative dummy\ngoldstein")
    game.do("activate goldstein", "end_activation goldstein", "proceed", enemy="B", team="S S")
    assert game.told("damage_suffered") == ["damage_suffered dummy.1 1 1 source=uma [R-094]"]


@pytest.mark.rule("R-077", "R-093", "R-101")
@pytest.mark.parametrize(("paid", "dealt"), [(False, 2), (True, 1)])
def test_symbols_paid_for_switches_do_not_count_and_the_others_do(paid: bool, dealt: int) -> None:
    more = """
    [[equipment]]
    id = "prod"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "jab"
      dice = ["any", "any", "any"]
      range = [1, 1]
      switches = [{ cost = "S", effects = [{ do = "impose", state = "stunned" }] }]
    """
    game = position("U 1\n\numa carries=prod\ndummy 1 -", more)
    game.do("activate uma", "attack uma prod.jab dummy.1", team="S S", enemy="-")
    assert game.options() == ["use_switch 0", "let_stand"]
    game.do(*(["use_switch 0"] if paid else []), "let_stand")
    assert game.foe("dummy.1").damage == dealt
    assert (game.foe("dummy.1").states == ("stunned",)) == paid


@pytest.mark.rule("R-078", "R-234")
def test_only_enemies_and_structures_are_attacked() -> None:
    game = position(
        """
        U Q . 1 2

        uma carries=stick
        dummy 1 -
        turret 2
        """,
        CARDS,
    ).do("activate uma")
    assert {line.split()[-1] for line in game.options("attack uma stick.lob")} == {"dummy.1", "turret.1"}
    assert game.refused("attack uma stick.point qiang") == "not_an_enemy R-078"
    game.do("attack uma stick.lob turret.1", team="S S S S", enemy="-")
    assert game.told("unit_eliminated") == ["unit_eliminated turret no [R-234 R-169]"]
