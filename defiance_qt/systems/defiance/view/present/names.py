"""Names of what is on the table, in the language of `words`, and the small texts made from numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.engine.words.names import symbol_names

if TYPE_CHECKING:
    # The first screen needs names and no engine.
    from defiance_qt.core.session import Session
    from defiance_qt.core.system import Words
    from defiance_qt.systems.defiance.engine.catalog import Catalog
    from defiance_qt.systems.defiance.engine.ruleset import Rules
    from defiance_qt.systems.defiance.engine.state import State


def rules_of(session: Session) -> Rules:
    """The ruleset that a session of this game plays by."""
    rules: Rules = session.game.rules  # type: ignore[attr-defined]  # the port knows no rules; this table shows one game
    return rules


class Names:
    """The names of one game's cards and figures."""

    def __init__(self, words: Words, catalog: Catalog) -> None:
        self.words = words
        self.catalog = catalog

    def text(self, key: str, fallback: str = "") -> str:
        """The text of a key, or the fallback when there is none."""
        found = self.words(key)
        return fallback if found == key else found

    def named(self, key: str, id: str) -> str:
        """The text of a key; without one the id made readable, so that a pack without words can be played."""
        return self.text(key, id.replace("_", " ").capitalize())

    def character(self, id: str) -> str:
        return self.named(f"character.{id}.name", id)

    def short(self, id: str) -> str:
        """What a Character is called in a sentence."""
        return self.text(f"character.{id}.short", self.character(id))

    def unit(self, id: str) -> str:
        return self.named(f"unit.{id}.name", id)

    def figure(self, id: str) -> str:
        """A Character's short name, or a Miniature's: its Unit and number."""
        unit, dot, number = id.rpartition(".")
        if dot and number.isdigit():
            return self.words("view.miniature", unit=self.unit(unit), number=number)
        return self.short(id)

    def item(self, id: str) -> str:
        return self.named(f"equipment.{id}.name", id)

    def item_rule(self, id: str) -> str:
        return self.text(f"equipment.{id}.text")

    def software(self, id: str) -> str:
        return self.named(f"software.{id}.name", id)

    def state(self, id: str) -> str:
        return self.named(f"state.{id}.name", id)

    def card(self, id: str) -> str:
        """Any card that may be used: Equipment or a Character's own."""
        return self.item(id) if id in self.catalog.equipment else self.character(id)

    def card_action(self, card: str, action: str) -> str:
        """An Action printed on a card, by its name."""
        kind = "equipment" if card in self.catalog.equipment else "character"
        return self.named(f"{kind}.{card}.action.{action}", action)

    def card_rule(self, card: str) -> str:
        kind = "equipment" if card in self.catalog.equipment else "character"
        return self.text(f"{kind}.{card}.text")

    def source(self, key: str) -> str:
        """The card behind a text key such as "equipment.rippers.name"."""
        parts = key.split(".")
        return self.named(key, parts[1] if len(parts) > 1 else key)

    def consequence(self, id: str) -> str:
        return self.named(f"consequence.{id}.name", id)

    def element(self, mission: str, id: str, state: State) -> str:
        """A door, container, console or waiting Character of the mission."""
        if id in state.neutrals or id in state.team:
            return self.character(id)
        return self.named(f"mission.{mission}.element.{id}", id)

    def initials(self, id: str) -> str:
        card = self.catalog.characters.get(id) or self.catalog.units.get(id)
        if card is not None and card.initials:
            return card.initials
        return "".join(word[0] for word in id.split("_")[:2]).upper()

    def die(self, id: str) -> str:
        """The colour of a die."""
        return self.named(f"die.{id}.colour", id)

    def tenths(self, value: float) -> str:
        """A number with one decimal, as the language writes it."""
        whole, _, part = f"{value:.1f}".partition(".")
        return self.words("view.decimal", whole=whole, tenths=part)

    def dice(self, dice: Iterable[str]) -> str:
        """Dice in words: "Red + Blue"; a dash for none."""
        return " + ".join(self.die(die) for die in dice) or "–"


def tokens(symbols: Symbols | str) -> tuple[str, ...]:
    """Symbols one by one, by the names of their icons."""
    parsed = Symbols.parse(symbols) if isinstance(symbols, str) else symbols
    return symbol_names(parsed)
