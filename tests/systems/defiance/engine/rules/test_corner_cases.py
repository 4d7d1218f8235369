"""Where two rules meet: clauses of rules that no other file's positions bring about."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.commands import Attack
from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + """
    [dice]
    burst = ["S S !", "S S !", "S S !", "S S !", "S S !", "S S !"]

    [[equipment]]
    id = "satchel_gun"
    tabs = [["hand"], ["backpack"]]
    attacks = [{ id = "shoot", dice = ["any"], range = [1, 8] }]
    hackable = true

    [[equipment]]
    id = "light_gun"
    attacks = [{ id = "shoot", dice = ["any"], range = [1, 8] }]
    biotech = ["black"]

    [[equipment]]
    id = "double_gun"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "shoot"
      dice = ["any"]
      range = [1, 8]
      switches = [{ cost = "!", effects = [
        { do = "suffer", amount = 1 }, { do = "suffer", amount = 1, on = "other_enemy" },
      ] }]

    [[equipment]]
    id = "hackable_hat"
    hackable = true
    modifiers = [{ rolls = ["biotech"], dice = ["black"] }]

    [[equipment]]
    id = "any_deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }

    [[equipment]]
    id = "flag"

      [[equipment.actions]]
      id = "wave"
      target = "character"
      range = [0, 8]
      effects = [{ do = "impose", state = "focused" }]

    [[units]]
    id = "martyr"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "blast", dice = ["burst"], range = [1, 8], switches = [
        { cost = "!", effects = [{ do = "suffer", amount = 9, on = "user" }] },
      ] }]

    [[units]]
    id = "herald"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "cry", dice = ["any", "any", "any"], range = [1, 8], switches = [
        { cost = "S", effects = [{ do = "alert" }] },
      ] }]

    [[units]]
    id = "plague"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "cough", dice = ["any", "any", "any"], range = [1, 8], switches = [
        { cost = "!", effects = [{ do = "consequence", on = "characters" }] },
      ] }]

    [[units]]
    id = "spider"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      hack_attack = { dice = ["any", "any"], range = [1, 8] }

    [[units]]
    id = "giant"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      abilities = ["big"]

    # Of two Attacks of one Range the second needs no sight.
    [[units]]
    id = "gunner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [
        { id = "aimed", dice = ["any"], range = [3, 4] },
        { id = "lobbed", dice = ["any"], range = [3, 4], sight = false },
      ]

    [[ai_cards]]
    id = "approach"
    blue = ["acquire least_distance"]
    red = ["acquire least_distance"]

    [[units]]
    id = "sulker"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      attacks = [{ id = "poke", dice = ["any", "any"], range = [1, 8], switches = [
        { cost = "S", effects = [{ do = "calm", amount = -1 }] },
      ] }]

    [[states]]
    id = "steady"
    modifiers = [{ rolls = ["attack"], reroll = 1 }]
    """
)


@pytest.mark.rule("R-029", "R-031")
@pytest.mark.parametrize(("place", "armed"), [("0", True), ("1", False), ("backpack", False)])
def test_what_is_matched_to_a_backpack_icon_alone_is_not_equipped(place: str, armed: bool) -> None:
    game = position(f"U . 1\n\numa carries=satchel_gun@{place}\ndummy 1 -", CARDS).do("activate uma")
    assert game.can("attack uma satchel_gun.shoot dummy.1") == armed
    assert game.game.rules.loadout(game.one("uma")).hackable == armed
    if place == "1":
        assert game.refused("attack uma satchel_gun.shoot dummy.1") == "not_equipped R-073"


@pytest.mark.rule("R-028", "R-029", "R-030")
@pytest.mark.parametrize(("reading", "armed"), [("light", True), ("carried", True), ("equipped", False)])
def test_to_the_letter_a_light_item_is_not_equipped_for_anything(reading: str, armed: bool) -> None:
    game = position(f"U . 1\n\numa carries=light_gun\ndummy 1 -\nswitch usable={reading}", CARDS).do("activate uma")
    assert game.can("attack uma light_gun.shoot dummy.1") == armed
    assert bool(game.game.rules.loadout(game.one("uma")).biotech) == armed
    if not armed:
        assert game.refused("attack uma light_gun.shoot dummy.1") == "not_equipped R-073"
        assert (
            position("U\n\numa carries=medikit damage=1\nswitch usable=equipped")
            .do("activate uma")
            .refused("use_card uma medikit.treat uma")
            == "not_equipped R-030"
        )


@pytest.mark.rule("R-106", "R-094")
def test_who_falls_by_its_own_switch_is_in_the_roll_to_its_end() -> None:
    game = foes_turn("U . 1\n\nmartyr 1 - ai=orders\ninitiative martyr", CARDS).do("proceed", enemy="S S !", team="-")
    assert game.state.enemies == {}
    assert game.one("uma").damage == 2
    assert game.told("symbols_cancelled") == ["symbols_cancelled - S+S 0 2 [R-093]"]


@pytest.mark.rule("R-104", "R-259")
@pytest.mark.parametrize(("alert", "left"), [(3, 0), (4, 1), (5, 2)])
def test_an_enemy_pays_for_no_alert_above_the_maximum(alert: int, left: int) -> None:
    game = foes_turn(f"U . 1\n\nherald 1 - ai=orders\ninitiative herald\nalert {alert}", CARDS)
    game.do("proceed", enemy="S S", team="-")
    assert game.one("uma").damage == left


@pytest.mark.rule("R-101", "R-099")
def test_a_switch_is_paid_for_the_effect_that_finds_somebody() -> None:
    game = position("U . 1\n\numa carries=double_gun\ndummy 1 -", CARDS).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", "use_switch 0", team="!", enemy="-")
    assert game.foe("dummy.1").damage == 1


@pytest.mark.rule("R-075", "R-200")
def test_what_modifies_biotech_counts_where_no_equipment_gives_any() -> None:
    game = foes_turn("U . 1\n\numa carries=hackable_hat\nspider 1 - ai=orders\ninitiative spider", CARDS)
    game.do("proceed", enemy="-", team="-")
    assert game.dice("team") == ["black"]


@pytest.mark.rule("R-075")
def test_an_enemy_rolls_no_die_again() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=orders\ndummy.1 steady\ninitiative dummy", CARDS)
    (opened,) = game.do("proceed", enemy="-", team="-").told("roll_opened")
    assert "reroll" not in opened


@pytest.mark.rule("R-067", "R-209")
def test_a_look_at_a_big_enemy_passes_figures() -> None:
    """Between Enemies too, and in what the window says before the click."""
    game = position("U C . 1 2 3\n\numa carries=pistol\ndummy 1 2\ngiant 3", CARDS).do("activate uma")
    rules, state = game.game.rules, game.state
    assert rules.sees(state, rules.view(state), "dummy.1", "giant.1")
    assert not rules.sees(state, rules.view(state), "uma", "dummy.2")
    assert game.can("attack uma pistol.shot giant.1")
    assert preview.attack(rules, state, Attack("uma", "pistol", "shot", "giant.1")).clear


@pytest.mark.rule("R-145", "R-157")
def test_what_does_not_heal_reaches_a_remote() -> None:
    game = position("U B\n\numa carries=flag,medikit\nbillie damage=1", CARDS).do("activate uma")
    assert not game.can("use_card uma medikit.treat billie")
    game.do("use_card uma flag.wave billie")
    assert game.one("billie").states == ("focused",)


@pytest.mark.rule("R-226")
def test_an_enemys_effect_on_all_characters_passes_the_unconscious_by() -> None:
    game = foes_turn("U C 1\n\ncadin damage=10 unconscious\nplague 1 - ai=orders\ninitiative plague", CARDS)
    game.do("proceed", enemy="!", team="-")
    assert [line.split()[1] for line in game.told("consequence_suffered")] == ["uma"]


@pytest.mark.rule("R-135", "R-141")
def test_a_critical_that_no_input_lists_may_be_let_go() -> None:
    game = position("J X\n\njazz carries=any_deck\nconsole one X S !", CARDS).do("activate jazz")
    game.do("interact jazz one using=any_deck", team="CS")
    assert game.options() == ["split_critical CS", "leave_console"]
    game.do("leave_console")
    assert game.told("symbols_discarded") == ["symbols_discarded one CS [R-135]"]


@pytest.mark.rule("R-250", "R-248")
def test_in_a_mission_without_respawn_spaces_nobody_comes_back() -> None:
    game = position("U . . . .\n\navailable dummy\nreserve 9").do("activate uma", "end_activation uma")
    assert (game.state.round, game.state.available) == (2, ("dummy",))


@pytest.mark.rule("R-262")
def test_whoever_a_switch_or_a_card_picks_besides_the_target_wakes() -> None:
    game = position("2 C 1\n\ncadin carries=rippers\ndummy 1 -\nnox_spec_ops 2 -\nalert 0").do("activate cadin")
    game.do("attack cadin rippers.slash dummy.1", "use_switch 0 target=nox_spec_ops.1", team="S S !", enemy="-")
    assert "nox_spec_ops" in game.state.initiative


@pytest.mark.rule("R-117", "R-034")
def test_a_card_that_bears_a_name_may_be_handed_on_in_a_mission() -> None:
    """Nothing but what is personal stays with its owner; between missions it goes back (R-307)."""
    game = position("U J\n\numa tabs=hand\njazz carries=hacking_device,automedikit").do("activate uma", "equip uma")
    assert game.can("give jazz uma hacking_device")
    assert game.refused("give jazz uma automedikit") == "personal R-034"


@pytest.mark.rule("R-217", "R-219", "R-057")
@pytest.mark.parametrize(
    ("board", "more", "rule"),
    [
        ("U . .", "difficult A1:e", "R-217"),
        ("U C .", "cadin damage=10 unconscious", "R-219"),
        ("U X .", "container crate X", "R-219"),
        ("U 1 .", "dummy 1 -", "R-057"),
    ],
)
def test_a_step_that_costs_too_much_says_what_makes_it_dear(board: str, more: str, rule: str) -> None:
    game = position(f"{board}\n\numa speed=1\n{more}").do("activate uma", "move uma")
    assert game.refused("step_to uma B1") == f"no_points {rule}"


@pytest.mark.rule("R-146")
def test_what_an_ally_cannot_carry_it_cannot_place() -> None:
    game = position("U X G\n\ngoldstein G\ncontainer crate X\ndeck loot knife")
    game.do("activate goldstein", "interact goldstein crate")
    assert game.refused("place goldstein knife backpack") == "cannot_carry R-146"


AIMED = '{ id = "aimed", dice = ["any"], range = [3, 4] }'
LOBBED = '{ id = "lobbed", dice = ["any"], range = [3, 4], sight = false }'


@pytest.mark.rule("R-195")
@pytest.mark.parametrize("printed", [(AIMED, LOBBED), (LOBBED, AIMED)])
def test_it_walks_no_further_than_its_cheapest_attack_wants(printed: tuple[str, str]) -> None:
    """In whatever order its Attacks are printed: the one that needs no sight reaches Uma from E1 already."""
    assert f"{AIMED},\n        {LOBBED}" in CARDS
    cards = CARDS.replace(f"{AIMED},\n        {LOBBED}", f"{printed[0]},\n        {printed[1]}")
    text = "U . . . . 1\n . . . . . .\n. . . . . .\n\nwall B1:e B1:se\ngunner 1 ai=approach\ninitiative gunner"
    game = foes_turn(text, cards).pass_on()
    assert game.told("moved") == ["moved gunner.1 F1>E1 cost=1 [R-061 R-195]"]


@pytest.mark.rule("R-104")
def test_an_enemy_pays_for_nothing_that_only_characters_can_have() -> None:
    game = foes_turn("U . 1\n\nsulker 1 - ai=orders\ninitiative sulker", CARDS).do("proceed", enemy="S S", team="-")
    assert not game.told("switch_used")
    assert game.one("uma").damage == 2
