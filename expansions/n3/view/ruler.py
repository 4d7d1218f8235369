"""The ruler: the range bands of the weapons that face each other, and the distance."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.lists import write
from defiance_qt.shell.theme import Theme, font

from .values import BandView, RangeView, RulerView

LINE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)


class RulerPanel(QWidget):
    """A row of bands for each weapon, over one scale. While a distance is asked for, `measured` carries the one that is
    clicked, in centimetres."""

    measured = Signal(float)
    HEAD, ROW, SCALE, NAMES = 26, 36, 20, 150

    _ARROW = Qt.CursorShape.ArrowCursor

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.view: RulerView | None = None
        self._pointed: float | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_ruler(self, view: RulerView | None) -> None:
        """Show a ruler, or none."""
        if view != self.view:
            self.view = view
            self._pointed = None
            self.setCursor(Qt.CursorShape.PointingHandCursor if view is not None and view.asks else self._ARROW)
            self.updateGeometry()
            self.update()
        self.setVisible(view is not None)
        if view is not None:
            rows = (f"{row.who}, {row.weapon}: {', '.join(band.text for band in row.bands)}" for row in view.rows)
            self.setAccessibleName(f"{view.title}: {view.note}. {'. '.join(rows)}")

    # -- the pointer

    def _scale(self) -> QRectF:
        """Return where the bands are."""
        theme, pad = self._theme, self._theme.px(12)
        left = pad + min(theme.px(self.NAMES), (self.width() - 2 * pad) / 3)
        rows = len(self.view.rows) if self.view is not None else 0
        return QRectF(left, 2 + theme.px(self.HEAD), self.width() - pad - left, theme.px(self.ROW) * rows)

    def _at(self, place: QPointF) -> float | None:
        """Return the distance at a place, a whole one, None beside the bands."""
        scale, view = self._scale(), self.view
        if view is None or not scale.contains(place):
            return None
        return float(round((place.x() - scale.left()) / scale.width() * max(view.ends[-1][0], 1)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, at: float | None) -> None:
        if at != self._pointed:
            self._pointed = at
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position())
        if at is not None and self.view is not None and self.view.asks:
            self.measured.emit(at)

    # -- looks

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
        head = QRectF(pad, 2, self.width() - 2 * pad, theme.px(self.HEAD))
        used = write(painter, head, view.title, font(theme, theme.size_text, 600), theme.text_strong, LINE)
        note = head.adjusted(used + pad, 0, 0, 0)
        told = view.note if self._pointed is None else self._told(view, self._pointed)
        write(painter, note, told, font(theme, theme.size_small), theme.muted, RIGHT)
        scale, end = self._scale(), max(view.ends[-1][0], 1)
        for place, row in enumerate(view.rows):
            self._paint_row(painter, row, scale, place, end, pad)
        self._paint_scale(painter, view, scale, end)
        if self._pointed is not None:
            x = scale.left() + self._pointed * scale.width() / end
            painter.setPen(QPen(QColor(theme.text_strong), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(x, scale.top()), QPointF(x, scale.bottom()))

    @staticmethod
    def _told(view: RulerView, at: float) -> str:
        """Return what each weapon has at a distance."""
        parts = [f"{at / view.unit:.0f} {view.unit_name}"]
        for row in view.rows:
            band = next((band for band in row.bands if band.near < at <= band.far), None)
            parts.append(f"{row.who} {band.text if band is not None else '–'}")
        return " · ".join((*parts, view.asks)) if view.asks else " · ".join(parts)

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
            mark = scale.left() + self.view.at * each if self.view is not None and self.view.at is not None else -1.0
            self._paint_band(painter, band, box.adjusted(1, 0, -1, 0), mark)

    def _paint_band(self, painter: QPainter, band: BandView, box: QRectF, mark: float) -> None:
        """Paint a band, its MOD beside the mark of the distance at `mark`."""
        theme = self._theme
        fill, ink = chip_colours(theme, band.tone)
        painter.setPen(QPen(QColor(ink if band.tone else theme.raised_border), 1))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 4, 4)
        half = theme.px(16)
        if abs(mark - box.center().x()) < half:
            box = box.adjusted(half, 0, half, 0) if mark <= box.center().x() else box.adjusted(-half, 0, -half, 0)
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
        paint_mark(painter, theme, scale.left() + min(view.at, end) * each, scale.top(), scale.bottom())


def paint_mark(painter: QPainter, theme: Theme, x: float, top: float, bottom: float) -> None:
    """Paint the mark of a distance, down from its head."""
    painter.setPen(QPen(QColor(theme.text_strong), 2))
    painter.drawLine(QPointF(x, top), QPointF(x, bottom))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.text_strong))
    half = theme.px(6)
    head = top - half
    painter.drawPolygon(QPolygonF([QPointF(x - half, head), QPointF(x + half, head), QPointF(x, head + 1.4 * half)]))
