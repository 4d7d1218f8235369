"""Allies, synchronized or not (R-143 … R-152, R-319, R-320).

Spans `rules.activation`, `rules.effects` and `rules.rounds`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition
from tests.systems.defiance.engine.positions import Play, opening, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn

CARDS = """
    # No Defense, no Biotech Protection, no Maximum Aggro; an Attack and an Action of its own.
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6
    actions = [{ id = "cheer", target = "character", range = [0, 2], effects = [{ do = "impose", state = "focused" }] }]

      [[characters.attacks]]
      id = "sling"
      dice = ["any", "any", "any"]
      range = [1, 3]

    [[characters]]
    id = "medic_ally"
    ally = true
    speed = 4
    wounds = 6
    defense = ["any"]
    equipment = ["automedikit"]

    [[characters]]
    id = "shadow"
    ally = true
    automedikit = false
    synchronized = true
    controller = "uma"
    speed = 4
    wounds = 6
    defense = ["any"]

    [[characters]]
    id = "second_shadow"
    ally = true
    automedikit = false
    synchronized = true
    controller = "uma"
    speed = 4
    wounds = 6
    defense = ["any"]

    [[equipment]]
    id = "heavy_plate"
    hackable = true

    [[units]]
    id = "hacker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]
      hack_attack = { dice = ["any", "any"], range = [0, 8], sight = false }
    """


@pytest.mark.rule("R-143")
def test_allies_of_the_mission_are_deployed_with_the_team() -> None:
    game = opening("extraction")
    assert game.one("billie").ally
    assert game.options("deploy billie")


@pytest.mark.rule("R-144", "R-145", "R-041", "R-042")
def test_an_ally_is_activated_like_a_character_and_once_a_round() -> None:
    game = position("U A\n\nguest A", CARDS)
    assert game.options() == ["activate uma", "activate guest"]
    game.do("activate guest")
    assert game.game.prompt(game.state).seat == "team"
    game.do("move guest", "rest guest", "end_activation guest")
    assert game.options() == ["activate uma"]
    assert game.refused("activate guest") == "already_activated R-042"


@pytest.mark.rule("R-145", "R-046")
def test_an_ally_has_two_actions_of_the_same_list() -> None:
    game = position("A X U\n\nguest A\ncontainer crate X\numa printed", CARDS).do("activate guest")
    assert {line.split()[0] for line in game.options()} == {
        "move",
        "equip",
        "rest",
        "interact",
        "use_card",
        "end_activation",
    }
    game.do("rest guest", "rest guest")
    assert game.options() == ["end_activation guest"]


@pytest.mark.rule("R-145", "R-188")
def test_an_ally_is_a_target() -> None:
    game = foes_turn(
        """
        A . 1

        guest A printed
        dummy 1 - ai=attack_twice
        initiative dummy
        """,
        CARDS,
    ).do("proceed", enemy="S")
    assert chosen(game) == ["dummy.1 attack least_distance guest"]


@pytest.mark.rule("R-319", "R-073")
def test_an_ally_attacks_with_what_its_card_prints() -> None:
    game = position("A . 1\n\nguest A\ndummy 1 -", CARDS).do("activate guest")
    assert game.options("attack") == ["attack guest guest.sling dummy.1"]
    game.do("attack guest guest.sling dummy.1", team="S S", enemy="-")
    assert game.foe("dummy.1").damage == 2


@pytest.mark.rule("R-319", "R-048")
def test_an_ally_has_the_actions_that_its_card_prints() -> None:
    game = position("A . U\n Q . . C\n\nguest A", CARDS).do("activate guest")
    assert {line.split()[-1] for line in game.options("use_card guest guest.cheer")} == {"guest", "uma", "qiang"}
    game.do("use_card guest guest.cheer uma")
    assert game.one("uma").states == ("focused",)
    assert game.actions() == 1


@pytest.mark.rule("R-147", "R-079")
def test_an_attribute_printed_as_a_dash_gives_no_symbols_and_the_rival_rolls_all_the_same() -> None:
    game = foes_turn(
        """
        A . 1

        guest A printed focused
        dummy 1 - ai=attack_twice
        initiative dummy
        """,
        CARDS,
    ).do("proceed", enemy="S S B")
    assert game.dice("team") == []
    assert game.told("symbols_cancelled") == ["symbols_cancelled - S+S+B 0 2 [R-093]"]
    assert game.one("guest").damage == 2


@pytest.mark.rule("R-147", "R-200")
def test_a_dash_for_biotech_protection() -> None:
    game = foes_turn(
        """
        A . 1

        guest A carries=heavy_plate
        hacker 1 ai=attack_twice
        initiative hacker
        """,
        CARDS,
    ).do("proceed", enemy="S S")
    assert game.one("guest").damage == 2


@pytest.mark.rule("R-148")
def test_an_ally_gains_aggro_and_without_a_maximum_keeps_all_of_it() -> None:
    game = position("A . 1\n\nguest A aggro=9\ndummy 1 -", CARDS).do(
        "activate guest", "attack guest guest.sling dummy.1", "end_activation guest", team="S", enemy="-"
    )
    assert game.one("guest").aggro == 10
    assert not [line for line in game.told("reserve_changed") if " aggro " in line]


@pytest.mark.rule("R-148", "R-124")
def test_an_ally_finds_no_intel_packs() -> None:
    game = position("A X\n\nguest A\ncontainer crate X 2", CARDS)
    game.do("activate guest", "interact guest crate", loot=["intel_pack", "sealed_archive"])
    assert not game.told("intel_gained")
    assert len(game.told("loot_found")) == 2


@pytest.mark.rule("R-149", "R-231", "R-232")
@pytest.mark.parametrize(("kit", "board"), [("medikit", "U A"), ("medjector", "U . A")])
def test_an_unconscious_ally_is_treated(kit: str, board: str) -> None:
    game = position(f"{board}\n\numa carries={kit}\nguest A damage=6 unconscious", CARDS).do("activate uma")
    game.do(f"use_card uma {kit}.revive guest", consequence="torn_muscle")
    assert game.one("guest").conscious
    assert game.one("guest").damage == (2 if kit == "medikit" else 4)
    assert game.one("guest").consequences == ("torn_muscle",)


@pytest.mark.rule("R-149")
def test_only_the_unconscious_are_brought_round() -> None:
    """Who stands needs no treatment, however wounded."""
    game = position("U A\n\numa carries=medikit\nguest A damage=5", CARDS).do("activate uma")
    assert game.options("use_card uma medikit.revive") == []
    assert game.refused("use_card uma medikit.revive guest") == "wrong_target R-149"


@pytest.mark.rule("R-320", "R-011")
def test_an_ally_has_an_automedikit_only_if_its_card_says_so() -> None:
    game = position("U A G\n\nmedic_ally A\nguest G", CARDS)
    assert [held.item for held in game.one("medic_ally").carried] == ["automedikit"]
    assert game.one("guest").carried == ()
    down = position("U A\n\nguest A damage=6 unconscious", CARDS).do("activate guest")
    assert down.options() == ["end_activation guest"]


def won(*words: str) -> Play:
    return position(
        "U N .\n\nneutral guest N\nzone out A1 B1",
        CARDS,
        victory=(Condition(id="met", standing=("*",), zone="out"),),
    ).do("activate uma", *words, "end_activation uma")


@pytest.mark.rule("R-150")
@pytest.mark.parametrize(("met", "crew"), [(["interact uma guest"], ("guest",)), ([], ())])
def test_who_was_won_over_joins_the_crew_when_the_mission_ends(met: list[str], crew: tuple[str, ...]) -> None:
    game = won(*met)
    assert game.state.result == "victory"
    assert game.state.crew == crew


# ---- synchronized


@pytest.mark.rule("R-152", "R-041")
@pytest.mark.parametrize(("first", "second"), [("uma", "shadow"), ("shadow", "uma")])
def test_a_synchronized_ally_and_its_controller_act_one_after_the_other(first: str, second: str) -> None:
    """No Unit acts between them; after both it does."""
    game = position(
        """
        U A C . 1

        shadow A
        dummy 1 - ai=take_aim
        initiative dummy
        """,
        CARDS,
    ).do(f"activate {first}", f"end_activation {first}")
    assert game.options() == [f"activate {second}"]
    assert game.refused("activate cadin") == "partner_first R-152"
    game.do(f"activate {second}", f"end_activation {second}")
    assert game.told("unit_activated") == ["unit_activated dummy [R-172]"]


@pytest.mark.rule("R-152")
def test_several_synchronized_allies_make_one_block() -> None:
    game = position(
        """
        U A G C . 1

        shadow A
        second_shadow G
        dummy 1 - ai=take_aim
        initiative dummy
        """,
        CARDS,
    ).do("activate shadow", "end_activation shadow", "activate uma", "end_activation uma")
    assert game.options() == ["activate second_shadow"]
    game.do("activate second_shadow", "end_activation second_shadow")
    assert game.told("unit_activated")


@pytest.mark.rule("R-152")
def test_an_unconscious_partner_is_still_activated_in_the_block() -> None:
    game = position("U A C\n\nshadow A\numa damage=10 unconscious", CARDS).do(
        "activate shadow", "end_activation shadow"
    )
    assert game.options() == ["activate uma"]


@pytest.mark.rule("R-152", "R-041")
@pytest.mark.parametrize("partner", ["shadow A activated", "billie activated", "billie"])
def test_a_controller_whose_ally_cannot_act_passes_the_turn_on(partner: str) -> None:
    """The Ally has acted already, or is a Remote that lies off the board."""
    controller = "uma" if "shadow" in partner else "jazz"
    game = position(
        f"""
        Z A C . 1

        {controller} Z
        {partner}
        dummy 1 - ai=take_aim
        initiative dummy
        """,
        CARDS,
    ).do(f"activate {controller}", f"end_activation {controller}")
    assert game.told("turn_passed") == ["turn_passed enemy [R-041]"]
    assert game.asks() == "team enemy_activation"
