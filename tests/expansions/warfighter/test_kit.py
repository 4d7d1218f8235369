"""Kit: Equipment, Skills, passing, taking and discarding."""

from __future__ import annotations

import pytest

from expansions.warfighter.engine import totals
from expansions.warfighter.engine.rules.shots import shot
from expansions.warfighter.engine.state import with_weapon
from tests.expansions.warfighter.table import TEAM, at

SIDE = "mission convoy time 7 turn 4\nrow orchard\n"


@pytest.mark.rule("W-052", "W-132")
def test_soldiers_in_a_space_pass_kit_within_load_and_counters_for_the_same_weapon() -> None:
    play = at(SIDE + "soldier 1 roa @0 weapons=smg kit=frag\nsoldier 2 orm @0 weapons=smg supp=1\nsoldier 3 tusk @1")
    assert play.refused("give 1 3 frag") == "elsewhere W-052"
    assert play.refused("give 1 2 smg") == "carried W-132"
    assert play.refused("give 1 2 vest") == "no_item W-132"
    play.do("give 1 2 frag", "give 1 2 ammo:smg")
    one, two = play.state.team["1"], play.state.team["2"]
    assert (one.kit, one.weapons[0].live, two.kit[0].id, two.weapons[0].live) == ((), 2, "frag", 4)
    assert (one.acts, two.acts) == (2, 2)
    heavy = at(SIDE + "soldier 1 roa @0 weapons=machine_gun\nsoldier 2 fell @0 weapons=battle_rifle,assault_rifle")
    assert heavy.refused("give 1 2 machine_gun") == "load W-013"


@pytest.mark.rule("W-052", "W-107")
def test_an_nps_takes_counters_up_to_its_weapons_number_and_nothing_else() -> None:
    play = at(SIDE + "soldier 1 roa @0 weapons=machine_gun kit=frag\nsoldier 2 anvil @0 weapons=machine_gun:2+0,pistol")
    assert play.refused("give 1 2 frag") == "no_player W-107"
    play.do("give 1 2 ammo:machine_gun")
    assert play.refused("give 1 2 ammo:machine_gun") == "ammo_limit W-052"
    assert play.refused("give 2 1 pistol") == "no_player W-107"


@pytest.mark.rule("W-053")
def test_discarded_kit_and_batches_lower_the_teams_rp() -> None:
    play = at(TEAM.replace("assault_rifle:4+0", "assault_rifle:6+0"))
    before = totals.team_rp(play.game.rules, play.state)
    play.do("drop 1 frag", "drop 1 ammo:assault_rifle")
    assert totals.team_rp(play.game.rules, play.state) == before - 2 - 1
    assert play.state.team["1"].weapons[0].live == 3
    assert play.refused("drop 1 ammo:assault_rifle") == "no_batch W-053"


@pytest.mark.rule("W-059", "W-132")
def test_kit_of_a_downed_soldier_is_taken_in_its_space_and_counts_again() -> None:
    text = (
        TEAM.replace("roa @2", "roa @2 health=1") + "deck hostiles left=gun_pair,gun_pair\nhostile riflemen.1 @3 -> 1"
    )
    play = at(text).do("end", "proceed").do("proceed", enemy="10 6")
    while play.can("proceed"):
        play.do("proceed")
    before = totals.team_rp(play.game.rules, play.state)
    assert play.refused("take 2 smg") == "not_here W-132"
    play.do("take 2 frag")
    assert totals.team_rp(play.game.rules, play.state) == before + 2
    assert play.state.dropped[0].ids == ("assault_rifle", "aid_kit")
    assert play.refused("take 2 assault_rifle") == "load W-013"


@pytest.mark.rule("W-147", "W-158")
@pytest.mark.parametrize(("skill", "healed"), [("point", 1), ("medic", 2)])
def test_an_aid_kit_heals_in_the_same_space_not_above_the_card(skill: str, healed: int) -> None:
    text = (
        TEAM.replace("skills=point", f"skills={skill}").replace("orm @2", "orm @2 health=4")
        + "soldier 3 k_line @1 health=1"
    )
    play = at(text).do("use 1 aid_kit 2")
    assert (play.state.team["2"].health, play.state.team["1"].acts) == (4 + healed, 1)
    assert play.state.team["1"].kit[1].tokens == 1
    assert play.refused("use 1 aid_kit 3") == "elsewhere W-147"
    assert play.refused("use 1 aid_kit 1") == "healthy W-147"


@pytest.mark.rule("W-157")
def test_flash_suppresses_a_whole_card_and_smoke_covers_a_space() -> None:
    text = SIDE + "soldier 1 roa @1 kit=flash,smoke,vest:0\nhostile militia.1 @1 -> 1"
    play = at(text).do("use 1 flash militia.1", "use 1 smoke")
    assert play.state.hostiles["militia.1"].suppressed == 4
    assert totals.soldier_cover(play.game.rules, play.state, play.state.team["1"]).value == 6
    assert play.refused("use 1 smoke") == "no_actions W-021"
    assert at(text).refused("use 1 vest") == "no_use W-157"
    assert at(text.replace("flash", "flash:0")).refused("use 1 flash militia.1") == "used_up W-157"
    assert at(text).refused("use 1 frag militia.1") == "no_item W-065"


@pytest.mark.rule("W-157")
def test_optic_rope_vest_and_radio_change_their_numbers() -> None:
    text = "mission convoy time 7 turn 4\nrow orchard farm\nsoldier 1 roa @0 xp=2 weapons=assault_rifle kit={}\n"
    text += "hostile sentry.1 @2 -> 1\ncall mortar"
    for kit, hit, entry, call in (
        ("frag", 6, 1, 3),
        ("optic", 5, 1, 3),
        ("rope", 6, 0, 3),
        ("vest", 6, 2, 3),
        ("radio", 6, 1, 2),
    ):
        play = at(text.format(kit))
        rules, state = play.game.rules, play.state
        roa = state.team["1"]
        assert shot(rules, state, roa, "fire", "assault_rifle", "sentry.1", 2).hit.value == hit
        assert totals.entry(rules, state, roa, 1).value == entry
        assert totals.call_cost(rules, state, "mortar", roa).value == call


@pytest.mark.rule("W-158")
@pytest.mark.parametrize(
    ("skill", "mode", "hit", "pierce", "reload"),
    [
        ("point", 1, 5, 1, 1),
        ("marksman", 1, 4, 1, 1),
        ("marksman", 2, 6, 1, 1),
        ("breacher", 1, 5, 2, 1),
        ("gunner", 3, 7, 1, 1),
    ],
)
def test_skills_change_hit_number_penetration_and_reload_number(
    skill: str, mode: int, hit: int, pierce: int, reload: int
) -> None:
    play = at(SIDE + f"soldier 1 roa @1 weapons=assault_rifle skills={skill}\nhostile sentry.1 @1 -> 1")
    made = shot(play.game.rules, play.state, play.state.team["1"], "fire", "assault_rifle", "sentry.1", mode)
    assert (made.hit.value, made.pierce.value, made.reload) == (hit, pierce, reload)


@pytest.mark.rule("W-158", "W-024")
def test_steady_rallies_two_tokens_and_demolitions_count_three() -> None:
    play = at(SIDE + "soldier 1 roa @1 supp=2 skills=steady").do("rally 1")
    assert (play.state.team["1"].suppression, play.state.team["1"].acts) == (0, 1)
    inside = (
        "mission turbine time 8 turn 4\nrow orchard farm village ruin ford\nsoldier 1 vey @6 kit=charge skills={}\n"
    )
    inside += "objective active"
    for skill, progress in (("steady", 2), ("demolitions", 3)):
        assert at(inside.format(skill), scenario="broken_dam").do("use 1 charge").state.goal.progress == progress


@pytest.mark.rule("W-052")
def test_empty_counters_count_for_what_an_nps_may_have() -> None:
    play = at(SIDE + "soldier 1 roa @0 weapons=machine_gun\nsoldier 2 anvil @0 weapons=machine_gun:2+1,pistol")
    assert play.refused("give 1 2 ammo:machine_gun") == "ammo_limit W-052"


@pytest.mark.rule("W-053")
def test_a_batch_that_is_dropped_takes_no_more_counters_than_there_are() -> None:
    play = at(SIDE + "soldier 1 roa @0 weapons=smg:1+0")
    play.state = with_weapon(play.state, "1", "smg", batches=1)
    play.do("drop 1 ammo:smg")
    weapon = play.state.team["1"].weapons[0]
    assert (weapon.live, weapon.batches) == (0, 0)
