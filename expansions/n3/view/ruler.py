"""The ruler: the range bands of the weapons that face each other, and the distance."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.lists import write
from defiance_qt.shell.theme import Theme, font

from .values import BandView, RangeView, RulerView

LINE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


class RulerPanel(QWidget):
    """A row of bands for each weapon, over one scale."""

    HEAD, ROW, SCALE, NAMES = 26, 36, 20, 150

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.view: RulerView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_ruler(self, view: RulerView | None) -> None:
        """Show a ruler, or none."""
        if view != self.view:
            self.view = view
            self.updateGeometry()
            self.update()
        self.setVisible(view is not None)
        if view is not None:
            rows = (f"{row.who}, {row.weapon}: {', '.join(band.text for band in row.bands)}" for row in view.rows)
            self.setAccessibleName(f"{view.title}: {view.note}. {'. '.join(rows)}")

    def sizeHint(self) -> QSize:
        rows = len(self.view.rows) if self.view is not None else 0
        return QSize(self._theme.px(400), self._theme.px(self.HEAD + self.ROW * rows + self.SCALE + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(260), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        view, theme = self.view, self._theme
        if view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius, theme.radius)
        pad = theme.px(12)
        wide, head = self.width() - 2 * pad, QRectF(pad, 2, self.width() - 2 * pad, theme.px(self.HEAD))
        used = write(painter, head, view.title, font(theme, theme.size_text, 600), theme.text_strong, LINE)
        note = head.adjusted(used + pad, 0, 0, 0)
        write(painter, note, view.note, font(theme, theme.size_small), theme.muted, RIGHT)
        left = pad + min(theme.px(self.NAMES), wide / 3)
        scale = QRectF(left, head.bottom(), self.width() - pad - left, theme.px(self.ROW) * len(view.rows))
        end = max(view.ends[-1][0], 1)
        for place, row in enumerate(view.rows):
            self._paint_row(painter, row, scale, place, end, pad)
        self._paint_scale(painter, view, scale, end)

    def _paint_row(self, painter: QPainter, row: RangeView, scale: QRectF, place: int, end: float, pad: float) -> None:
        theme = self._theme
        top, high = scale.top() + place * theme.px(self.ROW), theme.px(self.ROW)
        names = QRectF(pad, top, scale.left() - pad - theme.px(8), high / 2)
        ink = theme.team if row.tone == "team" else theme.enemy
        write(painter, names, row.who, font(theme, theme.size_text, 600), ink, LINE)
        write(painter, names.translated(0, high / 2), row.weapon, font(theme, theme.size_small), theme.muted, LINE)
        each = scale.width() / end
        for band in row.bands:
            box = QRectF(scale.left() + band.near * each, top + 4, (band.far - band.near) * each, high - theme.px(10))
            self._paint_band(painter, band, box.adjusted(1, 0, -1, 0))

    def _paint_band(self, painter: QPainter, band: BandView, box: QRectF) -> None:
        theme = self._theme
        fill, ink = chip_colours(theme, band.tone)
        painter.setPen(QPen(QColor(ink if band.tone else theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 4, 4)
        write(painter, box, band.text, font(theme, theme.size_small, 600), theme.text_strong, CENTRE)

    def _paint_scale(self, painter: QPainter, view: RulerView, scale: QRectF, end: float) -> None:
        theme, each = self._theme, scale.width() / end
        room = theme.px(40)
        for at, text in view.ends:
            box = QRectF(scale.left() + at * each - room / 2, scale.bottom(), room, theme.px(self.SCALE))
            box.moveRight(min(box.right(), self.width() - 2))
            write(painter, box, text, font(theme, theme.size_small), theme.muted, CENTRE)
        if view.at is None:
            return
        x = scale.left() + min(view.at, end) * each
        painter.setPen(QPen(QColor(theme.text_strong), 2))
        painter.drawLine(QPointF(x, scale.top()), QPointF(x, scale.bottom()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text_strong))
        half = theme.px(6)
        top = scale.top() - half
        painter.drawPolygon(QPolygonF([QPointF(x - half, top), QPointF(x + half, top), QPointF(x, top + 1.4 * half)]))
