"""Remotes: how they fall, come back and are mended (R-153 … R-157; switch D16).

Spans `rules.activation`, `rules.targets` and `rules.harm`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[equipment]]
    id = "gel"

      [[equipment.actions]]
      id = "spread"
      target = "self"
      effects = [{ do = "heal", amount = 3 }]

    [[software]]
    id = "patch"
    kind = "controller"
    targets = "character"
    effects = [{ do = "heal", amount = 2, on = "target" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["patch"]

    [[equipment]]
    id = "beacon"
    actions = [{ id = "call", target = "remote_off", effects = [{ do = "ability", id = "redeploy" }] }]

    [[characters]]
    id = "friend"
    ally = true
    automedikit = false
    controller = "jazz"
    speed = 4
    wounds = 4

    [[consequences]]
    id = "wrecked"
    wounds = -3
    """


def shot_down(jazz: str = "") -> Play:
    """Billie, with all but one of her Wounds gone, is hit."""
    return foes_turn(
        f"""
        J . C B . 1

        billie printed damage=3 aggro=2 suppressed
        jazz {jazz}
        dummy 1 - ai=attack_twice
        initiative dummy
        """
    ).do("proceed", enemy="S S", team="-", consequence="torn_muscle")


@pytest.mark.rule("R-153", "R-157", "R-149")
def test_only_the_repair_kit_helps_a_remote() -> None:
    text = """
        J B

        jazz carries=medikit,medjector,repair_kit
        billie printed damage=3
        """
    game = position(text).do("activate jazz")
    helped = {line.split()[2] for line in game.options("use_card") if line.endswith(" billie")}
    assert helped == {"repair_kit.repair"}
    game.do("use_card jazz repair_kit.repair billie")
    assert game.one("billie").damage == 0


@pytest.mark.rule("R-153")
def test_the_repair_kit_helps_nobody_else() -> None:
    game = position("J U\n\njazz carries=repair_kit damage=2\numa damage=2").do("activate jazz")
    assert game.options("use_card jazz repair_kit") == []


@pytest.mark.rule("R-153", "R-157")
def test_a_remote_is_not_healed_by_loot_by_cards_or_by_programs() -> None:
    game = position("B X\n\nbillie printed damage=3\ncontainer crate X", CARDS)
    game.do("activate billie", "interact billie crate", loot="first_aid_gel")
    assert game.one("billie").damage == 3
    game = position("B J\n\nbillie printed damage=3 carries=gel", CARDS).do(
        "activate billie", "use_card billie gel.spread billie"
    )
    assert game.one("billie").damage == 3
    game = position("B J\n\nbillie printed damage=3\njazz carries=deck", CARDS)
    game.do("activate jazz", "hack jazz patch billie", team="S")
    assert game.one("billie").damage == 3


@pytest.mark.rule("R-157", "R-121")
def test_rest_takes_a_remotes_aggro_and_state_and_leaves_its_damage() -> None:
    game = position("B\n\nbillie printed damage=3 aggro=2 suppressed").do(
        "activate billie", "rest billie state=suppressed"
    )
    billie = game.one("billie")
    assert (billie.damage, billie.aggro, billie.states) == (3, 1, ())


@pytest.mark.rule("R-154")
def test_a_remote_that_falls_leaves_the_board_and_stuns_its_controller() -> None:
    game = shot_down()
    billie = game.one("billie")
    assert (billie.space, billie.damage, billie.states, billie.aggro) == ("", 0, (), 0)
    assert (billie.consequences, billie.face_down) == ((), ("torn_muscle",))
    assert game.one("jazz").states == ("stunned",)
    assert game.game.rules.loadout(billie).wounds == 3


@pytest.mark.rule("R-154", "R-278")
def test_a_controller_that_is_stunned_stays_so() -> None:
    game = shot_down("stunned")
    assert game.one("jazz").states == ("stunned",)
    assert not game.told("state_gained")


@pytest.mark.rule("R-154", "R-159", "R-161")
def test_an_unconscious_controller_is_stunned_too() -> None:
    """The book makes no exception. It costs the Action that would be left after the AutoMediKit."""
    game = shot_down("damage=10 unconscious")
    assert game.one("jazz").states == ("unconscious", "stunned")
    assert game.told("state_gained") == ["state_gained jazz stunned source=billie [R-154 R-275]"]
    game.pass_on(enemy="-", team="-").do("activate jazz")
    assert (game.actions(), game.options()) == (1, ["use_automedikit jazz", "end_activation jazz"])
    game.do("use_automedikit jazz", "keep rattled", consequence=["rattled", "concussion"])
    assert (game.one("jazz").states[0], game.actions()) == ("stunned", 0)
    game.do("end_activation jazz")
    assert "stunned" not in game.one("jazz").states


@pytest.mark.rule("R-224", "R-154")
def test_no_other_state_comes_to_the_unconscious() -> None:
    game = shot_down("damage=10 unconscious")
    for id in ("cadin", "jazz"):
        down = replace(game.one(id), damage=10, aggro=0, states=("unconscious", "stunned", "focused"))
        assert game.game.invariants(replace(game.state, team={**game.state.team, id: down}))
    down = replace(game.one("cadin"), damage=10, aggro=0, states=("unconscious", "stunned"))
    assert game.game.invariants(replace(game.state, team={**game.state.team, "cadin": down}))


@pytest.mark.rule("R-154", "R-042")
def test_a_remote_that_falls_in_its_own_activation_is_done() -> None:
    game = position(
        """
        J . B . 1

        billie printed damage=3
        dummy 1 -
        """
    ).do("activate billie", "attack billie billie.flash_pulse dummy.1", team="-", enemy="S")
    assert game.one("billie").space == ""
    assert game.options() == ["end_activation billie"]


@pytest.mark.rule("R-155", "R-048")
def test_the_controller_brings_it_back_beside_itself_for_an_action() -> None:
    game = position("J . .\n\njazz printed\nbillie printed face_down=torn_muscle").do("activate jazz")
    game.do("use_card jazz jazz.redeploy billie")
    assert game.one("billie").space == "B1"
    assert game.actions() == 1
    assert game.options("use_card jazz jazz.redeploy") == []


@pytest.mark.rule("R-155")
def test_nobody_else_and_nothing_else_is_brought_back() -> None:
    game = position("U J .\n\njazz printed\nbillie printed\numa printed").do("activate uma")
    assert not [line for line in game.options() if "redeploy" in line]
    standing = position("J B .\n\njazz printed\nbillie printed").do("activate jazz")
    assert standing.options("use_card jazz jazz.redeploy") == []


@pytest.mark.rule("R-155")
def test_a_card_brings_nobody_back_for_another_than_the_controller() -> None:
    game = position("U J .\n\numa carries=beacon\njazz carries=beacon\nbillie printed", CARDS).do("activate uma")
    assert game.options("use_card uma beacon") == []
    game.do("end_activation uma", "activate jazz")
    assert game.options("use_card jazz beacon") == ["use_card jazz beacon.call billie"]


@pytest.mark.rule("R-155")
def test_an_ally_of_the_controller_that_is_no_remote_is_not_brought_back() -> None:
    game = position("J .\n\njazz printed\nfriend printed", CARDS).do("activate jazz")
    assert game.one("friend").controller == "jazz"
    assert game.options("use_card jazz jazz.redeploy") == []


@pytest.mark.rule("R-155", "R-239")
@pytest.mark.parametrize(
    ("cards", "wounds", "count"),
    [
        ("face_down=torn_muscle,deep_cut,rattled", True, True),
        ("face_down=torn_muscle,deep_cut,rattled,concussion", False, False),
        ("consequences=cold_anger face_down=torn_muscle,deep_cut,rattled,concussion", False, False),
        ("consequences=wrecked face_down=torn_muscle", False, True),
        ("consequences=torn_muscle,concussion,rattled,marked_prey", True, False),
    ],
    ids=["three of four", "four of four", "five of four", "one that weighs three", "four that weigh nothing"],
)
def test_a_worn_out_remote_is_not_brought_back(cards: str, wounds: bool, count: bool) -> None:
    """Billie has 4 Wounds. One reading asks for Wounds that are left, the other counts the cards."""
    for reading, allowed in (("wounds", wounds), ("cards", count)):
        game = position(f"J .\n\njazz printed\nbillie printed {cards}\nswitch remote_redeploy={reading}", CARDS)
        assert bool(game.do("activate jazz").options("use_card jazz jazz.redeploy")) == allowed


@pytest.mark.rule("R-156", "R-066")
def test_a_remote_hides_nobody() -> None:
    for between, seen in (("B", True), ("C", False)):
        game = position(f"U {between} 1\n\numa carries=pistol\ndummy 1 -").do("activate uma")
        assert game.can("attack uma pistol.shot dummy.1") == seen
