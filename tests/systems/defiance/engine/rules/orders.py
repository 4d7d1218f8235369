"""Enemies with Attacks of every kind, and their turn by Instructions of the test's own."""

from __future__ import annotations

import textwrap
from typing import Any

from tests.systems.defiance.engine.positions import Play
from tests.systems.defiance.engine.rules.turns import foes_turn, orders

CARDS = """
    [[units]]
    id = "archer"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 3
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "bow"
        dice = ["any", "any", "any"]
        range = [3, 5]

        [[units.faces.attacks]]
        id = "knife"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true

    [[units]]
    id = "mortar"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any", "any"]
      respawn = 2

        [[units.faces.attacks]]
        id = "shell"
        dice = ["any", "any"]
        range = [2, 4]
        sight = false

    [[units]]
    id = "jammer"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any", "any"]
      biotech = ["any"]
      hack_attack = { dice = ["any", "any", "any"], range = [0, 3], sight = false }

        [[units.faces.attacks]]
        id = "pistol"
        dice = ["any", "any"]
        range = [1, 8]

    [[units]]
    id = "borrower"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 3
      wounds = 5
      defense = ["any"]
      hack_attack = { dice = ["any", "any"] }

        [[units.faces.attacks]]
        id = "pistol"
        dice = ["any", "any"]
        range = [2, 4]

    [[units]]
    id = "caller"
    faces = [{ colour = "blue", number = 1, speed = 3, wounds = 5, hack_attack = { dice = ["any"], sight = false } }]

    [[equipment]]
    id = "vest"
    tabs = [["torso"]]
    hackable = true
    biotech = ["any", "any"]

    [[equipment]]
    id = "collar"
    biotech = ["any"]
    """


def turn(board: str, column: str, figures: str = "", unit: str = "archer 1 -", more: str = "", **mission: Any) -> Play:
    """The Unit of `figures` acts by a card with this column, written with semicolons."""
    card = orders(*(entry.strip() for entry in column.split(";")), red=("focused",))
    name = unit.split()[0]
    text = f"{board}\n\n{unit} ai=orders\ninitiative {name}\n{figures}"
    return foes_turn(text, textwrap.dedent(CARDS) + card + more, **mission)
