"""Attacks of the team: range, dice, hit and cover, ammunition, Stealth, Hand-to-Hand, thrown Weapons."""

from __future__ import annotations

import pytest

from expansions.warfighter.engine.rules.shots import shot
from tests.expansions.warfighter.table import TEAM, at

RIFLEMEN = TEAM + "hostile riflemen.1 @3 -> 1\n"
CLOSE = "mission convoy time 7 turn 4\nrow orchard\nsoldier 1 roa @1 weapons=smg,combat_knife,throw_knife\n"


@pytest.mark.rule(
    "W-028", "W-030", "W-031", "W-033", "W-035", "W-036", "W-037", "W-064", "W-114", "W-116", "W-119", "W-149"
)
def test_the_worked_example_of_a_burst_at_riflemen_in_the_village() -> None:
    """Penetration 1 against Cover 3 with walls 4: d10 8 and 4 with d6 2 suppress one, nothing."""
    play = at(RIFLEMEN).do("fire 1 assault_rifle.2 riflemen.1", team="8 4 2")
    riflemen = play.state.hostiles["riflemen.1"]
    assert (riflemen.kia, riflemen.suppressed) == (0, 1)
    again = at(RIFLEMEN).do("fire 1 assault_rifle.2 riflemen.1", team="1 9 3")
    riflemen = again.state.hostiles["riflemen.1"]
    assert (riflemen.kia, riflemen.suppressed) == (1, 1)
    weapon = again.state.team["1"].weapons[0]
    assert (weapon.live, weapon.empty) == (3, 1)
    assert '"results":["suppress","kill"]' in again.told("shots_resolved")[0]


@pytest.mark.rule("W-029", "W-032", "W-044", "W-108")
def test_an_empty_weapon_has_to_be_reloaded_and_the_last_counter_is_the_end() -> None:
    play = at(RIFLEMEN.replace("4+0", "1+1"))
    assert play.refused("fire 1 assault_rifle.1 riflemen.1") == "empty W-032"
    play.do("reload 1 assault_rifle")
    weapon = play.state.team["1"].weapons[0]
    assert (weapon.live, weapon.empty) == (1, 0)
    play.do("fire 1 assault_rifle.1 riflemen.1", team="1 1")
    assert play.refused("fire 1 assault_rifle.1 riflemen.1") == "no_actions W-021"
    last = at(RIFLEMEN.replace("4+0", "0+1"))
    assert last.refused("fire 1 assault_rifle.1 riflemen.1") == "no_ammo W-108"
    assert last.refused("reload 1 assault_rifle") == "no_ammo W-108"
    assert last.refused("reload 2 pistol") == "not_empty W-044"
    assert last.refused("fire 1 smg.1 riflemen.1") == "no_mode W-029"


@pytest.mark.rule("W-029", "W-103")
def test_a_target_has_to_be_in_range() -> None:
    play = at(TEAM + "soldier 3 rook @3\nhostile sentry.1 @3 -> 1\nhostile picket.1 @0 -> 1")
    assert play.refused("fire 2 pistol.1 sentry.1") == "range W-029"
    assert play.refused("fire 3 marksman_rifle.1 sentry.1") == "range W-029"
    assert play.can("fire 3 marksman_rifle.1 picket.1")
    assert play.can("fire 1 assault_rifle.1 picket.1")
    assert play.refused("fire 1 assault_rifle.1 patrol.1") == "no_hostile W-049"


@pytest.mark.rule("W-114")
@pytest.mark.parametrize(("tens", "killed"), [("none", 1), ("natural", 0)])
def test_a_natural_one_misses_only_where_the_edition_option_says_so(tens: str, killed: int) -> None:
    play = at(RIFLEMEN + "laid 1 aimed aimed", tens=tens)
    play.do("fire 1 assault_rifle.1 riflemen.1", team="1 6")
    assert play.state.hostiles["riflemen.1"].kia == killed


@pytest.mark.rule("W-114")
@pytest.mark.parametrize(("tens", "killed"), [("none", 0), ("natural", 1)])
def test_a_natural_ten_always_hits_only_where_the_edition_option_says_so(tens: str, killed: int) -> None:
    far = at(
        "mission convoy time 7 turn 4\nrow wood\nsoldier 1 roa @0 supp=2 weapons=machine_gun\nhostile sentry.1 @1 -> 1",
        tens=tens,
        pinned="shaken",
    )
    far.do("fire 1 machine_gun.1 sentry.1", team="10 2 2 6")
    assert ("sentry.1" not in far.state.hostiles) == bool(killed)


@pytest.mark.rule("W-115", "W-032")
@pytest.mark.parametrize(("reload", "empty"), [("natural", 1), ("modified", 0)])
def test_natural_or_modified_dice_are_compared_with_the_reload_number(reload: str, empty: int) -> None:
    play = at(RIFLEMEN + "laid 1 aimed", reload=reload)
    play.do("fire 1 assault_rifle.2 riflemen.1", team="1 1 1")
    assert play.state.team["1"].weapons[0].empty == empty
    assert play.state.team["1"].weapons[0].live == 4 - empty


@pytest.mark.rule("W-116")
@pytest.mark.parametrize(("burst", "suppressed"), [("each", 3), ("once", 1)])
def test_a_good_cover_roll_suppresses_for_each_miss_or_once(burst: str, suppressed: int) -> None:
    play = at(RIFLEMEN, burst=burst).do("fire 1 assault_rifle.3 riflemen.1", team="3 3 3 6")
    assert play.state.hostiles["riflemen.1"].suppressed == suppressed
    hit = at(RIFLEMEN, burst=burst).do("fire 1 assault_rifle.3 riflemen.1", team="9 3 3 6")
    riflemen = hit.state.hostiles["riflemen.1"]
    assert (riflemen.kia, riflemen.suppressed) == (1, 2 if burst == "each" else 0)


@pytest.mark.rule("W-117", "W-035", "W-036")
def test_kills_take_unsuppressed_figures_first_and_surplus_results_are_lost() -> None:
    play = at(TEAM + "hostile picket.1 @3 -> 1 supp=1").do("fire 1 assault_rifle.2 picket.1", team="9 3 6")
    picket = play.state.hostiles["picket.1"]
    assert (picket.kia, picket.suppressed) == (1, 1)
    full = at(TEAM + "hostile picket.1 @3 -> 1 supp=2").do("fire 1 assault_rifle.3 picket.1", team="3 3 9 1")
    assert full.state.hostiles["picket.1"].suppressed == 2
    dead = at(TEAM + "hostile picket.1 @3 -> 1 kia=1").do("fire 1 assault_rifle.3 picket.1", team="9 9 9 6")
    assert dead.state.hostiles == {}
    assert dead.state.team["1"].xp == 1
    assert dead.state.decks["hostiles"].discards == ("picket",)
    assert dead.state.cup["1"] == 4


@pytest.mark.rule("W-034", "W-118")
def test_the_first_attack_of_a_quiet_weapon_each_turn_has_a_cover_roll_of_six() -> None:
    text = "mission ferry time 7 turn 4\nrow orchard\nsoldier 1 vey @0 weapons=quiet_smg\nhostile sentry.1 @1 -> 1\n"
    play = at(text + "hostile skirmishers.1 @1 -> 1", scenario="night_ferry")
    assert play.do("fire 1 quiet_smg.1 skirmishers.1").state.chance == 1
    assert len(play.told("dice_rolled")[0].split('"faces":')[1].split("]")[0].split(",")) == 2
    made = shot(play.game.rules, at(text).state, at(text).state.team["1"], "fire", "quiet_smg", "sentry.1", 1)
    assert made.quiet
    assert made.sizes == (10, 10)


@pytest.mark.rule("W-118")
def test_the_second_attack_of_a_quiet_squad_rolls_the_cover_die() -> None:
    text = "mission ferry time 7 turn 4\nrow orchard\nsoldier 1 vey @0\nsoldier 2 o_scout @0\nhostile militia.1 @1 -> 1"
    play = at(text, scenario="night_ferry").do("fire 2 own.1 militia.1", team="1")
    assert play.state.hostiles["militia.1"].suppressed == 1
    play.do("fire 2 own.1 militia.1", team="1 1")
    assert play.state.hostiles["militia.1"].suppressed == 1


@pytest.mark.rule("W-038", "W-039", "W-040", "W-041", "W-120")
def test_unarmed_hand_to_hand_needs_ten_and_gets_no_penetration() -> None:
    text = "mission convoy time 7 turn 4\nrow bridge\nsoldier 1 orm @1 skills=breacher\nhostile skirmishers.1 @1 -> 1\n"
    play = at(text).do("fight 1 skirmishers.1", team="7 4")
    assert play.state.team["1"].acts == 0
    assert play.state.team["1"].engaged == "skirmishers.1"
    assert play.state.hostiles["skirmishers.1"].kia == 1
    missed = at(text).do("fight 1 skirmishers.1", team="6 3")
    assert (missed.state.hostiles["skirmishers.1"].kia, missed.state.hostiles["skirmishers.1"].suppressed) == (0, 0)
    assert at(text.replace("orm @1", "orm @1 acts=1")).refused("fight 1 skirmishers.1") == "no_actions W-021"
    assert at(TEAM + "hostile sentry.1 @3 -> 1").refused("fight 1 sentry.1") == "apart W-038"


@pytest.mark.rule("W-042", "W-121", "W-158")
def test_armed_hand_to_hand_adds_modifier_and_penetration() -> None:
    play = at(CLOSE + "hostile skirmishers.1 @1 -> 1").do("fight 1 skirmishers.1 combat_knife.1", team="7 3")
    assert play.state.hostiles["skirmishers.1"].kia == 1
    assert play.refused("fire 1 combat_knife.1 skirmishers.1") == "hth_only W-121"
    rifle = at("mission convoy time 7 turn 4\nsoldier 1 roa @0 weapons=marksman_rifle\nhostile sentry.1 @0 -> 1")
    assert rifle.refused("fight 1 sentry.1 marksman_rifle.1") == "not_close W-121"
    brawler = at(CLOSE.replace("weapons=smg,combat_knife,throw_knife", "skills=brawler") + "hostile sentry.1 @1 -> 1")
    assert brawler.do("fight 1 sentry.1", team="7 6").state.hostiles == {}


@pytest.mark.rule("W-122")
@pytest.mark.parametrize(("stumble", "tokens"), [("one", 1), ("two", 2)])
def test_a_natural_one_in_unarmed_hand_to_hand_is_a_stumble(stumble: str, tokens: int) -> None:
    play = at(CLOSE + "hostile sentry.1 @1 -> 1", stumble=stumble).do("fight 1 sentry.1", team="1 1")
    assert play.state.team["1"].suppression == tokens
    armed = at(CLOSE + "hostile sentry.1 @1 -> 1", stumble=stumble).do("fight 1 sentry.1 smg.1", team="1 1 1")
    assert armed.state.team["1"].suppression == 0


@pytest.mark.rule("W-043", "W-123")
def test_a_thrown_weapon_is_back_when_its_card_has_left_and_the_soldier_is_there() -> None:
    text = CLOSE.replace("row orchard", "row orchard farm") + "hostile sentry.1 @2 -> 1"
    play = at(text).do("fire 1 throw_knife.1 sentry.1", team="1")
    assert play.refused("fire 1 throw_knife.1 sentry.1") == "thrown W-123"
    play.do("fire 1 smg.1 sentry.1", team="9 9 6")
    assert play.state.hostiles == {}
    knife = play.state.team["1"].weapon("throw_knife")
    assert knife is not None
    assert (knife.thrown, knife.lies) == ("", 2)
    here = at(CLOSE + "hostile sentry.1 @1 -> 1").do("fire 1 throw_knife.1 sentry.1", team="9")
    assert here.state.hostiles == {}
    assert here.told("weapon_back") == ['weapon_back {"soldier":"1","weapon":"throw_knife"}']


@pytest.mark.rule("W-123", "W-065")
def test_what_is_used_up_loses_a_counter_for_each_attack_and_never_empties() -> None:
    text = "mission convoy time 7 turn 4\nrow orchard\nsoldier 1 tusk @0 weapons=launcher kit=frag\n"
    text += "hostile sentry.1 @1 -> 1"
    play = at(text).do("fire 1 launcher.1 sentry.1", team="1 1 1").do("use 1 frag sentry.1", team="1 1 1")
    soldier = play.state.team["1"]
    assert (soldier.weapons[0].live, soldier.weapons[0].empty, soldier.kit[0].tokens) == (2, 0, 1)


@pytest.mark.rule("W-148")
def test_height_darkness_and_fog_change_the_greatest_range() -> None:
    high = "mission convoy time 7 turn 4\nrow chapel orchard farm village\nsoldier 1 roa @1 weapons=assault_rifle\n"
    far = "hostile sentry.1 @4 -> 1"
    assert at(high + far).can("fire 1 assault_rifle.1 sentry.1")
    assert at(high.replace("chapel", "quarry") + far).refused("fire 1 assault_rifle.1 sentry.1") == "range W-029"
    dark = high.replace("chapel", "sewer") + "hostile sentry.1 @3 -> 1"
    assert at(dark).refused("fire 1 assault_rifle.1 sentry.1") == "range W-148"
    seeing = dark.replace("weapons=assault_rifle", "weapons=assault_rifle kit=goggles")
    assert at(seeing).can("fire 1 assault_rifle.1 sentry.1")


@pytest.mark.rule("W-149", "W-150", "W-153")
@pytest.mark.parametrize(
    ("place", "card", "hit", "cover"),
    [
        ("orchard", "sentry", 6, 3),
        ("field", "sentry", 6, 2),
        ("farm", "sentry", 6, 4),
        ("quarry", "sentry", 6, 3),
        ("wood", "sentry", 7, 3),
        ("orchard", "stalker", 8, 4),
    ],
)
def test_traits_change_hit_number_and_cover(place: str, card: str, hit: int, cover: int) -> None:
    hostiles = "elite" if card == "stalker" else "front"
    text = f"mission convoy time 7 turn 4\nrow {place}\nsoldier 1 roa @0 weapons=smg\nhostile {card}.1 @1 -> 1"
    play = at(text, hostiles=hostiles)
    made = shot(play.game.rules, play.state, play.state.team["1"], "fire", "smg", f"{card}.1", 1)
    assert (made.hit.value, made.cover.value) == (hit, cover)


@pytest.mark.rule("W-153")
def test_a_fearless_card_is_killed_and_never_suppressed() -> None:
    text = (
        "mission convoy time 7 turn 4\nrow orchard\nsoldier 1 roa @0 weapons=smg kit=flash\nhostile raiders.1 @1 -> 1"
    )
    play = at(text, hostiles="elite")
    assert play.refused("use 1 flash raiders.1") == "fearless W-153"
    play.do("fire 1 smg.2 raiders.1", team="9 2 2 6")
    raiders = play.state.hostiles["raiders.1"]
    assert (raiders.kia, raiders.suppressed) == (1, 0)


@pytest.mark.rule("W-117", "W-036")
def test_a_kill_on_a_suppressed_card_takes_a_token_along() -> None:
    play = at(TEAM + "hostile picket.1 @3 -> 1 supp=2").do("fire 1 assault_rifle.1 picket.1", team="9 6")
    assert (play.state.hostiles["picket.1"].kia, play.state.hostiles["picket.1"].suppressed) == (1, 1)


@pytest.mark.rule("W-121", "W-123")
def test_a_weapon_that_can_be_thrown_stays_at_hand_in_hand_to_hand() -> None:
    play = at(CLOSE.replace("combat_knife", "throw_knife") + "hostile sentry.1 @1 -> 1")
    play.do("fight 1 sentry.1 throw_knife.1", team="1")
    weapon = play.state.team["1"].weapon("throw_knife")
    assert weapon is not None
    assert not weapon.away
