"""States (R-275 … R-279).

Spans `abilities.states`, `rules.harm` and `rules.activation`.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from defiance_qt.systems.defiance.engine.frames import Activation
from tests.systems.defiance.engine.positions import catalog, position
from tests.systems.defiance.engine.rules.turns import chosen, foes_turn, orders

CARDS = (
    orders("attack least_distance", "attack least_distance", "attack least_distance", red=("focused",))
    + """
    [[equipment]]
    id = "stunning_vest"
    modifiers = [
      { rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }] },
    ]

    [[ai_cards]]
    id = "creep"
    blue = ["assault least_distance"]
    red = ["focused"]
    """
)


@pytest.mark.rule("R-275")
def test_states_come_from_equipment_software_loot_and_enemy_switches() -> None:
    kit = position("U C\n\numa carries=stimulant").do("activate uma", "use_card uma stimulant.inject uma")
    assert kit.told("state_gained") == ["state_gained uma focused source=equipment.stimulant.name [R-048 R-049 R-275]"]
    software = position("J U").do("activate jazz", "hack jazz geist_aid uma", "let_stand", team="S B !")
    assert software.told("state_gained") == ["state_gained uma focused source=software.geist_aid.name [R-112 R-275]"]
    loot = position("U X\n\ncontainer crate X").do("activate uma", "interact uma crate", loot="combat_drug")
    assert loot.told("state_gained") == ["state_gained uma focused source=loot.combat_drug.name [R-124 R-275]"]
    enemy = foes_turn("U . 1\n\nnox_spec_ops 1 - ai=orders\ninitiative nox_spec_ops", CARDS)
    enemy.do("proceed", enemy="S S ! !", team="-")
    assert enemy.one("uma").states == ("suppressed",)


@pytest.mark.rule("R-276", "R-006")
def test_an_enemys_state_lies_on_its_own_tab() -> None:
    game = position("U . 1 2\n\numa carries=stun_pistol\ndummy 1 2").do("activate uma")
    game.do("attack uma stun_pistol.shot dummy.1", "use_switch 0", team="!", enemy="-")
    assert (game.foe("dummy.1").states, game.foe("dummy.2").states) == (("stunned",), ())


@pytest.mark.rule("R-276", "R-006", "R-278")
def test_a_second_state_lies_beside_the_first() -> None:
    game = position("U . 1\n\numa carries=stun_pistol\ndummy 1 -\ndummy.1 suppressed").do("activate uma")
    game.do("attack uma stun_pistol.shot dummy.1", "use_switch 0", team="!", enemy="-")
    assert game.foe("dummy.1").states == ("suppressed", "stunned")


@pytest.mark.rule("R-279", "R-277")
@pytest.mark.parametrize("states", ["stunned", "focused stunned", "stunned suppressed"])
def test_stunned_counts_whatever_other_states_there_are(states: str) -> None:
    assert position(f"U .\n\numa {states}").do("activate uma").actions() == 1


@pytest.mark.rule("R-277", "R-279")
def test_stunned_costs_one_action_in_the_next_activation_and_is_gone() -> None:
    game = position("U C\n\numa stunned").do("activate uma")
    assert game.actions() == 1
    game.do("end_activation uma")
    assert game.one("uma").states == ()


@pytest.mark.rule("R-277", "R-279")
def test_a_state_gained_in_ones_own_activation_holds_for_the_next() -> None:
    """Stunned by the Switch of the Enemy that she attacks, Uma has both Actions of this Activation and one of the
    next."""
    game = position("U . 1 C\n\numa carries=stick\nnox_hacker 1 - red\ngoldstein").do("activate uma")
    game.do("attack uma stick.point nox_hacker.1", team="-", enemy="S !")
    assert game.one("uma").states == ("stunned",)
    assert game.actions() == 1
    game.do("end_activation uma")
    assert game.one("uma").states == ("stunned",)
    game.do("overrule team.uma.activated false", "activate uma")
    assert game.actions() == 1
    assert game.do("end_activation uma").one("uma").states == ()


@pytest.mark.rule("R-277")
def test_in_an_activation_of_an_older_game_every_state_ends_with_it() -> None:
    """It does not say with which States it began."""
    game = position("U . C\n\numa stunned").do("activate uma")
    frame = game.state.agenda[-1]
    assert isinstance(frame, Activation)
    game.state = replace(game.state, agenda=(*game.state.agenda[:-1], replace(frame, held=None)))
    assert game.do("end_activation uma").one("uma").states == ()


@pytest.mark.rule("R-277", "R-162", "R-242")
def test_a_consequence_kept_after_an_automedikit_is_felt_in_the_next_activation() -> None:
    game = position("U C\n\numa damage=10 unconscious\ndeck consequence concussion concussion").do("activate uma")
    game.do("use_automedikit uma", "keep concussion")
    game.do("end_activation uma")
    assert game.one("uma").states == ("stunned",)


@pytest.mark.rule("R-277", "R-279")
def test_an_enemy_stunned_while_it_acts_goes_on_and_lacks_an_instruction_in_its_next_turn() -> None:
    game = foes_turn("U . 1\n\numa carries=stunning_vest\ndummy 1 - ai=orders\ninitiative dummy", CARDS)
    game.do("proceed", "use_switch 0", enemy="-", team="!")
    assert game.foe("dummy.1").states == ("stunned",)
    game.pass_on(enemy="-", team="-")
    assert len(chosen(game)) == 1, "its second Instruction"
    assert game.foe("dummy.1").states == ("stunned",)


@pytest.mark.rule("R-277", "R-279")
def test_a_stunned_enemy_performs_one_instruction() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=orders\ndummy.1 stunned\ninitiative dummy", CARDS)
    game.pass_on(enemy="-", team="-")
    assert len(chosen(game)) == 1
    assert game.foe("dummy.1").states == ()


@pytest.mark.rule("R-277", "R-279")
def test_focused_helps_the_next_attack_or_hack_and_is_gone() -> None:
    game = position("U . 1\n\numa carries=stick focused\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.dice("team") == ["any"] * 6 + ["orange"]
    assert game.one("uma").states == ()
    hacker = position("J U\n\njazz focused").do("activate jazz", "hack jazz geist_aid uma", team="-")
    assert hacker.dice("team") == ["yellow", "yellow", "orange"]
    assert hacker.one("jazz").states == ()


@pytest.mark.rule("R-277", "R-279")
def test_focused_is_not_used_up_in_defence() -> None:
    game = foes_turn("U . 1\n\numa focused\ndummy 1 - ai=orders\ninitiative dummy", CARDS).do(
        "proceed", enemy="-", team="-"
    )
    assert game.dice("team") == ["any"] * 4
    assert game.one("uma").states == ("focused",)


@pytest.mark.rule("R-277", "R-279")
def test_a_focused_enemy_uses_it_up_too() -> None:
    game = foes_turn("U . 1\n\ndummy 1 - ai=orders\ndummy.1 focused\ninitiative dummy", CARDS)
    game.do("proceed", enemy="-", team="-")
    assert game.dice("enemy") == ["any"] * 4 + ["orange"]
    assert game.foe("dummy.1").states == ()


@pytest.mark.rule("R-277", "R-279")
def test_hidden_ends_with_the_bearers_attack() -> None:
    game = position("U . 1\n\numa carries=stick hidden\ndummy 1 -").do("activate uma")
    game.do("attack uma stick.point dummy.1", team="-", enemy="-")
    assert game.one("uma").states == ()


@pytest.mark.rule("R-277", "R-279", "R-037")
@pytest.mark.parametrize(("board", "found"), [("U 1", True), ("U . 1", False)])
def test_hidden_ends_as_an_activation_ends_in_contact(board: str, found: bool) -> None:
    game = position(f"{board}\n\ndummy 1 -\ndummy.1 hidden\ncadin activated").do("activate uma", "end_activation uma")
    assert game.foe("dummy.1").states == (() if found else ("hidden",))
    sneaking = foes_turn("U . . . . 1\n\ndummy 1 - ai=creep\ndummy.1 hidden\ninitiative dummy", CARDS).do("proceed")
    assert sneaking.foe("dummy.1").states == ("hidden",), "its own end does not count"


@pytest.mark.rule("R-279", "R-212")
@pytest.mark.parametrize(
    ("board", "chosen"), [("U 1", True), ("U . 1", True), ("U . . 1", False), ("U . . . 1", False)]
)
def test_a_hidden_figure_is_attacked_from_two_spaces_away_at_most(board: str, chosen: bool) -> None:
    game = position(f"{board}\n\numa carries=stick\ndummy 1 -\ndummy.1 hidden").do("activate uma")
    assert game.can("attack uma stick.point dummy.1") == chosen


@pytest.mark.rule("R-278")
def test_a_state_is_had_once() -> None:
    game = position("J U\n\numa focused").do("activate jazz", "hack jazz geist_aid uma", "let_stand", team="S B !")
    assert game.one("uma").states == ("focused",)
    assert not game.told("state_gained")


@pytest.mark.rule("R-278")
def test_different_states_go_together() -> None:
    game = position("J U\n\numa stunned").do("activate jazz", "hack jazz geist_aid uma", "let_stand", team="S B !")
    assert game.one("uma").states == ("stunned", "focused")


@pytest.mark.rule("R-279")
def test_the_states_that_the_book_names_exist() -> None:
    assert {"unconscious", "stunned", "focused", "hidden"} <= set(catalog().states)


@pytest.mark.rule("R-277")
@pytest.mark.parametrize(
    ("states", "left"),
    [("suppressed stunned", ("suppressed", "focused")), ("suppressed", ("focused",)), ("", ("focused",))],
)
def test_a_card_that_takes_any_state_takes_the_most_harmful(states: str, left: tuple[str, ...]) -> None:
    game = position(f"U C\n\numa carries=stimulant {states}").do("activate uma", "use_card uma stimulant.inject uma")
    assert game.one("uma").states == left
