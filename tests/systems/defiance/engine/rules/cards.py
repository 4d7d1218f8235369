"""Cards that the positions of several files need."""

from __future__ import annotations

LURKER = """
    [[units]]
    id = "lurker"

      [[units.faces]]
      colour = "blue"
      number = 2
      speed = 4
      wounds = 3
      defense = ["any"]
      respawn = 1
      abilities = ["surprise_attack"]

        [[units.faces.attacks]]
        id = "claws"
        dice = ["any", "any", "any"]
        range = [1, 1]
        cc = true
    """
"""A Unit that surprises (R-204)."""

MARK = """
    [[characters]]
    id = "mark"
    ally = true
    automedikit = false
    speed = 4
    wounds = 9
    """
"""An Ally that rolls nothing in defence."""
