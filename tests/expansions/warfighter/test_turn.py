"""The Soldiers' turn: Actions, Suppression, Moves and their cost, hands, leaving, the environment."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from expansions.warfighter.engine import totals
from expansions.warfighter.engine.frames import Environment, Roll, Turn
from expansions.warfighter.engine.state import with_soldier
from tests.expansions.warfighter.table import TEAM, at, pass_on


@pytest.mark.rule("W-020", "W-021", "W-109")
def test_soldiers_act_in_any_order_and_their_markers_turn_up_at_the_next_turn() -> None:
    play = at(TEAM + "soldier 3 k_line @2 supp=2")
    play.do("rally 3", "cycle 1", "done", "rally 3", "cycle 1", "done")
    assert (play.state.team["3"].acts, play.state.team["1"].acts) == (0, 0)
    assert play.refused("cycle 1") == "no_actions W-021"
    pass_on(play.do("end"))
    assert play.state.turn == 5
    assert {one.acts for one in play.state.team.values()} == {2}


@pytest.mark.rule("W-024", "W-110")
def test_a_suppressed_soldier_only_rallies_and_uses_free_actions() -> None:
    play = at(TEAM + "soldier 3 k_line @3 supp=2\nhostile sentry.1 @3 -> 1")
    for line in ("fire 3 own.1 sentry.1", "fight 3 sentry.1", "move 3 left 1", "place 3"):
        assert play.refused(line) == "pinned W-110"
    play.do("rally 3")
    assert (play.state.team["3"].suppression, play.state.team["3"].acts) == (1, 1)
    assert play.refused("fire 3 own.1 sentry.1") == "pinned W-110"
    play.do("rally 3")
    assert play.refused("rally 3") == "unsuppressed W-024"


@pytest.mark.rule("W-110")
def test_a_shaken_soldier_acts_with_two_less_on_each_die() -> None:
    text = TEAM + "soldier 3 k_line @3 supp=2\nhostile sentry.1 @3 -> 1"
    play = at(text, pinned="shaken").do("fire 3 own.1 sentry.1", team="9 10 6")
    assert play.told("shots_resolved")[0].startswith('shots_resolved {"soldier":"3","target":"sentry.1","dice":[9,10]')
    assert '"die":-4' in play.told("shots_resolved")[0]


@pytest.mark.rule("W-025", "W-111")
def test_each_soldier_moves_once_a_turn_one_space_either_way() -> None:
    play = at(TEAM.replace("skills=point", "skills=point hand=aimed,surge,dive"))
    assert play.refused("move 2 right") == "cards W-026"
    play.do("move 1 right")
    assert play.state.team["1"].space == 2
    play.do("pay dive")
    assert play.state.team["1"].space == 3
    assert play.refused("move 1 left") == "moved W-025"
    assert at(TEAM.replace("@2", "@3")).refused("move 1 right") == "no_space W-111"
    assert at(TEAM.replace("@2", "@0")).refused("move 1 left") == "no_space W-111"


@pytest.mark.rule("W-026", "W-027", "W-112", "W-113", "W-067")
def test_the_worked_example_of_a_move() -> None:
    """Roa into the Village: 3 − arrow 1 − Point 1 = 1 card, with Surge 0; a Wire team there: 2, with Surge 0."""
    play = at(TEAM)
    roa = play.state.team["1"]
    rules = play.game.rules
    cost = totals.entry(rules, play.state, roa, 3)
    assert [(part.source, part.amount) for part in cost.parts] == [
        ("location.village.name", 3), ("part.arrow", -1), ("skill.point.name", -1)
    ]  # fmt: skip
    assert cost.value == 1
    surged = at(TEAM + "laid 1 surge")
    assert totals.entry(rules, surged.state, surged.state.team["1"], 3).value == 0
    wired = at(TEAM + "hostile wire_team.1 @3 -> 1")
    assert totals.entry(rules, wired.state, wired.state.team["1"], 3).value == 2
    both = at(TEAM + "hostile wire_team.1 @3 -> 1\nlaid 1 surge")
    assert totals.entry(rules, both.state, both.state.team["1"], 3).value == 0


@pytest.mark.rule("W-026", "W-113")
def test_one_player_soldier_pays_all_for_a_squad() -> None:
    hands = TEAM.replace("skills=point", "skills=point hand=aimed,surge").replace("pistol\n", "pistol hand=dive\n")
    play = at(hands + "soldier 3 k_line @2")
    assert play.refused("move 3 right") == "payer W-113"
    assert play.refused("move 3 right 2") == "cards W-026"
    assert play.refused("move 1 right 2") == "no_payer W-113"
    play.do("move 3 right 1")
    assert play.state.team["3"].space == 3
    assert play.state.team["1"].hand == ()
    assert play.told("cards_paid") == ['cards_paid {"soldier":"1","cards":["aimed","surge"],"cause":"move"}']


@pytest.mark.rule("W-111")
def test_the_mission_card_costs_nothing_and_the_objective_three_when_it_is_active() -> None:
    text = (
        "mission convoy time 7 turn 4\nrow orchard farm village ruin\nsoldier 1 roa @4 hand=dive,dive\nsoldier 2 orm @1"
    )
    assert at(text).refused("move 1 right") == "inactive W-111"
    play = at(text + "\nobjective active")
    assert totals.entry(play.game.rules, play.state, play.state.team["1"], 5).value == 2
    play.do("move 1 right", "move 2 left")
    assert (play.state.team["1"].space, play.state.team["2"].space) == (5, 0)


@pytest.mark.rule("W-045", "W-124")
def test_discard_and_draw_fills_the_hand_up_to_health_and_a_larger_hand_is_kept() -> None:
    play = at(TEAM.replace("skills=point", "skills=point health=3 hand=aimed,surge"))
    play.do("cycle 1", "discard surge")
    assert play.refused("discard surge") == "not_in_hand W-045"
    play.do("done")
    assert len(play.state.team["1"].hand) == 3
    full = at(TEAM.replace("skills=point", "skills=point health=1 hand=aimed,surge,dive"))
    full.do("cycle 1", "done")
    assert len(full.state.team["1"].hand) == 3


@pytest.mark.rule("W-023", "W-134")
def test_a_weak_soldier_may_leave_but_not_the_last_player_soldier() -> None:
    play = at(TEAM.replace("skills=point", "skills=point health=2") + "hostile sentry.1 @3 -> 1")
    assert play.refused("leave 2") == "strong W-023"
    before = totals.team_rp(play.game.rules, play.state)
    play.do("leave 1")
    assert list(play.state.team) == ["2"]
    assert play.state.hostiles["sentry.1"].target == "2"
    assert totals.team_rp(play.game.rules, play.state) < before
    assert play.state.dropped == ()
    alone = at("mission convoy time 7 turn 4\nsoldier 1 roa @0 health=1")
    assert alone.refused("leave 1") == "last_player W-134"


@pytest.mark.rule("W-135")
@pytest.mark.parametrize(("face", "effect"), [(2, "fog"), (4, "mud"), (8, ""), (9, "draw")])
def test_the_environment_brings_fog_mud_nothing_or_a_card(face: int, effect: str) -> None:
    play = at(TEAM, environment="on")
    play.state = replace(play.state, agenda=(Turn(True), Environment(), Roll("team", (10,))))
    play.do(f"enter_dice {face}")
    (told,) = play.told("environment_rolled")
    assert (f'"effect":"{effect}"' in told) == bool(effect)
    conditions = play.state.conditions
    assert (conditions.fog, conditions.mud) == (4 * (effect == "fog"), 4 * (effect == "mud"))
    assert [len(one.hand) for one in play.state.team.values()] == [effect == "draw"] * 2


@pytest.mark.rule("W-135")
@pytest.mark.parametrize("value", ["off", "on"])
def test_the_environment_is_rolled_where_the_edition_option_says_so(value: str) -> None:
    play = at("mission convoy time 7 turn 4\nsoldier 1 roa @0", environment=value).do("end")
    assert play.state.turn == 5
    assert len(play.told("environment_rolled")) == (value == "on")


@pytest.mark.rule("W-151")
def test_only_two_enter_a_narrow_location_each_turn_and_wire_costs_the_first_one_more() -> None:
    text = "mission convoy time 7 turn 4\nrow {}\nsoldier 1 roa @0 hand=surge,aimed,dive,blast"
    play = at(text.format("bridge"))
    entered = replace(play.state, conditions=replace(play.state.conditions, entered={"1": 2}))
    play.state = replace(entered, conditions=replace(entered.conditions, entered={"1": 1}))
    assert play.can("move 1 right")
    play.state = entered
    assert play.refused("move 1 right") == "narrow W-151"
    wired = at(text.format("checkpoint"))
    costs = []
    for count in ({}, {"1": 1}):
        state = replace(wired.state, conditions=replace(wired.state.conditions, entered=count))
        costs.append(totals.entry(wired.game.rules, state, state.team["1"], 1).value)
    assert costs == [3, 2]


@pytest.mark.rule("W-109", "W-158")
def test_what_a_skill_allows_once_a_turn_is_renewed_and_once_a_mission_is_not() -> None:
    play = at(TEAM.replace("skills=point", "skills=leader,scout"))
    play.state = with_soldier(play.state, "1", spent=("leader", "scout"))
    pass_on(play.do("end"))
    assert play.state.turn == 5
    assert play.state.team["1"].spent == ("scout",)


@pytest.mark.rule("W-024", "W-158")
def test_a_steady_soldier_rallies_the_one_token_that_it_has() -> None:
    play = at(TEAM.replace("roa @2", "roa @2 supp=1").replace("skills=point", "skills=steady")).do("rally 1")
    assert play.state.team["1"].suppression == 0
