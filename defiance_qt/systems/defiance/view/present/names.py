"""Names of cards, figures and elements in the language of `words`, and short texts made from numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from defiance_qt.systems.defiance.engine.dice import Symbols
from defiance_qt.systems.defiance.tell.names import symbol_names
from defiance_qt.systems.defiance.view.drawings import Sign

if TYPE_CHECKING:
    # The first screen needs names but not the engine.
    from defiance_qt.core.port import Words
    from defiance_qt.core.session import Session
    from defiance_qt.systems.defiance.engine.catalog import Catalog
    from defiance_qt.systems.defiance.engine.ruleset import Rules
    from defiance_qt.systems.defiance.engine.state import State

# Between the parts of a line.
SEPARATOR = " · "


class AimedWords:
    """Words in which effects name their figures: "Qiang" instead of "self"."""

    def __init__(self, words: Words, figures: dict[str, str]) -> None:
        self._words = words
        self._named = {f"command.on.{on}": name for on, name in figures.items() if name}

    def __call__(self, key: str, /, **values: object) -> str:
        return self._named.get(key) or self._words(key, **values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._words, name)


def aimed(words: Words, figures: dict[str, str]) -> Words:
    """Return words in which effects name these figures: "user", "target", … to a name."""
    result: Words = AimedWords(words, figures)  # type: ignore[assignment]  # it has all that `Words` has
    return result


def rules_of(session: Session) -> Rules:
    """Return the rules at the table of a session's present state."""
    rules: Rules = session.game.rules_for(session.state)  # type: ignore[attr-defined]  # the `Game` port has no rules
    return rules


class Names:
    """The names of one game's cards and figures. `drawings` are SVG by the ids of Characters, Allies and Units."""

    def __init__(self, words: Words, catalog: Catalog, drawings: Mapping[str, str] = MappingProxyType({})) -> None:
        self.words = words
        self.catalog = catalog
        self._drawings = drawings

    def text(self, key: str, fallback: str = "") -> str:
        """Return the text of a key, or the fallback if there is none."""
        found = self.words(key)
        return fallback if found == key else found

    def named(self, key: str, id: str) -> str:
        """Return the text of a key, or the id in readable form, so that a pack without texts is playable."""
        return self.text(key, id.replace("_", " ").capitalize())

    def character(self, id: str) -> str:
        return self.named(f"character.{id}.name", id)

    def short(self, id: str) -> str:
        """Return the name of a Character for use in a sentence."""
        return self.text(f"character.{id}.short", self.character(id))

    def unit(self, id: str) -> str:
        return self.named(f"unit.{id}.name", id)

    def figure(self, id: str) -> str:
        """Return a Character's short name, or a Miniature's Unit and number."""
        unit, _, number = id.rpartition(".")
        if number.isdigit():
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
        """Return the name of a card with Actions or Attacks: Equipment or a Character card."""
        return self.item(id) if id in self.catalog.equipment else self.character(id)

    def card_action(self, card: str, action: str) -> str:
        """Return the name of an Action printed on a card, or offered by an ability."""
        return self.named(f"{self._offering(card)}.{card}.action.{action}", action)

    def card_rule(self, card: str) -> str:
        return self.text(f"{self._offering(card)}.{card}.text")

    def _offering(self, card: str) -> str:
        """Return the kind of a card with Actions, "ability" for what is no card."""
        kinds = {"equipment": "equipment", "specialties": "specialty", "characters": "character"}
        return next((kind for table, kind in kinds.items() if card in getattr(self.catalog, table)), "ability")

    def source(self, key: str) -> str:
        """Return the name of the card behind a text key such as "equipment.rippers.name"."""
        parts = key.split(".")
        return self.named(key, parts[1] if len(parts) > 1 else key)

    def consequence(self, id: str) -> str:
        return self.named(f"consequence.{id}.name", id)

    def element(self, mission: str, id: str, state: State) -> str:
        """Return the name of a door, container, Console or neutral Ally of the mission."""
        if id in state.neutrals:
            return self.character(id)
        return self.named(f"mission.{mission}.element.{id}", id)

    def initials(self, id: str) -> str:
        """Return the letters on a token: the text of the language, else those of the card, else those of the id."""
        card = self.catalog.characters.get(id) or self.catalog.units.get(id)
        printed = card.initials if card is not None else ""
        kind = "character" if id in self.catalog.characters else "unit"
        made = "".join(word[0] for word in id.split("_")[:2]).upper()
        return self.text(f"{kind}.{id}.initials", printed or made)

    def drawing(self, id: str) -> str:
        """Return the drawing of a figure (SVG), "" without one."""
        return self._drawings.get(id, "")

    def shown(self, id: str) -> tuple[str, str, str, str]:
        """Return the values of a Character's or an Ally's `FigureView`."""
        return id, self.character(id), self.initials(id), self.drawing(id)

    def sign(self, id: str) -> Sign:
        return Sign(self.initials(id), self.drawing(id))

    def die(self, id: str) -> str:
        """Return the name of a die's colour."""
        return self.named(f"die.{id}.colour", id)

    def tenths(self, value: float) -> str:
        """Format a number with one decimal in the language."""
        whole, _, part = f"{value:.1f}".partition(".")
        return self.words("view.decimal", whole=whole, tenths=part)

    def either(self, texts: Iterable[str]) -> str:
        """Return alternatives in words: "Head or Hand", "" for none."""
        return reduce(lambda one, other: self.words("view.gear.or", one=one, other=other) if one else other, texts, "")

    def dice(self, dice: Iterable[str]) -> str:
        """Return dice in words: "Red + Blue", or a dash for none."""
        return " + ".join(self.die(die) for die in dice) or "–"

    def symbols(self, symbols: Iterable[str]) -> str:
        """Return symbols in words, one by one."""
        return ", ".join(self.words(f"symbol.{symbol}") for symbol in symbols) or self.words("symbol.none")


def tokens(symbols: Symbols | str) -> tuple[str, ...]:
    """Return symbols one by one, as the names of their icons."""
    parsed = Symbols.parse(symbols) if isinstance(symbols, str) else symbols
    return symbol_names(parsed)
