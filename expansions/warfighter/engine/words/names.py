"""Names of what lies on the table, from text keys and the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from defiance_qt.api import port

from ..events import Part
from ..state import OBJECTIVE, State

KINDS = (
    "soldier", "hostile", "weapon", "equipment", "skill", "action", "support", "event", "location", "objective",
    "nation", "scenario",
)  # fmt: skip
"""The kinds of cards, as the first part of their text keys."""

OWN = "own"
"""What commands call the weapon of a Squad Soldier."""

BATCH = "pouch"
"""What commands call an ammo batch for a Weapon ("pouch:smg")."""

COUNTERS = "ammo"
"""What commands call counters of a Weapon ("ammo:smg")."""


def card(id: str, words: port.Words, *kinds: str) -> str:
    """Return the name of a card of the first of these kinds that has it, by default of any; else the id."""
    return next((words(key) for kind in kinds or KINDS if (key := f"{kind}.{id}.name") in words), id)


def decimal(value: float, digits: int, words: port.Words) -> str:
    """Return a number with the decimal sign of the language."""
    return f"{value:.{digits}f}".replace(".", words("decimal.sign"))


def source(key: str, words: port.Words) -> str:
    """Return what a part or an event came from: a text key, or the id of a card or of a Hostile card in play."""
    kind, _, number = key.rpartition(".")
    if number.isdigit():
        return card(kind, words, "hostile")
    return words(key) if kind else card(key, words)


def joined(names: Iterable[str], words: port.Words) -> str:
    """Return names as a list; the same name several times is counted."""
    counted: dict[str, int] = {}
    for name in names:
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(name if n == 1 else words("name.times", name=name, n=n) for name, n in counted.items())


def soldier(state: State, number: str, words: port.Words) -> str:
    """Return the short name of a Soldier in play, with the name that the user gave it; else its number."""
    if number not in state.team:
        return words("name.soldier", number=number)
    own = state.team[number]
    short = words(f"soldier.{own.card}.short")
    alike = sum(one.card == own.card for one in state.team.values()) > 1
    short = words("name.numbered", name=short, number=number) if alike else short
    return words("name.given", name=own.name, card=short) if own.name else short


def hostile(state: State, id: str, words: port.Words) -> str:
    """Return the name of a Hostile card, with its number if several of its kind have come."""
    kind, _, number = id.rpartition(".")
    name = words(f"hostile.{kind}.name")
    return words("name.numbered", name=name, number=number) if state.numbers.get(kind, 0) > 1 else name


def target(state: State, id: str, words: port.Words) -> str:
    """Return the name of what a command aims at: a Hostile card, the Objective, a Soldier, a Soldier's Weapon
    ("1:smg"), or a Hostile card with another Target ("picket.1:2")."""
    if not id:
        return ""
    if id == OBJECTIVE:
        return card(state.goal.id, words, "objective")
    if id in state.team:
        return soldier(state, id, words)
    first, _, rest = id.partition(":")
    if rest and first in state.team:
        return words("name.weapon_of", who=soldier(state, first, words), weapon=card(rest, words, "weapon"))
    if rest:
        return words("name.new_target", hostile=hostile(state, first, words), who=soldier(state, rest, words))
    return hostile(state, id, words) if "." in id else card(id, words)


def item(id: str, words: port.Words) -> str:
    """Return the name of a Weapon or Equipment, of an ammo batch or of counters for a Weapon; or of the Action or
    Support card that attacks in place of a Weapon."""
    if id == OWN:
        return words("name.own")
    kind, _, weapon = id.partition(":")
    if weapon:
        key = "name.batch" if kind == BATCH else "name.counters"
        return words(key, weapon=card(weapon, words, "weapon"))
    return card(id, words, "weapon", "equipment", "skill", "action", "support")


def place(state: State, space: int, words: port.Words) -> str:
    """Return the name of a space: the Mission card, a Location or the Objective."""
    if space == 0:
        return words("part.mission_card")
    if state.space and space == state.space:
        return card(state.goal.id, words, "objective")
    location = state.location(space)
    return card(location, words, "location") if location else words("name.space", space=space)


def parts(found: Iterable[Part], words: port.Words) -> str:
    """Return a sum as its sources with their amounts, the first without a sign: "Village 3, Arrow −1"."""
    said = []
    for at, part in enumerate(found):
        amount = str(part.amount) if not at else signed(part.amount)
        said.append(f"{source(part.source, words)} {amount}")
    return ", ".join(said)


def signed(amount: int) -> str:
    """Return a number with its sign."""
    return f"+{amount}" if amount >= 0 else f"−{-amount}"


def values(state: State, found: dict[str, Any], words: port.Words) -> dict[str, Any]:
    """Return the values of a refusal with names in place of the ids."""
    named = {
        "soldier": lambda id: soldier(state, id, words),
        "hostile": lambda id: hostile(state, id, words),
        "target": lambda id: target(state, id, words),
        "id": lambda id: target(state, id, words),
        "weapon": lambda id: item(id.rpartition(".")[0] or id, words),
        "item": lambda id: item(id, words),
        "card": lambda id: card(id, words),
    }
    kinds = {"payer": "soldier", "to": "soldier", "giver": "soldier", "other": "soldier"}
    kinds |= dict.fromkeys(KINDS, "card") | {name: name for name in named}
    return {
        name: named[kinds[name]](value) if name in kinds and isinstance(value, str) and value else value
        for name, value in found.items()
    }
