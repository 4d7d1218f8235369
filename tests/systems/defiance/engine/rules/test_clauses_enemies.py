"""Clauses of what Enemies do that no other file's positions bring about (R-061, R-192 … R-206, R-322)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.content import Condition
from defiance_qt.systems.defiance.engine.frames import UnitActivation
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.switches import under_fire
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, skipped

NEUTRAL = """
    [[characters]]
    id = "bystander"
    ally = true
    speed = 4
    wounds = 4
    """

ALLY = """
    [[characters]]
    id = "guest"
    ally = true
    automedikit = false
    speed = 4
    wounds = 10
    """


@pytest.mark.rule("R-322", "R-061", "R-057")
@pytest.mark.parametrize(("mark", "space"), [("N", "D1"), (".", "B1")])
def test_an_enemy_pays_two_for_the_space_of_a_neutral_character(mark: str, space: str) -> None:
    """With three points it comes from E1 to Uma's side over a free space, and not over a Neutral Character's."""
    neutral = "neutral bystander N" if mark == "N" else ""
    game = turn(f"U . {mark} . 1", "assault least_distance", neutral, more=NEUTRAL).pass_on()
    assert game.foe("archer.1").space == space


@pytest.mark.rule("R-197")
@pytest.mark.parametrize(("walls", "space"), [("", "B1"), ("wall A1:e A1:ne B1:nw A2:ne B2:nw", "A2")])
def test_an_assault_ends_where_the_target_is_seen(walls: str, space: str) -> None:
    """Beside Uma, but behind the corner, it would not see her: the way round is one point longer."""
    game = turn("U . . . .\n . . . . .", "assault least_distance", f"{walls}\narcher.1 focused", unit="archer D1")
    assert game.pass_on().foe("archer.1").space == space


@pytest.mark.rule("R-200", "R-062")
@pytest.mark.parametrize(("unit", "reached"), [("borrower", False), ("caller", True)], ids=["sight", "none"])
def test_a_hack_attack_needs_the_sight_that_its_card_prints(unit: str, reached: bool) -> None:
    """Cadin hides Uma, whose vest is Hackable; he himself is too near for the pistol."""
    game = turn("U . C 1", "attack least_distance", "uma carries=vest", unit=f"{unit} 1")
    game.pass_on(**({"team": "-", "enemy": "-"} if reached else {}))
    assert [line.split()[3] for line in chosen(game)] == (["uma"] if reached else [])
    assert len(skipped(game)) == 1 - reached


@pytest.mark.rule("R-192", "R-188", "R-103")
@pytest.mark.parametrize(
    ("figures", "hurt"),
    [("uma aggro=1\nqiang aggro=2", "qiang"), ("uma aggro=2\nqiang aggro=1", "uma"), ("uma\nqiang damage=1", "qiang")],
    ids=["Aggro", "Aggro of the other", "Damage"],
)
def test_whom_else_a_switch_takes_goes_by_the_tie_breaks_wherever_they_stand(figures: str, hurt: str) -> None:
    game = under_fire("spreader", "C 1 . U\n . . Q . .", figures, enemy="!", team="-")
    (line,) = game.told("switch_used")
    assert line.endswith(f"target={hurt} [R-091 R-103 R-106]")


@pytest.mark.rule("R-192", "R-103")
def test_whom_else_a_switch_takes_falls_by_it_if_anybody_does() -> None:
    """It deals 2. Uma has drawn more Aggro and has more Wounds left."""
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=3\nqiang damage=8", enemy="!", team="-")
    assert not game.one("qiang").conscious
    game = under_fire("spreader", "C 1 . U\n . . Q . .", "uma aggro=3\nqiang damage=7", enemy="!", team="-")
    assert game.one("uma").damage == 2


# ---- a Unit's turn


@pytest.mark.rule("R-172")
def test_a_card_dealt_face_down_by_a_person_is_named_when_it_is_turned() -> None:
    """One card is asked for, and the Unit acts by it."""
    game = position(
        """
        U . . . . . . . . 1

        dummy 1 -
        deck ai take_aim attack_twice
        answers enemy.ai_card=person
        """
    ).do("activate uma", "end_activation uma")
    assert game.unit("dummy").ai_card == "?"
    game.do("activate uma", "end_activation uma")
    assert (game.asks(), game.options()) == ("table draw", ["enter_card take_aim", "enter_card attack_twice"])
    game.do("enter_card take_aim")
    assert game.told("ai_card_revealed") == ['ai_card_revealed dummy take_aim "" typed=yes [R-172]']
    assert game.asks() == "team enemy_activation"
    assert game.pass_on().foe("dummy.1").states == ("focused",)


@pytest.mark.rule("R-199", "R-184")
def test_who_has_retreated_has_skipped_nothing() -> None:
    game = turn("U . . . 1 2", "retreat then focused", unit="archer 1 2").do("proceed")
    assert [line.split()[1] for line in chosen(game)] == ["retreat"]
    assert skipped(game) == []


@pytest.mark.rule("R-041", "R-179", "R-024")
def test_as_a_units_activation_ends_the_mission_may_be_over() -> None:
    """Uma falls by the first Attack; it is over when the Unit has made its second."""
    lost = Condition(id="lost", when="activation", unconscious=("uma",))
    text = "U . 1 . . C\n\numa damage=9\ndummy 1 - ai=attack_twice\ninitiative dummy"
    game = foes_turn(text, defeat=(lost,)).do("proceed", enemy="S", team="-")
    assert (game.one("uma").conscious, game.state.result) == (False, None)
    game.pass_on(enemy="-", team="-")
    assert (game.state.result, game.state.because) == ("defeat", "lost")


# ---- what is recorded of those who were not chosen


def passed_over(game: Play, tag: str = "instruction_chosen") -> dict[str, str]:
    """The candidates of the last Instruction, and why each was passed over."""
    parts = game.told(tag)[-1].split("{figure=")[1:]
    return {one.split()[0]: one.partition("because=")[2].partition("}")[0] for one in parts}


@pytest.mark.rule("R-193", "R-186", "R-212")
@pytest.mark.parametrize(
    ("board", "figures", "because"),
    [
        ("U . C 1", "", {"uma": "reason.out_of_sight", "cadin": ""}),
        ("U . . C 1", "", {"uma": "reason.out_of_sight", "cadin": ""}),
        ("U . . . C 1", "", {"uma": "reason.out_of_sight", "cadin": ""}),
        ("U . . . . C 1", "", {"uma": "reason.out_of_range", "cadin": ""}),
        ("C 1 . U", "", {"uma": "reason.out_of_range", "cadin": ""}),
        ("C 1 . . U", "", {"uma": "", "cadin": ""}),
        ("C 1 U .", "wall B1:e", {"uma": "reason.out_of_sight", "cadin": ""}),
        ("C 1 . . U", "uma hidden", {"uma": "reason.untargetable", "cadin": ""}),
    ],
    ids=["the bow's nearest", "in between", "its farthest", "beyond", "between two Ranges", "both", "behind a wall",
         "Hidden"],
)  # fmt: skip
def test_an_attack_says_why_each_was_passed_over(board: str, figures: str, because: dict[str, str]) -> None:
    """The bow reaches 3 to 5 spaces, the knife 1."""
    game = turn(board, "attack least_distance", f"{figures}\ncadin aggro=1", unit="archer 1 -")
    game.do("proceed", team="-", enemy="-")
    assert passed_over(game) == because


@pytest.mark.rule("R-198", "R-186")
def test_a_withdrawal_says_from_whom_there_is_no_way() -> None:
    game = turn("U . . 1 C", "withdraw most_aggro", "uma aggro=2\nwall D1:e").pass_on()
    assert passed_over(game) == {"uma": "reason.no_way", "cadin": ""}
    game = turn("U . . . 1 C .", "withdraw most_aggro", "cadin aggro=2\nwall D1:e").pass_on()
    assert passed_over(game) == {"uma": "", "cadin": "reason.no_way"}
    game = turn("C . . . 1 U", "withdraw most_aggro", "uma aggro=2\nwall E1:e").pass_on()
    assert passed_over(game) == {"uma": "", "cadin": "reason.no_way"}


# ---- which Attacks there are


@pytest.mark.rule("R-069", "R-193")
@pytest.mark.parametrize(
    ("steps", "attack"), [(1, ".knife "), (2, ""), (3, ".bow "), (4, ".bow "), (5, ".bow "), (6, "")]
)
def test_an_attack_reaches_from_its_least_range_to_its_greatest(steps: int, attack: str) -> None:
    game = turn(f"U{' .' * (steps - 1)} 1", "attack least_distance")
    game.pass_on(**({"team": "-", "enemy": "-"} if attack else {}))
    declared = f"attack_declared archer.1 uma archer{attack}{steps} [R-193 R-069]"
    assert game.told("attack_declared") == [declared] * bool(attack)


@pytest.mark.rule("R-200", "R-202")
def test_a_unit_without_a_hack_attack_attacks_the_hackable_like_others() -> None:
    game = turn("U . . . 1", "attack least_distance", "uma carries=vest").pass_on(team="-", enemy="-")
    assert ".bow " in game.told("attack_declared")[0]


KNIGHT = """
    [[characters]]
    id = "knight"
    ally = true
    automedikit = false
    speed = 4
    wounds = 10
    defense = ["any"]
    abilities = ["hackable", "cc_specialist"]
    """


@pytest.mark.rule("R-212", "R-193")
@pytest.mark.parametrize(("board", "attacked"), [("A . 1", True), ("A . . 1", False)])
def test_of_several_abilities_any_may_forbid_the_attack(board: str, attacked: bool) -> None:
    """A Hidden figure can be chosen from two spaces away, whatever else it is."""
    game = turn(board, "attack least_distance", "knight A hidden", unit="mortar 1", more=KNIGHT)
    game.pass_on(**({"team": "-", "enemy": "-"} if attacked else {}))
    assert bool(chosen(game)) == attacked


REVERSED = """
    [[units]]
    id = "reversed"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 2
      wounds = 5
      attacks = [
        { id = "knife", dice = ["any"], range = [1, 1] },
        { id = "bow", dice = ["any"], range = [4, 5] },
      ]
    """


@pytest.mark.rule("R-195", "R-197")
@pytest.mark.parametrize(("kind", "space"), [("acquire", "F1"), ("assault", "F1")])
def test_an_attack_that_cannot_be_brought_to_bear_does_not_hide_the_next(kind: str, space: str) -> None:
    """Two steps bring the bow into Range, and by no means the knife."""
    game = turn("U . . . . . . 1", f"{kind} least_distance", unit="reversed 1", more=REVERSED).pass_on()
    assert game.foe("reversed.1").space == space


@pytest.mark.rule("R-195", "R-196")
@pytest.mark.parametrize(("steps", "space"), [(7, "F1"), (8, "G1")])
def test_who_is_one_space_too_far_only_gets_closer(steps: int, space: str) -> None:
    game = turn(f"U{' .' * (steps - 1)} 1", "acquire least_distance", unit="reversed 1", more=REVERSED).pass_on()
    assert game.foe("reversed.1").space == space
    (line,) = game.told("instruction_chosen")
    assert ("reason.closer" in line) == (steps == 8)


# ---- of equally good spaces


GUARDED = """
    [[equipment]]
    id = "guard"
    modifiers = [{ rolls = ["defense"], dice = ["wall", "wall"], close = true }]

    [dice]
    wall = ["B B B", "B B B", "B B B", "B B B", "B B B", "B B B"]

    [[units]]
    id = "dart"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      attacks = [{ id = "dart", dice = ["any", "any", "any"], range = [1, 8] }]
    """


@pytest.mark.rule("R-192", "R-193", "R-198")
@pytest.mark.parametrize(("carries", "space"), [("stick", "E1"), ("guard", "D2")])
def test_a_threat_weighs_what_the_target_can_do_in_contact(carries: str, space: str) -> None:
    """E1 is beside Cadin, D2 is not; his guard helps him in Contact only."""
    figures = f"uma aggro=2 hidden\ncadin carries={carries}"
    game = turn("U 1 . . . C\n . . . . .", "withdraw most_aggro", figures, unit="dart 1", more=GUARDED).pass_on()
    assert game.foe("dart.1").space == space


@pytest.mark.rule("R-192", "R-198")
def test_between_spaces_that_threaten_two_figures_alike_the_first_is_taken() -> None:
    """From E1 the mortar reaches Qiang alone, from D2 Cadin alone, who is no better off."""
    board = "U 1 . . . _ _ _ Q\n . . . . .\n_ _ _ _ _\n _ _ _ _ _\n_ _ _ _ _\n _ C _ _ _"
    figures = "uma aggro=2 hidden\nqiang carries=stick\ncadin carries=stick"
    game = turn(board, "withdraw most_aggro", figures, unit="mortar 1").pass_on()
    assert game.foe("mortar.1").space == "E1"
    (line,) = game.told("instruction_chosen")
    assert "weighed" not in line
    assert "spaces=E1,D2" in line


@pytest.mark.rule("R-184", "R-186", "R-189", "R-192", "R-195", "R-196", "R-197", "R-198")
@pytest.mark.parametrize(
    ("board", "column", "cited"),
    [
        ("U . 1 . . . . .", "withdraw least_distance", "[R-198 R-186 R-189]"),
        ("U . . . . . . 1", "acquire most_aggro", "[R-195 R-186]"),
        ("U . . . 1", "assault least_damage", "[R-197 R-186]"),
        ("U . . . 1", "assault least_damage + focused", "[R-197 R-186 R-184]"),
        ("U . . . . . . . . . 1", "acquire most_aggro", "[R-196 R-189 R-186]"),
    ],
)
def test_a_move_cites_what_decided_and_records_no_space_but_its_own(board: str, column: str, cited: str) -> None:
    game = turn(board, column).do("proceed")
    (line,) = game.told("instruction_chosen")
    assert line.endswith(cited)
    assert "spaces=" not in line


@pytest.mark.rule("R-179", "R-181", "R-195")
def test_a_move_is_performed_and_counts() -> None:
    game = turn("U . . . . . . 1", "acquire least_distance; focused; retreat").pass_on()
    assert [line.split()[1] for line in chosen(game)] == ["acquire", "focused"]


# ---- who acts, and how often


@pytest.mark.rule("R-179", "R-172")
def test_miniatures_act_by_their_numbers_in_whatever_order_they_came() -> None:
    """The first was replaced after the second; another Unit does not act with them."""
    game = position("U . . . . . 1 2 3\n\ndummy 1 2 ai=take_aim\nnox_spec_ops 3 -\ninitiative dummy\ngoldstein")
    first, *rest = game.state.enemies.items()
    game.state = replace(game.state, enemies=dict([*rest, first]))
    game.do("activate goldstein", "end_activation goldstein").pass_on()
    assert [line.split()[0] for line in chosen(game)] == ["dummy.1", "dummy.2"]


@pytest.mark.rule("R-182", "R-179", "R-277")
@pytest.mark.parametrize(("states", "count"), [("focused", 2), ("suppressed stunned", 1), ("stunned suppressed", 1)])
def test_every_state_counts_for_the_instructions_that_are_left(states: str, count: int) -> None:
    column = "withdraw least_distance; assault least_distance; withdraw least_distance"
    game = turn("U . . . . . 1 . . . . . .", column, f"archer.1 {states}").pass_on()
    assert len(chosen(game)) == count


@pytest.mark.rule("R-277", "R-279", "R-179")
@pytest.mark.parametrize(("board", "found"), [("U . . 1", True), ("U . . . . . 1", False)])
def test_who_hides_is_found_by_an_enemy_that_ends_its_activation_in_contact(board: str, found: bool) -> None:
    game = turn(board, "assault least_distance", "uma hidden").pass_on()
    assert game.one("uma").states == (() if found else ("hidden",))


# ---- whom a Switch takes


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(
    ("unit", "figures", "hurt"),
    [
        ("spreader", "uma aggro=3\nqiang damage=9", "qiang"),
        ("spreader", "uma aggro=3 damage=9\nqiang damage=8", "uma"),
        ("binder", "uma aggro=3 stunned\nqiang", "qiang"),
        ("binder", "uma aggro=3 suppressed\nqiang", "qiang"),
        ("binder", "uma aggro=3\nqiang", "uma"),
    ],
    ids=["more than enough", "both would fall", "the second effect", "the third", "none has any"],
)
def test_whom_else_a_switch_takes_is_who_is_hit_hardest(unit: str, figures: str, hurt: str) -> None:
    binder = """
        [[units]]
        id = "binder"

          [[units.faces]]
          colour = "blue"
          number = 1
          speed = 4
          wounds = 5
          defense = ["any", "any"]

            [[units.faces.attacks]]
            id = "net"
            dice = ["any", "any", "any", "any"]
            range = [1, 4]

              [[units.faces.attacks.switches]]
              cost = "!"
              effects = [
                { do = "suffer", amount = 1, on = "other_character" },
                { do = "impose", state = "stunned", on = "other_character" },
                { do = "impose", state = "suppressed", on = "other_character" },
              ]
        """
    game = under_fire(unit, "C 1 . U\n . . Q . .", figures, more=binder, enemy="!", team="-")
    (line,) = game.told("switch_used")
    assert f"target={hurt} " in line


@pytest.mark.rule("R-179")
def test_each_miniature_acts_once() -> None:
    game = turn("U . . . 1 2", "focused", unit="archer 1 2")
    for acted, waiting in ((("archer.1",), ("archer.2",)), (("archer.1", "archer.2"), ())):
        frame = game.state.agenda[1]
        assert isinstance(frame, UnitActivation)
        assert (frame.acted, frame.waiting) == (acted, waiting)
        game.do("proceed")
    assert game.asks() == "team round"
