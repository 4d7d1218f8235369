"""Clauses of what cards and missions do that no other file's positions bring about (R-024, R-099 … R-106, R-221 …)."""

from __future__ import annotations

from typing import Any

import pytest

from defiance_qt.systems.defiance.engine.content import (
    Calm,
    Effect,
    FlipUnit,
    Heal,
    Leave,
    OpenDoors,
    Relieve,
    SetFlag,
    Suffer,
    Suffering,
    Trigger,
)
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + """
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 6

    [[consequences]]
    id = "broken_leg"
    wounds = -2

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

    [[equipment]]
    id = "vest"
    tabs = [["torso"]]
    hackable = true

    [[equipment]]
    id = "firewall"
    modifiers = [{ rolls = ["biotech"], symbols = "B" }]

    [[units]]
    id = "martyr"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]
      switches = [{ cost = "!", effects = [{ do = "suffer", amount = 9, on = "user" }] }]

    # Its Hack Attack reaches its own space.
    [[units]]
    id = "conductor"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      hack_attack = { dice = ["any", "any"], range = [0, 3], switches = [
        { cost = "!", effects = [{ do = "impose", state = "focused", on = "other_enemy" }] },
      ] }

    # A Switch for somebody else besides the target.
    [[units]]
    id = "howitzer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5

        [[units.faces.attacks]]
        id = "shell"
        dice = ["any"]
        range = [1, 3]
        sight = false
        switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned", on = "other_character" }] }]

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

    [[units]]
    id = "turret"
    faces = [{ colour = "grey", number = 1, speed = 0, wounds = 5, structure = true }]
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


# ---- whom the words of an effect mean


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


@pytest.mark.rule("R-224", "R-225")
def test_who_lies_unconscious_suffers_no_more_damage() -> None:
    game = opened("U . C\n\ncadin damage=10 unconscious", Suffer(3, on="team"))
    assert [line.split()[1] for line in game.told("damage_suffered")] == ["uma"]


@pytest.mark.rule("R-275", "R-277", "R-231")
@pytest.mark.parametrize(
    ("state", "lost"), [("*", ["uma stunned"]), ("suppressed", ["uma suppressed"]), ("focused", list[str]())]
)
def test_a_state_is_taken_from_who_has_it_and_nobody_is_woken(state: str, lost: list[str]) -> None:
    """Uma has two States, Qiang has none, Cadin lies there."""
    game = opened("U . C Q\n\numa stunned suppressed\ncadin damage=10 unconscious", Relieve(state, on="team"))
    assert [" ".join(line.split()[1:3]) for line in game.told("state_lost")] == lost


@pytest.mark.rule("R-225", "R-224", "R-321")
@pytest.mark.parametrize(("damage", "gone"), [(8, []), (9, ["damage_healed uma 1 8"])])
def test_damage_that_lowered_wounds_no_longer_hold_is_told_and_no_other(damage: int, gone: list[str]) -> None:
    game = opened(f"U . C\n\numa damage={damage}", Suffering(1, on="user"), consequence="broken_leg")
    assert [" ".join(line.split()[:4]) for line in game.told("damage_healed")] == gone
    assert game.told("fell_unconscious") == ["fell_unconscious uma [R-224 R-321]"]


@pytest.mark.rule("R-321")
@pytest.mark.parametrize(
    ("uma", "left"),
    [
        ("damage=7", 7),
        ("damage=8", 7),
        ("damage=9", 7),
        ("wounds=3 damage=1", 0),
        ("wounds=3 damage=2", 0),
        ("wounds=3", 0),
    ],
)
def test_lowered_wounds_leave_one_to_whoever_has_left_the_board(uma: str, left: int) -> None:
    """The card takes two Wounds; it is drawn when Uma is gone."""
    damage = int(uma.rpartition("damage=")[2]) if "damage" in uma else 0
    game = opened(f"U . C\n\numa {uma}", Suffering(1, on="user"), Leave(("uma",)), consequence="broken_leg")
    one = game.one("uma")
    assert (one.space, one.consequences, one.damage, one.conscious) == ("", ("broken_leg",), left, True)
    healed = f"damage_healed uma {damage - left} {left} source=consequence.broken_leg.name [R-321]"
    assert game.told("damage_healed") == ([healed] if damage > left else [])


@pytest.mark.rule("R-224")
def test_who_falls_by_damage_does_not_fall_by_a_consequence() -> None:
    game = opened("U . C\n\numa damage=9", Suffer(1, on="user"))
    assert game.told("fell_unconscious") == ["fell_unconscious uma [R-224]"]


# ---- what a mission waits for


@pytest.mark.rule("R-024", "R-234")
@pytest.mark.parametrize(("figures", "heard"), [("dummy 1 -", True), ("dummy 1 2", False)])
def test_a_mission_hears_of_an_eliminated_unit(figures: str, heard: bool) -> None:
    trigger = Trigger("unit_eliminated dummy", (SetFlag("gone"),))
    game = position(f"U 1 2\n\numa carries=stick\n{figures}\ndummy.1 damage=4", CARDS, triggers=(trigger,))
    game.do("activate uma", "attack uma stick.point dummy.1", team="S", enemy="-")
    assert ("gone" in game.state.flags) == heard


@pytest.mark.rule("R-024", "R-127")
@pytest.mark.parametrize(("door", "heard"), [("door", True), ("open", False)])
def test_a_mission_hears_of_a_door_that_an_effect_opens_and_only_of_closed_ones(door: str, heard: bool) -> None:
    more = (Trigger("door_opened inner", (SetFlag("inside"),)),)
    game = opened(f"U . . C\n\n{door} inner C1:e", OpenDoors(("inner",)), more=more)
    assert game.state.doors["inner"].open
    assert ("inside" in game.state.flags) == heard
    assert len(game.told("door_opened")) == 1 + heard


# ---- Aggro for what a card does


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


# ---- another one


@pytest.mark.rule("R-101", "R-072", "R-099")
def test_where_no_sight_is_needed_another_enemy_needs_none_either() -> None:
    game = position("U 1 . 2\n\numa carries=thrower\ndummy 1 2\nwall C1:e", CARDS).do("activate uma")
    game.do("attack uma thrower.lob dummy.1", team="!", enemy="-")
    assert game.can("use_switch 0 target=dummy.2")


@pytest.mark.rule("R-103", "R-104", "R-192", "R-226")
@pytest.mark.parametrize(
    ("sight", "board", "figures", "stunned"),
    [
        ("false", "Q U . 1", "", ["qiang"]),
        ("true", "Q U . 1", "", []),
        ("true", ". U . 1 . . Q", "", ["qiang"]),
        ("false", "Q . U . 1", "", []),
        ("false", "Q U . 1", "qiang damage=10 unconscious", []),
        ("false", ". U . 1", "qiang", []),
    ],
    ids=["through a wall", "out of sight", "in sight", "out of Range", "Unconscious", "off the board"],
)
def test_an_enemys_switch_finds_another_as_its_attack_would(
    sight: str, board: str, figures: str, stunned: list[str]
) -> None:
    cards = CARDS.replace("sight = false\n        switches", f"sight = {sight}\n        switches")
    text = f"{board}\n\nwall A1:e\nhowitzer 1 ai=orders\ninitiative howitzer\n{figures}"
    game = foes_turn(text, cards).do("proceed", enemy="!", team="-")
    assert [line.split()[1] for line in game.told("state_gained")] == stunned


@pytest.mark.rule("R-103", "R-104", "R-192")
@pytest.mark.parametrize(("mate", "states"), [("2", ("focused",)), ("-", ())])
def test_another_enemy_is_never_the_one_that_pays_whatever_its_range(mate: str, states: tuple[str, ...]) -> None:
    board = "U 1 2" if mate == "2" else "U 1 ."
    text = f"{board}\n\numa carries=vest\nconductor 1 {mate} ai=orders\ninitiative conductor"
    game = foes_turn(text, CARDS).do("proceed", enemy="!")
    assert game.foe("conductor.1").states == ()
    assert [foe.states for id, foe in game.state.enemies.items() if id != "conductor.1"] == ([states] if states else [])


# ---- who is gone


@pytest.mark.rule("R-106", "R-094", "R-234")
def test_who_has_fallen_by_its_own_switch_gets_no_state_and_no_damage() -> None:
    """It pays first; Uma's Switch and her S find nobody, and her Aggro does not rise by it."""
    game = position("U . 1\n\numa carries=thrower\nmartyr 1", CARDS).do("activate uma")
    game.do("attack uma thrower.shoot martyr.1", "use_switch 0", team="S !", enemy="!")
    assert game.state.enemies == {}
    assert not game.told("state_gained")
    assert [line.split()[1] for line in game.told("damage_suffered")] == ["martyr.1"]
    assert game.told("roll_closed")


@pytest.mark.rule("R-277", "R-076")
def test_an_attacker_that_falls_is_no_longer_hidden_and_stays_unconscious() -> None:
    game = position("U . 1 C\n\numa carries=stick damage=9 hidden\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="S")
    assert game.one("uma").states == ("unconscious",)


@pytest.mark.rule("R-277", "R-279")
@pytest.mark.parametrize(("board", "hidden"), [("1 . U", True), ("U . 1", True), ("1 U .", False), (". U 1", False)])
def test_hidden_is_lost_in_contact_and_not_nearby(board: str, hidden: bool) -> None:
    game = position(f"{board}\n\ndummy 1 -\ndummy.1 hidden", CARDS).do("activate uma", "end_activation uma")
    assert game.foe("dummy.1").states == (("hidden",) if hidden else ())


# ---- a Unit that is turned


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


# ---- a side that rolls no dice


@pytest.mark.rule("R-147", "R-075", "R-200")
def test_symbols_that_a_card_adds_count_where_there_are_no_dice() -> None:
    text = "U 1\n\numa carries=vest,firewall\nconductor 1 - ai=orders\ninitiative conductor"
    game = foes_turn(text, CARDS).do("proceed", enemy="S S")
    assert game.dice("team") == []
    assert game.told("symbols_cancelled") == ["symbols_cancelled B S+S 0 1 [R-093]"]
