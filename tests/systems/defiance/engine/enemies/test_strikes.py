"""Attacks of an Enemy: the target and the weapon (R-186, R-193, R-200, R-206)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.pack import pack
from tests.systems.defiance.engine.rules.orders import turn
from tests.systems.defiance.engine.rules.turns import chosen, passed_over

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


REVERSED = pack("reversed")


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


@pytest.mark.rule("R-069", "R-193")
@pytest.mark.parametrize(
    ("steps", "attack"), [(1, ".knife "), (2, ""), (3, ".bow "), (4, ".bow "), (5, ".bow "), (6, "")]
)
def test_an_attack_reaches_from_its_least_range_to_its_greatest(steps: int, attack: str) -> None:
    game = turn(f"U{' .' * (steps - 1)} 1", "attack least_distance")
    game.pass_on(**({"team": "-", "enemy": "-"} if attack else {}))
    declared = f"attack_declared archer.1 uma archer{attack}{steps} [R-193 R-069]"
    assert game.told("attack_declared") == [declared] * bool(attack)


@pytest.mark.rule("R-212", "R-193")
@pytest.mark.parametrize(("board", "attacked"), [("A . 1", True), ("A . . 1", False)])
def test_of_several_abilities_any_may_forbid_the_attack(board: str, attacked: bool) -> None:
    """A Hidden figure can be chosen from two spaces away, whatever else it is."""
    game = turn(board, "attack least_distance", "knight A hidden", unit="mortar 1", more=KNIGHT)
    game.pass_on(**({"team": "-", "enemy": "-"} if attacked else {}))
    assert bool(chosen(game)) == attacked


@pytest.mark.rule("R-195", "R-197")
@pytest.mark.parametrize(("kind", "space"), [("acquire", "F1"), ("assault", "F1")])
def test_an_attack_that_cannot_be_brought_to_bear_does_not_hide_the_next(kind: str, space: str) -> None:
    """Two steps bring the bow into Range, and by no means the knife."""
    game = turn("U . . . . . . 1", f"{kind} least_distance", unit="reversed 1", more=REVERSED).pass_on()
    assert game.foe("reversed.1").space == space
