"""The hand as values: what each card does now, or why it cannot be played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.shell.present.values import HandCardView
from expansions.warfighter.engine import commands as c
from expansions.warfighter.engine import frames as f
from expansions.warfighter.engine.state import Goal, State, with_soldier
from expansions.warfighter.view.present.hand import hand, holder
from expansions.warfighter.view.present.names import Names
from expansions.warfighter.view.values import HandView

from .tables import offers_of, rules, salt_road, why_of, words

BURST = c.Fire("1", "assault_rifle.2", "riflemen.1")


def shown(state: State, number: str = "1", attack: c.Command | None = None) -> HandView:
    table = rules()
    return hand(state, table, Names(words()), offers_of(table, state), number, why_of(table, state), attack)


def cards(view: HandView) -> dict[str, HandCardView]:
    return {card.title: card for card in view.cards}


def test_the_hand_tells_whose_it_is_and_how_many_it_draws() -> None:
    view = shown(salt_road())
    assert view.title == "Hand: Roa"
    assert view.note.startswith("5 cards, draws to 6")


def test_a_card_that_can_be_played_has_a_key_and_its_commands() -> None:
    surge = cards(shown(salt_road()))["Surge"]
    assert (surge.key, surge.why) == ("S", "")
    assert surge.command[0] == c.Play("1", "surge", "1")
    assert surge.extra == "[any Soldier]"


def test_a_card_that_cannot_be_played_says_why() -> None:
    found = cards(shown(salt_road()))
    assert (found["Dive"].command, found["Dive"].why, found["Dive"].key) == (None, "not_now", "")
    state = with_soldier(salt_road(), "1", hand=("second_wind",), acts=2, xp=0)
    poor = with_soldier(state, "2", xp=0)
    assert cards(shown(poor))["Second Wind"].why


def test_a_card_that_only_its_level_up_allows_says_so() -> None:
    fresh = cards(shown(salt_road()))["Fresh Magazine"]
    assert fresh.follows == "1 XP, play: Machine gun"


@pytest.mark.rule("W-125")
def test_a_card_for_an_attack_tells_what_that_would_kill() -> None:
    aimed = cards(shown(salt_road(), attack=BURST))["Aimed Shot"]
    assert (aimed.follows, aimed.primary, aimed.extra) == ("play: 0.93 killed", True, "[+3]")


def test_a_card_for_an_attack_on_the_objective_tells_its_hits() -> None:
    state = salt_road(row=("orchard", "farm", "village", "ford"), goal=Goal("convoy", True), hostiles={})
    state = with_soldier(state, "1", space=4, hand=("armour_round",))
    found = cards(shown(state, attack=c.Fire("1", "assault_rifle.3", "objective")))["Armor-Piercing"]
    assert found.follows == "play: 1.20 hits"


def test_a_covert_card_says_what_it_costs() -> None:
    silent = cards(shown(salt_road()))["Silent Kill"]
    assert silent.extra == "[range 0–1] · Covert 2"
    assert silent.follows == "play: Wire team"


def test_a_card_without_a_target_says_that_there_is_none() -> None:
    state = with_soldier(replace(salt_road(), hostiles={}), "1", hand=("keep_down", "blast"))
    assert {card.why for card in shown(state).cards} == {"no_target"}


@pytest.mark.rule("W-113")
def test_the_hand_is_that_of_who_pays() -> None:
    state = replace(salt_road(), agenda=(f.Turn(True), f.Pay("3", 3, "2", 2)))
    assert holder(state, rules(), "3") == "2"
    view = shown(state, "2")
    assert view.cards[0].command == (c.PayCard("dive"),)
    assert {card.follows for card in view.cards} == {"pay with it"}


@pytest.mark.rule("W-143")
def test_the_hand_of_who_is_hit_shows_what_cancels_wounds() -> None:
    state = replace(salt_road(), agenda=(f.HostileTurn(), f.React("1", 1, "riflemen.1")))
    assert holder(state, rules(), "2") == "1"
    dive = cards(shown(state))["Dive"]
    assert dive.command[0] == c.ReactWith("dive")
    assert dive.primary


def test_a_team_without_player_soldiers_has_no_hand() -> None:
    state = salt_road()
    squad = replace(state, team={"4": state.team["4"]})
    assert holder(squad, rules(), "4") == ""
    assert shown(squad, "") == HandView()
