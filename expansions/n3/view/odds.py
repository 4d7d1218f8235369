"""The odds before the dice: bars of chances that add up to one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.lists import write
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip

from .values import BarView, ShareView

LINE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


class OddsPanel(QWidget):
    """A bar for who hits, and one for what becomes of each side."""

    ROW, TITLE, NOTE = 30, 190, 210

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.bars: tuple[BarView, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_odds(self, title: str, bars: Sequence[BarView]) -> None:
        """Show bars, or nothing."""
        self.bars = tuple(bars)
        self.setAccessibleName(". ".join(map(self.spoken, bars)))
        set_tip(self, "\n".join(map(self.spoken, bars)))
        self.setVisible(bool(bars))
        self.updateGeometry()
        self.update()

    @staticmethod
    def spoken(bar: BarView) -> str:
        """Return a bar in words."""
        return f"{bar.title}: {', '.join(f'{one.text} {one.share:.0%}' for one in bar.shares)}. {bar.note}"

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(400), self._theme.px(self.ROW * len(self.bars) + 16))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(260), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius, theme.radius)
        pad = theme.px(12)
        metrics = QFontMetricsF(font(theme, theme.size_text, 600))
        named = max((metrics.horizontalAdvance(bar.title) for bar in self.bars), default=0) + theme.px(12)
        title = min(max(theme.px(self.TITLE), named), self.width() * 0.36)
        note = min(theme.px(self.NOTE), self.width() * 0.25)
        for place, bar in enumerate(self.bars):
            row = QRectF(pad, theme.px(8) + place * theme.px(self.ROW), self.width() - 2 * pad, theme.px(self.ROW))
            inks = {"team": theme.team, "enemy": theme.enemy, "": theme.text_strong}
            head = QRectF(row.left(), row.top(), title - theme.px(8), row.height())
            write(painter, head, bar.title, font(theme, theme.size_text, 600), inks[bar.tone], LINE)
            right = row.right() - (note if bar.note else 0)
            self._paint_bar(painter, bar, QRectF(row.left() + title, row.top() + 5, right - row.left() - title, 20))
            rest = QRectF(right + theme.px(10), row.top(), row.right() - right - theme.px(10), row.height())
            write(painter, rest, bar.note, font(theme, theme.size_small), theme.muted, LINE)

    def _paint_bar(self, painter: QPainter, bar: BarView, box: QRectF) -> None:
        x = box.left()
        for one in bar.shares:
            wide = box.width() * one.share
            self._paint_share(painter, one, QRectF(x, box.top(), wide, box.height()).adjusted(1, 0, -1, 0))
            x += wide

    def _paint_share(self, painter: QPainter, one: ShareView, box: QRectF) -> None:
        theme = self._theme
        fill, ink = chip_colours(theme, one.tone)
        painter.setPen(QPen(QColor(ink if one.tone else theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 4, 4)
        face = font(theme, theme.size_small, 600)
        for text in (f"{one.text} {one.share:.0%}", f"{one.share:.0%}"):
            if QFontMetricsF(face).horizontalAdvance(text) + 6 <= box.width():
                write(painter, box, text, face, theme.text_strong, CENTRE)
                return
