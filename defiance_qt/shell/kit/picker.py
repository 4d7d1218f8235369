"""Cards to choose by name: those that match, and those that are chosen so far."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QSizePolicy, QToolButton

from defiance_qt.core.port import Card, Words, drawn
from defiance_qt.lab.chance_input import CardChoice, card_choices, card_values, find_cards
from defiance_qt.shell.kit.flow import Flowing
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

_VALUE = Qt.ItemDataRole.UserRole
ROWS = 6
"""The most rows that a list asks room for."""


class Chosen(Flowing):
    """Names that were chosen, in order, each a button that takes it back. `removed` carries its place."""

    removed = Signal(int)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(theme.px(4))
        self._theme, self._words = theme, words
        self.buttons: list[QToolButton] = []

    def show_chosen(self, names: Sequence[str]) -> None:
        if [button.text() for button in self.buttons] == list(names):
            return
        clear(self.flow)
        self.buttons = [self._button(place, name) for place, name in enumerate(names)]
        for button in self.buttons:
            self.flow.addWidget(button)
        self.setAccessibleName(", ".join(names))

    def _button(self, place: int, name: str) -> QToolButton:
        button = QToolButton()
        button.setText(name)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIcon(icon("close", self._theme.muted, self._theme.px(12)))
        button.setIconSize(QSize(self._theme.px(12), self._theme.px(12)))
        button.setProperty("role", "key")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        told = self._words("ui.form.remove", name=name)
        button.setAccessibleName(told)
        set_tip(button, told)
        button.clicked.connect(partial(self.removed.emit, place))
        return button


class CardPicker(QListWidget):
    """The cards that match a text, in columns, and the `values` of those chosen so far, which answer a request.
    `changed`: a card was marked or chosen."""

    changed = Signal()

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme = theme
        self._cards: tuple[Card, ...] = ()
        self._count = 1
        self._text = ""
        self.values: tuple[int, ...] = ()
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(words("ui.form.enter_card"))
        self.itemClicked.connect(self._clicked)

    @property
    def several(self) -> bool:
        return self._count > 1

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chosen cards, in order."""
        return tuple(card.name for card in drawn(self._cards, self.values))

    @property
    def complete(self) -> bool:
        """Whether as many cards are chosen as are asked for; of a single one, whether one is marked."""
        return len(self.values) == self._count if self.several else self.currentItem() is not None

    @property
    def answer(self) -> tuple[int, ...]:
        """The values of all cards, once they are complete."""
        return self.values if self.several else (self._marked(),)

    def show_cards(self, cards: Sequence[Card], count: int) -> None:
        self._cards, self._count, self.values = tuple(cards), count, ()
        self.search("")

    def search(self, text: str) -> None:
        """List the cards whose names hold the words of the text, and mark the first."""
        self._text = text
        left = list(self._cards)
        for value in self.values:
            left.pop(value)
        self.clear()
        for one in find_cards(text, card_choices(left)) if len(self.values) < self._count else ():
            self._add(one)
        self.setCurrentRow(0 if self.count() else -1)
        wide = max(
            (self.sizeHintForIndex(self.model().index(row, 0)).width() for row in range(self.count())), default=0
        )
        self.setGridSize(QSize(wide + self._theme.px(12), self._high) if self.count() else QSize())
        self.changed.emit()

    def _add(self, one: CardChoice) -> None:
        item = QListWidgetItem(one.name if one.copies == 1 else f"{one.name}  ×{one.copies}")
        item.setData(_VALUE, one.value)
        self.addItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(row) for row in range(self.count())]

    @property
    def _high(self) -> int:
        return max(self._theme.px(26), self.sizeHintForRow(0))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), min(ROWS, max(1, self.count())) * self._high + 6)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._high + 6)

    def move_mark(self, by: int) -> None:
        """Mark the next card, or the one before."""
        self.setCurrentRow(max(0, min(self.count() - 1, self.currentRow() + by)))

    def choose(self) -> bool:
        """Choose the marked card, of several. Return whether one is chosen."""
        if not self.several or self.currentItem() is None or self.complete:
            return False
        self.values = (*self.values, self._marked())
        self.search("")
        return True

    def take_back(self, place: int = -1) -> None:
        """Take a chosen card back, by default the last; without any do nothing."""
        chosen = [card.id for card in drawn(self._cards, self.values)]
        if chosen:
            del chosen[place]
            self.values = card_values(chosen, [card.id for card in self._cards])
            self.search(self._text)

    def _marked(self) -> int:
        item = self.currentItem()
        assert item is not None
        return int(item.data(_VALUE))

    def _clicked(self, item: QListWidgetItem) -> None:
        self.setCurrentItem(item)
        if not self.choose():
            self.changed.emit()
