"""Names of cards and figures in the user's language, and sums in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from defiance_qt.api import port

from ...engine.events import Part
from ...engine.state import State
from ...engine.words import names


class Names:
    """Names for one language. `words` are the texts, `drawings` (SVG) those of the Soldiers by their ids."""

    def __init__(self, words: port.Words, drawings: Mapping[str, str] = MappingProxyType({})) -> None:
        self.words = words
        self._drawings = drawings

    def drawing(self, card: str) -> str:
        """Return the drawing of a Soldier, "" without one."""
        return self._drawings.get(card, "")

    def text(self, key: str, otherwise: str = "") -> str:
        """Return the text of a key, or another one if there is none."""
        return self.words(key) if key in self.words else otherwise

    def soldier(self, state: State, number: str) -> str:
        """Return the short name of a Soldier in play, else its number."""
        return names.soldier(state, number, self.words)

    def whole(self, state: State, number: str) -> str:
        """Return the whole name of a Soldier in play, or the one that the user gave it."""
        own = state.team[number]
        return own.name or self.card("soldier", own.card)

    def target(self, state: State, id: str) -> str:
        """Return the name of what is aimed at: a Hostile card, the Objective, a Soldier, a Weapon."""
        return names.target(state, id, self.words)

    def objective(self, state: State) -> str:
        """Return the name of the Objective, or that of its kind of card before it is known."""
        return self.text(f"objective.{state.goal.id}.name", self.words("view.row.objective"))

    def space(self, state: State, space: int) -> str:
        """Return the name of a space."""
        return names.place(state, space, self.words)

    def card(self, kind: str, id: str) -> str:
        """Return the name of a card."""
        return self.text(f"{kind}.{id}.name", id)

    def item(self, id: str) -> str:
        """Return the name of a Weapon, Equipment or Skill, or of counters for a Weapon."""
        return names.item(id, self.words)

    def decimal(self, value: float, digits: int = 2) -> str:
        """Return a number with the decimal sign of the language."""
        return names.decimal(value, digits, self.words)

    def sum(self, parts: Iterable[Part]) -> str:
        """Return the parts of a sum: "3 − 1 Arrow − 1 Point". The first is what is printed, and needs no name."""
        found = ""
        for place, part in enumerate(parts):
            if not place:
                found = str(part.amount)
            elif part.amount:
                sign = "−" if part.amount < 0 else "+"
                found += f" {sign} {abs(part.amount)} {names.source(part.source, self.words)}"
        return found


def span(low: int, high: int) -> str:
    """Return a range of numbers."""
    return str(low) if low == high else f"{low}–{high}"
