"""The road of a campaign below the ship: its missions as a strip. A mission that was played leads back to it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QPushButton, QSizePolicy, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, hbox, vbox
from defiance_qt.shell.kit.elided import Elided, fitted_lines, wide_lines
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.relayout import reflow
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip
from defiance_qt.systems.defiance.view.present.road import RoadView, StopView

HEXAGON = ((0.5, 0.0), (0.93, 0.25), (0.93, 0.75), (0.5, 1.0), (0.07, 0.75), (0.07, 0.25))


def hexagon(box: QRectF) -> QPolygonF:
    """Return a hexagon that stands on its point."""
    return QPolygonF([QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in HEXAGON])


class Stop(QPushButton):
    """A mission on the road: a hexagon with its number, its name and how it ended."""

    SIZE = 40

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self.view: StopView | None = None
        self.last = False
        self.setProperty("role", "quiet")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_stop(self, view: StopView, last: bool) -> None:
        self.view, self.last = view, last
        back = view.state in ("won", "lost")
        self.setEnabled(back)
        self.setAccessibleName(view.spoken)
        set_tip(self, f"{view.spoken}\n{self._words('view.road.back')}" if back else view.spoken)
        self.updateGeometry()
        self.update()

    def _face(self, size: int, weight: int = 400) -> QFontMetrics:
        return QFontMetrics(font(self._theme, size, weight))

    def sizeHint(self) -> QSize:
        theme, view = self._theme, self.view
        name = self._face(theme.size_small, 600).horizontalAdvance(view.name if view else "") + theme.px(6)
        note = self._face(theme.size_small).horizontalAdvance(view.note if view else "") + theme.px(6)
        return QSize(max(theme.px(66), min(max(name, note), theme.px(130))), self._high())

    def minimumSizeHint(self) -> QSize:
        return QSize(max(self._theme.px(self.SIZE + 16), self._least() + 4), self._high())

    def _least(self) -> int:
        """Return the width below which a word would have to be cut."""
        theme, view = self._theme, self.view
        if view is None:
            return 0
        wide, words = self._face(theme.size_small - 1, 600).horizontalAdvance, view.name.split(" ")
        splits = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words) + 1))
        name = min(max(wide(first), wide(second)) for first, second in splits)
        return max(name, self._face(theme.size_small).horizontalAdvance(view.note))

    def unread(self) -> list[str]:
        """Return what has no room."""
        if self.view is None:
            return []
        lines, face = self.name_lines()
        whole = self.view.name == "".join(lines) and wide_lines(lines, face) <= self.width()
        note = self._face(self._theme.size_small).horizontalAdvance(self.view.note) <= self.width() - 2
        return [*([] if whole else [self.view.name]), *([] if note else [self.view.note])]

    def _high(self) -> int:
        """Return the height of a hexagon with two lines of a name and a note."""
        return self._theme.px(self.SIZE + 11) + 3 * self._face(self._theme.size_small).height()

    def name_lines(self) -> tuple[list[str], QFont]:
        """Return the name and its font: in one line, or in two where it is too long for one, a little smaller where a
        word is too long; what is too long even so is elided."""
        theme, text = self._theme, self.view.name if self.view is not None else ""
        faces = (font(theme, size, 600) for size in (theme.size_small, theme.size_small - 1))
        return fitted_lines(text, faces, self.width() - 2, 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        if view is None:
            return
        painter = smooth(self)
        size = theme.px(self.SIZE)
        box = QRectF((self.width() - size) / 2, theme.px(6), size, size)
        middle = box.center().y()
        accent, fill, ink = {
            "won": (theme.team, theme.team_fill, theme.team_ink),
            "lost": (theme.danger, theme.danger_fill, theme.danger_ink),
            "next": (theme.gold, theme.gold_fill, theme.gold_ink),
        }.get(view.state, (theme.raised_border, theme.panel, theme.muted))
        done = view.state in ("won", "lost")
        painter.setPen(QPen(QColor(theme.team if done else theme.raised_border), theme.px(3)))
        if view.number > 1:
            painter.drawLine(QPointF(0, middle), QPointF(box.left(), middle))
        if not self.last:
            painter.drawLine(QPointF(box.right(), middle), QPointF(self.width(), middle))
        style = Qt.PenStyle.DashLine if view.state == "later" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(accent), theme.px(2), style))
        painter.setBrush(QColor(fill))
        painter.drawPolygon(hexagon(box))
        painter.setPen(QColor(ink))
        painter.setFont(font(theme, theme.size_heading, 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(view.number))
        if done:
            mark = QRectF(box.right() - theme.px(12), box.top() - theme.px(3), theme.px(16), theme.px(16))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(accent))
            painter.drawEllipse(mark)
            inset = theme.px(3)
            sign = "check" if view.state == "won" else "close"
            paint_icon(painter, mark.adjusted(inset, inset, -inset, -inset), sign, theme.on_accent)
        if view.jump:
            painter.setPen(QPen(QColor(theme.gold), theme.px(2)))
            for place in (0, theme.px(5)):
                x = self.width() - theme.px(9) + place
                arm = theme.px(6)
                painter.drawPolyline(
                    QPolygonF([QPointF(x - 3, middle - arm), QPointF(x + 3, middle), QPointF(x - 3, middle + arm)])
                )
        self._words_below(painter, view, box.bottom() + theme.px(3))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.blue), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _words_below(self, painter: QPainter, view: StopView, top: float) -> None:
        theme, small = self._theme, self._theme.size_small
        line = self._face(small).height()
        room = self.width() - 2
        strong = view.state in ("won", "lost", "next")
        named = theme.text_strong if strong else theme.muted
        noted = theme.gold if view.state == "next" else theme.muted
        name, face = self.name_lines()
        lines = [*((text, face, named) for text in name), (view.note, font(theme, small), noted)]
        for place, (text, face, colour) in enumerate(lines):
            painter.setFont(face)
            painter.setPen(QColor(colour))
            area = QRectF(1, top + place * line, room, line)
            # Qt elides what is a fraction of a pixel too wide.
            shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, room + 1)
            painter.drawText(area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, shown)


class RoadPanel(QFrame):
    """The road. `sought` carries the name of a mission to go back to."""

    sought = Signal(str)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self.setObjectName("road")
        self.setProperty("role", "bar")
        self._theme, self._words = theme, words
        self._view: RoadView | None = None
        self._title, self._note = label("", "strong"), Elided("small")
        inside = QWidget()
        self._row = hbox(of=inside, margins=0, gap=0)
        self._area = Scroll(inside)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._area.setProperty("strip", True)
        self._stops: list[Stop] = []
        side = theme.px(14)
        vbox(
            hbox(self._title, self._note, ..., gap=theme.px(10)),
            (self._area, 1),
            of=self,
            margins=(side, theme.px(7), side, theme.px(3)),
            gap=theme.px(4),
        )
        self.hide()

    def show_road(self, view: RoadView) -> None:
        if view == self._view:
            return
        self._view = view
        self._title.setText(view.title)
        self._note.set_words(view.note)
        self.setAccessibleName(f"{view.title}, {view.note}")
        while len(self._stops) < len(view.stops):
            made = Stop(self._theme, self._words)
            made.clicked.connect(partial(self._sought, len(self._stops)))
            self._stops.append(made)
            self._row.addWidget(made, 1)
        for place, stop in enumerate(self._stops):
            stop.setVisible(place < len(view.stops))
            if place < len(view.stops):
                stop.show_stop(view.stops[place], place + 1 == len(view.stops))
        QTimer.singleShot(0, self, self._reveal)  # once the stops have their new widths

    def _reveal(self) -> None:
        """Scroll to where the campaign is, where the road has no room for all its missions."""
        there = [stop for stop in self._stops if stop.view is not None and stop.view.state != "later"]
        if there:
            reflow(there[-1])
            self._area.ensureWidgetVisible(there[-1], self._theme.px(120), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    def stop(self, place: int) -> Stop:
        return self._stops[place]

    def _sought(self, place: int, checked: bool = False) -> None:
        view = self._stops[place].view
        if view is not None:
            self.sought.emit(view.name)
