"""Keywords of Unit cards (R-203 … R-211; switches D14, D15)."""

from __future__ import annotations

import pytest

from defiance_qt.engine.content import DeployUnits, Trigger
from tests.engine.positions import Play, position
from tests.engine.rules.turns import chosen, foes_turn

CARDS = """
    [dice]
    frail = ["-", "-", "-", "-", "-", "-"]
    bulwark = ["B B B B B", "B B B B B", "B B B B B", "B B B B B", "B B B B B", "B B B B B"]

    [[units]]
    id = "lurker"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 3
      defense = ["any"]
      respawn = 1
      abilities = ["surprise_attack"]

        [[units.faces.attacks]]
        id = "claws"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true

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

    [[ai_cards]]
    id = "orders"
    blue = ["focused", "withdraw least_distance"]
    red = ["focused"]
    """

# ---- Surprise Attack


@pytest.mark.rule("R-203", "R-170")
def test_a_surprise_attack_unit_brings_its_cards_and_no_miniatures() -> None:
    game = position(
        "U . . .\n\ndoor gate A1:e\nselected lurker",
        CARDS,
        triggers=(Trigger("door_opened gate", (DeployUnits(("lurker",), ("C1",)),)),),
    ).do("activate uma", "interact uma gate")
    assert game.state.enemies == {}
    assert game.unit("lurker").hidden_away
    assert game.state.initiative == ("lurker",)
    assert game.unit("lurker").ai_card


@pytest.mark.rule("R-203", "R-253")
def test_respawned_it_waits_off_the_board_and_gets_its_cards_as_the_round_begins() -> None:
    game = position("U . . R\n\navailable lurker\nreserve 1\nrespawn R", CARDS).do("activate uma", "end_activation uma")
    assert game.told("unit_deployed")
    assert game.state.enemies == {}
    assert game.state.initiative == ("lurker",)


def surprise(text: str) -> Play:
    """The Unit's Initiative card is turned as it comes up; the position says who was activated last."""
    return position(f"{text}\nlurker away ai=orders\ninitiative lurker\nturn enemy", CARDS).do("overrule round 1")


@pytest.mark.rule("R-204", "R-206")
def test_each_miniature_appears_beside_the_last_activated_and_attacks_once() -> None:
    game = surprise("C . . U .\n . . . . .\n\numa activated\nlast uma\ncadin")
    game.pass_on(enemy=["S", "S"], team=["-", "-"])
    assert [line.split()[0] for line in game.told("enemy_deployed", "attack_declared")] == [
        "enemy_deployed",
        "attack_declared",
    ] * 2
    board, view = game.game.rules.board, game.game.rules.view(game.state)
    for id in ("lurker.1", "lurker.2"):
        assert board.contact(view.cells[id], view.cells["uma"], 0)
    assert [line.split()[3] for line in chosen(game)] == ["uma", "uma"]
    assert game.one("uma").damage == 2
    assert game.foe("lurker.1").states == ()


@pytest.mark.rule("R-204", "R-037")
def test_behind_a_wall_is_not_in_contact() -> None:
    game = surprise("U . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "B1"
    game = surprise("U . .\n . . .\n\nwall A1:e\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == "A2"


@pytest.mark.rule("R-204", "R-192")
@pytest.mark.parametrize(("ground", "space"), [(".", "B1"), ("~", "A2")])
def test_it_appears_where_its_attack_does_most_harm(ground: str, space: str) -> None:
    """Out of low visibility it would not see whom it is to attack."""
    game = surprise(f"U {ground} . .\n . . . .\n\numa activated\nlast uma").do("proceed", enemy="-", team="-")
    assert game.foe("lurker.1").space == space
    assert game.told("attack_declared")


@pytest.mark.rule("R-204")
def test_where_no_adjacent_space_is_free_the_closest_is_taken() -> None:
    game = surprise("U C . . .\n\numa activated\nlast uma").do("proceed")
    assert game.foe("lurker.1").space == "C1"
    assert not game.told("attack_declared")


@pytest.mark.rule("R-205", "R-192")
def test_the_first_to_act_in_the_round_goes_for_whom_evil_ai_picks() -> None:
    """At Alert 4 the Unit opens the second Round; Uma was activated last in the first, Cadin is nearest to falling."""
    game = position("U . . C . Q\n\ncadin damage=9 activated\nqiang activated\nlurker away\nalert 4", CARDS)
    game.do("activate uma", "end_activation uma")
    assert game.state.round == 2
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {"cadin"}


@pytest.mark.rule("R-204")
@pytest.mark.parametrize(("reading", "who"), [("recent", "uma"), ("round", "cadin")])
def test_who_was_activated_last_may_have_been_so_in_the_round_before(reading: str, who: str) -> None:
    """Another Unit has acted, but nobody of the team has yet in this Round."""
    game = surprise(
        f"U . . C . 1\n . . . . . .\n\ncadin damage=9\nlast uma\ndummy 1 - activated\nswitch surprise_target={reading}"
    )
    game.pass_on(enemy=["-", "-"], team=["-", "-"])
    assert {line.split()[3] for line in chosen(game)} == {who}


@pytest.mark.rule("R-205", "R-192")
def test_evil_ai_picks_whom_its_attack_harms_and_not_who_looks_weak() -> None:
    """Cadin has drawn more Aggro, but little gets through what he rolls in defence."""
    game = surprise("U . . C\n . . . .\n\ncadin damage=9 aggro=3 defense=bulwark\numa damage=9 defense=frail")
    (line,) = game.told("surprise_targeted")
    assert line.startswith("surprise_targeted lurker uma evil_ai")
    assert line.endswith("[R-205 R-192]")


@pytest.mark.rule("R-204", "R-206")
def test_with_nobody_to_attack_the_unit_stays_in_hiding() -> None:
    game = surprise("U . . C\n . . . .\n\ncadin damage=10 unconscious\numa damage=10 unconscious\nlast uma")
    assert game.unit("lurker").hidden_away
    assert game.asks() == "team round"


@pytest.mark.rule("R-206", "R-204")
def test_when_nobody_is_left_to_attack_the_others_appear_all_the_same() -> None:
    game = surprise("U . . .\n . . . .\n\numa damage=9 activated\nlast uma").pass_on(enemy=["S"], team=["-"])
    assert set(game.state.enemies) == {"lurker.1", "lurker.2"}
    assert [line.split()[1] for line in game.told("instruction_skipped")] == ["lurker.2"]


@pytest.mark.rule("R-277", "R-206")
def test_who_hides_is_found_by_those_who_appear_beside() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated hidden\nlast uma").do("proceed", enemy="-", team="-")
    assert game.one("uma").states == ()
    assert game.told("state_lost") == ["state_lost uma hidden [R-277]"]


@pytest.mark.rule("R-264", "R-206")
def test_who_has_made_a_surprise_attack_and_stays_raises_the_alarm() -> None:
    game = surprise("U . . .\n . . . .\n\nalert 0\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.alert == 1


@pytest.mark.rule("R-206")
def test_if_the_target_falls_the_next_miniature_finds_another() -> None:
    game = surprise("U . . . C . Q\n\numa damage=9 activated\nqiang damage=5\nlast uma")
    game.pass_on(enemy=["S", "-"], team=["-", "-"])
    assert [line.split()[3] for line in chosen(game)] == ["uma", "qiang"]


@pytest.mark.rule("R-206", "R-176")
def test_its_ai_card_is_spent_and_in_the_next_round_it_acts_like_others() -> None:
    game = surprise("U . . .\n . . . .\n\numa activated\nlast uma").pass_on(enemy=["-", "-"], team=["-", "-"])
    assert game.state.round == 2
    assert game.state.discards["ai"] == ("orders",)
    assert not game.unit("lurker").hidden_away
    game.do("activate uma", "end_activation uma")
    assert game.asks() == "team enemy_activation"


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
def test_in_contact_with_a_natural_born_warrior_nobody_uses_switches(board: str, asked: bool) -> None:
    """Neither in attack, nor in defence, nor hacking."""
    attacking = position(f"{board}\n\numa carries=shocker\nwarrior 1", CARDS)
    attacking.do("activate uma", "attack uma shocker.zap warrior.1", team="!", enemy="-")
    assert bool(attacking.options("use_switch")) == asked
    defending = foes_turn(f"{board}\n\numa carries=shocker\nwarrior 1 ai=attack_twice\ninitiative warrior", CARDS)
    defending.do("proceed", team="!", enemy="-")
    assert bool(defending.options("use_switch")) == asked
    hacking = position(f"{board}\n\numa carries=deck\nwarrior 1", CARDS)
    hacking.do("activate uma", "hack uma bite warrior.1", team="!", enemy="-")
    assert bool(hacking.options("use_switch")) == asked


@pytest.mark.rule("R-210", "R-088")
def test_criticals_still_work_beside_a_natural_born_warrior() -> None:
    game = position("U 1\n\numa carries=shocker\nwarrior 1", CARDS)
    game.do("activate uma", "attack uma shocker.zap warrior.1", team="CS", enemy="-")
    assert game.options("spend_critical")
