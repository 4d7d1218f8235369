"""The Specialties: 35 cards in eight groups. Each can be used and changes the table, and nobody else has its use."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance import content
from defiance_qt.systems.defiance.engine import frames as f
from defiance_qt.systems.defiance.engine.catalog import content_faults
from defiance_qt.systems.defiance.engine.content import Act, Trigger
from defiance_qt.systems.defiance.engine.rules import granted
from defiance_qt.systems.defiance.engine.state import Carried
from defiance_qt.systems.defiance.engine.transaction import Transaction
from tests.systems.defiance.engine.positions import Play, catalog, position
from tests.systems.defiance.engine.rules.turns import foes_turn

TEAM = {"uma": "U", "cadin": "C", "qiang": "Q", "jazz": "J"}
ROBOT = """
    [[units]]
    id = "robot"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 6
      abilities = ["hackable"]
      biotech = ["any"]
      defense = ["any"]
      attacks = [{ id = "beam", dice = ["any", "any"], range = [1, 8] }]

    [[units]]
    id = "anchor"

      [[units.faces]]
      colour = "grey"
      number = 1
      speed = 0
      wounds = 6
      structure = true
      defense = ["any"]
    """

THROWER = """
    [[equipment]]
    id = "thrower"
    attacks = [{ id = "lob", dice = ["any"], range = [1, 3], sight = false }]
    """


@pytest.mark.rule("R-299", "R-300", "R-311")
def test_each_character_may_choose_from_thirteen_cards_in_three_groups() -> None:
    known = catalog()
    count = Counter(card.group for card in known.specialties.values())
    assert sum(count.values()) == 35
    for id in TEAM:
        assert len(known.characters[id].specialties) == 3
        assert sum(count[group] for group in known.characters[id].specialties) == 13


@pytest.mark.rule("R-299", "R-301", "R-311")
def test_every_group_is_a_chain_of_four_levels() -> None:
    cards = catalog().specialties.values()
    for group in {card.group for card in cards}:
        assert {card.level for card in cards if card.group == group} == {1, 2, 3, 4}
    for card in cards:
        below = {one.id for one in cards if one.group == card.group and one.level == card.level - 1}
        assert set(card.requires) == below


@pytest.mark.rule("R-299", "R-301", "R-311")
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ('level = 5\nrequires = ["hold_fast"]\ngroup = "command"', "the highest level is 4"),
        ('level = 0\ngroup = "command"', "0 is below 1"),
        ('level = 2\ngroup = "command"', "above level 1 it needs a Specialty that comes before it"),
        (
            'level = 2\nrequires = ["sprint"]\ngroup = "command"',
            "'sprint' is not of the level before it in its category",
        ),
        (
            'level = 3\nrequires = ["orders"]\ngroup = "command"',
            "'orders' is not of the level before it in its category",
        ),
        (
            'level = 2\nrequires = ["first_strike"]\ngroup = "command"',
            "'first_strike' is not of the level before it in its category",
        ),
        (
            'level = 2\nrequires = ["orders", "sprint"]\ngroup = "command"',
            "'sprint' is not of the level before it in its category",
        ),
        ('requires = ["none"]', "there is no specialty 'none'"),
        (
            'group = "command"\n' + 'actions = [{ id = "a", effects = [{ do = "heal", amount = 1 }] }, '
            '{ id = "a", effects = [{ do = "heal", amount = 1 }] }]',
            "Action 'a' is listed twice",
        ),
        ('group = "cooking"', "no Character has the category 'cooking'"),
    ],
)
def test_a_card_out_of_its_chain_is_refused(change: str, fault: str) -> None:
    more = f'[[specialties]]\nid = "odd"\n{change}\n'.encode()
    faults = [str(one) for one in content_faults({**content.files(), "odd.toml": more})]
    assert faults
    assert fault in faults[0]
    assert not any("above level 1" in one for one in faults[1:])


@pytest.mark.rule("R-299", "R-311")
def test_a_card_may_stand_outside_the_categories() -> None:
    more = b'[[specialties]]\nid = "odd"\nactions = [{ id = "a", effects = [{ do = "heal", amount = 1 }] }]\n'
    assert content_faults({**content.files(), "odd.toml": more}) == ()


USES = {
    "orders": ("uma", "U C", "", "orders.order cadin"),
    "calm_voice": ("uma", "U C", "cadin aggro=2", "calm_voice.soothe cadin"),
    "focus_fire": ("uma", "U C", "", "focus_fire.point_out cadin"),
    "hold_fast": ("uma", "U C", "", "hold_fast.spur cadin"),
    "one_shot": ("uma", "U . 1", "dummy 1 -", "one_shot.aim uma"),
    "field_dressing": ("uma", "U C", "uma damage=2", "field_dressing.dress uma"),
    "wulver_rage": ("cadin", "C 1", "dummy 1 -", "wulver_rage.rage cadin"),
    "sprint": ("cadin", "C . .", "", "sprint.dash cadin"),
    "slip": ("cadin", "C . .", "", "slip.vanish cadin"),
    "barrage": ("qiang", "Q . 1", "dummy 1 -", "barrage.sweep qiang"),
    "quick_fix": ("jazz", "J B", "billie damage=2", "quick_fix.repair billie"),
    "barricade": ("jazz", "J .", "", "barricade.block B1"),
    "overload": ("jazz", "J . 1", "robot 1 -", "overload.burn_out robot.1"),
    "fast_cycle": ("jazz", "J C", "jazz carries=hacking_device", "fast_cycle.cycle jazz"),
    "puppeteer": ("jazz", "J . 1 . 2", "robot 1 2", "puppeteer.pull_strings robot.1"),
    "second_wind": ("uma", "U C", "cadin tapped=sprint", "second_wind.rouse uma"),
}


@pytest.mark.rule("R-048", "R-312", "R-313", "R-314", "R-315")
@pytest.mark.parametrize("card", USES)
def test_an_action_of_a_specialty_changes_the_table_and_turns_the_card(card: str) -> None:
    who, board, more, words = USES[card]
    game = position(_with(board, who, more, card), ROBOT).do(f"activate {who}")
    before = game.state
    game.do(f"use_card {who} {words}")
    one = game.one(who)
    assert card in (*one.tapped, *one.flipped)
    told = {type(event).__name__ for event in game.events}
    assert told - {"ActionSpent", "CardUsed", "FrameOpened", "FrameClosed"} or game.state.agenda != before.agenda


@pytest.mark.rule("R-299", "R-313")
@pytest.mark.parametrize("card", USES)
def test_without_the_specialty_the_action_is_refused(card: str) -> None:
    who, board, more, words = USES[card]
    game = position(_with(board, who, more, ""), ROBOT).do(f"activate {who}")
    assert game.refused(f"use_card {who} {words}") == "not_acquired R-299"


def _with(board: str, who: str, more: str, card: str) -> str:
    lines = [line for line in more.splitlines() if line]
    own = [line for line in lines if line.split()[0] == who]
    others = [line for line in lines if line not in own]
    line = " ".join([*(own or [who]), *([f"specialties={card}"] if card else [])])
    return f"{board}\n\n" + "\n".join([line, *others])


# ---- command


@pytest.mark.rule("R-313", "R-314")
def test_orders_move_another_character_at_once() -> None:
    game = position("U C . . . .\n\numa specialties=orders", ROBOT).do(
        "activate uma", "use_card uma orders.order cadin"
    )
    game.do("step_to cadin C1")
    assert game.refused("move cadin").startswith("no_actions")
    game.do("step_to cadin D1", "step_to cadin E1")
    assert game.one("cadin").space == "E1"
    assert not game.one("cadin").activated
    assert game.actions() == 1
    assert game.refused("use_card uma orders.order cadin") == "tapped R-314"


@pytest.mark.rule("R-313")
def test_what_is_left_of_an_order_may_be_left() -> None:
    game = position("U C . . . .\n\numa specialties=orders", ROBOT).do(
        "activate uma", "use_card uma orders.order cadin"
    )
    game.do("end_activation cadin", "move uma")
    assert game.one("cadin").space == "B1"


@pytest.mark.rule("R-313", "R-056")
def test_who_passes_anothers_space_by_an_order_has_to_move_on() -> None:
    game = position("U C Q . .\n\numa specialties=orders", ROBOT)
    game.do("activate uma", "use_card uma orders.order cadin", "step_to cadin C1")
    assert game.options() == ["step_to cadin B1", "step_to cadin D1"]
    assert game.do("step_to cadin D1").can("end_activation cadin")


@pytest.mark.rule("R-313", "R-315", "R-221")
def test_hold_fast_lets_another_perform_one_action_of_any_kind() -> None:
    game = position("U C 1\n\numa specialties=hold_fast\ndummy 1 -", ROBOT).do("activate uma")
    game.do("use_card uma hold_fast.spur cadin", "attack cadin rippers.slash dummy.1", team="S", enemy="-")
    assert game.foe("dummy.1").damage == 1
    assert game.one("cadin").aggro == 1
    assert game.actions() == 2
    assert not game.one("cadin").activated


@pytest.mark.rule("R-313", "R-049")
def test_a_free_action_is_not_what_hold_fast_lets_another_perform() -> None:
    """Nor a Move of one that is Pinned."""
    figures = "uma specialties=hold_fast\ncadin carries=club,medikit,stimulant damage=1{}\ndummy 1 -"
    others = [
        "attack cadin club.hit dummy.1",
        "equip cadin",
        "use_card cadin medikit.treat cadin",
        "use_card cadin medikit.treat uma",
        "end_activation cadin",
    ]
    for state, move in (("", ["move cadin"]), (" pinned", [])):
        game = position(f"U C 1\n\n{figures.format(state)}", ROBOT).do("activate uma")
        game.do("use_card uma hold_fast.spur cadin")
        assert sorted(game.options()) == sorted([*others, *move])


@pytest.mark.rule("R-313", "R-046")
def test_hold_fast_lets_another_hack_rest_or_interact_too() -> None:
    """Not for two Reinforcements, and not with one more roll: that is for an Activation."""
    text = 'U J X\n\numa specialties=hold_fast\njazz carries=hacking_device stunned\nconsole one X "S S"'
    game = position(f"{text}\nswitch console_extra=roll").do("activate uma", "use_card uma hold_fast.spur jazz")
    assert game.options() == [
        "hack jazz geist_aid uma",
        "hack jazz geist_aid jazz",
        "equip jazz",
        "rest jazz state=stunned",
        "rest jazz",
        "interact jazz one",
        "interact jazz one using=hacking_device",
        "move jazz",
        "end_activation jazz",
    ]
    game.do("interact jazz one", "keep_dice", "assign S 0", team="S")
    assert game.asks() == "team activation"
    assert game.options("console_roll_again") == []


@pytest.mark.rule("R-313", "R-221")
@pytest.mark.parametrize("first", ["uma", "cadin"])
def test_who_acts_by_anothers_card_gains_aggro_for_its_own_damage_and_only_for_that(first: str) -> None:
    game = position("U C 1\n\numa carries=thrower specialties=hold_fast\ncadin carries=club\ndummy 1 -", THROWER)
    game.do("activate uma")
    own = ["attack uma thrower.lob dummy.1"]
    granted_to_cadin = ["use_card uma hold_fast.spur cadin", "attack cadin club.hit dummy.1"]
    order = [*own, *granted_to_cadin] if first == "uma" else [*granted_to_cadin, *own]
    game.do(*order, team=["S", "S"], enemy=["-", "-"])
    assert (game.one("uma").aggro, game.one("cadin").aggro) == (1, 1)


@pytest.mark.rule("R-313", "R-221")
def test_an_attack_that_a_mission_grants_outside_an_activation_brings_aggro() -> None:
    trigger = Trigger("round_began 2", (Act(actions=1, only="attack"),))
    game = position("U . 1\n\numa carries=stick\ndummy 1 -", triggers=(trigger,))
    game.do("activate uma", "end_activation uma", "attack uma stick.point dummy.1", team="S", enemy="-")
    assert (game.state.round, game.asks(), game.one("uma").aggro) == (2, "team round", 1)
    game.do("activate uma", "attack uma stick.point dummy.1", team="S", enemy="-")
    assert game.one("uma").aggro == 2


@pytest.mark.rule("R-314")
def test_second_wind_untaps_the_cards_of_the_others_only() -> None:
    game = position("U C\n\numa specialties=second_wind tapped=orders\ncadin tapped=sprint").do("activate uma")
    game.do("use_card uma second_wind.rouse uma")
    assert game.one("cadin").tapped == ()
    assert game.one("uma").tapped == ("orders",)


# ---- marksmanship, heavy weapons


@pytest.mark.rule("R-075", "R-099")
@pytest.mark.parametrize(
    ("card", "rolled", "switch", "seen"),
    [
        ("double_tap", "S !", "S", "damage=2"),
        ("pinning_shot", "B !", "B", "pinned"),
        ("suppressor", "!", "!", "suppressed"),
        ("wide_arc", "! !", "!", "others"),
    ],
)
def test_a_switch_of_a_specialty_is_open_in_attacks(card: str, rolled: str, switch: str, seen: str) -> None:
    board = f"U . 1\n2\n\numa carries=stick specialties={card}\ndummy 1 2"
    game = position(board, ROBOT).do("activate uma")
    game.do("attack uma stick.point dummy.1", "use_switch 0", team=rolled, enemy="-")
    foe = game.foe("dummy.1")
    found = {"damage=2": foe.damage == 2, "others": game.foe("dummy.2").damage == 1}
    assert found.get(seen, seen in foe.states)


@pytest.mark.rule("R-075", "R-212")
@pytest.mark.parametrize(
    ("card", "weapon", "alert", "dice"),
    [
        ("steady_hand", "stick.point", 1, 6),
        ("brace", "stick.point", 1, 7),
        ("first_strike", "club.hit", 1, 7),
        ("first_strike", "stick.point", 1, 6),
        ("quiet_kill", "club.hit", 0, 7),
        ("quiet_kill", "club.hit", 1, 6),
        ("quiet_kill", "stick.point", 0, 6),
    ],
)
def test_a_specialty_changes_the_dice_of_an_attack(card: str, weapon: str, alert: int, dice: int) -> None:
    item = weapon.partition(".")[0]
    board = f"U 1\n\numa carries={item} specialties={card}\ndummy 1 -\nalert {alert}"
    game = position(board).do("activate uma")
    game.do(f"attack uma {weapon} dummy.1", team="-", enemy="-")
    assert len(game.dice("team")) == dice
    (opened,) = game.told("roll_opened")
    assert ("R-212" in opened) == (dice == 7 and card != "first_strike")
    assert game.can("roll_again 0") == (card == "steady_hand")


@pytest.mark.rule("R-075", "R-212")
def test_brace_ends_with_a_step() -> None:
    game = position("U . . 1\n\numa carries=stick specialties=brace\ndummy 1 -").do("activate uma", "move uma")
    game.do("step_to uma B1", "attack uma stick.point dummy.1", team="-", enemy="-")
    assert len(game.dice("team")) == 6


@pytest.mark.rule("R-313", "R-315")
def test_one_shot_adds_two_red_dice_to_one_attack() -> None:
    game = position("U . 1\n\numa carries=stick specialties=one_shot\ndummy 1 -").do("activate uma")
    game.do("use_card uma one_shot.aim uma")
    assert game.refused("move uma") == "granted_only R-313"
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.dice("team")[-2:] == ["red", "red"]


@pytest.mark.rule("R-313")
def test_an_attack_that_finds_no_target_is_not_offered() -> None:
    game = position("U . .\n\numa carries=stick specialties=one_shot").do("activate uma")
    assert game.refused("use_card uma one_shot.aim uma") == "idle_card R-048"


@pytest.mark.rule("R-212", "R-094")
def test_a_barrage_hits_everybody_around_the_target() -> None:
    game = position(
        "U . 1 . 2 4\n. 3 . . .\n\numa carries=stick specialties=barrage\ndummy red 1 2 3\nrobot 4 -", ROBOT
    )
    game.do("activate uma", "use_card uma barrage.sweep uma")
    game.do("attack uma stick.point dummy.1", team="S S", enemy="-")
    assert [game.foe(f"dummy.{number}").damage for number in (1, 2, 3)] == [2, 2, 2]
    assert game.foe("robot.1").damage == 0


@pytest.mark.rule("R-313", "R-094", "R-212")
def test_a_barrage_that_is_blocked_hits_nobody() -> None:
    game = position("U . 1 2\n\numa carries=stick specialties=barrage\ndummy 1 2").do("activate uma")
    game.do("use_card uma barrage.sweep uma", "attack uma stick.point dummy.1", team="S", enemy="B")
    assert not game.told("damage_suffered")
    assert game.one("uma").aggro == 0


@pytest.mark.rule("R-313", "R-314")
@pytest.mark.parametrize(("card", "refusal"), [("walking_fire.advance", "attack"), ("strike_and_go.move_on", "kill")])
def test_a_card_that_follows_a_deed_waits_for_it(card: str, refusal: str) -> None:
    id = card.partition(".")[0]
    board = f"U . 1 2\n. . .\n\numa carries=stick specialties={id}\ndummy 1 2\ndummy.1 damage=4"
    game = position(board).do("activate uma")
    assert game.refused(f"use_card uma {card} uma") == f"only_after_{refusal} R-048"
    game.do("attack uma stick.point dummy.1", team="S", enemy="-")
    assert game.told("plugin_fact")[0].endswith("[R-212 R-313]"), "what it waits for is noted, and why"
    assert game.foe("dummy.2").damage == 0, "an ordinary Attack spreads no Damage"
    game.do(f"use_card uma {card} uma", "step_to uma B1")
    assert game.one("uma").space == "B1"


# ---- survival


@pytest.mark.rule("R-224", "R-315")
def test_not_today_keeps_one_wound_once_a_mission() -> None:
    game = position("U C 1\n\numa specialties=not_today damage=9\ndummy 1 -").do("activate uma")
    game.do("overrule team.uma.damage 10")
    assert game.one("uma").damage == 9
    assert game.one("uma").conscious
    assert game.one("uma").flipped == ("not_today",)
    assert game.told("damage_healed")[0].startswith("damage_healed uma 1 9 ")
    game.do("overrule team.uma.damage 10")
    assert not game.one("uma").conscious


@pytest.mark.rule("R-154", "R-315")
def test_no_card_keeps_a_remote_on_the_board() -> None:
    """It does not fall Unconscious, so nothing is flipped in place of that."""
    game = position("J B\n\nbillie specialties=not_today damage=9").do("overrule team.billie.damage 10")
    assert (game.one("billie").space, game.one("billie").flipped) == ("", ())
    assert game.told("remote_disabled") == ["remote_disabled billie [R-154]"]


@pytest.mark.rule("R-224", "R-315")
@pytest.mark.parametrize(
    ("cards", "wounds", "damage", "flipped"),
    [
        ("not_today", 2, 1, ("not_today",)),
        ("not_today", 1, 0, ("not_today",)),
        ("stubborn,not_today", 2, 1, ("not_today",)),
        ("not_today,stubborn", 10, 9, ("not_today",)),
        ("stubborn", 2, 2, ()),
    ],
)
def test_not_today_keeps_one_wound_of_however_many_and_no_other_card_is_flipped(
    cards: str, wounds: int, damage: int, flipped: tuple[str, ...]
) -> None:
    game = position(f"U C 1\n\numa wounds={wounds} specialties={cards}\ndummy 1 -").do("activate uma")
    game.do(f"overrule team.uma.damage {wounds}")
    one = game.one("uma")
    assert (one.damage, one.flipped, one.conscious) == (damage, flipped, bool(flipped))


@pytest.mark.rule("R-154", "R-315")
def test_a_remote_keeps_no_wound_by_its_card() -> None:
    hound = """
        [[characters]]
        id = "hound"
        ally = true
        remote = true
        controller = "uma"
        speed = 4
        wounds = 3
        abilities = ["not_today"]
        """
    game = position("U C H\n\nhound H printed", hound).do("activate uma", "overrule team.hound.damage 3")
    assert (game.one("hound").space, game.one("hound").flipped) == ("", ())


@pytest.mark.rule("R-316")
def test_stubborn_stores_blocks_only_and_two_of_them() -> None:
    game = position("U . 1\n\numa carries=stick specialties=stubborn\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="B B B S CS", enemy="-")
    assert {line.split()[-1] for line in game.options("store_die")} == {"B"}
    game.do(game.options("store_die")[0])
    game.do(game.options("store_die")[0])
    assert [token.symbol for token in game.one("uma").stored] == ["B", "B"]
    assert not game.options("store_die")


@pytest.mark.rule("R-075")
def test_thick_skin_adds_a_die_of_defense() -> None:
    game = foes_turn("U . 1\n\numa specialties=thick_skin\ndummy 1 - ai=attack_twice\ninitiative dummy")
    game.do("proceed", enemy="-", team="-")
    assert game.dice("team")[-1] == "black"


# ---- close combat, mobility


@pytest.mark.rule("R-099", "R-101")
def test_whirl_hurts_every_enemy_in_contact() -> None:
    game = position("1 U 2\n\numa carries=club specialties=whirl\ndummy 1 2").do("activate uma")
    game.do("attack uma club.hit dummy.1", "use_switch 0", team="S !", enemy="-")
    assert [game.foe(f"dummy.{number}").damage for number in (1, 2)] == [1, 1]


@pytest.mark.rule("R-313", "R-315", "R-221")
def test_wulver_rage_is_one_cc_attack_and_its_aggro_counts_once() -> None:
    game = position("C 1\n\ncadin carries=club specialties=wulver_rage\ndummy 1 -").do("activate cadin")
    game.do("use_card cadin wulver_rage.rage cadin", "attack cadin club.hit dummy.1", team="S", enemy="-")
    assert game.actions() == 2
    game.do("attack cadin club.hit dummy.1", team="S", enemy="-")
    assert game.foe("dummy.1").damage == 2
    assert game.one("cadin").aggro == 1


@pytest.mark.rule("R-313", "R-264")
def test_wulver_rage_is_offered_with_every_cc_attack_and_no_other() -> None:
    game = position(
        "1 C 2 . 3\n\ncadin tabs=hand,hand,hand carries=stick,club specialties=wulver_rage\ndummy red 1 2 3"
    )
    game.do("activate cadin", "use_card cadin wulver_rage.rage cadin")
    assert game.options("attack") == ["attack cadin club.hit dummy.1", "attack cadin club.hit dummy.2"]


@pytest.mark.rule("R-313", "R-221")
def test_a_granted_attack_that_deals_no_damage_leaves_the_aggro_to_a_later_one() -> None:
    game = position("C 1\n\ncadin carries=club specialties=wulver_rage\ndummy 1 -").do("activate cadin")
    game.do("use_card cadin wulver_rage.rage cadin", "attack cadin club.hit dummy.1", team="-", enemy="-")
    assert game.one("cadin").aggro == 0
    game.do("attack cadin club.hit dummy.1", team="S", enemy="-")
    assert game.told("aggro_changed") == ["aggro_changed cadin 1 1 for_damage=yes [R-221]"]


@pytest.mark.rule("R-313", "R-221")
def test_a_granted_attack_after_one_that_dealt_damage_brings_no_aggro() -> None:
    game = position("C 1\n\ncadin carries=club specialties=wulver_rage\ndummy 1 -").do("activate cadin")
    game.do("attack cadin club.hit dummy.1", team="S", enemy="-")
    game.do("use_card cadin wulver_rage.rage cadin", "attack cadin club.hit dummy.1", team="S", enemy="-")
    assert game.told("aggro_changed", "frame_set") == []
    assert game.one("cadin").aggro == 1


@pytest.mark.rule("R-217", "R-219")
@pytest.mark.parametrize(("card", "points"), [("", 2), ("specialties=vault", 3)])
def test_vault_crosses_difficult_and_obstructed_spaces_at_no_extra_cost(card: str, points: int) -> None:
    game = position(f"C % . .\n\ncadin speed=4 {card}").do("activate cadin", "move cadin", "step_to cadin B1")
    assert points_left(game) == points
    over = position(f"C X .\n\ncadin speed=4 {card}\ncontainer crate X 1").do("activate cadin", "move cadin")
    over.do("step_to cadin B1")
    assert points_left(over) == points


def points_left(game: Play) -> int:
    """The movement points of the Activation."""
    frame = game.state.agenda[-1]
    assert isinstance(frame, f.Activation)
    return frame.points


# ---- engineering, hacking


@pytest.mark.rule("R-126", "R-127")
def test_quick_fix_opens_a_door_in_range_but_no_security_door() -> None:
    board = "J . . .\n\njazz specialties=quick_fix\ndoor gate B1:e\nsecurity safe C1:e"
    game = position(board).do("activate jazz", "use_card jazz quick_fix.open gate")
    assert game.state.doors["gate"].open
    other = position(board).do("activate jazz")
    assert other.refused("use_card jazz quick_fix.open safe") == "security_door R-127"
    far = position("J . . . .\n\njazz specialties=quick_fix\ndoor gate D1:e").do("activate jazz")
    assert far.refused("use_card jazz quick_fix.open gate") == "out_of_range R-069"


@pytest.mark.rule("R-215")
def test_a_barricade_stands_until_the_round_ends() -> None:
    game = position("J . C\n\njazz specialties=barricade").do("activate jazz", "use_card jazz barricade.block B1")
    assert game.refused("use_card jazz barricade.block C1") == "tapped R-314"
    game.do("move jazz")
    assert game.refused("step_to jazz B1") == "blocked_space R-215"
    game.do("end_activation jazz", "activate cadin", "end_activation cadin")
    assert game.state.round == 2
    game.do("activate jazz", "move jazz", "step_to jazz B1")
    assert game.one("jazz").space == "B1"


@pytest.mark.rule("R-215")
def test_a_barricade_needs_a_free_space() -> None:
    game = position("J C .\n\njazz specialties=barricade").do("activate jazz")
    assert game.refused("use_card jazz barricade.block B1") == "wrong_target R-048"


@pytest.mark.rule("R-133")
def test_a_rigged_console_brings_a_success() -> None:
    game = position('Q X\n\nqiang specialties=rig_console\nconsole one X "S S"').do("activate qiang")
    game.do("interact qiang one", team="S !")
    assert "assign S 0" in game.options()


@pytest.mark.rule("R-132", "R-314")
def test_a_ghost_login_takes_the_place_of_the_aggro_once_a_round() -> None:
    game = position('J X\n\njazz carries=automedikit specialties=stubborn,ghost_login\nconsole one X "CS CS"').do(
        "activate jazz"
    )
    game.do("interact jazz one", team="!")
    assert game.one("jazz").aggro == 0
    game.do("interact jazz one", team="!")
    assert game.one("jazz").aggro == 1


@pytest.mark.rule("R-110", "R-313")
def test_a_fast_cycle_is_a_hack_with_a_die_fewer() -> None:
    game = position("J C\n\njazz carries=hacking_device specialties=fast_cycle").do("activate jazz")
    game.do("use_card jazz fast_cycle.cycle jazz", "hack jazz geist_aid cadin", team="-")
    assert len(game.dice("team")) == 1
    assert game.told("roll_opened")[0].endswith("[R-107 R-112 R-080 R-110 R-099]")
    assert game.actions() == 2


@pytest.mark.rule("R-099", "R-110")
def test_a_cascade_reaches_another_hackable_enemy_only() -> None:
    board = "J . 1 . 2 . D\n\njazz carries=hacking_device specialties=cascade\nrobot 1 2\ndummy D -"
    game = position(board, ROBOT).do("activate jazz")
    game.do("hack jazz skullbuster robot.1", team="! !", enemy="-")
    assert game.options("use_switch") == ["use_switch 0 target=robot.2"]
    game.do("use_switch 0 target=robot.2")
    assert game.foe("robot.2").damage == 1


@pytest.mark.rule("R-212", "R-313")
def test_a_puppet_attacks_its_own_side() -> None:
    board = "J . 1 . 2\n\njazz specialties=puppeteer\nrobot 1 2"
    game = position(board, ROBOT).do("activate jazz", "use_card jazz puppeteer.pull_strings robot.1")
    game.do("attack jazz robot.beam robot.2", team="S S", enemy="-")
    assert game.foe("robot.2").damage == 2
    assert game.actions() == 1


@pytest.mark.rule("R-048")
def test_overload_reaches_structures_and_hackable_enemies_only() -> None:
    game = position("J 1 D A\n\njazz specialties=overload\ndummy D -\nrobot 1 -\nanchor A", ROBOT).do("activate jazz")
    assert game.refused("use_card jazz overload.burn_out dummy.1") == "wrong_target R-048"
    assert game.refused("use_card jazz overload.burn_out anchor.1") == "out_of_range R-069"
    game.do("use_card jazz overload.burn_out robot.1")
    assert game.foe("robot.1").damage == 4


# ---- what cards let one do


@pytest.mark.rule("R-314")
def test_straightening_concerns_those_who_have_a_card_turned() -> None:
    """Equipment of any place too; both the card and the rule are cited."""
    game = position("U C Q J\n\numa specialties=second_wind\ncadin tapped=sprint").do("activate uma")
    turned = (Carried("stick", "0"), Carried("stealth_suit", "0", (), "tap"))
    game.state = replace(game.state, team=game.state.team | {"qiang": replace(game.one("qiang"), carried=turned)})
    game.do("use_card uma second_wind.rouse uma")
    assert [held.turned for held in game.one("qiang").carried] == ["", ""]
    told = [f"cards_straightened who={id} [R-048 R-314]" for id in ("cadin", "qiang")]
    assert game.told("cards_straightened") == told


@pytest.mark.rule("R-313")
def test_more_points_in_the_own_activation_are_simply_more() -> None:
    game = position("C . . .\n\ncadin specialties=sprint", ROBOT).do("activate cadin")
    game.do("use_card cadin sprint.dash cadin")
    assert [line.split("[")[1] for line in game.told("points_gained")] == ["R-048 R-049 R-313]"]
    assert len([frame for frame in game.state.agenda if isinstance(frame, f.Activation)]) == 1
    assert game.points() == 2


@pytest.mark.rule("R-313")
def test_nobody_acts_who_is_down_or_off_the_board() -> None:
    game = position("U C Q\n\numa\ncadin unconscious\nqiang\ngoldstein", ROBOT)
    run = Transaction(game.game.rules, game.state)
    for id in ("cadin", "jazz", "goldstein", "qiang"):
        granted.act(run, Act(points=2), "uma", id, "x", ())
    assert [frame.character for frame in run.deferred if isinstance(frame, f.Activation)] == ["qiang"]


@pytest.mark.rule("R-313")
def test_a_step_that_cannot_be_is_refused_for_what_it_is() -> None:
    """Not because of the card that lets Cadin walk."""
    game = position("U C . . . .\n\numa specialties=orders", ROBOT)
    game.do("activate uma", "use_card uma orders.order cadin")
    assert game.refused("step_to cadin F1").split()[0] != "granted_only"


@pytest.mark.rule("R-048")
def test_a_specialty_has_only_the_actions_of_its_card() -> None:
    game = position("U C\n\numa specialties=orders", ROBOT).do("activate uma")
    assert game.refused("use_card uma orders.sing cadin") == "no_card_action R-048"


# ---- cards with several effects

HOOK = """
    [[equipment]]
    id = "hook"
    actions = [
      { id = "pull", target = "door", range = [0, 2], effects = [{ do = "door" }, { do = "act", points = 1 }] },
      { id = "swing", effects = [{ do = "calm", amount = -1 }, { do = "act", points = 1 }] },
      { id = "leap", effects = [{ do = "act", points = 1 }] },
    ]
    """


@pytest.mark.rule("R-048", "R-313")
def test_an_action_aimed_at_a_door_may_also_allow_a_move() -> None:
    game = position("J . . .\n\njazz carries=hook\ndoor gate A1:e", HOOK).do(
        "activate jazz", "use_card jazz hook.pull gate"
    )
    assert game.state.doors["gate"].open
    game.do("step_to jazz B1")
    assert game.one("jazz").space == "B1"


@pytest.mark.rule("R-313")
def test_who_cannot_move_still_has_the_other_effects_of_a_card() -> None:
    game = position("J . . .\n\njazz aggro=2 pinned carries=hook", HOOK).do("activate jazz")
    assert game.options("use_card jazz hook") == ["use_card jazz hook.swing jazz"]
    assert game.do("use_card jazz hook.swing jazz").one("jazz").aggro == 1
