"""The cards that the buyer owns, to be sold."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, hbox, holds_focus, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.native import key_text
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.market import BuyerView, MarketView, OwnView


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
        self.sells: list[QPushButton] = []

    def show_own(self, view: MarketView, buyer: BuyerView) -> None:
        shown = (buyer.id, buyer.own, view.gone)
        if shown == self._shown:
            return
        self._shown = shown
        held = holds_focus(self)
        clear(self._column)
        self.sells = []
        for one in buyer.own:
            self._column.addWidget(self._row(one))
        if not buyer.own:
            self._column.addWidget(label(self._words("view.market.own.none", name=buyer.short), "small", wrap=True))
        self._column.addStretch(1)
        words = self._words
        self._note.setText(f"⚠ {words('view.market.gone')}" if view.gone else words("view.market.kept"))
        set_property(self._note, "tone", "danger" if view.gone else "")
        if held:
            self.take_focus()

    def take_focus(self) -> None:
        """Focus the first card that can be sold."""
        if self.sells:
            self.sells[0].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _row(self, one: OwnView) -> QWidget:
        words, theme = self._words, self._theme
        row = QWidget()
        across = hbox(gap=theme.px(6))
        whole = vbox(across, of=row, margins=(0, 0, theme.px(2), 0), gap=0)
        name = Elided("", "gold" if one.in_hand else "", one.card.name)
        where = Elided("small", text=one.where)
        for part, least in ((name, 70), (where, 44)):
            part.setMinimumWidth(theme.px(least))
            across.addWidget(part)
        across.addStretch(1)
        for command, key, spoken in (
            (one.wear, "view.market.wear", "view.market.wear.named"),
            (one.take_off, "view.market.take_off", "view.market.take_off.named"),
        ):
            if command is not None:
                button = push(
                    words(key),
                    "offer" if command is one.wear else "quiet",
                    dense=True,
                    spoken=words(spoken, card=one.card.name),
                    does=partial(self.chosen.emit, command),
                )
                across.addWidget(button)
        if one.sell is not None:
            sell = push(
                words("view.market.sell", n=one.half),
                dense=True,
                spoken=words.count("view.market.sell.named", one.half, card=one.card.name),
                does=partial(self.chosen.emit, one.sell),
            )
            self.sells.append(sell)
            across.addWidget(sell)
        else:
            whole.addWidget(label(one.why, "small", wrap=True))
        return row
