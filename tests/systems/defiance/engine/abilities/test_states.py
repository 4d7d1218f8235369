"""The States of the campaign: Burning, Pinned, Poisoned, Marked, Shielded (R-212, R-275 … R-277)."""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import preview
from defiance_qt.systems.defiance.engine.enemies.evil_ai import harm_of
from defiance_qt.systems.defiance.engine.invariants import broken
from defiance_qt.systems.defiance.engine.rules import pools
from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders, skipped

CARDS = (
    orders("attack least_distance", "focused", red=("focused",))
    + """
    [[ai_cards]]
    id = "walks"
    blue = ["acquire least_distance", "assault least_distance", "withdraw least_distance", "attack least_distance"]
    red = ["focused"]

    [[ai_cards]]
    id = "loudest"
    blue = ["attack most_aggro"]
    red = ["focused"]

    [[equipment]]
    id = "patch"

      [[equipment.actions]]
      id = "dress"
      target = "character"
      range = [0, 1]
      effects = [{ do = "heal", amount = 3, on = "target" }]
    """
)


# ---- Burning ----


@pytest.mark.rule("R-277")
def test_burning_hurts_once_as_the_activation_ends() -> None:
    game = position("U . C\n\numa burning").do("activate uma")
    assert game.one("uma").damage == 0
    game.do("end_activation uma")
    assert game.told("damage_suffered", "state_lost") == [
        "damage_suffered uma 1 1 source=state.burning.name [R-277]",
        "state_lost uma burning [R-277]",
    ]


@pytest.mark.rule("R-277")
def test_burning_gained_in_the_activation_hurts_in_the_next() -> None:
    game = position("U . C\n\numa").do("activate uma", 'overrule team.uma.states ["burning"]', "end_activation uma")
    assert (game.one("uma").damage, game.one("uma").states) == (0, ("burning",))


@pytest.mark.rule("R-224", "R-223", "R-277")
def test_who_falls_by_burning_has_no_aggro_left_to_convert() -> None:
    game = position("U . C\n\numa damage=9 aggro=5 burning marked").do("activate uma", "end_activation uma")
    assert game.one("uma").states == ("unconscious",)
    assert (game.one("uma").aggro, game.state.reserve) == (0, 0)
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-154", "R-277")
def test_a_burning_remote_leaves_the_board() -> None:
    game = position("J B . C\n\njazz\nbillie damage=9 burning\ndeck consequence deep_cut")
    game.do("activate jazz", "end_activation jazz", "activate billie", "end_activation billie")
    assert game.one("billie").space == ""
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-234", "R-277")
def test_a_burning_enemy_may_die_as_its_activation_ends() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=orders\ndummy.1 damage=4 burning\ninitiative dummy", CARDS)
    game.pass_on(enemy="-", team="-")
    assert game.told("miniature_died") == ["miniature_died dummy.1 by=state.burning.name [R-234]"]
    assert game.state.reserve == 1
    assert broken(game.game.rules, game.state) == []


@pytest.mark.rule("R-121")
def test_rest_puts_the_fire_out() -> None:
    game = position("U . C\n\numa burning").do("activate uma", "rest uma state=burning", "end_activation uma")
    assert game.one("uma").damage == 0


# ---- Pinned ----


@pytest.mark.rule("R-212", "R-277")
def test_a_pinned_character_cannot_move_and_is_told_why() -> None:
    game = position("U . C\n\numa pinned").do("activate uma")
    assert game.refused("move uma") == "pinned R-212"
    assert game.refused("step_to uma A2") == "pinned R-212"
    assert preview.potential_moves(game.game.rules, game.state, 4) == {}
    assert not game.options("move", "step_to", "drag")
    assert game.can("rest uma state=pinned")
    game.do("rest uma state=pinned", "move uma", "step_to uma B1")


@pytest.mark.rule("R-053", "R-212")
def test_who_is_pinned_on_the_way_goes_no_further_whatever_points_are_left() -> None:
    game = position("U . . .\n\numa").do("activate uma", "move uma", "step_to uma B1")
    assert game.options("step_to")
    game.do('overrule team.uma.states ["pinned"]')
    assert game.points() == 3
    assert not game.options("step_to")
    assert game.can("end_activation uma")


@pytest.mark.rule("R-212", "R-230")
def test_a_pinned_character_drags_nobody() -> None:
    game = position("C U .\n\numa\ncadin damage=10 unconscious").do("activate uma", "move uma")
    drag = game.options("drag")[0]
    game.do('overrule team.uma.states ["pinned"]')
    assert game.refused(drag) == "pinned R-212"


@pytest.mark.rule("R-056", "R-212")
def test_who_is_pinned_where_nobody_may_stay_still_moves_on() -> None:
    game = position("U C . .\n\numa").do("activate uma", "move uma", "step_to uma B1")
    game.do('overrule team.uma.states ["pinned"]')
    assert game.options("step_to")
    assert game.refused("end_activation uma").startswith("must_move_on")


@pytest.mark.rule("R-181", "R-195", "R-197", "R-198", "R-212")
def test_a_pinned_enemy_skips_its_moves() -> None:
    game = foes_turn("U . . . . . . . . . . 1\n\ndummy 1 - ai=walks\ndummy.1 pinned\ninitiative dummy", CARDS)
    game.pass_on()
    assert skipped(game)[:3] == [
        "dummy.1 acquire least_distance reason.pinned",
        "dummy.1 assault least_distance reason.pinned",
        "dummy.1 withdraw least_distance reason.pinned",
    ]
    assert not chosen(game)
    assert game.foe("dummy.1").states == ()


@pytest.mark.rule("R-212")
def test_the_threat_of_a_pinned_enemy_is_what_it_reaches_without_moving() -> None:
    from defiance_qt.systems.defiance.engine.outlook import threat_areas

    text = "U . . . . . . . . . . . . 1\n\ndummy 1 -\ndummy.1 {}"
    free, held = position(text.format("")), position(text.format("pinned"))
    (wide,), (narrow,) = (tuple(threat_areas(one.game.rules, one.state)) for one in (free, held))
    assert "B1" in wide.far
    assert "B1" not in narrow.far
    assert narrow.close == {"M1"}


# ---- Poisoned ----


@pytest.mark.rule("R-212", "R-121")
def test_nothing_heals_a_poisoned_character() -> None:
    text = "U J . C\n\numa carries=patch\njazz damage=4 {}"
    for states, left in (("", 1), ("poisoned", 4)):
        game = position(text.format(states), CARDS).do("activate uma", "use_card uma patch.dress jazz")
        assert game.one("jazz").damage == left
    assert game.told("unaffected") == [
        "unaffected jazz equipment.patch.name reason.festers [R-048 R-212]",
    ]
    rested = position("U . C\n\numa damage=4 poisoned").do("activate uma", "rest uma state=poisoned")
    assert (rested.one("uma").damage, rested.one("uma").states) == (4, ())


@pytest.mark.rule("R-212")
def test_an_enemys_switch_does_not_heal_the_poisoned_in_vain() -> None:
    cards = (
        CARDS
        + """
    [[units]]
    id = "leech"
      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      switches = [{ cost = "!", effects = [{ do = "heal", amount = 1, on = "user" }] }]
        [[units.faces.attacks]]
        id = "bite"
        dice = ["any"]
        range = [1, 8]
    """
    )
    text = "U . 1\n\nleech 1 ai=orders\nleech.1 damage=2 {}\ninitiative leech"
    healed = foes_turn(text.format(""), cards).do("proceed", enemy="!", team="-")
    assert healed.foe("leech.1").damage == 1
    spared = foes_turn(text.format("poisoned"), cards).do("proceed", enemy="!", team="-")
    assert spared.foe("leech.1").damage == 2
    assert "reason.festers" in spared.told("switch_spared")[0]


# ---- Marked ----


@pytest.mark.rule("R-075", "R-212")
def test_the_marked_roll_one_defense_die_fewer() -> None:
    game = foes_turn("U . 1\n\numa marked\ndummy 1 - ai=orders\ninitiative dummy", CARDS)
    game.do("proceed", enemy="-", team="-")
    assert game.dice("team") == ["any"] * 3


@pytest.mark.rule("R-188", "R-212")
@pytest.mark.parametrize("held", ["uma", "cadin"])
def test_of_equals_the_marked_one_is_the_target(held: str) -> None:
    """Without the mark Cadin would be: he has more Damage, which comes later among the tie-breaks."""
    text = f"U . 1 . C\n\numa aggro=2{' marked' if held == 'uma' else ''}\ncadin aggro=2 damage=3"
    text += f"{' marked' if held == 'cadin' else ''}\ndummy 1 - ai=loudest\ninitiative dummy"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="-")
    assert chosen(game)[0].endswith(held)
    (line,) = game.told("instruction_chosen")
    assert "tie_break=singled_out" in line
    assert "R-212" in line


@pytest.mark.rule("R-186")
def test_a_mark_does_not_outweigh_the_selector() -> None:
    text = "U . 1 . C\n\numa aggro=2 marked\ncadin aggro=3\ndummy 1 - ai=loudest\ninitiative dummy"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="-")
    assert chosen(game)[0].endswith("cadin")


# ---- Shielded ----


@pytest.mark.rule("R-277", "R-075")
def test_shielded_adds_two_blue_dice_to_one_defense() -> None:
    text = "U . 1\n\numa shielded\ndummy 1 - ai=orders\ninitiative dummy"
    game = foes_turn(text, CARDS).do("proceed", enemy="-", team="-")
    assert game.dice("team") == ["any"] * 4 + ["blue"] * 2
    assert game.one("uma").states == ()


@pytest.mark.rule("R-277")
def test_shielded_is_not_used_up_by_an_attack_nor_by_time() -> None:
    game = position("U . 1 C\n\numa carries=stick shielded\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", "end_activation uma", team="-", enemy="-")
    assert game.one("uma").states == ("shielded",)


# ---- what they are worth ----


@pytest.mark.rule("R-192")
def test_evil_ai_reckons_with_marks_and_shields() -> None:
    def harm(states: str) -> tuple[int, ...]:
        game: Play = position(f"U . 1\n\numa printed {states}\nnox_spec_ops 1 -")
        rules, state = game.game.rules, game.state
        attack = state.units["nox_spec_ops"].profile.attacks[0]
        roll = pools.enemy_attack(rules, state, rules.view(state), "nox_spec_ops.1", attack, "uma")
        return tuple(harm_of(rules, state, roll))

    assert harm("shielded") < harm("") < harm("marked")
