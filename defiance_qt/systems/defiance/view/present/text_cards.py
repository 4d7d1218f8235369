"""View models of cards that the table shows by their words: AI cards, Loot, Consequences, States and Specialties."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from defiance_qt.systems.defiance.engine.content import Effect
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import State
from defiance_qt.systems.defiance.tell.effects import effect
from defiance_qt.systems.defiance.tell.names import Names as Known
from defiance_qt.systems.defiance.view.present.enemies import entry_text
from defiance_qt.systems.defiance.view.present.names import SEPARATOR, Names
from defiance_qt.systems.defiance.view.present.specialty_tree import ROMAN


class ColumnView(msgspec.Struct, frozen=True):
    """A column of an AI card: whose it is, its tone, and its Instructions in their order."""

    title: str
    tone: str
    lines: tuple[str, ...]


class TextCardView(msgspec.Struct, frozen=True):
    """A card: its name, its icon, what it is in short, its text, and its columns."""

    id: str
    name: str
    mark: str
    chips: tuple[str, ...]
    text: str
    columns: tuple[ColumnView, ...] = ()


class TextCards:
    """Makes the view models from the content."""

    def __init__(self, state: State, rules: Rules, names: Names) -> None:
        self._rules, self._names = rules, names
        self._known = Known(state, names.words)
        self._of: dict[str, Callable[[str], TextCardView]] = {
            "ai_cards": self._ai_card,
            "loot": self._loot,
            "consequences": self._consequence,
            "states": self._state,
            "specialties": self._specialty,
        }

    def views(self, kind: str, ids: Iterable[str]) -> tuple[TextCardView, ...]:
        """Return the cards of a kind. Specialties are in the order of their tree."""
        if kind == "specialties":
            tree = self._rules.catalog.specialties
            ids = sorted(ids, key=lambda id: (tree[id].group, tree[id].level, id))
        return tuple(self._of[kind](id) for id in ids)

    def _ai_card(self, id: str) -> TextCardView:
        card, words = self._rules.catalog.ai_cards[id], self._names.words
        fiercer = SEPARATOR.join((words("colour.red"), words("colour.black")))
        columns = tuple(
            ColumnView(title, tone, tuple(entry_text(entry, self._rules, self._names) for entry in column))
            for title, tone, column in ((words("colour.blue"), "blue", card.blue), (fiercer, "danger", card.red))
        )
        return TextCardView(id, self._names.named(f"ai_card.{id}.name", id), "card", (), "", columns)

    def _loot(self, id: str) -> TextCardView:
        card = self._rules.catalog.loot[id]
        return self._drawn("loot", "container", card, card.effects)

    def _consequence(self, id: str) -> TextCardView:
        card = self._rules.catalog.consequences[id]
        return self._drawn("consequence", "heart", card, card.effects)

    def _drawn(self, kind: str, mark: str, card: Any, effects: Sequence[Effect]) -> TextCardView:
        """Return a card of a deck, with how many of it there are."""
        name = self._names.named(f"{kind}.{card.id}.name", card.id)
        copies = (f"×{card.copies}",) if card.copies > 1 else ()
        return TextCardView(card.id, name, mark, copies, self._text(f"{kind}.{card.id}.text", effects))

    def _state(self, id: str) -> TextCardView:
        card, names = self._rules.catalog.states[id], self._names
        short = names.text(f"state.{id}.short")
        chips = (short,) if short else ()
        return TextCardView(id, names.state(id), f"state_{id}", chips, self._text(f"state.{id}.text", card.effects))

    def _specialty(self, id: str) -> TextCardView:
        card, names = self._rules.catalog.specialties[id], self._names
        group = (names.named(f"specialty.{card.group}", card.group),) if card.group else ()
        level = names.words("view.tree.level", level=ROMAN[card.level - 1])
        after = names.either(self._name_of(before) for before in card.requires)
        text = self._text(f"specialty.{id}.text", [one for action in card.actions for one in action.effects])
        leads = [other.id for other in self._rules.catalog.specialties.values() if id in other.requires]
        follows = names.words("view.tree.leads", names=", ".join(map(self._name_of, leads))) if leads else ""
        needs = names.words("view.cards.after", names=after) if after else ""
        whole = "\n".join(part for part in (text, needs, follows) if part)
        return TextCardView(id, self._name_of(id), "star", (*group, level), whole)

    def _name_of(self, id: str) -> str:
        return self._names.named(f"specialty.{id}.name", id)

    def _text(self, key: str, effects: Sequence[Effect]) -> str:
        """Return the text of a card, without one what its effects say."""
        told = (effect(self._known, one) for one in effects)
        return self._names.text(key) or "; ".join(one for one in told if one)
