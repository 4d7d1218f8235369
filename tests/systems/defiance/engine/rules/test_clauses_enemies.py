"""Clauses of what Enemies do that no other file's positions bring about (R-061, R-192 … R-206, R-322)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.switches import under_fire
from tests.systems.defiance.engine.rules.turns import chosen, skipped

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
