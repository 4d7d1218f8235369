"""The timeline panel: the head among the steps, chapters, gains and losses, checkpoints and branches."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractSlider, QComboBox, QFrame, QHBoxLayout, QToolButton, QToolTip, QVBoxLayout

from defiance_qt.core.system import Words
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.panels.elided import Elided
from defiance_qt.shell.panels.widgets import label
from defiance_qt.shell.present.values import BranchView, MarkView, TimelineView
from defiance_qt.shell.theme import Theme, font, icon

LINE = 46
SIDE = 18
ROW = 22
ORDER = ("chapter", "checkpoint", "loss", "gain", "note")
FLAGS = {"gain": "☠", "loss": "✚", "checkpoint": "⚑", "note": "✎"}


class Track(QAbstractSlider):
    """The timeline's track. Dragging or arrow keys move the head. A click on a branch goes to its tip."""

    sought = Signal(int)
    branched = Signal(int)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view = TimelineView(0, 0, "")
        self._small = font(theme, theme.size_small - 1)
        self._dragged = -1
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("ui.timeline.title"))
        self.setMouseTracking(True)
        self.actionTriggered.connect(self._acted)

    def show_timeline(self, view: TimelineView) -> None:
        self._view = view
        blocked = self.blockSignals(True)
        self.setRange(0, max(0, view.end))
        self.setPageStep(max(1, view.end // 12))
        self.setValue(view.head)
        self.blockSignals(blocked)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, 118)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 104)

    def _acted(self, action: int) -> None:
        if self.sliderPosition() != self._view.head:
            self.sought.emit(self.sliderPosition())

    # -- geometry

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._small)

    def _x(self, depth: float) -> float:
        width = self.width() - 2 * SIDE
        return SIDE + (width * depth / self._view.end if self._view.end else 0)

    def _depth(self, x: float) -> int:
        width = max(1, self.width() - 2 * SIDE)
        return round(max(0.0, min(1.0, (x - SIDE) / width)) * self._view.end)

    def _branch_rows(self) -> list[tuple[BranchView, float, float, float]]:
        """Return each branch with its start, its end and its height, in pixels."""
        rows = []
        room = max(1, int((self.height() - LINE - 20) // ROW))
        for place, branch in enumerate(self._view.branches[-room:]):
            start = self._x(max(0, branch.depth))
            stop = min(self.width() - SIDE * 1.0, max(start + 60, self._x(branch.depth + branch.length)))
            rows.append((branch, start, max(start, stop), LINE + 34.0 + place * ROW))
        return rows

    # -- input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        for branch, start, stop, y in self._branch_rows():
            if abs(event.position().y() - y) < ROW / 2 and start - 20 < event.position().x() < stop + 160:
                self.branched.emit(branch.tip)
                return
        self._dragged = self._depth(event.position().x())
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            depth = self._depth(event.position().x())
            if depth != self._dragged:
                self._dragged = depth
                self.sought.emit(depth)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            depth, self._dragged = self._depth(event.position().x()), -1
            if depth != self._view.head:
                self.sought.emit(depth)
            self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            near = [m for m in self._view.marks if abs(self._x(m.depth) - event.pos().x()) < 7]
            QToolTip.showText(event.globalPos(), "\n".join(mark.text for mark in near[:6]), self)
            return True
        return super().event(event)

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small)
        head = self._x(view.head)
        for branch, start, stop, y in self._branch_rows():
            self._paint_branch(painter, branch, start, stop, y)
        painter.setPen(QPen(QColor(theme.pip_empty), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(SIDE, LINE), QPointF(self.width() - SIDE, LINE))
        painter.setPen(QPen(QColor(theme.team), 6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(SIDE, LINE), QPointF(head, LINE))
        self._paint_marks(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.text_strong))
        painter.drawEllipse(QPointF(head, LINE), 8, 8)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.blue), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(head, LINE), 11, 11)

    def _paint_marks(self, painter: QPainter) -> None:
        """Draw a dot or tick for each mark, and texts where there is room: checkpoints first, then losses, then
        gains."""
        theme = self._theme
        metrics = self._metrics()
        self._paint_chapters(painter)
        taken: list[tuple[float, float]] = []
        for mark in sorted(self._distinct(), key=lambda mark: ORDER.index(mark.kind)):
            x = self._x(mark.depth)
            if mark.kind == "chapter":
                continue
            colour = {"gain": theme.enemy, "loss": theme.danger, "checkpoint": theme.gold}.get(mark.kind, theme.blue)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawEllipse(QPointF(x, LINE), 5.5, 5.5)
            text = f"{FLAGS[mark.kind]} {mark.text}"
            wide = metrics.horizontalAdvance(text)
            left = max(2.0, min(x - wide / 2, self.width() - wide - 4.0))
            if all(left > end or left + wide < start for start, end in taken):
                painter.setPen(QColor(colour))
                painter.drawText(QPointF(left, LINE + 23), text)
                taken.append((left - 10, left + wide + 10))

    def _distinct(self) -> list[MarkView]:
        """Return the marks without those that would be drawn on the same pixel as one of their kind: the marks of a
        very long game are many times as many as there are pixels."""
        found: dict[tuple[str, int], MarkView] = {}
        for mark in self._view.marks:
            found[mark.kind, round(self._x(mark.depth))] = mark
        return list(found.values())

    def _paint_chapters(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.muted), 1.2))
        for mark in self._distinct():
            if mark.kind == "chapter":
                x = self._x(mark.depth)
                painter.drawLine(QPointF(x, LINE - 11), QPointF(x, LINE + 11))
        for text, left in self.chapter_labels():
            painter.drawText(QPointF(left, LINE - 18), text)

    def chapter_labels(self) -> list[tuple[str, float]]:
        """Return the chapter names that fit, with their left edges. The latest has priority, then the first, then the
        others from newest to oldest. No name extends past the edge."""
        metrics = self._metrics()
        chapters = [mark for mark in self._view.marks if mark.kind == "chapter"]
        others = [mark for mark in self._distinct() if mark.kind == "chapter"]
        found: list[tuple[str, float]] = []
        taken: list[tuple[float, float]] = []
        for mark in (*chapters[-1:], *chapters[:1], *reversed(others)):
            wide = metrics.horizontalAdvance(mark.text)
            left = max(2.0, min(self._x(mark.depth), self.width() - wide - 4.0))
            if all(left >= end or left + wide <= start for start, end in taken):
                found.append((mark.text, left))
                taken.append((left - 12, left + wide + 12))
        return found

    def _paint_branch(self, painter: QPainter, branch: BranchView, start: float, stop: float, y: float) -> None:
        theme = self._theme
        path = QPainterPath(QPointF(start, LINE))
        bend = min(40.0, stop - start)
        path.cubicTo(QPointF(start + bend * 0.35, y), QPointF(start + bend * 0.45, y), QPointF(start + bend, y))
        path.lineTo(QPointF(stop, y))
        painter.setPen(QPen(QColor(theme.enemy), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setOpacity(0.6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.enemy))
        painter.drawEllipse(QPointF(stop, y), 5, 5)
        painter.setOpacity(1)
        painter.setPen(QColor(theme.enemy))
        text = f"“{branch.text}”" if branch.named else branch.text
        wide = self._metrics().horizontalAdvance(text)
        left = stop + 12 if stop + 12 + wide < self.width() else max(2.0, start - wide - 10)
        painter.drawText(QRectF(left, y - 10, wide + 4, 20), Qt.AlignmentFlag.AlignVCenter, text)


class TimelinePanel(QFrame):
    """The track with its title, the playback buttons, and the speed of autoplay."""

    sped = Signal(str)

    def __init__(self, theme: Theme, words: Words, tape: tuple[tuple[QAction, str], ...], speed: str) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.track = Track(theme, words)
        self._note = Elided("small")
        self._speed = QComboBox()
        self._speed.setAccessibleName(words("ui.speed"))
        self._speed.setToolTip(words("ui.speed.tip"))
        self._speed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for id in SPEEDS:
            self._speed.addItem(words(f"ui.speed.{id}"), id)
        self._speed.setCurrentIndex(list(SPEEDS).index(speed))
        self._speed.currentIndexChanged.connect(lambda place: self.sped.emit(self._speed.itemData(place)))
        self._icons = {name: icon(name, theme.text, 18, theme.faint) for name in ("play", "pause")}
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(label(words("ui.timeline.title"), "strong"))
        head.addSpacing(10)
        head.addWidget(self._note)
        head.addSpacing(6)
        head.addStretch(1)
        self._play: QToolButton | None = None
        for action, name in tape:
            button = QToolButton()
            action.setIcon(icon(name, theme.text, 18, theme.faint))
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setProperty("role", "quiet")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(action.text())
            head.addWidget(button)
            if name == "play":
                self._play = button
        head.addSpacing(6)
        head.addWidget(self._speed)
        body = QVBoxLayout(self)
        body.setContentsMargins(16, 8, 12, 6)
        body.setSpacing(2)
        body.addLayout(head)
        body.addWidget(self.track, 1)

    def show_timeline(self, view: TimelineView) -> None:
        self._note.set_words(view.note)
        self.track.show_timeline(view)

    def set_playing(self, playing: bool) -> None:
        if self._play is not None:
            self._play.defaultAction().setIcon(self._icons["pause" if playing else "play"])
