"""The Alert Level (R-259 … R-274; switches D20, D24, D25)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Effect, MissionUnit, Opening, RaiseAlert, Trigger
from defiance_qt.systems.defiance.engine.events import UnitFlipped
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position, start
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + pack("bomb", "turret")
    + """
    [[equipment]]
    id = "bayonet"
    tabs = [["hand"]]
    attacks = [
      { id = "stab", dice = ["any"], range = [1, 1], cc = true },
      { id = "shoot", dice = ["any"], range = [1, 6] },
    ]

    [[software]]
    id = "probe"
    kind = "controller"
    targets = "enemy"
    effects = [{ do = "impose", state = "suppressed" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }
    software = ["probe"]

    [[units]]
    id = "growing"
    faces = [
      { colour = "blue", number = 1, speed = 4, wounds = 5 },
      { colour = "red", number = 3, speed = 4, wounds = 5 },
    ]

    [[units]]
    id = "shrinking"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 5 },
      { colour = "red", number = 1, speed = 4, wounds = 9 },
    ]

    [[units]]
    id = "boss"
    faces = [{ colour = "black", number = 2, speed = 4, wounds = 5 }]

    [[units]]
    id = "lurker"
    faces = [
      { colour = "blue", number = 1, speed = 4, wounds = 3, abilities = ["surprise_attack"] },
      { colour = "red", number = 2, speed = 4, wounds = 3, abilities = ["surprise_attack"] },
    ]

    [[units]]
    id = "stalker"
    faces = [
      { colour = "blue", number = 1, speed = 4, wounds = 3, abilities = ["surprise_attack"], attacks = [
        { id = "claws", dice = ["any"], range = [1, 1], cc = true },
      ] },
    ]

    [[equipment]]
    id = "mine_belt"
    modifiers = [{ rolls = ["defense"], switches = [
      { cost = "!", effects = [{ do = "suffer", amount = 9, on = "other_enemy" }] },
    ] }]

    [[ai_cards]]
    id = "flee"
    blue = ["retreat"]
    red = ["retreat"]
    """
)


SHRINKING = (
    orders("attack least_distance")
    + """
    [[units]]
    id = "shrinking"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 5, defense = ["any", "any"], switches = [
        { cost = "!", effects = [{ do = "alert" }] },
      ] },
      { colour = "red", number = 1, speed = 4, wounds = 5, defense = ["any"] },
    ]
    """
)


def alarm(text: str, *effects: Effect) -> Play:
    """Uma opens the gate beside her, and the Alert rises by one, or what else the effects say."""
    trigger = Trigger("door_opened gate", effects or (RaiseAlert(1),))
    return position(f"{text}\ndoor gate A1:e", CARDS, triggers=(trigger,)).do("activate uma", "interact uma gate")


# ---- the levels


@pytest.mark.rule("R-259", "R-260", "R-270")
@pytest.mark.parametrize(("before", "change", "after"), [(1, 1, 2), (4, 3, 5), (5, 1, 5), (3, -1, 2), (0, -1, 0)])
def test_the_level_goes_from_0_to_5(before: int, change: int, after: int) -> None:
    assert alarm(f"U . .\n\nalert {before}", RaiseAlert(change)).state.alert == after


@pytest.mark.rule("R-259", "R-266", "R-267", "R-268")
def test_the_effects_of_lower_levels_stay() -> None:
    """At level 4: a token a Round, two Aggro at a Console, and the Enemy first."""
    game = position("U X . . . 1\n\nconsole one X S S\ndummy 1 -\nalert 4")
    game.do("activate uma", "interact uma one", "end_activation uma", team="-")
    assert game.one("uma").aggro == 2
    assert "reserve_changed 1 2 alert [R-266 R-247]" in game.told("reserve_changed")
    assert game.asks() == "team enemy_activation"


@pytest.mark.rule("R-265", "R-171")
def test_level_1_cancels_level_0_and_does_nothing_else() -> None:
    game = position("U . . . 1\n\nwall A1:e\ndummy 1 -\nalert 1").do("activate uma", "end_activation uma")
    assert game.state.initiative == ("dummy",)
    assert game.state.reserve == 1


@pytest.mark.rule("R-259", "R-265")
@pytest.mark.parametrize("reading", ["excluded", "cumulative"])
def test_no_reading_keeps_position_0_in_force_above_it(reading: str) -> None:
    text = f"U . . . 1\n\nwall A1:e\ndummy 1 -\nswitch alert_zero={reading}\nalert "
    awake = position(f"{text} 1").do("activate uma", "end_activation uma")
    assert awake.state.initiative == ("dummy",)
    assert awake.unit("dummy").ai_card
    asleep = position(f"{text} 0").do("activate uma", "end_activation uma")
    assert asleep.state.initiative == ()
    assert asleep.unit("dummy").ai_card == ""


@pytest.mark.rule("R-268", "R-041")
@pytest.mark.parametrize(
    ("alert", "first"), [(3, "team round"), (4, "team enemy_activation"), (5, "team enemy_activation")]
)
def test_from_level_4_the_enemy_begins_the_round(alert: int, first: str) -> None:
    game = position(f"U . . . 1\n\ndummy 1 -\nalert {alert}").do("activate uma", "end_activation uma")
    assert game.state.round == 2
    assert game.asks() == first
    cites = "R-041 R-268" if alert >= 4 else "R-041"
    assert game.told("phase_began")[-1].endswith(f"[{cites}]")


@pytest.mark.rule("R-268")
def test_at_level_4_only_the_beginning_changes() -> None:
    game = position("U C . . . 1 2\n\nboss 1 -\nturret 2\nalert 4\ncadin activated", CARDS)
    game.do("activate uma", "end_activation uma", initiative="boss").pass_on()
    assert game.options() == ["activate uma", "activate cadin"]


@pytest.mark.rule("R-260", "R-177")
def test_a_new_ai_deck_raises_it() -> None:
    game = position("U . . . 1\n\ndummy 1 -\ndeck ai\ndiscards ai take_aim").do("activate uma", "end_activation uma")
    assert game.state.alert == 2


# ---- level 0


@pytest.mark.rule("R-261")
def test_at_level_0_no_unit_gets_cards_or_acts() -> None:
    game = position("U . . . 1\n\nwall A1:e\ndummy 1 -\nalert 0").do("activate uma", "end_activation uma")
    assert game.state.round == 2
    assert (game.state.initiative, game.unit("dummy").ai_card) == ((), "")
    assert not game.told("unit_activated")
    assert game.told("initiative_shuffled")[-1].endswith("[R-261]")


@pytest.mark.rule("R-262", "R-115")
@pytest.mark.parametrize(
    ("command", "dice"),
    [
        ("attack uma bayonet.stab dummy.1", {"team": "-", "enemy": "-"}),
        ("hack uma probe dummy.1", {"team": "-"}),
        ("use_card uma bomb.throw dummy.1", {}),
    ],
    ids=["Attack", "program", "card"],
)
def test_at_level_0_who_is_targeted_wakes_and_nobody_else(command: str, dice: dict[str, str]) -> None:
    game = position("U 1 . . 2\n\numa carries=bayonet,deck,bomb\ndummy 1 -\nboss 2 -\nalert 0", CARDS)
    game.do("activate uma", command, **dice)
    assert game.state.initiative == ("dummy",)
    assert game.unit("dummy").ai_card
    assert not game.unit("boss").ai_card
    assert game.state.alert == 0
    (shuffled,) = game.told("initiative_shuffled")
    assert "[R-170 R-262" in shuffled


@pytest.mark.rule("R-262")
def test_a_unit_is_not_woken_twice() -> None:
    game = position("U 1 . .\n\numa carries=bayonet\ndummy 1 -\nalert 0", CARDS)
    stab = "attack uma bayonet.stab dummy.1"
    game.do("activate uma", stab, stab, team=["-", "-"], enemy=["-", "-"])
    assert game.state.initiative == ("dummy",)
    assert len(game.told("ai_card_dealt")) == 1


@pytest.mark.rule("R-263")
@pytest.mark.parametrize(
    ("board", "figures", "wakes"),
    [
        ("U . . . . . . . 1", "", True),
        ("U . . . . . . . . 1", "", False),
        ("U . . 1", "wall A1:e A1:ne A1:se", False),
        ("U . . 1", "uma damage=10 unconscious\ncadin", False),
        ("B . . 1", "uma", True),
        ("U 1", "", True),
        ("C . . . . . . . . U . 1", "", True),
    ],
    ids=["Range 8", "Range 9", "no sight", "Unconscious", "an Ally", "Range 1", "the second of the team"],
)
def test_at_level_0_who_sees_a_character_as_an_activation_ends_wakes(board: str, figures: str, wakes: bool) -> None:
    game = position(f"{board}\n\n{figures}\ndummy 1 -\nalert 0\nqiang").do("activate qiang", "end_activation qiang")
    assert bool(game.unit("dummy").ai_card) == wakes
    assert bool(game.told("unit_activated")) == wakes


@pytest.mark.rule("R-262", "R-170")
def test_a_unit_that_has_acted_gets_no_second_card_in_the_round() -> None:
    """The Alert has fallen to 0 in the middle of the Round."""
    game = position("U 1\n\numa carries=bayonet\ndummy 1 - ai=take_aim activated\nalert 0", CARDS)
    game.do("activate uma", "attack uma bayonet.stab dummy.1", team="-", enemy="-")
    assert game.state.initiative == ()
    assert game.unit("dummy").ai_card == "take_aim"


@pytest.mark.rule("R-262", "R-170")
def test_the_cards_of_units_that_wake_one_after_another_are_shuffled_together() -> None:
    game = position("U 1 2 .\n\numa carries=bomb\ndummy 1 -\nboss 2 -\nalert 0", CARDS).do("activate uma")
    game.do("use_card uma bomb.throw dummy.1", "use_card uma bomb.throw boss.1")
    assert sorted(game.state.initiative) == ["boss", "dummy"]


@pytest.mark.rule("R-263")
def test_at_level_0_every_unit_that_sees_a_character_wakes() -> None:
    """Not only the first, and also by a Miniature that is not the Unit's first."""
    board = "U . . 1 .\n . . . . .\n. . . . 2\n . . . . ."
    text = f"{board}\n\nwall A1:e\ndummy E4 1 -\nboss 2 -\nalert 0\nqiang\ncontainer crate D4"
    game = position(text, CARDS).do("activate qiang", "end_activation qiang")
    assert sorted(line.split()[1] for line in game.told("ai_card_dealt")) == ["boss", "dummy"]


@pytest.mark.rule("R-264")
def test_one_of_several_miniatures_that_is_still_there_raises_the_alarm() -> None:
    """The first dies by its own Attack, the second stays."""
    game = foes_turn("U . 1 . 2\n\ndummy 1 2 ai=attack_twice\ndummy.1 damage=4\ninitiative dummy\nalert 0", CARDS)
    game.pass_on(team=["S", "-", "-"], enemy=["-", "-", "-"])
    assert sorted(game.state.enemies) == ["dummy.2"]
    assert game.state.alert == 1


@pytest.mark.rule("R-264", "R-265")
def test_above_level_0_neither_shots_nor_activations_raise_it() -> None:
    """At Alert 1 a shot and an Enemy's Activation leave it there."""
    text = "U . 1\n\numa carries=bayonet\ndummy 1 - ai=take_aim\ninitiative dummy\nalert 1\ncadin"
    game = position(text, CARDS).do("activate uma", "attack uma bayonet.shoot dummy.1", team="-", enemy="-")
    assert game.state.alert == 1
    game.do("end_activation uma").pass_on()
    assert game.told("unit_activation_ended")
    assert game.state.alert == 1


@pytest.mark.rule("R-264")
@pytest.mark.parametrize(("orders", "alert"), [("take_aim", 1), ("flee", 0)])
def test_who_is_still_there_after_its_activation_raises_the_alarm(orders: str, alert: int) -> None:
    game = foes_turn(f"U . . C . 1\n\nwall E1:e\ndummy 1 - ai={orders}\ninitiative dummy\nalert 0", CARDS).pass_on()
    assert game.state.alert == alert


@pytest.mark.rule("R-264", "R-179")
def test_each_enemy_that_is_still_there_raises_the_alarm_as_its_activation_ends() -> None:
    """Not the Unit as a whole. The first one is there, and both are dead before the Unit is done."""
    text = """
        U . . 1
         . . 2 .

        uma carries=mine_belt
        dummy 1 2 ai=attack_twice
        dummy.1 damage=4
        dummy.2 damage=4
        initiative dummy
        alert 0
        """
    game = foes_turn(text, CARDS)
    game.do(*["proceed"] * 2, enemy=["-"] * 2, team=["-"] * 2)
    assert game.told("alert_changed") == ["alert_changed 1 enemy_activated [R-264]"]
    assert game.state.alert == 1
    game.do("proceed", "use_switch 0 target=dummy.1", enemy="-", team="S !").pass_on()
    assert (game.state.enemies, game.state.alert) == ({}, 1)


@pytest.mark.rule("R-264")
def test_an_enemy_that_dies_in_its_own_activation_raises_no_alarm() -> None:
    text = "U . . 1\n\numa carries=stick\ndummy 1 - ai=attack_twice\ndummy.1 damage=4\ninitiative dummy\nalert 0"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="S")
    assert (game.state.enemies, game.state.alert) == ({}, 0)


@pytest.mark.rule("R-264", "R-206")
@pytest.mark.parametrize(("team", "there", "alert"), [("-", 1, 1), ("S S S", 0, 0)])
def test_a_surprise_attack_raises_the_alarm_alike(team: str, there: int, alert: int) -> None:
    text = "U . . . C\n\numa carries=stick\nstalker away ai=orders\ninitiative stalker\nalert 0"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team=team).pass_on()
    assert (len(game.state.enemies), game.state.alert) == (there, alert)


@pytest.mark.rule("R-264")
@pytest.mark.parametrize(
    ("weapon", "reading", "alert"),
    [
        ("club.hit", "attack", 0),
        ("club.hit", "weapon", 0),
        ("bayonet.stab", "attack", 0),
        ("bayonet.stab", "weapon", 1),
        ("bayonet.shoot", "attack", 1),
        ("bayonet.shoot", "weapon", 1),
    ],
)
def test_an_attack_that_is_not_close_combat_raises_the_alarm(weapon: str, reading: str, alert: int) -> None:
    """One reading asks about the Attack, the other about the weapon; the bayonet's also shoots."""
    game = position(f"U 1\n\numa carries=club,bayonet\ndummy 1 -\nalert 0\nswitch alert_wakes={reading}", CARDS)
    game.do("activate uma", f"attack uma {weapon} dummy.1", team="-", enemy="-")
    assert game.state.alert == alert


@pytest.mark.rule("R-260", "R-024")
def test_a_mission_may_raise_it_and_says_by_which_rules() -> None:
    trigger = Trigger("door_opened gate", (RaiseAlert(2),))
    game = position("U .\n\ndoor gate A1:e\nalert 1", triggers=(trigger,)).do("activate uma", "interact uma gate")
    (line,) = game.told("alert_changed")
    assert line.startswith("alert_changed 3 ")
    assert line.endswith("[R-024 R-260]")


@pytest.mark.rule("R-270")
@pytest.mark.parametrize(("amount", "level"), [(-1, 2), (-2, 1), (-9, 0)])
def test_a_mission_may_lower_it_and_says_by_which_rule(amount: int, level: int) -> None:
    trigger = Trigger("door_opened gate", (RaiseAlert(amount),))
    game = position("U .\n\ndoor gate A1:e\nalert 3", triggers=(trigger,)).do("activate uma", "interact uma gate")
    (line,) = game.told("alert_changed")
    assert game.state.alert == level
    assert line.endswith("R-270]")


@pytest.mark.rule("R-274")
@pytest.mark.parametrize("alert", [1, 4])
def test_the_end_phase_turns_nobody_below_the_maximum(alert: int) -> None:
    game = position(f"U . . . . . 1\n\ngrowing 1\nalert {alert}", CARDS).do("activate uma", "end_activation uma")
    assert not game.told("high_face_set")
    assert game.unit("growing").face == 0


# ---- Maximum Alert


@pytest.mark.rule("R-269", "R-271", "R-272")
def test_at_the_maximum_rookies_turn_and_the_ranks_fill_for_nothing() -> None:
    game = alarm(
        """
        U . . . . . . .
         . . . 1 . 2 . .
        . . . . . . . .

        growing 1
        boss 2 -
        alert 4
        reserve 0
        """
    )
    assert game.unit("growing").face == 1
    (flipped,) = [event for event in game.events if isinstance(event, UnitFlipped)]
    assert (flipped.unit, flipped.face, flipped.profile.colour) == ("growing", 1, "red")
    assert set(game.state.enemies) == {"growing.1", "growing.2", "growing.3", "boss.1", "boss.2"}
    assert game.state.reserve == 0
    board, view = game.game.rules.board, game.game.rules.view(game.state)
    for id, mates in {"growing.2": ["growing.1"], "growing.3": ["growing.1", "growing.2"]}.items():
        assert any(board.contact(view.cells[id], view.cells[mate], 0) for mate in mates)


@pytest.mark.rule("R-271")
def test_at_the_maximum_an_enemy_loses_every_state() -> None:
    """Not only the first; and so does every Miniature of every Unit."""
    game = alarm(
        """
        U . . . . . . .
         . . . 1 . 2 . 3

        growing 1
        growing.1 suppressed stunned focused
        boss 2 3
        boss.1 stunned focused damage=1
        boss.2 focused stunned damage=2
        alert 4
        """
    )
    assert {(foe.damage, foe.states) for foe in game.state.enemies.values()} == {(0, ())}


@pytest.mark.rule("R-271")
def test_veterans_personalities_and_structures_do_not_turn() -> None:
    game = alarm("U . . . 1 2 3 4\n\ndummy 1 - - red\nboss 2 3\nturret 4\nalert 4")
    assert not game.told("unit_flipped")
    assert game.unit("dummy").face == 1


@pytest.mark.rule("R-271")
@pytest.mark.parametrize(("reading", "veteran"), [("deployed", (0, ())), ("flipped", (2, ("stunned",)))])
def test_damage_and_states_go_from_all_or_from_those_that_turn(
    reading: str, veteran: tuple[int, tuple[str, ...]]
) -> None:
    game = alarm(
        f"""
        U . . . . . . .
         . . . 1 . 2 . .

        growing 1
        growing.1 damage=3 suppressed
        boss 2 -
        boss.1 damage=2 stunned
        alert 4
        switch maximum_clears={reading}
        """
    )
    assert (game.foe("growing.1").damage, game.foe("growing.1").states) == (0, ())
    assert (game.foe("boss.1").damage, game.foe("boss.1").states) == veteran


@pytest.mark.rule("R-271", "R-164")
def test_a_face_with_fewer_miniatures_sends_the_last_ones_off() -> None:
    game = alarm("U . . . 1 2 .\n\nshrinking 1 2\nalert 4")
    assert list(game.state.enemies) == ["shrinking.1"]
    assert game.state.reserve == 0


@pytest.mark.rule("R-271", "R-203")
def test_a_unit_that_waits_off_the_board_turns_and_stays_there() -> None:
    game = alarm("U . . .\n\nlurker away\nalert 4")
    assert game.unit("lurker").face == 1
    assert game.state.enemies == {}


@pytest.mark.rule("R-273", "R-270")
def test_from_then_on_all_deploy_on_their_high_face_even_if_the_level_falls() -> None:
    game = alarm("U . . . . . R .\n\navailable dummy\nreserve 9\nrespawn R\nalert 4", RaiseAlert(1), RaiseAlert(-2))
    assert (game.state.alert, game.state.high_face) == (3, True)
    game.do("end_activation uma")
    assert game.unit("dummy").profile.colour == "red"


@pytest.mark.rule("R-274", "R-043")
def test_it_happens_in_the_moment_and_once() -> None:
    game = alarm("U . . . 1 . .\n\ndummy 1 - blue\nalert 4")
    assert game.unit("dummy").face == 1
    game.do("end_activation uma")
    assert not game.told("high_face_set")


@pytest.mark.rule("R-271", "R-272", "R-270")
def test_each_time_it_is_reached_damage_goes_and_the_ranks_fill() -> None:
    rise = (
        Trigger("door_opened gate", (RaiseAlert(1), RaiseAlert(-1))),
        Trigger("door_opened hatch", (RaiseAlert(1),)),
    )
    game = position(
        "U . . . 1 . .\n . . . . . . .\n\ndummy 1 -\nalert 4\ndoor gate A1:e\ndoor hatch A1:se", triggers=rise
    ).do("activate uma", "interact uma gate")
    assert (game.state.alert, game.state.high_face) == (4, True)
    assert set(game.state.enemies) == {"dummy.1", "dummy.2", "dummy.3"}
    game.do("overrule enemies.dummy.2.damage 9", "overrule enemies.dummy.1.damage 1", "interact uma hatch")
    assert set(game.state.enemies) == {"dummy.1", "dummy.2", "dummy.3"}
    assert game.foe("dummy.1").damage == 0


@pytest.mark.rule("R-274", "R-269", "R-271")
def test_a_mission_may_begin_at_the_maximum() -> None:
    opening = Opening((MissionUnit("dummy", ("D1", "F1")),))
    game = start("U . . . . . .\n\nselected dummy", alert=5, openings={"en": opening, "es": opening})
    assert game.unit("dummy").face == 1
    assert game.state.high_face


@pytest.mark.rule("R-274", "R-043")
def test_the_end_phase_catches_a_maximum_that_nobody_acted_on() -> None:
    game = position("U . . . 1 . .\n\ndummy 1 - blue\nalert 5").do("activate uma", "end_activation uma")
    assert game.unit("dummy").face == 1
    tags = [line.split()[0] for line in game.told("high_face_set", "reserve_changed")]
    assert tags[0] == "high_face_set"


@pytest.mark.rule("R-271", "R-106")
def test_a_miniature_that_gets_another_number_in_the_middle_of_a_roll_stays_in_it() -> None:
    game = position("U . 1\n\numa carries=stick\nshrinking - 1\nalert 4", SHRINKING).do("activate uma")
    game.do("attack uma stick.point shrinking.2", team="S S", enemy="!")
    assert game.unit("shrinking").face == 1
    assert game.foe("shrinking.1").damage == 2
    assert game.told("damage_suffered")
