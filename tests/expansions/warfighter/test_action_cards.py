"""Action cards: when and on whom they are played, level-ups, Covert costs, each effect; Experience."""

from __future__ import annotations

import pytest

from expansions.warfighter.engine import totals
from expansions.warfighter.engine.rules.shots import shot
from tests.expansions.warfighter.table import TEAM, at, pass_on

HAND = TEAM.replace("skills=point", "xp=2 skills=point hand={}")
RIFLEMEN = "hostile riflemen.1 @3 -> 1"


def numbers(text: str) -> tuple[int, int, int, int]:
    """Return hit number, die, Cover and cover die of Roa's burst."""
    play = at(text)
    made = shot(play.game.rules, play.state, play.state.team["1"], "fire", "assault_rifle", "riflemen.1", 2)
    return made.hit.value, made.die.value, made.cover.value, made.pierce.value


@pytest.mark.rule("W-046", "W-066", "W-125")
@pytest.mark.parametrize(
    ("laid", "changed"),
    [
        ("", (6, 0, 4, 1)),
        ("laid 1 aimed", (6, 2, 4, 1)),
        ("laid 1 aimed level", (6, 3, 4, 1)),
        ("laid 1 armour_round", (6, 0, 4, 3)),
        ("laid 1 armour_round level", (6, 0, 4, 4)),
        ("laid 1 flank", (6, 0, 2, 1)),
        ("laid 1 flank level", (6, 0, 1, 1)),
    ],
)
def test_a_card_before_a_soldier_changes_the_next_attack(laid: str, changed: tuple[int, int, int, int]) -> None:
    assert numbers(TEAM + RIFLEMEN + "\n" + laid) == changed


@pytest.mark.rule("W-125", "W-046")
def test_a_laid_card_applies_once_and_is_discarded_unused_at_the_end() -> None:
    play = at(HAND.format("aimed,surge") + RIFLEMEN).do("play 1 aimed 1", "play 1 surge 1")
    assert [one.card for one in play.state.team["1"].laid] == ["aimed", "surge"]
    assert play.state.team["1"].acts == 2
    play.do("fire 1 assault_rifle.1 riflemen.1", team="3 6")
    assert [one.card for one in play.state.team["1"].laid] == ["surge"]
    play.do("end")
    assert play.state.team["1"].laid == ()
    assert sorted(play.state.decks["actions"].discards) == ["aimed", "surge"]


@pytest.mark.rule("W-046", "W-126")
def test_any_soldier_pays_one_xp_for_a_level_up_and_a_leader_makes_one_free_each_turn() -> None:
    play = at(HAND.format("surge,surge"))
    assert play.refused("play 1 surge 2") == "not_for W-066"
    assert play.refused("play 1 surge 2 level 2") == "level W-046"
    play.do("play 1 surge 2 level 1")
    assert (play.state.team["1"].xp, play.state.team["2"].laid[0].card) == (1, "surge")
    led = at(HAND.replace("skills=point", "skills=leader").format("surge,surge"))
    assert led.options("play 1 surge 2") == ["play 1 surge 2 level 0"]
    led.do("play 1 surge 2 level 0")
    assert (led.state.team["1"].xp, led.state.team["1"].spent) == (2, ("leader",))
    assert led.can("play 1 surge 2 level 1")
    pass_on(led.do("end"))
    assert led.state.team["1"].spent == ()
    assert at(HAND.format("report")).refused("play 1 report 1 level 1") == "no_level W-046"


@pytest.mark.rule("W-047")
def test_a_covert_card_costs_further_cards_that_it_cannot_pay_itself() -> None:
    text = HAND.format("silent_kill,aimed,surge") + "hostile picket.1 @2 -> 1"
    play = at(text).do("play 1 silent_kill picket.1")
    assert play.options() == ["pay aimed", "pay surge"]
    assert play.refused("pay silent_kill") == "not_in_hand W-026"
    play.do("pay aimed", "pay surge")
    assert play.state.hostiles["picket.1"].kia == 1
    assert play.state.team["1"].hand == ()
    assert at(text.replace(",surge", "")).refused("play 1 silent_kill picket.1") == "covert W-047"
    far = at(HAND.format("silent_kill,aimed,surge") + RIFLEMEN)
    assert far.refused("play 1 silent_kill riflemen.1") == "card_range W-066"
    assert far.can("play 1 silent_kill riflemen.1 level 1")


@pytest.mark.rule("W-066", "W-025")
def test_sprint_allows_a_second_move_and_levelled_up_for_no_action() -> None:
    text = "mission convoy time 7 turn 4\nrow orchard farm\nsoldier 1 roa @2 acts={} xp=1 skills=point hand=sprint\n"
    play = at(text.format(2)).do("move 1 left")
    assert play.refused("move 1 left") == "moved W-025"
    play.do("play 1 sprint 1", "move 1 left")
    assert (play.state.team["1"].space, play.state.team["1"].acts) == (0, 0)
    free = at(text.format(1)).do("move 1 left", "play 1 sprint 1 level 1", "move 1 left")
    assert free.state.team["1"].space == 0


@pytest.mark.rule("W-066", "W-112")
def test_slip_past_makes_the_next_move_cost_no_cards() -> None:
    play = at(HAND.format("slip_past,aimed") + "laid 1 slip_past")
    assert totals.entry(play.game.rules, play.state, play.state.team["1"], 3).value == 0


@pytest.mark.rule("W-066", "W-044")
def test_fresh_magazine_reloads_without_an_action() -> None:
    text = HAND.format("fresh_mag").replace("4+0", "1+1").replace("machine_gun,", "machine_gun:1+1,")
    play = at(text).do("play 1 fresh_mag 1:assault_rifle")
    weapon = play.state.team["1"].weapons[0]
    assert (weapon.live, weapon.empty, play.state.team["1"].acts) == (1, 0, 2)
    assert at(text).refused("play 1 fresh_mag 2:machine_gun") == "not_for W-066"
    assert at(text).can("play 1 fresh_mag 2:machine_gun level 1")
    assert at(text).refused("play 1 fresh_mag 2:pistol level 1") == "not_empty W-044"


@pytest.mark.rule("W-066", "W-114")
def test_point_blank_makes_a_die_hit_at_range_0_only() -> None:
    text = TEAM + "hostile picket.1 @2 -> 1\n" + RIFLEMEN + "\nlaid 1 point_blank"
    play = at(text).do("fire 1 assault_rifle.1 riflemen.1", team="3 1")
    assert [one.card for one in play.state.team["1"].laid] == ["point_blank"]
    play.do("fire 1 assault_rifle.1 picket.1", team="1 6")
    assert play.state.hostiles["picket.1"].kia == 1
    assert play.state.team["1"].laid == ()


@pytest.mark.rule("W-066", "W-036")
def test_keep_down_suppresses_what_a_loaded_weapon_reaches() -> None:
    play = at(HAND.format("keep_down,keep_down") + RIFLEMEN).do("play 1 keep_down riflemen.1")
    assert play.state.hostiles["riflemen.1"].suppressed == 2
    play.do("play 1 keep_down riflemen.1 level 1")
    assert play.state.hostiles["riflemen.1"].suppressed == 3
    empty = at(HAND.format("keep_down").replace("4+0", "1+1") + RIFLEMEN)
    assert empty.refused("play 1 keep_down riflemen.1") == "no_reach W-066"
    full = at(HAND.format("keep_down") + RIFLEMEN + " supp=3")
    assert full.refused("play 1 keep_down riflemen.1") == "all_suppressed W-036"


@pytest.mark.rule("W-066", "W-024", "W-110", "W-147")
def test_rally_patch_up_and_second_wind() -> None:
    text = (
        HAND.format("rally,patch_up,second_wind").replace("xp=2", "xp=2 health=4 acts=0") + "soldier 3 k_line @1 supp=2"
    )
    play = at(text)
    assert play.refused("play 1 rally 3") == "not_for W-066"
    assert play.refused("play 1 rally 2") == "unsuppressed W-024"
    play.do("play 1 rally 3 level 1", "play 1 patch_up 1", "play 1 second_wind 1")
    assert play.state.team["3"].suppression == 0
    assert (play.state.team["1"].health, play.state.team["1"].acts) == (5, 1)
    assert at(HAND.format("patch_up")).refused("play 1 patch_up 1") == "healthy W-147"
    assert at(HAND.format("second_wind")).refused("play 1 second_wind 1") == "ready W-066"


@pytest.mark.rule("W-066", "W-048")
def test_recon_puts_the_next_locations_in_order() -> None:
    play = at(HAND.format("recon,surge") + "deck locations top=ford,chapel,ruin").do("play 1 recon", "pay surge")
    assert play.options() == ["choose ford", "choose chapel", "choose ruin"]
    play.do("choose ruin", "choose ford")
    assert play.state.decks["locations"].top == ("ruin", "ford", "chapel")


@pytest.mark.rule("W-066", "W-050")
def test_decoy_gives_a_hostile_card_another_target() -> None:
    play = at(HAND.format("decoy,surge") + RIFLEMEN)
    assert play.refused("play 1 decoy riflemen.1:1") == "same_target W-066"
    play.do("play 1 decoy riflemen.1:2 level 1", "pay surge")
    riflemen = play.state.hostiles["riflemen.1"]
    assert (riflemen.target, riflemen.suppressed, play.state.cup) == ("2", 1, {"1": 4, "2": 3})


@pytest.mark.rule("W-066", "W-126")
def test_report_blast_and_radio_net() -> None:
    play = at(HAND.format("report,blast,radio_net,radio_net") + "hostile sentry.1 @3 -> 1\n" + RIFLEMEN)
    play.do("play 1 report 1")
    assert play.state.team["1"].xp == 4
    play.do("play 1 blast sentry.1", team="9 1 6")
    assert (list(play.state.hostiles), play.state.team["1"].xp) == (["riflemen.1"], 5)
    play.do("play 1 radio_net 1")
    assert len(play.state.team["1"].hand) == 3
    play.do("play 1 radio_net 2 level 1")
    assert len(play.state.team["2"].hand) == 2


@pytest.mark.rule("W-066", "W-125")
def test_overwatch_fires_at_the_first_card_that_moves_into_range() -> None:
    text = "mission convoy time 7 turn 4\nrow orchard farm village\nsoldier 1 roa @0 weapons=smg\nlaid 1 overwatch\n"
    text += "hostile sentry.1 @2 -> 1\nhostile sentry.2 @2 -> 1"
    play = at(text.replace("sentry.", "patrol.")).do("end", "proceed")
    assert '"kind":"overwatch"' in play.told("fired")[0]
    assert play.state.team["1"].laid == ()
    play.do("proceed")
    assert play.told("fired") == []
    twice = at(text.replace("sentry.", "patrol.").replace("overwatch", "overwatch level"))
    twice.do("end", "proceed", "proceed", team=["5 5 1", "5 5 1"])
    assert len(twice.told("fired")) == 2


@pytest.mark.rule("W-126", "W-035")
def test_xp_go_to_the_killer_and_those_of_supports_to_the_lowest_player_soldier() -> None:
    squad = at(TEAM + "soldier 3 k_line @2\nhostile sentry.1 @3 -> 1").do("fire 3 own.1 sentry.1", team="9 9 6")
    assert squad.state.team["3"].xp == 1
    play = at(TEAM + "support mortar\nhostile sentry.1 @3 -> 1").do("strike mortar sentry.1", team="9 9 9 6")
    assert play.state.team["1"].xp == 1


@pytest.mark.rule("W-125", "W-025")
def test_a_leveled_up_sprint_frees_the_second_move_of_its_action_and_lies_until_then() -> None:
    text = TEAM.replace("roa @2", "roa @0 hand=surge,aimed,dive,blast,recon") + "laid 1 sprint level"
    play = at(text).do("move 1 right")
    assert (play.state.team["1"].space, play.state.team["1"].acts) == (1, 1)
    assert [one.card for one in play.state.team["1"].laid] == ["sprint"]
    play.do("move 1 right", "pay surge")
    assert (play.state.team["1"].space, play.state.team["1"].acts) == (2, 1)
    assert play.state.team["1"].laid == ()
    assert play.refused("move 1 right") == "moved W-025"


@pytest.mark.rule("W-125")
def test_point_blank_waits_for_an_attack_at_range_0() -> None:
    play = at(TEAM + "hostile picket.1 @3 -> 1\nlaid 1 point_blank").do("fire 1 assault_rifle.1 picket.1", team="2 1")
    assert [one.card for one in play.state.team["1"].laid] == ["point_blank"]
    assert play.told("shots_resolved")[0].count('"suppress"') == 0


@pytest.mark.rule("W-125")
def test_overwatch_is_for_a_card_that_comes_into_range() -> None:
    text = "mission convoy time 8 turn 4\nrow orchard farm village\nsoldier 1 roa @0 weapons={}\nlaid 1 overwatch\n"
    text += "deck hostiles left=gun_pair,gun_pair\nhostile assault.1 @2 -> 1"
    near = at(text.format("assault_rifle")).do("end", "proceed")
    assert (near.state.hostiles["assault.1"].space, near.told("fired")) == (1, [])
    far = at(text.format("smg")).do("end", "proceed")
    assert (far.state.hostiles["assault.1"].space, len(far.told("fired"))) == (1, 1)
