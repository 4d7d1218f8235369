"""Sickbay and Workshop in the board's place: a card for each figure with Consequences, and what can be made of
Samples."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import drop, hbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import Portrait
from defiance_qt.shell.theme import Theme
from defiance_qt.systems.defiance.view.present.sickbay import DeedView, PatientView, SickbayView

NARROW = 620  # the width below which both parts stand one below the other


class Deed(QWidget):
    """A line: what it is, what it does, and the button that does it."""

    def __init__(self, theme: Theme, view: DeedView) -> None:
        super().__init__()
        self.button: QPushButton | None = None
        words = vbox(label(view.name, "strong", wrap=True), gap=1)
        for text, tone in ((view.text, ""), (view.note, "gold")):
            if text:
                words.addWidget(label(text, "small", tone, wrap=True))
        row = hbox((words, 1), of=self, margins=(0, theme.px(2)), gap=theme.px(8))
        if view.command is not None:
            self.button = push(view.button, "offer", spoken=f"{view.name}: {view.button}", about=view.text)
            row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(view.spoken)


class SickbayPage(QScrollArea):
    """The page. `chosen` carries the command of a button."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view: SickbayView | None = None
        self._made: list[QWidget] = []
        self.buttons: list[tuple[object, QPushButton]] = []
        self.setObjectName("sickbay")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        inside = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        margin = theme.px(16)
        self._row.setContentsMargins(margin, theme.px(12), margin, theme.px(12))
        self._row.setSpacing(theme.px(14))
        for part, title in ((self._left, "view.sickbay.title"), (self._right, "view.sickbay.making")):
            part.setSpacing(theme.px(8))
            part.addWidget(label(words(title), "heading"))
            part.addStretch(1)
            self._row.addLayout(part, 1)
        self.setWidget(inside)
        self.setAccessibleName(words("campaign.step.sickbay"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._row.setDirection(below if self.width() < self._theme.px(NARROW) else beside)

    def show_sickbay(self, view: SickbayView) -> None:
        if view == self._view:
            return
        self._view = view
        focused = QApplication.focusWidget()
        held = focused is not None and self.isAncestorOf(focused)
        if held:
            self.setFocus(Qt.FocusReason.NoFocusReason)
        for old in self._made:
            drop(old)
        self._made, self.buttons = [], []
        words = self._words
        for patient in view.patients:
            self._add(self._left, self._patient(patient))
        if not view.patients:
            self._add(self._left, label(words("view.sickbay.healthy"), "muted", wrap=True))
        for offer in view.offers:
            self._add(self._right, self._card((offer,)))
        if view.recipes:
            self._add(self._right, self._card(view.recipes))
        else:
            self._add(self._right, label(words("view.sickbay.no_recipes"), "muted", wrap=True))
        if held:
            self._focus_first(Qt.FocusReason.OtherFocusReason)

    def _add(self, column: QVBoxLayout, widget: QWidget) -> None:
        column.insertWidget(column.count() - 1, widget)
        self._made.append(widget)

    def _patient(self, view: PatientView) -> QWidget:
        theme = self._theme
        accent, side = (theme.ally, "ally") if view.crew else (theme.team, "team")
        head = hbox(
            Portrait(theme, view.initials, accent, 34, side, view.drawing),
            label(view.name, "strong"),
            ...,
            label(view.where, "small"),
            gap=theme.px(9),
        )
        card = self._card(view.cards, head, view.note)
        card.setProperty("subject", view.id)
        card.setAccessibleName(f"{view.name}, {view.where}")
        return card

    def _card(self, deeds: tuple[DeedView, ...], head: QHBoxLayout | None = None, note: str = "") -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        side = self._theme.px(10)
        column = vbox(
            head if head is not None else None,
            label(note, "small", "gold", wrap=True) if note else None,
            of=card,
            margins=(side, self._theme.px(8)),
            gap=self._theme.px(5),
        )
        for view in deeds:
            made = Deed(self._theme, view)
            column.addWidget(made)
            if made.button is not None:
                made.button.clicked.connect(lambda checked=False, command=view.command: self.chosen.emit(command))
                self.buttons.append((view.command, made.button))
        return card

    def button(self, command: object) -> QPushButton:
        """Return the button of a command. Raises `KeyError` if it has none."""
        return dict(self.buttons)[command]

    def _focus_first(self, reason: Qt.FocusReason) -> None:
        for _, button in self.buttons[:1]:
            button.setFocus(reason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.NoFocusReason:
            self._focus_first(event.reason())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button by Enter too."""
        focused = QApplication.focusWidget()
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(focused, QPushButton) and self.isAncestorOf(focused):
            focused.click()
        else:
            super().keyPressEvent(event)
