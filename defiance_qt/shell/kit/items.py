"""Items of a line: a picture, words and a value, explained by a tip. Gauges, and decks of cards."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QFocusEvent, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from defiance_qt.core.port import Gauge, Words
from defiance_qt.shell.kit.gauges import paint_cell
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.present.values import DeckView
from defiance_qt.shell.roles import set_role
from defiance_qt.shell.theme import Theme, font, icon_names, paint_icon
from defiance_qt.shell.tips import set_tip

HIGH = 30


class Item(QWidget):
    """A few words in one line: painted, explained by a tip, and reached with Tab for those who use the keyboard."""

    ROLE = QAccessible.Role.StaticText

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._plain = font(theme, theme.size_small + 1)
        self._strong = font(theme, theme.size_small + 1, 600)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self, self.ROLE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(HIGH))

    def explain(self, text: str, tip: str) -> None:
        """Set what a hover, the focus and a screen reader tell."""
        set_tip(self, f"{text}\n{tip}" if tip else text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(tip)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)
        self.update()

    def wide(self) -> int:
        """Return the width that shows everything."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def least(self) -> int:
        """Return the width below which the item would be useless."""
        return self.wide()

    def sizeHint(self) -> QSize:
        return QSize(self.wide(), self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.least(), self.height())

    def _painter(self) -> QPainter:
        painter = smooth(self)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.blue), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        return painter

    def _paint_icon(self, painter: QPainter, name: str, colour: str) -> None:
        """Paint an icon at the left. A game may name one that the theme does not have."""
        size = self._theme.px(16)
        box = QRectF(0, (self.height() - size) / 2, size, size)
        paint_icon(painter, box, name if name in icon_names() else "state_other", colour)

    def _advance(self, text: str, strong: bool = False) -> int:
        return QFontMetrics(self._strong if strong else self._plain).horizontalAdvance(text)

    def _write(self, painter: QPainter, left: float, text: str, colour: str, strong: bool = False) -> float:
        """Write text from `left`, elided at the right edge of the item. Return where it ends."""
        face = self._strong if strong else self._plain
        metrics = QFontMetrics(face)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, round(self.width() - left)))
        painter.setFont(face)
        painter.setPen(QColor(colour))
        wide = metrics.horizontalAdvance(shown)
        area = QRectF(left, 0, wide + 2, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, shown)
        return left + wide


class GaugeItem(Item):
    """A gauge: its name and value, and a cell for each unit up to its end; of more than there is room for, a bar;
    without an end neither."""

    CELL, GAP, MOST = 9, 2, 12

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__(theme)
        self._words = words
        self._view = Gauge("", 0, 0)
        self._of = ""

    def show_gauge(self, view: Gauge) -> None:
        self._view = view
        self._of = f" {self._words('ui.progress.of', n=view.most)}" if view.most else ""
        self.explain(f"{view.text}{self._of}", view.tip)
        self.updateGeometry()
        self.update()

    def _cell(self) -> int:
        return self.CELL if self._view.most <= self.CELL else 5

    def least(self) -> int:
        theme = self._theme
        icon = theme.px(22)
        cells = min(self._view.most, self.MOST) * (theme.px(self._cell()) + theme.px(self.GAP)) + theme.px(7)
        return icon + self._advance(self._view.text, True) + cells

    def wide(self) -> int:
        return self.least() + self._advance(self._of)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, painter = self._theme, self._view, self._painter()
        colour = {"danger": theme.danger, "team": theme.team}.get(view.tone, theme.gold)
        self._paint_icon(painter, view.icon, colour)
        left = self._write(painter, theme.px(22), view.text, theme.text_strong, True)
        if self.width() >= self.wide():
            left = self._write(painter, left, self._of, theme.muted)
        left += theme.px(7)
        cell, gap, high = theme.px(self._cell()), theme.px(self.GAP), theme.px(12)
        if view.most > self.MOST:
            self._paint_bar(painter, QRectF(left, (self.height() - high) / 2, self.MOST * (cell + gap), high), colour)
            return
        for number in range(1, min(view.most, self.MOST) + 1):
            box = QRectF(left, (self.height() - high) / 2, cell, high).adjusted(0.5, 0.5, -0.5, -0.5)
            full = number <= view.value
            paint_cell(painter, box, colour if full else theme.muted, full)
            left += cell + gap

    def _paint_bar(self, painter: QPainter, box: QRectF, colour: str) -> None:
        box = box.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        full = QRectF(box)
        full.setWidth(box.width() * min(self._view.value, self._view.most) / self._view.most)
        painter.drawRoundedRect(full, 2, 2)
        painter.setPen(QPen(QColor(colour), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 2, 2)


class DeckItem(Item):
    """A deck, or any other store: its name and how many are left."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._view = DeckView("", "")

    def show_deck(self, view: DeckView) -> None:
        self._view = view
        self.explain(f"{view.name} {view.left}", view.tip)
        self.updateGeometry()
        self.update()

    def wide(self) -> int:
        return self._theme.px(22) + self._advance(f"{self._view.name} ") + self._advance(self._view.left, True) + 4

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, self._painter()
        self._paint_icon(painter, self._view.icon, theme.muted)
        left = self._write(painter, theme.px(22), f"{self._view.name} ", theme.muted)
        self._write(painter, left, self._view.left, theme.text_strong, True)
