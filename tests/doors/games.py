"""The games that go through every door, and what of each a test cannot ask the port: a roll to type on the command
line, and how a hand at the window makes the first move."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
    """A game to play. `dice` are two rolls of it for `odds`; `keys` make its first act in the window, by Qt's names,
    and `sounds` is the module that names the sounds of its events."""

    system: str
    scenario: str
    dice: tuple[str, ...]
    keys: tuple[str, ...]
    sounds: str = "view.sounds"


GAMES = (
    Played("infinity-defiance", "extraction", ("red,red", "blue"), ("PageDown", "Return")),
    Played("n3", "furnace_yard", ("13x3:N13v1", "11x1:N13v1"), ("1",)),
    Played("pig", "duel", ("die,die",), ("R",), "view"),
    Played("warfighter", "first_light", ("2d10:6", "4-1"), ("1",)),
)
