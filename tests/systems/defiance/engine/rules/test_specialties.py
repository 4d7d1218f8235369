"""Specialty cards in a mission: what they give to the conscious (R-048, R-099, R-210, R-229).

Spans `rules.pools`, `rules.rolls` and `rules.activation`.
"""

from __future__ import annotations

import pytest

from tests.systems.defiance.engine.positions import position
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = (
    orders("attack least_distance")
    + """
    [[specialties]]
    id = "rally"

      [[specialties.actions]]
      id = "shout"
      target = "character"
      range = [0, 8]
      use = "flip"
      effects = [{ do = "impose", state = "focused" }]

    [[specialties]]
    id = "marksman"
    modifiers = [{ rolls = ["attack"], dice = ["black"], switches = [
      { cost = "!", effects = [{ do = "suffer", amount = 1 }] },
    ] }]

    [[specialties]]
    id = "signaller"

      [[specialties.actions]]
      id = "mark"
      target = "enemy"
      range = [0, 8]
      effects = [{ do = "impose", state = "suppressed" }]

    [[equipment]]
    id = "sword"
    tabs = [["hand"]]
    attacks = [
      { id = "cut", dice = ["red", "red"], range = [1, 1], cc = true, switches = [
        { cost = "!", effects = [{ do = "impose", state = "stunned" }] },
      ] },
    ]

    [[units]]
    id = "warrior"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 9
      abilities = ["natural_born_warrior"]
      attacks = [{ id = "axe", dice = ["any"], range = [1, 8] }]
    """
)


@pytest.mark.rule("R-048", "R-313", "R-315")
def test_a_specialty_offers_its_action_once_a_mission() -> None:
    game = position("U C\n\numa specialties=rally", CARDS).do("activate uma", "use_card uma rally.shout cadin")
    assert game.one("cadin").states == ("focused",)
    assert game.actions() == 1
    assert game.refused("use_card uma rally.shout uma") == "flipped R-315"


@pytest.mark.rule("R-075", "R-099", "R-100")
def test_a_specialty_changes_rolls_and_its_switch_stands_open_in_them() -> None:
    game = position("U . 1\n\numa carries=stick specialties=marksman\ndummy 1 -", CARDS).do("activate uma")
    game.do("attack uma stick.point dummy.1", "use_switch 0", team="!", enemy="-")
    assert game.dice("team")[-1] == "black"
    assert game.foe("dummy.1").damage == 1


@pytest.mark.rule("R-229")
def test_who_lies_unconscious_applies_no_specialty() -> None:
    game = position("U C\n\numa specialties=rally,marksman damage=10 unconscious", CARDS)
    loadout = game.game.rules.loadout(game.one("uma"))
    assert not any(card == "rally" for card, _ in loadout.actions)
    assert "attack" not in loadout.modifiers
    up = position("U C\n\numa specialties=rally,marksman", CARDS)
    assert "attack" in up.game.rules.loadout(up.one("uma")).modifiers


@pytest.mark.rule("R-262")
def test_at_level_0_the_target_of_a_specialty_wakes() -> None:
    game = position("U . . 1\n\numa specialties=signaller\ndummy 1 -\nalert 0", CARDS).do("activate uma")
    game.do("use_card uma signaller.mark dummy.1")
    assert game.unit("dummy").ai_card


@pytest.mark.rule("R-208", "R-210")
@pytest.mark.parametrize(
    ("board", "unit", "specialty", "dice"),
    [
        ("U 1", "dummy", "cc_specialist", ["red", "red"]),
        ("U . 1", "dummy", "cc_specialist", ["any"] * 4),
        ("U 1", "dummy", "rally", ["any"] * 4),
        ("U 1", "warrior", "cc_specialist", ["any"] * 4),
    ],
    ids=["in Contact", "not in Contact", "without it", "against a Natural Born Warrior"],
)
def test_a_character_may_answer_an_attack_in_contact_with_its_own(
    board: str, unit: str, specialty: str, dice: list[str]
) -> None:
    placed = "1 -" if unit == "dummy" else "1"
    game = foes_turn(
        f"{board}\n\numa carries=sword specialties={specialty}\n{unit} {placed} ai=orders\ninitiative {unit}", CARDS
    ).do("proceed", enemy="-", team="-")
    assert game.dice("team") == dice
