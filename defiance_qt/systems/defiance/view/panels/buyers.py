"""The four of the team as a row of buttons, of which one is chosen: the keys 1 to 4."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import drop, gbox, hbox, vbox
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.native import key_text
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.market import BuyerView
from defiance_qt.systems.defiance.view.present.values import MemberView

NARROW = 165  # the least width of a button in a row of four


class BuyerButton(QPushButton):
    """One of the four: portrait, name and key, a note below, a number with its unit at the end."""

    def __init__(self, theme: Theme, words: Words, buyer: MemberView, number: int) -> None:
        super().__init__()
        self.id = buyer.id
        self._theme = theme
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._name, self._note = Elided("strong"), Elided("small")
        self._number = label("", "number")
        self._unit = label("", "small")
        self._key = label(key_text(str(number)), "key")
        hbox(
            Portrait(theme, buyer.initials, theme.team, 34, drawing=buyer.drawing),
            (
                vbox(
                    hbox(self._name, (self._key, 0, Qt.AlignmentFlag.AlignVCenter), ..., gap=theme.px(6)),
                    self._note,
                    gap=0,
                ),
                1,
            ),
            self._number,
            self._unit,
            of=self,
            margins=(theme.px(9), theme.px(6), theme.px(10), theme.px(6)),
            gap=theme.px(8),
        )
        for part in self.findChildren(QWidget):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_one(self, name: str, short: str, note: str, number: str, unit: str, spoken: str) -> None:
        self._name.set_words(name, short)
        self._note.set_words(note)
        self._note.setVisible(bool(note))
        self._number.setText(number)
        show_text(self._unit, unit)
        self.setAccessibleName(spoken)
        set_tip(self, spoken)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the key where the name has no room beside it."""
        super().resizeEvent(event)
        theme = self._theme
        beside = theme.px(9 + 34 + 8 + 6 + 8 + 8 + 10) + self._number.sizeHint().width() + self._unit.sizeHint().width()
        self._key.setVisible(self.width() - beside - self._key.sizeHint().width() >= theme.px(50))

    def sizeHint(self) -> QSize:
        row = self.layout()
        assert row is not None
        return QSize(self._theme.px(170), max(row.sizeHint().height(), self._theme.px(52)))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(96), self.sizeHint().height())


class Buyers(QWidget):
    """The four. `chosen` carries the id of the one that was clicked."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.at = ""
        self.buttons: dict[str, BuyerButton] = {}
        self._columns = 0
        self._grid = gbox(of=self, margins=0, gap=theme.px(8))

    def make(self, four: Sequence[MemberView]) -> None:
        """Make the buttons unless they are there; keep the choice if it can be kept."""
        if tuple(self.buttons) != tuple(one.id for one in four):
            for button in self.buttons.values():
                drop(button)
            self.buttons = {}
            for number, one in enumerate(four, 1):
                button = self.buttons[one.id] = BuyerButton(self._theme, self._words, one, number)
                button.clicked.connect(partial(self.chosen.emit, one.id))
            self._columns = 0
            self._arrange()
        self.choose(self.at if self.at in self.buttons else next(iter(self.buttons), ""))

    def _arrange(self) -> None:
        """Set the buttons in one row, or in two where that is too narrow."""
        columns = 4 if self.width() >= 4 * self._theme.px(NARROW) else 2
        if columns == self._columns or not self.buttons:
            return
        self._columns = columns
        for place, button in enumerate(self.buttons.values()):
            self._grid.addWidget(button, place // columns, place % columns)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def show_buyers(self, four: Sequence[BuyerView]) -> None:
        """Show the four with their Intel Packs."""
        self.make(four)
        unit = self._words("view.market.column.price")
        for one in four:
            self.buttons[one.id].show_one(one.name, one.short, one.note, str(one.intel), unit, one.spoken)

    def choose(self, id: str) -> None:
        self.at = id
        if id in self.buttons:
            self.buttons[id].setChecked(True)
