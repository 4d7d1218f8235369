"""Card effects: the closed set, one function each (R-101, R-106, R-138, R-242)."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine.content import (
    Calm,
    ConsoleInput,
    DeployUnits,
    Effect,
    FlipUnit,
    Heal,
    MissionConsole,
    OpenDoors,
    Revive,
    SetFlag,
    Suffer,
    Suffering,
    Trigger,
)
from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + pack("broken_leg", "turret")
    + """
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 5]
      effects = [{ do = "suffer", amount = 1 }]

      [[equipment.actions]]
      id = "drop"
      target = "character"
      range = [0, 5]
      effects = [{ do = "suffer", amount = 1 }]

    # Neither of its Attacks is stopped by walls; the Switch is for somebody else.
    [[equipment]]
    id = "thrower"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "lob"
      dice = ["any", "any"]
      range = [1, 6]
      sight = false
      switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1, on = "other_enemy" }] }]

      [[equipment.attacks]]
      id = "shoot"
      dice = ["any", "any"]
      range = [1, 6]
      switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "martyr"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]
      switches = [{ cost = "!", effects = [{ do = "suffer", amount = 9, on = "user" }] }]

    [[units]]
    id = "thinning"
    faces = [
      { colour = "blue", number = 2, speed = 4, wounds = 5 },
      { colour = "red", number = 3, speed = 4, wounds = 2 },
    ]

    [[units]]
    id = "swarm"
    faces = [
      { colour = "blue", number = 1, speed = 4, wounds = 5 },
      { colour = "red", number = 4, speed = 4, wounds = 5 },
    ]

    [[units]]
    id = "lurker"
    faces = [
      { colour = "blue", number = 1, speed = 4, wounds = 5, abilities = ["surprise_attack"] },
      { colour = "red", number = 2, speed = 4, wounds = 5, abilities = ["surprise_attack"] },
    ]

    [[equipment]]
    id = "double_gun"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "shoot"
      dice = ["any", "any", "any"]
      range = [1, 3]
      switches = [
        { cost = "!", effects = [
          { do = "suffer", amount = 1 }, { do = "suffer", amount = 1, on = "other_enemy" },
        ] },
        { cost = "B", effects = [{ do = "suffer", amount = 1 }] },
      ]
    """
)


DOUBLE_GUN = (
    orders("attack least_distance")
    + """
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
    """
)


BOMB = (
    orders("attack least_distance")
    + """
    [[equipment]]
    id = "bomb"

      [[equipment.actions]]
      id = "throw"
      target = "enemy"
      range = [1, 8]
      effects = [
        { do = "suffer", amount = 9 }, { do = "relieve", state = "*" }, { do = "heal", amount = 1, on = "target" },
      ]
    """
)


def opened(text: str, *effects: Effect, more: tuple[Trigger, ...] = (), **drawn: Any) -> Play:
    """Uma opens the gate beside her, and something happens."""
    triggers = (Trigger("door_opened gate", effects), *more)
    game = position(f"{text}\ndoor gate A1:e", CARDS, triggers=triggers)
    return game.do("activate uma", "interact uma gate", **drawn)


@pytest.mark.rule("R-153", "R-157")
def test_what_heals_the_team_mends_no_remote_and_says_so() -> None:
    game = opened("U . B\n\numa damage=3\nbillie damage=1", Heal(2, on="team"))
    assert (game.one("uma").damage, game.one("billie").damage) == (1, 1)
    (line,) = game.told("unaffected")
    assert line.startswith("unaffected billie ")
    assert line.endswith("R-153 R-157]")


@pytest.mark.rule("R-024", "R-144", "R-154")
@pytest.mark.parametrize(("on", "guest"), [("team", 1), ("characters", 0)])
def test_the_whole_team_is_everybody_on_the_board_and_characters_are_no_allies(on: str, guest: int) -> None:
    """Billie lies off the board."""
    game = opened("U . C A\n\nguest A\nbillie", Calm(1, on=on))
    assert [game.one(id).aggro for id in ("uma", "cadin", "guest", "billie")] == [1, 1, guest, 0]


@pytest.mark.rule("R-237", "R-226", "R-225")
def test_a_mission_makes_the_unconscious_suffer_too() -> None:
    """Only what Enemies do passes them by. Who lies there falls no second time; Damage above the Wounds goes."""
    game = opened(
        "U . C\n\ncadin damage=10 unconscious", Suffering(1, on="characters"), consequence=["cold_anger", "broken_leg"]
    )
    assert game.one("cadin").consequences == ("broken_leg",)
    assert game.one("cadin").damage == 8
    assert not game.told("fell_unconscious")


@pytest.mark.rule("R-024", "R-127")
@pytest.mark.parametrize(("door", "heard"), [("door", True), ("open", False)])
def test_a_mission_hears_of_a_door_that_an_effect_opens_and_only_of_closed_ones(door: str, heard: bool) -> None:
    more = (Trigger("door_opened inner", (SetFlag("inside"),)),)
    game = opened(f"U . . C\n\n{door} inner C1:e", OpenDoors(("inner",)), more=more)
    assert game.state.doors["inner"].open
    assert ("inside" in game.state.flags) == heard
    assert len(game.told("door_opened")) == 1 + heard


@pytest.mark.rule("R-221")
@pytest.mark.parametrize(
    ("used", "reading", "aggro"),
    [
        ("throw dummy.1", "yes", 1),
        ("throw dummy.1", "no", 1),
        ("throw turret.1", "yes", 1),
        ("throw turret.1", "no", 0),
        ("drop cadin", "yes", 0),
        ("drop uma", "yes", 0),
    ],
)
def test_damage_by_a_card_brings_aggro_if_it_is_on_an_enemy(used: str, reading: str, aggro: int) -> None:
    """Whether a Structure is one is a matter of the edition."""
    game = position(f"U C 1 2\n\numa carries=bomb\ndummy 1 -\nturret 2\nswitch structure_aggro={reading}", CARDS)
    action, target = used.split()
    game.do("activate uma", f"use_card uma bomb.{action} {target}")
    assert len(game.told("damage_suffered")) == 1
    assert game.one("uma").aggro == aggro


@pytest.mark.rule("R-101", "R-072", "R-099")
def test_where_no_sight_is_needed_another_enemy_needs_none_either() -> None:
    game = position("U 1 . 2\n\numa carries=thrower\ndummy 1 2\nwall C1:e", CARDS).do("activate uma")
    game.do("attack uma thrower.lob dummy.1", team="!", enemy="-")
    assert game.can("use_switch 0 target=dummy.2")


@pytest.mark.rule("R-106", "R-094", "R-234")
def test_who_has_fallen_by_its_own_switch_gets_no_state_and_no_damage() -> None:
    """It pays first; Uma's Switch and her S find nobody, and her Aggro does not rise by it."""
    game = position("U . 1\n\numa carries=thrower\nmartyr 1", CARDS).do("activate uma")
    game.do("attack uma thrower.shoot martyr.1", "use_switch 0", team="S !", enemy="!")
    assert game.state.enemies == {}
    assert not game.told("state_gained")
    assert [line.split()[1] for line in game.told("damage_suffered")] == ["martyr.1"]
    assert game.told("roll_closed")


@pytest.mark.rule("R-323", "R-234", "R-243")
def test_a_unit_of_which_nobody_survives_the_turn_is_eliminated() -> None:
    """The other face has 2 Wounds and more Miniatures; none comes for those that die by it."""
    game = opened(
        "U . . 1 . 2\n\nthinning 1 2\nthinning.1 damage=2\nthinning.2 damage=3\nrespawn D1", FlipUnit("thinning")
    )
    assert (game.state.enemies, dict(game.state.units)) == ({}, {})
    assert game.state.reserve == 1


@pytest.mark.rule("R-323", "R-203")
def test_a_unit_that_waits_off_the_board_is_turned_there() -> None:
    game = opened("U . . .\n\nlurker away\nrespawn D1", FlipUnit("lurker"))
    assert (game.unit("lurker").face, game.state.enemies) == (1, {})


@pytest.mark.rule("R-323")
def test_every_miniature_that_the_other_face_has_more_comes_beside_the_unit() -> None:
    game = opened("U . . . . 1 .\n\nswarm 1", FlipUnit("swarm", 1))
    assert {id: one.space for id, one in game.state.enemies.items()} == {
        "swarm.1": "F1",
        "swarm.2": "E1",
        "swarm.3": "D1",
        "swarm.4": "C1",
    }
    assert all(line.endswith("[R-323]") for line in game.told("enemy_deployed"))


@pytest.mark.rule("R-323")
@pytest.mark.parametrize(("face", "told"), [(0, 0), (1, 1)])
def test_a_unit_that_shows_the_face_already_is_not_turned(face: int, told: int) -> None:
    game = opened("U . . 1 2\n\nthinning 1 2", FlipUnit("thinning", face))
    assert len(game.told("unit_flipped")) == told
    assert all(line.endswith("[R-024 R-323]") for line in game.told("unit_flipped"))


@pytest.mark.rule("R-101", "R-099")
def test_a_switch_that_is_for_another_one_too_is_for_one_that_is_named() -> None:
    game = position("2 U 1 3\n\numa carries=double_gun\ndummy 1 2\nnox_spec_ops 3 -", CARDS).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", team="! B", enemy="-")
    assert game.options("use_switch 0") == ["use_switch 0 target=dummy.2"]
    game.do("use_switch 0 target=dummy.2", "use_switch 1")
    assert (game.foe("dummy.1").damage, game.foe("dummy.2").damage) == (2, 1)


@pytest.mark.rule("R-262", "R-101", "R-102")
def test_at_alert_0_a_switch_without_another_one_wakes_nobody_else() -> None:
    game = position("U 1 2\n\numa carries=double_gun\ndummy 1 -\nnox_spec_ops 2 -\nalert 0", CARDS).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", "use_switch 1", "use_switch 1", team="B B", enemy="-")
    assert game.state.initiative == ("dummy",)
    assert [line.partition("[")[2] for line in game.told("switch_used")] == ["R-092 R-101]", "R-092 R-101 R-102]"]


@pytest.mark.rule("R-127", "R-024")
def test_an_effect_opens_all_the_doors_that_it_names() -> None:
    ended = Trigger("activation_ended uma", (OpenDoors(("gate", "vault", "hatch")),))
    text = "U . . . .\n\ndoor gate A1:e\nsecurity vault B1:e\nopen hatch C1:e\ncadin E1"
    game = position(text, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert game.told("door_opened") == ["door_opened gate by=uma [R-024]", "door_opened vault by=uma [R-024 R-127]"]


@pytest.mark.rule("R-231", "R-232")
def test_an_effect_may_bring_several_round_at_once() -> None:
    """Who has not been Unconscious does not recover, and suffers no Consequence by it."""
    ended = Trigger("activation_ended uma", (Revive(heal=4, draw=1, on="team"),))
    text = "U C Q .\n\ncadin damage=10 unconscious\nqiang damage=10 unconscious\njazz D1"
    game = position(text, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert [game.one(id).conscious for id in ("cadin", "qiang")] == [True, True]
    assert [line.split()[1] for line in game.told("consequence_suffered")] == ["cadin", "qiang"]
    assert game.told("state_lost") == [f"state_lost {id} unconscious [R-024 R-231 R-232]" for id in ("cadin", "qiang")]


@pytest.mark.rule("R-101", "R-226", "R-048")
def test_an_effect_on_the_team_leaves_out_who_is_not_there() -> None:
    ended = Trigger("activation_ended uma", (Suffer(1, on="team"),))
    game = position("U C\n\njazz\ngoldstein", triggers=(ended,)).do("activate uma", "end_activation uma")
    assert {id for id, one in game.state.team.items() if one.damage} == {"uma", "cadin"}


@pytest.mark.rule("R-153", "R-157")
@pytest.mark.parametrize(("who", "healed"), [("billie", 0), ("cadin", 1)])
def test_a_remote_is_not_healed_by_what_heals_others(who: str, healed: int) -> None:
    spray = """
        [[software]]
        id = "spray"
        kind = "controller"
        targets = "any"
        effects = [{ do = "heal", amount = 1, on = "target" }]

        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = { hacking = ["any"], range = [0, 6], slots = 1 }
        software = ["spray"]
        """
    text = "J B C 1\n\njazz carries=deck\nbillie damage=2\ncadin damage=2\ndummy 1 -\ndummy.1 damage=2"
    game = position(text, spray).do("activate jazz", f"hack jazz spray {who}", team="S")
    assert len(game.told("damage_healed")) == healed
    assert len(game.told("unaffected")) == 1 - healed
    game.do("hack jazz spray dummy.1", team="S")
    assert game.foe("dummy.1").damage == 1, "nor is an Enemy a Remote"


@pytest.mark.rule("R-323", "R-203")
def test_a_unit_that_waits_off_the_board_is_turned_there_by_a_trigger() -> None:
    lurker = """
        [[units]]
        id = "lurker"
        faces = [
          { colour = "blue", number = 1, speed = 4, wounds = 1, abilities = ["surprise_attack"] },
          { colour = "red", number = 3, speed = 4, wounds = 1, abilities = ["surprise_attack"] },
        ]
        """
    ended = Trigger("activation_ended uma", (FlipUnit("lurker", 1),))
    game = position("U C . .\n\nlurker away", lurker, triggers=(ended,)).do("activate uma", "end_activation uma")
    assert (game.unit("lurker").face, game.state.enemies) == (1, {})


@pytest.mark.rule("R-170", "R-016", "R-130", "R-138")
def test_a_unit_that_a_console_brings_is_not_brought_by_a_door() -> None:
    inputs = (ConsoleInput("S", (DeployUnits(("dummy",), ("D1",)),)),)
    text = "J . . .\n . . . .\n\njazz carries=deck\nselected dummy"
    deck = """
        [[equipment]]
        id = "deck"
        tabs = [["hand"]]
        device = { hacking = ["any", "any"], range = [0, 6], slots = 1 }
        """
    game = position(text, deck, consoles=(MissionConsole("one", "A2", inputs),)).do("activate jazz")
    game.do("interact jazz one using=deck", team="S B").do("assign S 0")
    (line,) = game.told("unit_deployed")
    assert line.endswith("[R-138 R-016 R-170]")


@pytest.mark.rule("R-101", "R-099")
def test_a_switch_is_paid_for_the_effect_that_finds_somebody() -> None:
    game = position("U . 1\n\numa carries=double_gun\ndummy 1 -", DOUBLE_GUN).do("activate uma")
    game.do("attack uma double_gun.shoot dummy.1", "use_switch 0", team="!", enemy="-")
    assert game.foe("dummy.1").damage == 1


@pytest.mark.rule("R-226")
def test_an_enemys_effect_on_all_characters_passes_the_unconscious_by() -> None:
    game = foes_turn("U C 1\n\ncadin damage=10 unconscious\nplague 1 - ai=orders\ninitiative plague", DOUBLE_GUN)
    game.do("proceed", enemy="!", team="-")
    assert [line.split()[1] for line in game.told("consequence_suffered")] == ["uma"]


@pytest.mark.rule("R-048", "R-234")
def test_a_cards_effects_go_on_when_its_target_has_died() -> None:
    game = position("U . 1\n\numa carries=bomb\ndummy 1 -", BOMB).do("activate uma", "use_card uma bomb.throw dummy.1")
    assert game.state.enemies == {}


@pytest.mark.rule("R-212", "R-262")
def test_nobody_picks_a_hidden_enemy_from_far_as_the_other_one() -> None:
    board = "U . 1 .\n . . . 2\n\numa carries=grenade\ndummy 1 -\nnox_spec_ops 2 -\n"
    thrown = "use_card uma grenade.throw dummy.1"
    hidden = position(f"{board}nox_spec_ops.1 hidden").do("activate uma")
    assert hidden.options(thrown) == [thrown]
    assert position(board).do("activate uma").options(thrown) == [f"{thrown} other=nox_spec_ops.1"]
