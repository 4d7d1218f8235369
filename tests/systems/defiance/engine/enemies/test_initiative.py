"""Whose turn: the Initiative deck, the AI cards, and when a new AI deck is made (R-171 … R-178)."""

from __future__ import annotations

import textwrap

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import Condition, DeployUnits, Trigger
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn

CARDS = (
    pack("robot", "mortal")
    + """
    [[units]]
    id = "bystander"
    faces = [{ colour = "blue", number = 1, speed = 4, wounds = 1 }]

    [[ai_cards]]
    id = "first_card"
    blue = ["focused"]
    red = ["focused"]

    [[ai_cards]]
    id = "second_card"
    blue = ["focused"]
    red = ["focused"]

    [[ai_cards]]
    id = "third_card"
    blue = ["focused"]
    red = ["focused"]
    """
)


def ai_pile(game: Play) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return game.state.decks["ai"], game.state.discards.get("ai", ())


def next_round(text: str, **answers: str | list[str]) -> Play:
    """The position at the end of the Round, and the next one begun."""
    return position(text, CARDS).do("activate uma", "end_activation uma", **answers)


@pytest.mark.rule("R-171", "R-040")
def test_every_deployed_unit_gets_an_initiative_card_and_an_ai_card_face_down() -> None:
    game = next_round(
        """
        U . . . 1 2 3

        robot 1
        mortal 2
        bystander 3
        deck ai first_card second_card third_card
        """,
        ai=["second_card", "first_card", "third_card"],
    )
    assert set(game.state.initiative) == {"robot", "mortal", "bystander"}
    assert game.told("ai_card_dealt") == [
        "ai_card_dealt robot second_card [R-171]",
        "ai_card_dealt mortal first_card [R-171]",
        "ai_card_dealt bystander third_card [R-171]",
    ]
    assert not any(unit.revealed for unit in game.state.units.values())


@pytest.mark.rule("R-172")
def test_the_revealed_unit_acts_and_its_ai_card_is_turned() -> None:
    game = position(
        """
        U C . . . 1 2

        robot 1 ai=first_card
        mortal 2 ai=second_card
        initiative robot mortal
        """,
        CARDS,
    ).do("activate uma", "end_activation uma", initiative="mortal")
    assert game.told("initiative_revealed", "unit_activated", "ai_card_revealed") == [
        "initiative_revealed mortal [R-172]",
        "unit_activated mortal [R-172]",
        "ai_card_revealed mortal second_card blue [R-172]",
    ]
    assert not game.unit("robot").revealed
    assert game.state.initiative == ("robot",)


@pytest.mark.rule("R-173")
def test_the_card_of_a_unit_that_is_gone_is_passed_over_at_once() -> None:
    game = position(
        """
        U C . . . 1

        uma carries=club
        robot 1 ai=first_card
        initiative mortal robot
        """,
        CARDS,
    ).do("activate uma", "end_activation uma", initiative=["mortal", "robot"])
    assert game.told("initiative_revealed", "unit_activated") == [
        "initiative_revealed mortal deployed=no [R-173]",
        "initiative_revealed robot [R-172]",
        "unit_activated robot [R-172]",
    ]


@pytest.mark.rule("R-173", "R-041", "R-174")
def test_when_only_cards_of_units_that_are_gone_are_left_the_team_goes_on() -> None:
    game = position("U C\n\ninitiative mortal", CARDS).do("activate uma", "end_activation uma")
    assert game.told("unit_activated") == []
    assert game.options() == ["activate cadin"]


@pytest.mark.rule("R-174", "R-041")
def test_without_initiative_cards_no_unit_acts_any_more_this_round() -> None:
    game = position("U C Q . . . 1\n\nmortal 1 ai=first_card", CARDS)
    game.do("activate uma", "end_activation uma", "activate cadin", "end_activation cadin")
    assert game.told("unit_activated") == []
    assert game.options() == ["activate qiang"]


@pytest.mark.rule("R-174", "R-041")
def test_when_the_team_is_done_the_units_that_are_left_go_on_one_after_the_other() -> None:
    game = position(
        """
        U . . . 1 2

        robot 1 ai=first_card
        mortal 2 ai=second_card
        initiative robot mortal
        """,
        CARDS,
    ).do("activate uma", "end_activation uma", initiative="robot")
    game.do("proceed")
    assert game.told("unit_activated") == ["unit_activated mortal [R-172]"]


@pytest.mark.rule("R-175")
def test_a_unit_with_its_own_instructions_is_dealt_a_card_and_ignores_it() -> None:
    more = CARDS.replace('blue = ["focused"]', 'blue = ["withdraw least_distance"]')
    game = foes_turn("U . 1 . .\n\nrobot 1 ai=first_card\ninitiative robot", more).do("proceed")
    assert chosen(game) == ['robot.1 focused "" ""']
    dealt = next_round("U . . . 1\n\nrobot 1\ndeck ai first_card")
    assert dealt.unit("robot").ai_card == "first_card"
    assert ai_pile(dealt) == ((), ())


@pytest.mark.rule("R-176", "R-044")
def test_the_dealt_cards_are_discarded_as_the_round_ends() -> None:
    game = next_round("U . . . 1\n\nrobot 1 ai=first_card\ndeck ai second_card", ai="second_card")
    assert game.told("ai_cards_discarded") == ["ai_cards_discarded robot first_card [R-176]"]
    assert ai_pile(game) == ((), ("first_card",))


@pytest.mark.rule("R-178", "R-176")
def test_the_card_of_an_eliminated_unit_is_discarded_as_the_round_ends() -> None:
    game = position(
        """
        U 1

        uma carries=club
        mortal 1 ai=first_card
        """,
        CARDS,
    ).do("activate uma", "attack uma club.hit mortal.1", team="S")
    assert game.state.units == {}
    assert game.state.discards.get("ai", ()) == ()
    game.do("end_activation uma")
    assert game.state.discards["ai"] == ("first_card",)


@pytest.mark.rule("R-177", "R-260")
def test_a_new_deck_is_made_when_a_card_is_wanted_and_raises_the_alert() -> None:
    game = next_round(
        """
        U . . . 1 2

        robot 1
        mortal 2
        deck ai first_card
        discards ai second_card third_card
        """
    )
    assert [line.split()[0] for line in game.told("ai_card_dealt", "deck_rebuilt", "alert_changed")] == [
        "ai_card_dealt",
        "deck_rebuilt",
        "alert_changed",
        "ai_card_dealt",
    ]
    assert game.told("alert_changed") == ["alert_changed 2 ai_deck [R-177 R-260]"]
    assert game.unit("robot").ai_card == "first_card"


@pytest.mark.rule("R-177")
def test_an_empty_deck_alone_raises_nothing() -> None:
    game = next_round("U . . . 1\n\nrobot 1\ndeck ai first_card\ndiscards ai second_card")
    assert game.state.decks["ai"] == ()
    assert game.state.alert == 1


@pytest.mark.rule("R-177")
def test_without_any_card_left_there_is_none_and_no_alert() -> None:
    game = next_round("U . . . 1 2\n\nmortal 1\nrobot 2\ndeck ai first_card", ai="first_card")
    assert (game.unit("mortal").ai_card, game.unit("robot").ai_card) == ("first_card", "")
    assert game.state.alert == 1
    game.do("activate uma", "end_activation uma", initiative="robot")
    game.do("proceed")
    assert game.foe("robot.1").states == ("focused",)


@pytest.mark.rule("R-177", "R-171")
def test_cards_that_a_person_dealt_face_down_count_as_gone_from_the_deck() -> None:
    game = next_round(
        """
        U . . . 1 2

        robot 1
        mortal 2
        deck ai first_card
        discards ai second_card
        answers enemy.ai_card=person
        """
    )
    assert [unit.ai_card for unit in game.state.units.values()] == ["?", "?"]
    assert game.state.alert == 2


@pytest.mark.rule("R-176", "R-178")
def test_of_a_card_that_was_never_turned_the_table_says_at_the_end_which_it_was() -> None:
    game = position(
        """
        U . . . 1

        uma carries=stick
        mortal 1
        deck ai first_card second_card
        answers enemy.ai_card=person
        """,
        CARDS,
    ).do("activate uma", "end_activation uma")
    assert game.unit("mortal").ai_card == "?"
    game.do("activate uma", "attack uma stick.point mortal.1", "end_activation uma", team="S")
    assert game.asks() == "table draw"
    assert game.options() == ["enter_card first_card", "enter_card second_card"]
    game.do("enter_card second_card")
    assert (game.state.decks["ai"], game.state.discards["ai"]) == (("first_card",), ("second_card",))
    assert game.state.round == 3


@pytest.mark.rule("R-178", "R-177")
@pytest.mark.parametrize(
    ("more", "told"),
    [("", ["deck_rebuilt ai [R-177]", "alert_changed 2 ai_deck [R-177 R-260]"]), (" fourth_card", [])],
)
@pytest.mark.parametrize("dies", [False, True])
def test_a_card_that_lies_unseen_before_a_unit_or_for_one_that_is_gone_is_not_in_the_deck(
    dies: bool, more: str, told: list[str]
) -> None:
    """One of the two that were dealt was turned, the other was not: a Unit that arrives needs a third."""
    cards = CARDS + '[[ai_cards]]\nid = "fourth_card"\nblue = ["focused"]\nred = ["focused"]\n'
    game = position(
        f"""
        C . U . 2 1

        uma carries=stick
        robot 1
        mortal 2
        selected bystander
        door gate A1:e
        deck ai first_card second_card{more}
        discards ai third_card
        answers enemy.ai_card=person
        """,
        textwrap.dedent(cards),
        triggers=(Trigger("door_opened gate", (DeployUnits(("bystander",), ("B1",)),)),),
    ).do("activate cadin", "end_activation cadin", "activate uma", "end_activation uma")
    assert [unit.ai_card for unit in game.state.units.values()] == ["?", "?"]
    if dies:
        game.do("activate uma", "attack uma stick.point mortal.1", team="S").do(
            "end_activation uma", initiative="robot"
        )
    else:
        game.do("activate uma", "end_activation uma", initiative="robot")
    game.do("enter_card first_card", "proceed", "activate cadin", "interact cadin gate")
    assert game.told("deck_rebuilt", "alert_changed") == told
    assert game.unit("bystander").ai_card == "?"


@pytest.mark.rule("R-172")
def test_a_card_dealt_face_down_by_a_person_is_named_when_it_is_turned() -> None:
    """One card is asked for, and the Unit acts by it."""
    game = position(
        """
        U . . . . . . . . 1

        dummy 1 -
        deck ai take_aim attack_twice
        answers enemy.ai_card=person
        """
    ).do("activate uma", "end_activation uma")
    assert game.unit("dummy").ai_card == "?"
    game.do("activate uma", "end_activation uma")
    assert (game.asks(), game.options()) == ("table draw", ["enter_card take_aim", "enter_card attack_twice"])
    game.do("enter_card take_aim")
    assert game.told("ai_card_revealed") == ['ai_card_revealed dummy take_aim "" typed=yes [R-172]']
    assert game.asks() == "team enemy_activation"
    assert game.pass_on().foe("dummy.1").states == ("focused",)


@pytest.mark.rule("R-041", "R-179", "R-024")
def test_as_a_units_activation_ends_the_mission_may_be_over() -> None:
    """Uma falls by the first Attack; it is over when the Unit has made its second."""
    lost = Condition(id="lost", when="activation", unconscious=("uma",))
    text = "U . 1 . . C\n\numa damage=9\ndummy 1 - ai=attack_twice\ninitiative dummy"
    game = foes_turn(text, defeat=(lost,)).do("proceed", enemy="S", team="-")
    assert (game.one("uma").conscious, game.state.result) == (False, None)
    game.pass_on(enemy="-", team="-")
    assert (game.state.result, game.state.because) == ("defeat", "lost")


@pytest.mark.rule("R-179", "R-181", "R-195")
def test_a_move_is_performed_and_counts() -> None:
    game = turn("U . . . . . . 1", "acquire least_distance; focused; retreat").pass_on()
    assert [line.split()[1] for line in chosen(game)] == ["acquire", "focused"]


@pytest.mark.rule("R-179", "R-172")
def test_miniatures_act_by_their_numbers_in_whatever_order_they_came() -> None:
    """The first was replaced after the second; another Unit does not act with them."""
    game = position("U . . . . . 1 2 3\n\ndummy 1 2 ai=take_aim\nnox_spec_ops 3 -\ninitiative dummy\ngoldstein")
    first, *rest = game.state.enemies.items()
    game.state = replace(game.state, enemies=dict([*rest, first]))
    game.do("activate goldstein", "end_activation goldstein").pass_on()
    assert [line.split()[0] for line in chosen(game)] == ["dummy.1", "dummy.2"]


@pytest.mark.rule("R-182", "R-179", "R-277")
@pytest.mark.parametrize(("states", "count"), [("focused", 2), ("suppressed stunned", 1), ("stunned suppressed", 1)])
def test_every_state_counts_for_the_instructions_that_are_left(states: str, count: int) -> None:
    column = "withdraw least_distance; assault least_distance; withdraw least_distance"
    game = turn("U . . . . . 1 . . . . . .", column, f"archer.1 {states}").pass_on()
    assert len(chosen(game)) == count


@pytest.mark.rule("R-277", "R-279", "R-179")
@pytest.mark.parametrize(("board", "found"), [("U . . 1", True), ("U . . . . . 1", False)])
def test_who_hides_is_found_by_an_enemy_that_ends_its_activation_in_contact(board: str, found: bool) -> None:
    game = turn(board, "assault least_distance", "uma hidden").pass_on()
    assert game.one("uma").states == (() if found else ("hidden",))
