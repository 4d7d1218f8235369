"""Keywords of Unit cards (R-203 … R-211; switches D14, D15)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import DeployUnits, Trigger
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.cards import LURKER
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    LURKER
    + orders("focused", "withdraw least_distance", red=("focused",))
    + """
    [dice]
    frail = ["-", "-", "-", "-", "-", "-"]
    bulwark = ["B B B B B", "B B B B B", "B B B B B", "B B B B B", "B B B B B", "B B B B B"]

    [[units]]
    id = "ambusher"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 3
      defense = ["any"]
      respawn = 1
      replacements = 1
      abilities = ["ambushers"]

    [[units]]
    id = "fencer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["black", "black"]
      abilities = ["cc_specialist"]

        [[units.faces.attacks]]
        id = "rifle"
        dice = ["any"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "reinforce" }] }]

        [[units.faces.attacks]]
        id = "blade"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true
        switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "gunner"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["black"]
      abilities = ["cc_specialist"]

        [[units.faces.attacks]]
        id = "rifle"
        dice = ["any"]
        range = [1, 8]

    [[units]]
    id = "giant"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any"]
      abilities = ["big"]

        [[units.faces.attacks]]
        id = "throw"
        dice = ["any"]
        range = [1, 8]

    [[units]]
    id = "warrior"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any", "any"]
      biotech = ["any"]
      abilities = ["natural_born_warrior", "hackable"]

        [[units.faces.attacks]]
        id = "axe"
        dice = ["any", "any"]
        range = [1, 8]

    [[units]]
    id = "netter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any"]
      abilities = ["natural_born_warrior"]
      hack_attack = { dice = ["any"], range = [0, 6], sight = false }

    [[units]]
    id = "seer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      defense = ["any"]
      abilities = ["visor"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any"]
        range = [1, 8]

    [[equipment]]
    id = "shocker"
    tabs = [["hand"]]
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }] }]

      [[equipment.attacks]]
      id = "zap"
      dice = ["any", "any", "any"]
      range = [1, 8]
      switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

    [[equipment]]
    id = "suit"
    tabs = [["torso"]]
    hackable = true
    biotech = ["any"]
    modifiers = [{ rolls = ["biotech"], switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }] }]

    [[software]]
    id = "bite"
    kind = "antipersonnel"
    targets = "enemy"
    switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 1 }
    software = ["bite"]
    """
)

# ---- Ambushers


@pytest.mark.rule("R-207", "R-279")
def test_ambushers_are_hidden_when_they_deploy_respawn_and_are_replaced() -> None:
    game = position(
        "U . . .\n\ndoor gate A1:e\nselected ambusher",
        CARDS,
        triggers=(Trigger("door_opened gate", (DeployUnits(("ambusher",), ("C1", "D1")),)),),
    ).do("activate uma", "interact uma gate")
    assert [foe.states for foe in game.state.enemies.values()] == [("hidden",), ("hidden",)]
    game = position("U . . R .\n\navailable ambusher\nreserve 1\nrespawn R", CARDS)
    game.do("activate uma", "end_activation uma")
    assert [foe.states for foe in game.state.enemies.values()] == [("hidden",), ("hidden",)]
    game = position("U . . . . . 1 .\n\nambusher 1 -\nreserve 1", CARDS).do("activate uma", "end_activation uma")
    assert game.foe("ambusher.2").states == ("hidden",)
    assert game.foe("ambusher.1").states == ()


# ---- CC Specialist


def fenced(board: str, unit: str = "fencer", switch: str = "cc", shown: str = "-") -> Play:
    board, _, walls = board.partition("\n\n")
    game = position(f"{board}\n\n{walls}\numa carries=stick\n{unit} 1\nswitch cc_specialist={switch}", CARDS)
    return game.do("activate uma", f"attack uma stick.point {unit}.1", team="-", enemy=shown)


@pytest.mark.rule("R-208")
@pytest.mark.parametrize(
    ("board", "unit", "switch", "dice"),
    [
        ("U 1", "fencer", "cc", ["any"] * 3),
        ("U 1", "fencer", "attack", ["any"] * 3),
        ("U . 1", "fencer", "cc", ["black", "black"]),
        ("U 1", "gunner", "cc", ["black"]),
        ("U 1", "gunner", "attack", ["any"]),
    ],
    ids=["in Contact", "the other reading", "not in Contact", "no CC Attack", "no CC Attack, the other reading"],
)
def test_a_cc_specialist_answers_in_contact_with_an_attack(board: str, unit: str, switch: str, dice: list[str]) -> None:
    assert fenced(board, unit, switch).dice("enemy") == dice


@pytest.mark.rule("R-208", "R-076", "R-105")
def test_its_answer_hurts_and_brings_the_switches_of_that_attack() -> None:
    game = fenced("U 1", shown="S S !")
    assert game.one("uma").damage == 2
    assert game.one("uma").states == ("stunned",)


@pytest.mark.rule("R-208", "R-037")
def test_through_a_wall_it_defends_as_usual() -> None:
    assert fenced("U 1\n . .\n\nwall A1:e").dice("enemy") == ["black", "black"]


# ---- Big, Visor


@pytest.mark.rule("R-209", "R-067")
@pytest.mark.parametrize(("unit", "seen"), [("giant", True), ("warrior", False)])
def test_nobody_hides_a_big_enemy_or_is_hidden_from_it(unit: str, seen: bool) -> None:
    figures = f"uma carries=shocker\n{unit} 1 ai=attack_twice\ninitiative {unit}"
    game = position(f"U C 1\n\n{figures}", CARDS).do("activate uma")
    assert game.can(f"attack uma shocker.zap {unit}.1") == seen
    view = game.game.rules.view(game.state)
    assert game.game.rules.sees(game.state, view, f"{unit}.1", "uma") == seen


@pytest.mark.rule("R-209", "R-215")
def test_walls_hide_a_big_enemy() -> None:
    game = position("U . 1\n\nwall A1:e\numa carries=shocker\ngiant 1", CARDS).do("activate uma")
    assert not game.options("attack")


@pytest.mark.rule("R-211", "R-067", "R-216")
@pytest.mark.parametrize(("unit", "looks"), [("seer", True), ("giant", False)])
def test_a_visor_looks_through_low_visibility_and_only_outward(unit: str, looks: bool) -> None:
    game = position(f"U . 1\n\nred A1:e\numa carries=shocker\n{unit} 1", CARDS)
    rules, view = game.game.rules, game.game.rules.view(game.state)
    assert rules.sees(game.state, view, f"{unit}.1", "uma") == looks
    assert not rules.sees(game.state, view, "uma", f"{unit}.1")


@pytest.mark.rule("R-211")
@pytest.mark.parametrize("blocker", ["wall A1:e", "violet A1:e", "cadin B1"])
def test_a_visor_looks_through_nothing_else(blocker: str) -> None:
    game = position(f"U . 1\n\n{blocker}\nseer 1", CARDS)
    rules = game.game.rules
    assert not rules.sees(game.state, rules.view(game.state), "seer.1", "uma")


# ---- Natural Born Warrior


@pytest.mark.rule("R-210")
@pytest.mark.parametrize(("board", "asked"), [("U 1", False), ("U . 1", True)])
@pytest.mark.parametrize("unit", ["warrior", "netter"], ids=["Attack", "Hack Attack"])
def test_a_target_in_contact_with_a_natural_born_warrior_uses_no_switches(unit: str, board: str, asked: bool) -> None:
    text = f"{board}\n\numa carries=shocker,suit\n{unit} 1 ai=attack_twice\ninitiative {unit}"
    game = foes_turn(text, CARDS).do("proceed", team="!", enemy="-")
    assert bool(game.options("use_switch")) == asked


@pytest.mark.rule("R-210", "R-092")
def test_whoever_attacks_or_hacks_a_natural_born_warrior_uses_switches() -> None:
    """The book silences its targets only."""
    attacking = position("U 1\n\numa carries=shocker\nwarrior 1", CARDS)
    attacking.do("activate uma", "attack uma shocker.zap warrior.1", team="!", enemy="-")
    assert attacking.options("use_switch")
    hacking = position("U 1\n\numa carries=deck\nwarrior 1", CARDS)
    hacking.do("activate uma", "hack uma bite warrior.1", team="!", enemy="-")
    assert hacking.options("use_switch")


@pytest.mark.rule("R-210", "R-088")
def test_criticals_still_work_beside_a_natural_born_warrior() -> None:
    game = foes_turn("U 1\n\numa carries=shocker\nwarrior 1 ai=attack_twice\ninitiative warrior", CARDS)
    game.do("proceed", team="CS", enemy="-")
    assert game.options("spend_critical")
