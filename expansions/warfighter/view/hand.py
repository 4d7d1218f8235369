"""The tray's left part: the hand of a Player Soldier under its title, beside which the turn is ended."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from defiance_qt.shell.kit.cards import Hand
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.theme import Theme

from .values import HandView


class HandTray(QWidget):
    """The hand. `played` carries the commands that a card stands for, `ended` ends the Soldiers' turn."""

    played = Signal(object)
    ended = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title, self._note = Elided("strong"), Elided("small")
        self.hand = Hand(theme)
        self.hand.played.connect(self.played)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(12), theme.px(4), theme.px(8), theme.px(2))
        column.setSpacing(theme.px(3))
        head = QHBoxLayout()
        head.setSpacing(theme.px(10))
        head.addWidget(self._title)
        head.addWidget(self._note)
        head.addStretch(1)
        self.end = QPushButton()
        self.end.setProperty("role", "chip")
        self.end.setProperty("dense", True)
        self.end.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.end.clicked.connect(self.ended)
        head.addWidget(self.end)
        column.addLayout(head)
        column.addWidget(self.hand)
        column.addStretch(1)
        self.hide()

    def show_hand(self, view: HandView) -> None:
        """Show a hand; without a title there is none."""
        self._title.set_words(view.title)
        self._title.setMinimumWidth(self._title.sizeHint().width())
        self._note.set_words(view.note)
        self.end.setText(view.end)
        self.end.setVisible(bool(view.end))
        self.hand.show_hand(view.cards, f"{view.title}. {view.note}")
        self.setVisible(bool(view.title))

    def press(self, place: int) -> bool:
        """Press the card at a place, as its key does. Returns whether there is one that can be played."""
        cards = self.hand.cards
        if place >= len(cards) or cards[place].view.command is None:
            return False
        cards[place].click()
        return True
