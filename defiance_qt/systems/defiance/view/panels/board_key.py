"""What the marks on the board mean, in a rail: a line for each kind that is shown now."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import boxed, hbox, put, vbox
from defiance_qt.shell.kit.labels import heading, label
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.theme import Theme

KINDS = ("reach", "beyond", "choice", "close", "far", "out", "into")
WIDE, HIGH = 26, 16


class Swatch(QWidget):
    """A mark in little, as the board draws it."""

    def __init__(self, theme: Theme, kind: str) -> None:
        super().__init__()
        self._theme, self._kind = theme, kind
        self.setFixedSize(theme.px(WIDE), theme.px(HIGH))

    def sizeHint(self) -> QSize:
        return self.size()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, kind = self._theme, self._kind
        painter = smooth(self)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        if kind in ("out", "into"):
            style = Qt.PenStyle.SolidLine if kind == "out" else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(theme.team if kind == "out" else theme.danger), theme.px(2), style))
            painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()))
            return
        colours = {"reach": theme.team, "beyond": theme.team, "choice": theme.choice}
        colour = QColor(colours.get(kind, theme.danger))
        dotted = kind in ("far", "beyond")
        painter.setPen(QPen(colour, 1.6, Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine))
        fill = QColor(colour)
        fill.setAlphaF(0.0 if kind == "choice" else 0.12 if dotted else 0.22)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 3, 3)
        if kind == "close":
            painter.setClipRect(box)
            painter.setPen(QPen(colour, 1))
            for left in range(-self.height(), self.width(), self._theme.px(5)):
                painter.drawLine(QPointF(left, box.bottom()), QPointF(left + box.height(), box.top()))


class BoardKey(QWidget):
    """The part of the rail. `threat_key` shows and hides what Enemies threaten."""

    def __init__(self, theme: Theme, words: Words, threat_key: str) -> None:
        super().__init__()
        column = vbox(heading(words("view.key.title")), of=self, margins=0, gap=theme.px(4))
        self._rows: dict[str, QWidget] = {}
        for kind in KINDS:
            self._rows[kind] = self._row(Swatch(theme, kind), words(f"view.key.{kind}"), theme)
            self._rows[kind].hide()
            column.addWidget(self._rows[kind])
        self._hint = self._row(label(threat_key, "key"), words("view.key.threat"), theme)
        column.addWidget(self._hint)
        self.setAccessibleName(words("view.key.title"))

    def _row(self, sign: QWidget, text: str, theme: Theme) -> QWidget:
        return boxed(hbox(sign, (label(text, "small", wrap=True), 1), margins=0, gap=theme.px(9)))

    @property
    def shown(self) -> frozenset[str]:
        """The kinds that are explained."""
        return frozenset(kind for kind, row in self._rows.items() if not row.isHidden())

    def show_marks(self, kinds: frozenset[str]) -> None:
        """Explain these kinds. Without a threat the key that shows one is named."""
        for kind, row in self._rows.items():
            row.setVisible(kind in kinds)
        self._hint.setVisible(not kinds & {"close", "far"})


class ThreatKey(QFrame):
    """What the marks of a threat mean, over the board at its foot: for a window whose rails have no room for it."""

    KINDS = ("close", "far")

    def __init__(self, theme: Theme, words: Words, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self.setProperty("role", "floating")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = hbox(of=self, margins=[theme.px(side) for side in (12, 7, 12, 7)], gap=theme.px(9))
        for kind in self.KINDS:
            put(row, Swatch(theme, kind), label(words(f"view.key.{kind}"), "small"))
        self.setAccessibleName(", ".join(words(f"view.key.{kind}") for kind in self.KINDS))
        self.hide()

    def show_marks(self, kinds: frozenset[str]) -> None:
        """Show the key while one of these kinds is a threat."""
        self.setVisible(bool(kinds & set(self.KINDS)))
        self.place()

    def place(self) -> None:
        """Move to the lower left corner of the board."""
        self.adjustSize()
        self.move(12, self._over.height() - self.height() - 12)
