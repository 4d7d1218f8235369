"""Explains a widget by terms of the glossary: a card under the pointer or at the focus, a description for a screen
reader."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QToolTip, QWidget

from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.theme import Theme
from defiance_qt.shell.tips import tip_card
from defiance_qt.words.terms import Term, term_card

EXPLAINED = "explained"
STEPS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)


def explain(widget: QWidget, *terms: Term) -> None:
    """Give a widget the card of these terms, and their texts as its description."""
    widget.setToolTip(term_card(*terms))
    widget.setAccessibleDescription(" ".join(term.spoken for term in terms))
    widget.setProperty(EXPLAINED, bool(terms))


class Explained(NamedTuple):
    """A word or sign with its place in the widget that holds it, its card, and what a screen reader says."""

    place: QRect
    tip: str
    spoken: str


class TermWalk(QObject):
    """Lets the keyboard reach what is explained within a widget: once that has the focus, Right and Left go from one
    word or sign to the next, and each shows its card. `spoken` is what was said last."""

    def __init__(self, holder: QWidget, theme: Theme) -> None:
        super().__init__(holder)
        self._holder = holder
        self._at = -1
        self.spoken = ""
        self._ring = QFrame(holder)
        self._ring.setStyleSheet(f"border: 2px solid {theme.blue}; border-radius: 6px; background: transparent;")
        self._ring.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._ring.hide()
        holder.installEventFilter(self)

    def found(self) -> list[Explained]:
        """Return all that is explained and visible, in reading order, each card once."""
        parts = [one for widget in self._holder.findChildren(QWidget) if widget.isVisible() for one in self._of(widget)]
        ordered = sorted(parts, key=lambda one: (one.place.center().y() // 8, one.place.x()))
        return list({one.tip: one for one in reversed(ordered)}.values())[::-1]

    def _of(self, widget: QWidget) -> list[Explained]:
        corner = widget.mapTo(self._holder, QPoint(0, 0))
        if isinstance(widget, Chips):
            return [
                Explained(box.translated(corner), tip_card(chip.text, chip.tip), f"{chip.text}. {chip.tip}")
                for chip, box in widget.places()
                if chip.tip
            ]
        if not widget.property(EXPLAINED):
            return []
        return [Explained(QRect(corner, widget.size()), widget.toolTip(), widget.accessibleDescription())]

    def go(self, by: int) -> None:
        """Go to the next or the previous part, and show its card."""
        parts = self.found()
        if not parts:
            return
        self._at = (self._at + by) % len(parts) if self._at >= 0 else (0 if by > 0 else len(parts) - 1)
        part = parts[self._at]
        self._ring.setGeometry(part.place.adjusted(-3, -2, 3, 2))
        self._ring.show()
        self._ring.raise_()
        QToolTip.showText(self._holder.mapToGlobal(part.place.bottomLeft() + QPoint(0, 4)), part.tip, self._holder)
        self.spoken = part.spoken
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._holder, part.spoken))

    def leave(self) -> None:
        self._at = -1
        self._ring.hide()
        QToolTip.hideText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.leave()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            by = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
            if by and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                self.go(by)
                return True
        return False


class TipOnFocus(QObject):
    """Makes a widget a stop of Tab, where it shows its tip. Focus that comes because another widget has gone shows
    none: the release of the key tells the two apart, which goes to the new focus."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._widget = widget
        widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease and event.key() in STEPS:
            widget = self._widget
            QToolTip.showText(widget.mapToGlobal(widget.rect().bottomLeft()), widget.toolTip(), widget)
        elif event.type() == QEvent.Type.FocusOut:
            QToolTip.hideText()
        return False
