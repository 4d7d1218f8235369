"""The set-up and the muster: Nation, Soldiers, kit and Skills, decks, what is drawn before the first turn."""

from __future__ import annotations

import pytest

from expansions.warfighter.engine import totals
from expansions.warfighter.engine.events import GameBegan
from tests.expansions.warfighter.table import game, mustered, with_pack


@pytest.mark.rule("W-001", "W-102")
def test_all_soldiers_and_national_kit_are_of_the_chosen_nation() -> None:
    play = mustered("salt_road")
    assert play.refused("buy vey") == "nation_first W-001"
    assert play.refused("nation atlantis") == "no_nation W-001"
    play.do("nation orlane", "buy vey")
    assert play.refused("nation orlane") == "same_nation W-001"
    assert play.refused("nation keld") == "nation_fixed W-102"
    assert play.refused("buy orm") == "foreign W-102"
    assert play.refused("arm 1 battle_rifle") == "foreign W-102"
    assert play.can("arm 1 quiet_smg")
    assert play.can("arm 1 smg")


@pytest.mark.rule("W-002", "W-003", "W-104")
def test_the_decks_hold_two_of_each_hostile_of_the_set_and_one_of_all_else() -> None:
    state = mustered("salt_road").state
    assert len(state.decks["hostiles"].left) == 30
    assert set(state.decks["hostiles"].left) == set(game().rules.catalog.front)
    assert [len(state.decks[deck].left) for deck in ("actions", "locations", "events", "supports")] == [64, 20, 14, 10]
    made = game("salt_road", hostiles="elite")
    begun = next(event for event in made.start(made.setup) if isinstance(event, GameBegan))
    assert set(begun.decks["hostiles"]) == set(made.rules.catalog.elite)


@pytest.mark.rule("W-004", "W-005", "W-006", "W-007", "W-069", "W-145")
def test_the_mission_names_the_objectives_space_and_the_timer() -> None:
    play = mustered("last_relay")
    assert (play.state.space, play.state.goal.id, play.state.goal.active) == (6, "archive", False)
    rules = play.game.rules
    assert play.state.time == rules.mission.time + rules.goal(play.state).time != rules.mission.time
    assert play.state.decks["objectives"].left == ("general", "mast", "roof")


@pytest.mark.rule("W-008", "W-009", "W-101")
def test_rp_are_limited_and_a_player_soldier_is_needed() -> None:
    play = mustered("first_light", "nation orlane")
    assert play.refused("go") == "no_player_soldier W-009"
    play.do("buy rook", "buy hale")
    assert play.refused("go") == "no_player_soldier W-009"
    play.do("buy corvo", "buy o_pair")
    assert totals.team_rp(play.game.rules, play.state) == 59
    assert play.refused("buy o_scout") == "rp W-008"
    assert play.refused("buy rook") == "bought W-009"
    assert play.can("go")


@pytest.mark.rule("W-101")
@pytest.mark.parametrize(("most", "last"), [("5", "team_full W-101"), ("6", "")])
def test_a_team_has_five_soldiers_or_six_by_the_edition_option(most: str, last: str) -> None:
    five = ("nation orlane", "buy askel", "buy brenn", "buy o_pair", "buy o_scout", "buy hale")
    play = mustered("last_relay", *five, team_max=most)
    assert play.can("buy vey") if not last else play.refused("buy vey") == last


@pytest.mark.rule("W-010", "W-011", "W-063", "W-107")
def test_npcs_bring_their_kit_and_squads_have_none_and_neither_gets_more() -> None:
    play = mustered("broken_dam", "nation orlane", "buy rook", "buy o_pair")
    rook, pair = play.state.team["1"], play.state.team["2"]
    assert ([one.id for one in rook.weapons], rook.skills) == (["marksman_rifle", "pistol"], ("marksman",))
    assert (pair.weapons, pair.kit, pair.skills) == ((), (), ())
    assert totals.rp(play.game.rules, rook).value == 18
    for line in ("arm 1 smg", "teach 1 point", "arm 2 frag", "teach 2 point"):
        assert play.refused(line) == "no_player W-107"


@pytest.mark.rule("W-012", "W-065")
def test_no_soldier_has_two_of_a_skill_or_of_a_card() -> None:
    play = mustered("last_relay", "nation keld", "buy roa", "teach 1 point", "arm 1 frag")
    assert play.refused("teach 1 point") == "taught W-012"
    assert play.refused("arm 1 frag") == "carried W-012"
    assert play.refused("arm 1 no_such") == "no_such_item W-012"
    assert play.refused("teach 1 no_such") == "no_such_skill W-012"
    assert totals.team_rp(play.game.rules, play.state) == 14 + 3 + 2


@pytest.mark.rule("W-013", "W-102")
@pytest.mark.parametrize(("mission", "limit"), [("broken_dam", 10), ("night_ferry", 8), ("last_relay", 11)])
def test_load_is_limited_by_the_card_and_the_mission(mission: str, limit: int) -> None:
    play = mustered(mission, "nation keld", "buy roa")
    assert totals.load_limit(play.game.rules, play.state.team["1"]).value == limit
    play.do("arm 1 machine_gun")
    assert totals.load(play.game.rules, play.state.team["1"]).value == 8
    assert (play.refused("arm 1 vest") == "load W-013") == (limit < 12)


@pytest.mark.rule("W-013")
def test_a_card_may_state_its_load_and_packer_carries_batches_for_nothing() -> None:
    play = mustered("last_relay", "nation keld", "buy roa", "arm 1 rocket_tube", "arm 1 pouch:rocket_tube")
    assert totals.load(play.game.rules, play.state.team["1"]).value == 5 + 1
    play.do("teach 1 packer")
    assert totals.load(play.game.rules, play.state.team["1"]).value == 5


@pytest.mark.rule("W-014", "W-015", "W-064", "W-108")
def test_weapons_and_batches_bring_their_counters() -> None:
    play = mustered("last_relay", "nation keld", "buy roa", "arm 1 smg", "arm 1 aid_kit")
    assert play.refused("arm 1 pouch") == "batch_for W-015"
    assert play.refused("arm 1 pouch:pistol") == "batch_for W-015"
    play.do("arm 1 pouch:smg")
    roa = play.state.team["1"]
    assert (roa.weapons[0].live, roa.weapons[0].batches, roa.kit[0].tokens) == (6, 1, 2)
    assert totals.rp(play.game.rules, roa).value == 14 + 3 + 2 + 1
    assert play.refused("unbuy 1 smg") == "batch_first W-015"
    play.do("unbuy 1 pouch:smg", "unbuy 1 smg")
    assert play.state.team["1"].weapons == ()


@pytest.mark.rule("W-016", "W-017", "W-018", "W-071", "W-103")
def test_each_soldier_has_a_number_on_the_mission_card_two_actions_and_four_tokens() -> None:
    play = mustered("salt_road", "team salt_road", "go")
    team = play.state.team
    assert list(team) == ["1", "2", "3", "4"]
    assert {(one.space, one.acts) for one in team.values()} == {(0, 2)}
    assert play.state.cup == dict.fromkeys("1234", 4)


@pytest.mark.rule("W-016")
def test_the_numbers_after_a_soldier_who_is_given_back_move_up() -> None:
    play = mustered("salt_road", "nation keld", "buy roa", "buy orm", "unbuy 1")
    assert {number: one.card for number, one in play.state.team.items()} == {"1": "orm"}
    assert play.refused("unbuy 2") == "no_soldier W-016"
    assert play.refused("unbuy 1 smg") == "not_carried W-012"


@pytest.mark.rule("W-019", "W-106", "W-109")
def test_three_supports_are_on_call_and_hands_are_as_large_as_health() -> None:
    play = mustered("salt_road", "team salt_road", "go")
    assert len(play.state.on_call) == 3
    assert [len(one.hand) for one in play.state.team.values()] == [7, 8, 0, 0]
    assert play.state.turn == 1


@pytest.mark.rule("W-008")
@pytest.mark.parametrize("mission", sorted(game().rules.catalog.missions))
def test_each_ready_made_team_fits_its_mission(mission: str) -> None:
    play = mustered(mission, f"team {mission}")
    assert totals.team_rp(play.game.rules, play.state) <= play.game.rules.mission.rp
    assert play.refused(f"team {mission}") == "same_team W-008"
    assert play.options()[0] == "go"
    assert not play.game.invariants(play.state)


@pytest.mark.rule("W-008", "W-013", "W-101", "W-102")
@pytest.mark.parametrize(
    ("members", "why"),
    [
        ("['orm', ['machine_gun'], []], ['fell', [], []], ['tusk', [], []], ['anvil', [], []]", "rp W-008"),
        ("['roa', ['machine_gun', 'pouch', 'pouch', 'pouch'], []]", "load W-013"),
        ("['roa', [], []], ['vey', [], []]", "foreign W-102"),
        ("['k_line', [], []], ['k_guard', [], []], " * 3, "team_full W-101"),
        ("['anvil', [], []], ['roa', ['machine_gun', 'pouch', 'pouch'], []]", ""),
    ],
)
def test_a_ready_made_team_of_a_pack_keeps_the_rules_of_what_is_bought(members: str, why: str) -> None:
    mission = "{rp=50, space=5, time=9, load=0, objectives=['toll']}"
    play = with_pack(f"[teams]\nsalt_road = [{members}]\n[missions]\nsalt_road = {mission}")
    assert (play.refused("team salt_road") if why else play.can("team salt_road")) == (why or True)
    if not why:
        play.do("team salt_road")
        assert totals.team_rp(play.game.rules, play.state) == 20 + 14 + 8 + 2


@pytest.mark.rule("W-008")
def test_the_last_rp_can_be_spent() -> None:
    play = mustered("first_light", "nation orlane", "buy vey", "buy brenn", "buy corvo")
    assert play.refused("buy rook") == "rp W-008"
    play.do("buy hale")
    assert totals.team_rp(play.game.rules, play.state) == 60 == play.game.rules.mission.rp
