"""The AutoMediKit (R-158 … R-163).

Spans `rules.activation`, `rules.decks` and `rules.harm`.
"""

from __future__ import annotations

import pytest

from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.engine.changes import NumberChange
from tests.systems.defiance.engine.hooks.table import rules
from tests.systems.defiance.engine.positions import position

DOWN = """
    U C

    uma damage=10 unconscious {}
    """


@pytest.mark.rule("R-158")
def test_it_is_for_the_unconscious_only() -> None:
    game = position("U C\n\numa damage=9").do("activate uma")
    assert game.options("use_automedikit") == []
    assert game.refused("use_automedikit uma") == "conscious R-158"


@pytest.mark.rule("R-158", "R-163")
def test_it_takes_the_card() -> None:
    game = position(DOWN.format("carries=pistol")).do("activate uma")
    assert game.options() == ["end_activation uma"]
    assert game.refused("use_automedikit uma") == "no_automedikit R-163"


@pytest.mark.rule("R-158", "R-046")
def test_it_takes_an_action() -> None:
    game = position("U X C\n\ncontainer crate X\numa damage=9 carries=pistol,automedikit").do(
        "activate uma", "move uma"
    )
    game.do("interact uma crate", loot="booby_trap")
    assert (game.one("uma").conscious, game.actions()) == (False, 0)
    assert game.refused("use_automedikit uma") == "no_actions R-046"


@pytest.mark.rule("R-158", "R-046")
def test_a_house_rule_may_make_it_cost_more() -> None:
    def dear(context: object, command: c.Command, cost: int) -> NumberChange | None:
        return NumberChange("equipment.medikit.name", 2) if isinstance(command, c.UseAutoMediKit) else None

    game = position(DOWN.format(""), hooks=rules(modify_cost=dear)).do("activate uma")
    assert game.refused("use_automedikit uma") == "costs_more R-046"


@pytest.mark.rule("R-159", "R-228")
@pytest.mark.parametrize("command", ["move uma", "rest uma", "equip uma", "step_to uma A1"])
def test_it_is_the_only_action_and_may_be_declined(command: str) -> None:
    game = position(DOWN.format("")).do("activate uma")
    assert game.options() == ["use_automedikit uma", "end_activation uma"]
    assert game.refused(command).startswith("unconscious R-159")
    game.do("end_activation uma")
    assert not game.one("uma").conscious


@pytest.mark.rule("R-160")
def test_card_consciousness_healing_and_then_the_consequence() -> None:
    game = position(DOWN.format("")).do("activate uma", "use_automedikit uma")
    assert [line.split()[0] for line in game.told("carried_changed", "state_lost", "damage_healed", "card_drawn")] == [
        "carried_changed",
        "state_lost",
        "damage_healed",
        "card_drawn",
        "card_drawn",
    ]
    assert game.asks() == "team keep_consequence"


@pytest.mark.rule("R-160")
@pytest.mark.parametrize(("wounds", "left"), [(10, 2), (8, 0), (5, 0)])
def test_it_heals_up_to_eight(wounds: int, left: int) -> None:
    game = position(f"U C\n\numa wounds={wounds} damage={wounds} unconscious").do("activate uma", "use_automedikit uma")
    assert game.one("uma").damage == left


@pytest.mark.rule("R-160")
@pytest.mark.parametrize(("left", "kept"), [("rattled", ("rattled",)), ("", ())])
def test_fewer_consequences_than_two_leave_less_to_choose(left: str, kept: tuple[str, ...]) -> None:
    game = position(f"{DOWN.format('')}\n    deck consequence {left}").do("activate uma", "use_automedikit uma")
    assert game.asks() == "team activation"
    assert game.one("uma").consequences == kept


@pytest.mark.rule("R-161")
def test_one_action_is_left() -> None:
    game = position(DOWN.format("")).do("activate uma", "use_automedikit uma", consequence=["rattled", "loud_recovery"])
    game.do("keep loud_recovery", "move uma")
    assert game.actions() == 0
    assert game.points() == 4
    assert game.one("uma").aggro == 2


@pytest.mark.rule("R-161", "R-235")
def test_who_falls_in_the_own_activation_may_use_it_with_the_action_that_is_left() -> None:
    text = """
        U 1 C

        uma carries=club,automedikit damage=9
        dummy 1 -
        """
    game = position(text).do("activate uma", "attack uma club.hit dummy.1", team="-", enemy="S")
    assert game.options() == ["use_automedikit uma", "end_activation uma"]
    game = position(text).do("activate uma", "move uma", "attack uma club.hit dummy.1", team="-", enemy="S")
    assert game.options() == ["end_activation uma"]


@pytest.mark.rule("R-162", "R-242", "R-238")
def test_the_kept_consequence_lies_face_up_and_works_at_once() -> None:
    game = position(DOWN.format("")).do("activate uma", "use_automedikit uma", consequence=["rattled", "deep_cut"])
    game.do("keep rattled")
    uma = game.one("uma")
    assert (uma.consequences, uma.face_down, uma.states) == (("rattled",), (), ("suppressed",))
    assert game.state.discards["consequence"] == ("deep_cut",)


@pytest.mark.rule("R-163")
def test_it_works_once_a_mission() -> None:
    game = position(DOWN.format("")).do("activate uma", "use_automedikit uma", consequence=["rattled", "deep_cut"])
    game.do("keep deep_cut")
    assert "automedikit" not in [held.item for held in game.one("uma").carried]
