"""Scenes of the tray: rolls that wait and rolls that are over, with what follows from each answer."""

from __future__ import annotations

from collections.abc import Iterator

from tests.systems.defiance.view.present.scenes import Scene, scene
from tests.systems.defiance.view.seated import after, at

SHOW = "question|top|board"
DICE = "\nanswers team.dice=person enemy.dice=person"


def rolled(text: str, *lines: str, most: int = 6, more: str = "") -> Iterator[Scene]:
    """Play commands with dice given one by one, telling each moment; the rest is answered with the first choice."""
    session = at(text + DICE, more=more)
    for line in lines:
        after(session, line)
        if not line.startswith(("activate", "end_")):
            yield scene(line, session, show=SHOW)
    for step in range(most):
        legal = session.legal()
        if type(legal[0]).__name__ not in ROLLING:
            break
        session.submit(legal[0])
        yield scene(f"answer {step}", session, show=SHOW)


ROLLING = (
    "SpendCritical",
    "KeepCritical",
    "UseSwitch",
    "LetStand",
    "RollAgain",
    "KeepDice",
    "Assign",
    "SplitCritical",
    "LeaveConsole",
    "ConsoleRollAgain",
    "Proceed",
)
DUEL = """
    . 1 2 . 3
     C . . J .
    . . U . 4

    cadin carries=rippers damage=8
    uma carries={} damage=7
    jazz carries=hacking_device,automedikit
    dummy 1 2
    dummy.1 damage={}
    dummy.2 damage=4
    cadmus 3 -
    nox_hacker 4 - red
"""


def attacks() -> Iterator[Scene]:
    """Attacks with criticals of both sides, Switches, and figures that fall."""
    for damage, mine, theirs in (
        (0, "S S", "S B B"),
        (3, "CS !", "S CB B !"),
        (4, "S S", "-"),
        (0, "B", "S S CS CS"),
        (0, "-", "-"),
        (0, "B B B CB CB", "S S"),
        (0, "!", "! !"),
    ):
        text = DUEL.format("stick", damage)
        yield from rolled(text, "activate uma", "attack uma stick.point dummy.1", f"dice {mine}", f"dice {theirs}")


def switches() -> Iterator[Scene]:
    """Weapons whose Switches wait, do nothing, or cost what is needed."""
    weapons = (("flamer", "flame", "dummy.2"), ("stun_pistol", "shot", "dummy.2"), ("plasma_lance", "beam", "dummy.1"))
    for weapon, attack, target in weapons:
        for mine, theirs in (("1", "B"), ("2", "S S"), ("3", "CB"), ("5", "S S S S")):
            text = DUEL.format(weapon, 3)
            asked = f"attack uma {weapon}.{attack} {target}"
            yield from rolled(text, "activate uma", asked, f"dice each {mine}", f"dice {theirs}")


ROD = """
[[equipment]]
id = "rod"
tabs = [["hand"]]

  [[equipment.attacks]]
  id = "jab"
  dice = ["any", "any", "any", "any"]
  range = [1, 8]
  switches = [
    { cost = "! B", effects = [
      { do = "suffer", amount = 1, on = "other_enemy" }, { do = "impose", state = "stunned" },
    ] },
    { cost = "S", effects = [{ do = "impose", state = "stunned" }, { do = "impose", state = "burning" }] },
    { cost = "B", effects = [{ do = "calm", amount = -1 }] },
    { cost = "!", effects = [{ do = "add_symbols", symbols = "S" }] },
  ]
"""


def losses() -> Iterator[Scene]:
    """Switches that are paid with what would have counted, with several effects, and with none on the result."""
    for mine, theirs in (("S B ! B", "S S"), ("S S ! B", "B"), ("! ! B S", "S CS"), ("CS S ! B", "S S S")):
        for damage in (0, 4):
            text = DUEL.format("rod", damage)
            asked = "attack uma rod.jab dummy.1"
            yield from rolled(text, "activate uma", asked, f"dice {mine}", f"dice {theirs}", most=3, more=ROD)


def hacks() -> Iterator[Scene]:
    """Programs on Enemies and friends, and a Hack Attack."""
    for line, *dice in (
        ("hack jazz geist_aid uma", "each 1"),
        ("hack jazz geist_aid uma", "each 3"),
        ("hack jazz skullbuster cadmus.1", "each 1", "-"),
        ("hack jazz skullbuster cadmus.1", "each 4", "each 1"),
    ):
        text = DUEL.format("stick", 0)
        yield from rolled(text, "activate jazz", line, *(f"dice {one}" for one in dice))
