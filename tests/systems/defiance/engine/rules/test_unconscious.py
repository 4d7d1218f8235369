"""Unconsciousness and death (R-224 … R-236).

Spans `rules.harm`, `rules.activation` and `ruleset`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine.content import Condition, Impose, Suffering, Trigger
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn

CARDS = """
    [[units]]
    id = "husk"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 1 }]

    [[units]]
    id = "revenant"
    faces = [{ colour = "blue", number = 2, speed = 4, wounds = 2, respawn = 9, replacements = 9 }]

    [[equipment]]
    id = "salts"

      [[equipment.actions]]
      id = "smell"
      target = "unconscious"
      range = [1, 1]
      effects = [{ do = "revive", heal = 3, draw = 2 }]

    [[software]]
    id = "ward"
    kind = "controller"
    targets = "any"
    effects = [{ do = "impose", state = "focused" }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any"], range = [0, 6], slots = 2 }
    software = ["ward"]
    """


def struck(figures: str, shown: str = "S S", board: str = "U . 1 . . . C", **more: str) -> Play:
    """The dummy attacks Uma."""
    game = foes_turn(f"{board}\n\n{figures}\ndummy 1 - ai=attack_twice\ninitiative dummy", CARDS)
    return game.do("proceed", enemy=shown, team="-", **more)


@pytest.mark.rule("R-224")
def test_at_as_much_damage_as_wounds_states_and_aggro_go() -> None:
    game = struck("uma damage=8 aggro=3 focused suppressed")
    uma = game.one("uma")
    assert (uma.states, uma.aggro, uma.damage) == (("unconscious",), 0, 10)
    assert game.state.reserve == 0


@pytest.mark.rule("R-224")
def test_one_damage_less_and_nothing_happens() -> None:
    uma = struck("uma damage=7 aggro=3 focused").one("uma")
    assert (uma.states, uma.aggro, uma.damage) == (("focused",), 3, 9)


@pytest.mark.rule("R-225")
def test_damage_above_the_wounds_is_lost() -> None:
    game = struck("uma damage=9", "S S S")
    assert game.told("damage_suffered") == ["damage_suffered uma 3 10 source=dummy.1 [R-094 R-225]"]
    assert game.one("uma").damage == 10


@pytest.mark.rule("R-225", "R-321")
def test_damage_above_wounds_that_a_consequence_lowers_is_lost_too() -> None:
    game = position(
        "U C\n\ndoor gate A1:e\numa damage=9\ndeck consequence deep_cut deep_cut",
        triggers=(Trigger("door_opened gate", (Suffering(2, "user"),)),),
    ).do("activate uma", "interact uma gate", consequence=["deep_cut", "deep_cut"])
    one = game.one("uma")
    assert not one.conscious
    assert one.damage == game.game.rules.loadout(one).wounds == 8


@pytest.mark.rule("R-226", "R-187")
def test_nobody_attacks_the_unconscious() -> None:
    game = foes_turn("U . 1\n\numa damage=10 unconscious\ndummy 1 - ai=attack_twice\ninitiative dummy").pass_on()
    assert chosen(game) == []
    assert game.one("uma").damage == 10


@pytest.mark.rule("R-226")
def test_effects_pass_the_unconscious_by() -> None:
    effects = (Impose("stunned", on="team"),)
    game = position(
        "C .\n U .\n\ndoor gate A1:e\numa damage=10 unconscious",
        triggers=(Trigger("door_opened gate", effects),),
    ).do("activate cadin", "interact cadin gate")
    assert game.one("cadin").states == ("stunned",)
    assert game.one("uma").states == ("unconscious",)


@pytest.mark.rule("R-227", "R-219")
def test_where_somebody_lies_one_may_pass_and_not_stay() -> None:
    game = position("C U . .\n\numa damage=10 unconscious").do("activate cadin", "move cadin", "step_to cadin B1")
    assert game.points() == 4
    assert game.options() == ["step_to cadin A1", "step_to cadin C1"]


@pytest.mark.rule("R-227", "R-057")
@pytest.mark.parametrize(
    ("specialties", "points"), [("", 2), ("orders", 2), ("vault", 3), ("orders,vault", 3), ("vault,orders", 3)]
)
def test_whoever_vaults_crosses_that_space_at_no_extra_cost(specialties: str, points: int) -> None:
    """Others of the team have Specialties too."""
    cards = f"specialties={specialties}" if specialties else ""
    text = f"Q J C U .\n\njazz specialties=orders\ncadin speed=4 {cards}\numa damage=10 unconscious"
    game = position(f"{text}\nqiang specialties=sprint").do("activate cadin", "move cadin", "step_to cadin D1")
    assert game.points() == points


@pytest.mark.rule("R-227", "R-066")
def test_who_lies_down_hides_nobody() -> None:
    game = position("U C 1\n\numa carries=stick\ncadin damage=10 unconscious\ndummy 1 -").do("activate uma")
    assert game.can("attack uma stick.point dummy.1")


@pytest.mark.rule("R-228", "R-159", "R-042")
def test_the_unconscious_are_activated_and_may_pass() -> None:
    game = position("U C\n\numa carries=pistol damage=10 unconscious")
    assert "activate uma" in game.options()
    game.do("activate uma")
    assert game.options() == ["end_activation uma"]
    game.do("end_activation uma", "activate cadin", "end_activation cadin")
    assert game.state.round == 2


@pytest.mark.rule("R-229", "R-159")
@pytest.mark.parametrize(("state", "offered"), [("damage=10 unconscious", False), ("damage=9", True)])
def test_no_card_helps_who_lies_down(state: str, offered: bool) -> None:
    """Neither an Action of the own card nor one of the Equipment, not even a Free Action."""
    game = position(f"J .\n\njazz printed wounds=10 carries=stimulant,automedikit {state}\nbillie printed")
    assert bool(game.do("activate jazz").options("use_card")) == offered


# ---- dragging


@pytest.mark.rule("R-230")
def test_dragging_costs_two_points_a_step_and_both_stay_in_contact() -> None:
    game = position("U C . . .\n\numa damage=10 unconscious\ncadin speed=3").do("activate cadin", "move cadin")
    assert game.options("drag") == ["drag cadin C1 uma B1"]
    game.do("drag cadin C1 uma B1")
    assert game.points() == 1
    assert (game.one("cadin").space, game.one("uma").space) == ("C1", "B1")
    assert game.options("drag") == []


@pytest.mark.rule("R-230")
@pytest.mark.parametrize(
    ("board", "figures", "drags"),
    [
        ("U C . .", "", 1),
        ("U . C .", "", 0),
        ("U C . .", "wall A1:e", 0),
        ("U C Q .", "", 0),
        ("U C X .", "container crate X", 0),
        ("U C # .", "", 0),
        ("U C . .", "difficult B1:e", 1),
    ],
    ids=["free", "not adjacent", "a wall between", "occupied", "obstructed", "Blocked", "difficult"],
)
def test_where_one_may_drag(board: str, figures: str, drags: int) -> None:
    game = position(f"{board}\n\numa damage=10 unconscious\n{figures}").do("activate cadin", "move cadin")
    assert len(game.options("drag")) == drags
    if "difficult" in figures:
        game.do("drag cadin C1 uma B1")
        assert game.points() == 4


@pytest.mark.rule("R-230")
def test_the_dragged_may_go_elsewhere_than_where_the_other_stood() -> None:
    game = position("U C .\n . . .\n\numa damage=10 unconscious").do("activate cadin", "move cadin")
    board = game.game.rules.board
    for line in game.options("drag"):
        _, _, first, _, second = line.split()
        assert board.contact(board.cell(first), board.cell(second), 0)
        assert first != second
    assert "drag cadin B2 uma A2" in game.options("drag")
    assert not game.can("drag cadin A2 uma C1")


@pytest.mark.rule("R-230")
def test_the_conscious_are_not_dragged() -> None:
    game = position("U C . .").do("activate cadin", "move cadin")
    assert game.options("drag") == []


# ---- recovering


@pytest.mark.rule("R-231", "R-232")
def test_a_medikit_brings_round_with_one_consequence() -> None:
    game = position("U C\n\numa damage=10 unconscious\ncadin carries=medikit").do("activate cadin")
    game.do("use_card cadin medikit.revive uma", consequence="torn_muscle")
    uma = game.one("uma")
    assert (uma.states, uma.damage, uma.consequences) == ((), 6, ("torn_muscle",))
    assert game.actions() == 1
    assert game.told("consequence_suffered") == ["consequence_suffered uma torn_muscle [R-232 R-238]"]
    for line in game.told("state_lost", "damage_healed"):
        assert {"R-048", "R-231", "R-232"} <= set(line.partition("[")[2].rstrip("]").split())


@pytest.mark.rule("R-231", "R-069")
@pytest.mark.parametrize(("board", "kit", "reached"), [("U . C", "medikit", False), ("U . C", "medjector", True)])
def test_each_by_its_own_text(board: str, kit: str, reached: bool) -> None:
    game = position(f"{board}\n\numa damage=10 unconscious\ncadin carries={kit}").do("activate cadin")
    assert game.can(f"use_card cadin {kit}.revive uma") == reached


@pytest.mark.rule("R-231")
def test_who_was_taken_off_the_board_by_hand_is_not_brought_round() -> None:
    game = position("U C\n\numa damage=10 unconscious\ncadin carries=medikit")
    game.do('overrule team.uma.space ""', "activate cadin")
    assert game.refused("use_card cadin medikit.revive uma") == "off_board R-154"
    assert game.options("drag") == []


@pytest.mark.rule("R-232", "R-212")
def test_a_card_may_say_otherwise() -> None:
    game = position("U C\n\numa damage=10 unconscious\ncadin carries=salts", CARDS).do("activate cadin")
    game.do("use_card cadin salts.smell uma", consequence=["torn_muscle", "rattled"])
    assert game.options() == ["keep torn_muscle", "keep rattled"]


@pytest.mark.rule("R-233", "R-239")
def test_who_lies_down_as_the_mission_ends_takes_two_consequences_face_down() -> None:
    game = position(
        "U C\n\nzone out B1\numa damage=10 unconscious face_down=deep_cut",
        victory=(Condition(id="out", standing=("cadin",), zone="out"),),
    ).do("activate cadin", "end_activation cadin", consequence=["torn_muscle", "rattled"])
    assert game.state.result == "victory"
    assert game.one("uma").face_down == ("deep_cut", "torn_muscle", "rattled")
    assert game.one("cadin").face_down == ()


# ---- death


def killing(unit: str, more: str = "", shown: str = "S S") -> Play:
    board = "U 1 2" if " 2" in unit else "U 1"
    game = position(f"{board}\n\numa carries=stick\n{unit}\n{more}", CARDS).do("activate uma")
    dice = {"team": shown, "enemy": "-"} if unit.startswith("dummy") else {"team": shown}
    return game.do(f"attack uma stick.point {unit.split()[0]}.1", **dice)


@pytest.mark.rule("R-234", "R-243", "R-169")
def test_the_last_of_a_unit_brings_a_reinforcement_and_the_card_goes_where_it_says() -> None:
    game = killing("revenant 1 -")
    assert (game.state.reserve, game.state.available, game.state.removed) == (1, ("revenant",), ())
    game = killing("husk 1 -")
    assert (game.state.reserve, game.state.available, game.state.removed) == (1, (), ("husk",))


@pytest.mark.rule("R-234")
def test_damage_equal_to_the_wounds_kills_and_less_does_not() -> None:
    assert "revenant.1" in killing("revenant 1 -", shown="S").state.enemies
    assert "revenant.1" not in killing("revenant 1 -", shown="S S").state.enemies


@pytest.mark.rule("R-236", "R-234")
def test_while_one_is_left_the_unit_lives() -> None:
    game = killing("revenant 1 2")
    assert list(game.state.enemies) == ["revenant.2"]
    assert list(game.state.units) == ["revenant"]
    assert (game.state.reserve, game.state.available) == (0, ())


@pytest.mark.rule("R-235", "R-094")
def test_damage_suffered_by_attacking_counts_alike() -> None:
    game = position("U . 1 C\n\numa carries=stick damage=9 aggro=2\ndummy 1 -").do("activate uma", "move uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="S")
    assert not game.one("uma").conscious
    assert game.foe("dummy.1").damage == 1
    assert game.options() == ["end_activation uma"]


@pytest.mark.rule("R-235")
def test_both_may_fall_at_the_same_moment() -> None:
    game = position("U . 1 C\n\numa carries=stick damage=9\ndummy 1 -\ndummy.1 damage=4").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="S", enemy="S")
    assert not game.one("uma").conscious
    assert game.state.enemies == {}


@pytest.mark.rule("R-226")
def test_a_program_of_ones_own_side_does_not_reach_the_unconscious() -> None:
    game = position("J U\n\njazz carries=deck\numa damage=10 unconscious", CARDS).do("activate jazz")
    assert not game.can("hack jazz ward uma")
