"""Evil AI: of several options the one most harmful to the Characters, by exact expectation (R-192, R-193)."""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.rules.cards import MARK
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = (
    MARK
    + """
    [dice]
    steady = ["S", "S", "S", "S", "S", "-"]
    wild = ["S S", "S S", "S S", "-", "-", "-"]
    burst = ["S S S S S S S", "-", "-", "-", "-", "-"]
    even = ["S S", "S", "S", "S", "S", "-"]
    always = ["!", "!", "!", "!", "!", "!"]
    shield = ["S B", "S B", "S B", "S B", "S B", "-"]
    spear = ["S", "S", "S", "S", "S", "S"]

    # An Ally that always strikes back.
    [[characters]]
    id = "thorn"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    defense = ["spear"]

    [[units]]
    id = "chooser"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "steady", dice = ["steady"], range = [1, 8] },
        { id = "wild", dice = ["wild"], range = [1, 8] },
      ]

    [[units]]
    id = "burster"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "burst", dice = ["burst"], range = [1, 8] },
        { id = "even", dice = ["even"], range = [1, 8] },
      ]

    [[units]]
    id = "careful"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "bare", dice = ["steady"], range = [1, 8] },
        { id = "guarded", dice = ["shield"], range = [1, 8] },
      ]

    [[units]]
    id = "twister"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "stunning"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "booster"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "boosted"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] }]

    [[units]]
    id = "cutter"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "plain"
        dice = ["steady", "always"]
        range = [1, 8]

        [[units.faces.attacks]]
        id = "cutting"
        dice = ["steady", "always"]
        range = [1, 8]
        switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[units]]
    id = "twin"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]
      attacks = [
        { id = "first", dice = ["steady"], range = [1, 8] },
        { id = "second", dice = ["steady"], range = [1, 8] },
        { id = "far", dice = ["wild", "wild"], range = [5, 8] },
      ]
    """
)


def attack_by(unit: str, figures: str) -> str:
    """With which Attack the Unit goes at the one who stands two spaces away."""
    game = foes_turn(f"A . 1\n\n{unit} 1 ai=attack_twice\ninitiative {unit}\n{figures}", CARDS)
    defence = {"team": "S"} if "thorn" in figures else {}
    faces = " ".join("6" for _ in game.unit(unit).profile.attacks[0].dice)
    return game.do("proceed", enemy=faces, **defence).told("attack_declared")[0].split()[3].partition(".")[2]


@pytest.mark.rule("R-192", "R-193")
@pytest.mark.parametrize(("damage", "attack"), [(0, "wild"), (7, "wild"), (8, "steady")])
def test_to_bring_down_comes_before_expected_damage(damage: int, attack: str) -> None:
    """One deals 1 on average, the other 5/6; with one Wound left the other brings down in five cases of six."""
    assert attack_by("chooser", f"mark A printed damage={damage}") == attack


@pytest.mark.rule("R-192", "R-225")
@pytest.mark.parametrize(
    ("damage", "attack", "harm"), [(7, "even", "harm=166,1000,0,0,0"), (0, "burst", "harm=0,1166,0,0,0")]
)
def test_damage_beyond_the_wounds_harms_nobody(damage: int, attack: str, harm: str) -> None:
    """F-07: with two Wounds left both bring down in one case of six. One deals 7/6 on average, and 2/6 of it lasts."""
    text = f"A . 1\n\nburster 1 ai=attack_twice\ninitiative burster\nmark A printed damage={damage}"
    (line,) = foes_turn(text, CARDS).do("proceed", enemy="1").told("instruction_chosen")
    assert harm in line
    assert attack_by("burster", f"mark A printed damage={damage}") == attack


@pytest.mark.rule("R-192", "R-103")
@pytest.mark.parametrize(("unit", "attack"), [("booster", "boosted"), ("cutter", "cutting")])
def test_what_a_switch_adds_is_reckoned_with(unit: str, attack: str) -> None:
    assert attack_by(unit, "mark A printed") == attack


@pytest.mark.rule("R-192")
def test_then_states_imposed() -> None:
    assert attack_by("twister", "mark A printed") == "stunning"


@pytest.mark.rule("R-192", "R-104")
def test_a_state_that_is_there_already_counts_for_nothing() -> None:
    assert attack_by("twister", "mark A printed stunned") == "plain"


@pytest.mark.rule("R-192")
@pytest.mark.parametrize(("who", "attack"), [("thorn", "guarded"), ("mark", "bare")])
def test_then_damage_that_is_not_suffered(who: str, attack: str) -> None:
    assert attack_by("careful", f"{who} A printed") == attack


@pytest.mark.rule("R-192")
def test_of_equals_the_one_printed_first_and_of_those_in_range_only() -> None:
    assert attack_by("twin", "mark A printed") == "first"


@pytest.mark.rule("R-192")
def test_the_expectation_is_exact_and_recorded() -> None:
    game = foes_turn("A . 1\n\nchooser 1 ai=attack_twice\ninitiative chooser\nmark A printed", CARDS)
    (line,) = game.do("proceed", enemy="-").told("instruction_chosen")
    assert "harm=0,1000,0,0,0" in line
