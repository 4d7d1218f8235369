"""Hacking: devices, the three kinds of program, and what is not an Attack (R-107 … R-115).

Spans `rules.activation`, `rules.pools` and `rules.outcomes`.
"""

from __future__ import annotations

import pytest

from defiance_qt.core.errors import ContentError
from tests.systems.defiance.engine.positions import position

CARDS = """
    [[software]]
    id = "bless"
    kind = "controller"
    targets = "any"
    effects = [{ do = "impose", state = "suppressed" }]

    [[software]]
    id = "ward"
    kind = "controller"
    targets = "character"
    effects = [{ do = "impose", state = "focused" }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    dice = ["any"]

    [[software]]
    id = "test_overclock"
    kind = "demon"
    modifiers = [{ rolls = ["hacking"], dice = ["black"] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 3], slots = 4 }
    software = ["bless", "bite", "ward"]

    [[equipment]]
    id = "fast_deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any"], range = [0, 6], slots = 2 }
    software = ["bite", "test_overclock"]

    [[equipment]]
    id = "implant"
    modifiers = [{ rolls = ["hacking"], dice = ["red"] }]

    [[equipment]]
    id = "tiny_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }

    # Hackable, and what it rolls when it is hacked.
    [[units]]
    id = "drone"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any"]
      biotech = ["any", "any", "any"]
      abilities = ["hackable"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 8]

    [[units]]
    id = "husk"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      abilities = ["hackable"]
    """


@pytest.mark.rule("R-107")
def test_a_device_runs_what_is_installed_in_it_when_it_is_equipped() -> None:
    text = """
        J 1

        jazz carries={}
        drone 1 -
        """
    equipped = position(text.format("deck"), CARDS).do("activate jazz")
    assert {line.split()[2] for line in equipped.options("hack")} == {"bless", "bite", "ward"}
    packed = position(text.format("deck@backpack"), CARDS).do("activate jazz")
    assert packed.options("hack") == []
    assert packed.refused("hack jazz bite drone.1") == "no_program R-107"
    other = position(text.format("fast_deck"), CARDS).do("activate jazz")
    assert other.refused("hack jazz bless drone.1") == "no_program R-107"


@pytest.mark.rule("R-107", "R-109", "R-133")
def test_every_device_at_hand_runs_its_own_programs_in_its_own_range() -> None:
    """Who holds two chooses which runs a program that both have; a Console takes either."""
    game = position("J . . . 1\n X . . . .\n\njazz carries=deck,fast_deck\ndrone 1 -\nconsole one X S", CARDS)
    game.do("activate jazz")
    assert game.options("hack jazz bite") == ["hack jazz bite drone.1 using=fast_deck"]
    assert game.refused("hack jazz bite drone.1 using=deck") == "out_of_range R-109"
    assert game.refused("hack jazz bite drone.1 using=satchel") == "no_program R-107"
    assert game.options("hack jazz ward") == ["hack jazz ward jazz"]
    assert game.can("interact jazz one using=deck")
    assert game.can("interact jazz one using=fast_deck")
    game.do("hack jazz bite drone.1 using=fast_deck", team="-", enemy="-")
    assert game.dice("team") == ["any", "any", "any", "black"]


@pytest.mark.rule("R-107")
def test_hack_costs_an_action() -> None:
    game = position(
        """
        J 1

        jazz carries=deck
        drone 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bite drone.1", "hack jazz bite drone.1", team=["-", "-"], enemy=["-", "-"])
    assert game.actions() == 0
    assert game.refused("hack jazz bite drone.1") == "no_actions R-046"


@pytest.mark.rule("R-108", "R-114")
def test_a_device_holds_as_many_programs_as_it_has_slots() -> None:
    text = """
        J U

        jazz carries=fast_deck
        uma carries=tiny_deck
        """
    game = position(text, CARDS).do("activate jazz", "equip jazz")
    assert game.options("install") == [
        "install uma bite jazz/fast_deck tiny_deck",
        "install uma test_overclock jazz/fast_deck tiny_deck",
    ]
    game.do("install uma bite jazz/fast_deck tiny_deck")
    assert [held.software for held in game.one("uma").carried] == [("bite",)]
    assert [held.software for held in game.one("jazz").carried] == [("test_overclock",)]
    assert game.options("install") == ["install jazz bite uma/tiny_deck fast_deck"]
    with pytest.raises(ContentError, match="slots"):
        position(text, CARDS.replace('id = "tiny_deck"', 'id = "tiny_deck"\n software = ["bite", "ward"]'))


@pytest.mark.rule("R-109", "R-072")
def test_the_range_of_the_device_counts_and_sight_does_not() -> None:
    game = position(
        """
        J . . 1 2

        wall A1:e B1:e
        jazz carries=deck
        drone 1 2
        """,
        CARDS,
    ).do("activate jazz")
    assert game.options("hack jazz bite") == ["hack jazz bite drone.1"]
    assert game.refused("hack jazz bite drone.2") == "out_of_range R-109"


@pytest.mark.rule("R-109")
def test_the_least_range_of_the_device_counts() -> None:
    """Who stands too near is out of Range like who stands too far."""
    far = (
        CARDS
        + """
    [[equipment]]
    id = "far_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [2, 3], slots = 1 }
    software = ["bite"]
    """
    )
    for board, ranges in {"J 1 . . .": "1", "J . 1 . .": "2", "J . . 1 .": "3", "J . . . 1": "4"}.items():
        game = position(f"{board}\n\njazz carries=far_deck\ndrone 1 -", far).do("activate jazz")
        assert game.can("hack jazz bite drone.1") == (ranges in "23"), ranges
        if ranges in "14":
            assert game.refused("hack jazz bite drone.1") == "out_of_range R-109"


@pytest.mark.rule("R-109", "R-112")
def test_range_0_allows_a_program_on_oneself() -> None:
    game = position(
        """
        J

        jazz carries=deck
        """,
        CARDS,
    ).do("activate jazz", "hack jazz ward jazz", team="S")
    assert game.one("jazz").states == ("focused",)


@pytest.mark.rule("R-110")
def test_the_hacking_value_is_the_base_that_cards_add_to() -> None:
    game = position(
        """
        J 1

        jazz carries=fast_deck,implant
        drone 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bite drone.1", team="6 6 6 6 6", enemy="-")
    assert game.dice("team") == ["any", "any", "any", "black", "red"]


@pytest.mark.rule("R-111")
def test_a_demon_works_without_a_roll_and_cannot_be_run() -> None:
    game = position(
        """
        J 1

        jazz carries=fast_deck
        drone 1 -
        """,
        CARDS,
    ).do("activate jazz")
    assert {line.split()[2] for line in game.options("hack")} == {"bite"}
    assert game.refused("hack jazz test_overclock drone.1") == "demon_runs R-111"
    game.do("hack jazz bite drone.1", team="6 6 6 6", enemy="-")
    assert game.dice("team") == ["any", "any", "any", "black"]


@pytest.mark.rule("R-112")
@pytest.mark.parametrize(("shown", "works"), [("S", True), ("B !", False), ("CB", False)])
def test_a_controller_needs_a_success_in_a_simple_roll(shown: str, works: bool) -> None:
    game = position(
        """
        J 1

        jazz carries=deck
        drone 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bless drone.1", team=shown)
    if not works and shown == "CB":
        game.do("keep_critical block")
    assert game.foe("drone.1").states == (("suppressed",) if works else ())
    assert game.one("jazz").damage == 0


@pytest.mark.rule("R-112", "R-145")
def test_a_controller_may_aim_at_characters_allies_and_enemies_if_its_card_says_so() -> None:
    text = """
        J U B 1

        jazz carries=deck
        drone 1 -
        """
    game = position(text, CARDS).do("activate jazz")
    assert {line.split()[3] for line in game.options("hack jazz bless")} == {"jazz", "uma", "billie", "drone.1"}
    assert {line.split()[3] for line in game.options("hack jazz ward")} == {"jazz", "uma", "billie"}
    assert game.refused("hack jazz ward drone.1") == "wrong_target R-112"


@pytest.mark.rule("R-112", "R-226")
def test_a_controller_does_not_reach_the_unconscious() -> None:
    game = position(
        """
        J U

        jazz carries=deck
        uma damage=10 unconscious
        """,
        CARDS,
    ).do("activate jazz")
    assert not game.can("hack jazz ward uma")


@pytest.mark.rule("R-113", "R-202")
def test_antipersonnel_programs_want_a_hackable_enemy() -> None:
    game = position(
        """
        J 1 2

        jazz carries=deck
        drone 1 -
        dummy 2 -
        """,
        CARDS,
    ).do("activate jazz")
    assert game.options("hack jazz bite") == ["hack jazz bite drone.1"]
    assert game.refused("hack jazz bite dummy.1") == "wrong_target R-113"
    assert game.refused("hack jazz bite jazz") == "wrong_target R-113"


@pytest.mark.rule("R-113", "R-094")
def test_an_antipersonnel_program_is_rolled_against_biotech_and_hurts_both_ways() -> None:
    game = position(
        """
        J 1

        jazz carries=deck
        drone 1 -
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bite drone.1", team="S S S B", enemy="B S S")
    assert game.dice("enemy") == ["any", "any", "any"]
    assert game.told("damage_suffered") == [
        "damage_suffered drone.1 2 2 source=jazz [R-094]",
        "damage_suffered jazz 1 1 source=drone.1 [R-094 R-076]",
    ]
    assert game.one("jazz").aggro == 1


@pytest.mark.rule("R-113", "R-147")
def test_a_hackable_enemy_without_biotech_protection_rolls_nothing() -> None:
    game = position(
        """
        J 1

        jazz carries=deck
        husk 1
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bite husk.1", team="S S")
    assert game.dice("enemy") == []
    assert game.foe("husk.1").damage == 2


@pytest.mark.rule("R-115", "R-262", "R-264")
def test_a_hack_wakes_its_target_and_raises_no_alert() -> None:
    game = position(
        """
        J 1

        jazz carries=deck
        drone 1 -
        alert 0
        """,
        CARDS,
    ).do("activate jazz", "hack jazz bite drone.1", team="S", enemy="-")
    assert game.state.initiative == ("drone",)
    assert game.unit("drone").ai_card
    assert game.state.alert == 0


@pytest.mark.rule("R-115", "R-277")
@pytest.mark.parametrize("program", ["bite drone.1", "ward jazz"])
def test_a_state_that_an_attack_ends_outlasts_a_hack(program: str) -> None:
    game = position(
        """
        J . 1

        jazz carries=deck,club hidden
        drone 1 -
        """,
        CARDS,
    )
    rolled = {"team": "-"} if "jazz" in program else {"team": "-", "enemy": "-"}
    game.do("activate jazz", f"hack jazz {program}", **rolled)
    assert game.one("jazz").states == ("hidden",)


@pytest.mark.rule("R-212", "R-279")
@pytest.mark.parametrize(("board", "reached"), [("J . 1", True), ("J . . 1", False)])
def test_a_hidden_enemy_is_hacked_only_from_close_by(board: str, reached: bool) -> None:
    game = position(
        f"""
        {board}

        jazz carries=deck
        drone 1 -
        drone.1 hidden
        """,
        CARDS,
    ).do("activate jazz")
    assert game.can("hack jazz bite drone.1") == reached
    assert game.can("hack jazz bless drone.1") == reached
    if not reached:
        assert game.refused("hack jazz bite drone.1") == "untargetable R-212"
