"""Cards with Switches, and rolls in which they stand open."""

from __future__ import annotations

import textwrap

from tests.systems.defiance.engine.positions import Play, position
from tests.systems.defiance.engine.rules.turns import foes_turn

CARDS = """
    [[equipment]]
    id = "blaster"
    tabs = [["hand"]]

      [[equipment.attacks]]
      id = "shot"
      dice = ["any", "any", "any", "any", "any", "any"]
      range = [1, 5]
      switches = [
        { cost = "S !", effects = [{ do = "suffer", amount = 2 }] },
        { cost = "!", effects = [{ do = "impose", state = "stunned" }] },
        { cost = "! !", effects = [{ do = "add_symbols", symbols = "S S" }] },
      ]

      [[equipment.attacks]]
      id = "burst"
      dice = ["any", "any", "any", "any", "any", "any"]
      range = [1, 5]
      switches = [{ cost = "B", effects = [{ do = "suffer", amount = 1 }] }]

    [[software]]
    id = "test_spike"
    kind = "antipersonnel"
    targets = "enemy"
    switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }]

    [[equipment]]
    id = "deck"
    tabs = [["hand"]]
    device = { hacking = ["any", "any", "any"], range = [0, 6], slots = 1 }
    software = ["test_spike"]

    # Passive cards: one is used in defence, one in attack.
    [[equipment]]
    id = "charm"
    modifiers = [{ rolls = ["defense"], switches = [{ cost = "!", effects = [{ do = "heal", amount = 1 }] }] }]

    [[equipment]]
    id = "scope"
    modifiers = [{ rolls = ["attack"], switches = [{ cost = "!", effects = [{ do = "suffer", amount = 1 }] }] }]

    [[equipment]]
    id = "buckler"
    modifiers = [{ rolls = ["defense"], dice = ["black"], close = true }]

    # Under its beam a Switch of the beam; below, one that goes with everything.
    [[units]]
    id = "switcher"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any", "any", "any"]
      biotech = ["any", "any"]
      abilities = ["hackable"]
      switches = [{ cost = "!", effects = [{ do = "reinforce", amount = 1 }] }]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [{ cost = "S", effects = [{ do = "impose", state = "stunned" }] }]

    [[units]]
    id = "reader"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any"]

        [[units.faces.attacks]]
        id = "beam"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "! !", effects = [{ do = "suffer", amount = 3 }] },
          { cost = "!", effects = [{ do = "reinforce", amount = 1 }] },
        ]

    # What an Enemy may do to others than its rival.
    [[units]]
    id = "spreader"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "spray"
        dice = ["any", "any", "any", "any"]
        range = [1, 4]
        switches = [{ cost = "!", effects = [{ do = "suffer", amount = 2, on = "other_character" }] }]

    [[units]]
    id = "tormentor"

      [[units.faces]]
      colour = "blue"
      number = 1
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "cry"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "impose", state = "stunned", on = "other_character" }] },
          { cost = "B", effects = [{ do = "relieve", on = "user" }] },
        ]

    [[units]]
    id = "chorister"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 5
      defense = ["any", "any"]

        [[units.faces.attacks]]
        id = "song"
        dice = ["any", "any", "any", "any"]
        range = [1, 8]
        switches = [
          { cost = "!", effects = [{ do = "impose", state = "suppressed", on = "team" }] },
          { cost = "B", effects = [{ do = "heal", amount = 1, on = "user" }] },
          { cost = "S S", effects = [{ do = "impose", state = "focused", on = "other_enemy" }] },
        ]
    """


def shooting(board: str = "U . 1", figures: str = "switcher 1 -", attack: str = "blaster.shot", **dice: str) -> Play:
    """Uma fires the blaster at the first Enemy."""
    unit = figures.split()[0]
    text = f"{board}\n\numa carries=blaster,stun_pistol\n{figures}"
    return position(text, CARDS).do("activate uma", f"attack uma {attack} {unit}.1", **dice)


def under_fire(unit: str, board: str, figures: str = "", mate: str = "-", more: str = "", **dice: str) -> Play:
    """The Unit's first Miniature attacks whom it finds closest."""
    text = f"{board}\n\n{unit} 1 {mate} ai=attack_twice\ninitiative {unit}\n{figures}"
    return foes_turn(text, textwrap.dedent(CARDS) + textwrap.dedent(more)).do("proceed", **dice)


def open_switches(game: Play) -> list[tuple[str, str]]:
    """The Switches of the team in the roll in progress: whose, and at what cost."""
    side = game.roll().team
    assert side is not None
    return [(offer.source, offer.switch.cost) for offer in side.offers]
