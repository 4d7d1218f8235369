"""Draws cards for their author: those of some content files, by the very widgets that show them at the table.

A Character and both faces of a Unit are cards of a rail, with what else is printed on them below. Equipment and
Software are a line of the market's list, and the card that is compared there. What the table shows only by its words,
as a chip, a line or a tip, is a card of words.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.app import application
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import DARK, Theme, load_fonts, stylesheet
from defiance_qt.systems.defiance.engine.content import Profile, Software
from defiance_qt.systems.defiance.engine.rules.campaign import shop
from defiance_qt.systems.defiance.engine.rules.figures import in_play
from defiance_qt.systems.defiance.engine.ruleset import Rules
from defiance_qt.systems.defiance.engine.state import Enemy, State, Unit
from defiance_qt.systems.defiance.view.mission_map import encoded
from defiance_qt.systems.defiance.view.panels.cards import CharacterCard
from defiance_qt.systems.defiance.view.panels.comparison import Comparison
from defiance_qt.systems.defiance.view.panels.enemies import UnitCard
from defiance_qt.systems.defiance.view.panels.goods import GoodsTable
from defiance_qt.systems.defiance.view.panels.parts import Pieces
from defiance_qt.systems.defiance.view.panels.text_cards import TextCard
from defiance_qt.systems.defiance.view.present.card_facts import Facts
from defiance_qt.systems.defiance.view.present.enemies import units
from defiance_qt.systems.defiance.view.present.market import GoodsView, MarketView
from defiance_qt.systems.defiance.view.present.names import Names
from defiance_qt.systems.defiance.view.present.offers import Offers
from defiance_qt.systems.defiance.view.present.team import cards
from defiance_qt.systems.defiance.view.present.text_cards import TextCards, TextCardView

RAIL, LIST = 296, 380
"""The widths of a rail and of the market's list in a window of 1280 pixels."""

WIDE, GAP = 1244, 12
OF_WORDS = ("specialties", "states", "ai_cards", "consequences", "loot")


class Cards(NamedTuple):
    """The ids of the cards of some files, by kind."""

    characters: tuple[str, ...]
    units: tuple[str, ...]
    equipment: tuple[str, ...]
    software: tuple[str, ...]
    specialties: tuple[str, ...]
    states: tuple[str, ...]
    ai_cards: tuple[str, ...]
    consequences: tuple[str, ...]
    loot: tuple[str, ...]


def paint_cards(game: Any, state: State, files: Collection[str], words: Words) -> bytes:
    """Return the cards of these files as PNG, b"" if they have none."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application(["cards"])
    load_fonts()
    rules: Rules = game.rules_for(state)
    found = cards_of(rules, files)
    if not any(found):
        return b""
    sheet = CardSheet(DARK, words, state, rules, found)
    return encoded(sheet.grab().toImage())


def cards_of(rules: Rules, files: Collection[str]) -> Cards:
    """Return the cards that these files bring, in the order of their names."""
    sources = rules.catalog.sources
    of = {
        kind: sorted(id for (table, id), file in sources.items() if table == kind and file in files)
        for kind in Cards._fields
    }
    return Cards(*(tuple(of[kind]) for kind in Cards._fields))


class CardSheet(QWidget):
    """The cards, kind by kind, as large as they are together."""

    def __init__(self, theme: Theme, words: Words, state: State, rules: Rules, found: Cards) -> None:
        super().__init__()
        self._theme, self._words, self._state, self._rules = theme, words, state, rules
        self._names = Names(words, rules.catalog)
        self._pieces = Pieces(theme, words)
        self.setStyleSheet(stylesheet(theme) + f"CardSheet {{ background: {theme.background_edge}; }}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(GAP, GAP, GAP, GAP)
        self._column.setSpacing(GAP)
        self._add("view.cards.characters", list(self._characters(found.characters)))
        self._add("view.cards.units", list(self._units(found.units)))
        self._add("view.cards.items", list(self._items((*found.equipment, *found.software))))
        made = TextCards(state, rules, self._names)
        for kind in OF_WORDS:
            views = made.views(kind, getattr(found, kind))
            self._add(f"view.cards.{kind}", [self._of_words(view) for view in views])
        self.ensurePolished()
        self.setFixedWidth(WIDE)
        self._column.activate()
        self.resize(WIDE, self._column.totalHeightForWidth(WIDE))

    def _add(self, heading: str, made: list[QWidget]) -> None:
        if made:
            self._column.addWidget(label(self._words(heading), "title"))
            self._column.addWidget(flowing(made, GAP))

    def _characters(self, ids: tuple[str, ...]) -> Iterator[QWidget]:
        team = {id: in_play(self._rules, self._state, id) for id in ids}
        state = replace(self._state, team=team, agenda=())
        for view in cards(state, self._rules, self._names, Offers((), state, {})):
            card = CharacterCard(self._theme, self._words, view)
            card.set_roomy(True)
            yield self._under(card, self._names.text(f"character.{view.id}.text"))

    def _units(self, ids: tuple[str, ...]) -> Iterator[QWidget]:
        catalog = self._rules.catalog
        for id in ids:
            for face in range(len(catalog.units[id].faces)):
                unit = Unit(id, face, catalog.units[id].faces)
                figures = {
                    f"{id}.{number}": Enemy(f"{id}.{number}", id, number, "A1")
                    for number in range(1, unit.profile.number + 1)
                }
                state = replace(self._state, units={id: unit}, enemies=figures, agenda=())
                view = units(state, self._rules, self._names)[0]
                card = UnitCard(self._theme, self._words, view)
                card.set_roomy(True)
                yield self._under(card, "\n".join(self._printed(id, unit.profile, view.tip)))

    def _printed(self, id: str, profile: Profile, values: str) -> Iterator[str]:
        """Yield what is printed on a face of a Unit besides what its card in the rail shows: its text, values, Attacks,
        Switches, abilities and Samples."""
        names, words = self._names, self._words
        facts = Facts(self._state, self._rules, names)
        if text := names.text(f"unit.{id}.text"):
            yield text
        yield values
        for attack in profile.attacks:
            name = names.named(f"unit.{id}.attack.{attack.id}", attack.id)
            yield f"{name}: " + " · ".join(f"{one.name} {one.spoken}" for one in facts.of_attack(attack))
        if profile.hack_attack is not None:
            yield f"{words('view.unit.hack_attack')}: {names.dice(profile.hack_attack.dice)}"
        for fact in facts.of_switches(profile.switches):
            yield f"{fact.name}: {fact.spoken}"
        for ability in profile.abilities:
            name, text = names.named(f"ability.{ability}.name", ability), names.text(f"ability.{ability}.text")
            yield f"{name}: {text}" if text else name
        samples = (("biological", profile.biological_samples), ("tech", profile.tech_samples))
        if carried := " · ".join(f"{words(f'view.stores.{kind}')} {many}" for kind, many in samples if many):
            yield f"{words('view.stores.samples')}: {carried}"

    def _of_words(self, view: TextCardView) -> QWidget:
        made = QWidget(self)
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(TextCard(self._theme, view))
        column.addStretch(1)
        made.setFixedWidth(RAIL)
        _settled(made)
        # All of it is words, which need less height at this width than where they are widest.
        made.setFixedHeight(column.totalHeightForWidth(RAIL))
        return made

    def _under(self, card: QWidget, told: str) -> QWidget:
        """Return a card of a rail with what else is printed on it."""
        made = QWidget(self)  # before its words are measured: the style sheet is the parent's
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(card)
        text = label(told, "small", wrap=True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(text)
        column.addStretch(1)
        made.setFixedWidth(RAIL)
        return _settled(made)

    def _items(self, ids: tuple[str, ...]) -> Iterator[QWidget]:
        facts, theme, words = Facts(self._state, self._rules, self._names), self._theme, self._words
        catalog = self._rules.catalog
        for id in ids:
            card: Any = catalog.equipment.get(id) or catalog.software[id]
            free = isinstance(card, Software) and card.value is None
            price = 0 if free else shop.price(self._rules, self._state, card)
            goods = GoodsView(facts.of(id), price)
            view = MarketView((), (goods,), (), (), facts.defense)
            line = GoodsTable(theme, words, self._pieces)
            line.show_goods(view, goods.card.group, "")
            line.clearSelection()
            line.horizontalHeader().hide()
            line.setMinimumHeight(0)
            line.setFixedSize(LIST, line.rowHeight(0) + 4)
            compared = Comparison(theme, words, self._pieces)
            compared.show_card(goods.card, facts.defense)
            made = QWidget(self)
            row = QHBoxLayout(made)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(GAP)
            row.addWidget(line, 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(compared, 1)
            made.setFixedWidth(WIDE - 2 * GAP)
            yield _settled(made)


def _settled(made: QWidget) -> QWidget:
    """Give a widget of fixed width the height that its words need."""
    for part in (made, *made.findChildren(QWidget)):
        part.ensurePolished()
    layout = made.layout()
    if layout is not None:
        layout.activate()
        made.setFixedHeight(max(layout.totalHeightForWidth(made.width()), layout.totalSizeHint().height()))
    return made
