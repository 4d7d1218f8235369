"""The cards that the buyer owns, to be sold."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, hbox, holds_focus, put, vbox
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.pages import line
from defiance_qt.systems.defiance.view.present.market import BuyerView, MarketView


class OwnCards(QFrame):
    """What the buyer has, each card with its half price and its place."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._theme, self._words = theme, words
        self._shown: object = None
        key = label(key_text("X"), "key")
        self.setAccessibleName(words("view.market.own"))
        self._inside = QWidget()
        self._column = vbox(of=self._inside, margins=0, gap=theme.px(4))
        area = Scroll(self._inside)
        area.setMinimumHeight(theme.px(96))
        area.setAccessibleName(words("view.market.own"))
        self._note = label("", "small", "danger", wrap=True)
        vbox(
            hbox((label(words("view.market.own"), "strong", wrap=True), 1), key),
            (area, 1),
            self._note,
            of=self,
            margins=(12, 9),
            gap=theme.px(5),
        )

    def show_own(self, view: MarketView, buyer: BuyerView) -> None:
        shown = (buyer.id, buyer.own, view.gone)
        if shown == self._shown:
            return
        self._shown = shown
        held = holds_focus(self)
        clear(self._column)
        none = self._words("view.market.own.none", name=buyer.short)
        lines = [line(self._theme, one, self.chosen.emit) for one in buyer.own]
        put(self._column, *(lines or [label(none, "small", wrap=True)]), ...)
        words = self._words
        self._note.setText(f"⚠ {words('view.market.gone')}" if view.gone else words("view.market.kept"))
        set_property(self._note, "tone", "danger" if view.gone else "")
        if held:
            self.take_focus()

    def take_focus(self) -> None:
        """Focus the first card that can be sold."""
        buttons = self._inside.findChildren(QPushButton)
        sell = next((button for button in buttons if isinstance(button.property("command"), c.Sell)), None)
        if sell is not None:
            sell.setFocus(Qt.FocusReason.ShortcutFocusReason)
