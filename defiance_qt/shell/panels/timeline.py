"""The timeline panel: the head among the steps, chapters, gains and losses, checkpoints and branches, in one line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QFontMetrics,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractSlider, QFrame, QHBoxLayout, QMenu, QToolButton, QToolTip, QVBoxLayout

from defiance_qt.core.system import Words
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.panels.widgets import label
from defiance_qt.shell.present.timeline import reach, shown_marks, zooms
from defiance_qt.shell.present.values import BranchView, MarkView, TimelineView
from defiance_qt.shell.theme import Theme, font, icon, paint_icon

LINE_HIGH, BRANCHED_HIGH = 28, 62  # height of the panel without and with branches
TITLED = 1.5  # up to which size of words there is room for the title
SIDE = 12
ROW = 17
ICON = 15
ZOOMS = ("whole", "part", "chapter")
ORDER = ("checkpoint", "loss", "gain", "note")
Segment = tuple[float, float, str]  # see `Track.segments`
ICONS = {"gain": "death", "loss": "heart", "checkpoint": "checkpoint", "note": "note"}


class Track(QAbstractSlider):
    """The timeline's track: one line, with the names of chapters in it and the branches below. Dragging or arrow keys
    move the head. A click on a branch goes to its tip. It shows the whole, or the part or chapter with the head."""

    sought = Signal(int)
    branched = Signal(int)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view = TimelineView(0, 0, "")
        self._small = font(theme, theme.size_small)
        self._metrics = QFontMetrics(self._small)
        self._line = theme.px(LINE_HIGH) / 2
        self._widths: dict[str, int] = {}
        self._dragged = -1
        self._zoom = "part"
        self._reach = (0, 0)
        self._marks: tuple[MarkView, ...] = ()
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("ui.timeline.title"))
        self.setMouseTracking(True)
        self.actionTriggered.connect(self._acted)

    def set_zoom(self, zoom: str) -> None:
        """Show the "whole", or the "part" or "chapter" with the head."""
        self._zoom = zoom
        self._fit()
        self.update()

    def _fit(self) -> None:
        """Find what the zoom shows. While the head is dragged, what is shown stays."""
        if self._dragged < 0 or not self._reach[0] <= self._view.head <= self._reach[1]:
            self._reach = reach(self._view, self._zoom)
        self._marks = shown_marks(self._view, self._zoom)

    def show_timeline(self, view: TimelineView) -> None:
        self._view = view
        self._fit()
        blocked = self.blockSignals(True)
        self.setRange(0, max(0, view.end))
        self.setPageStep(max(1, view.end // 12))
        self.setValue(view.head)
        self.blockSignals(blocked)
        self.setAccessibleDescription(view.note)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, self._theme.px(LINE_HIGH))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self._theme.px(LINE_HIGH))

    def _acted(self, action: int) -> None:
        if self.sliderPosition() != self._view.head:
            self.sought.emit(self.sliderPosition())

    # -- geometry

    def _wide(self, text: str) -> int:
        """Return the width of a chapter's name. Measuring hundreds for each paint of a long game would be felt."""
        wide = self._widths.get(text)
        if wide is None:
            wide = self._widths[text] = self._metrics.horizontalAdvance(text)
        return wide

    def _x(self, depth: float) -> float:
        width = self.width() - 2 * SIDE
        first, last = self._reach
        if last > first:
            return SIDE + width * (depth - first) / (last - first)
        return SIDE + (width if first else 0)  # a part that has just begun lies behind all the others

    def _depth(self, x: float) -> int:
        width = max(1, self.width() - 2 * SIDE)
        first, last = self._reach
        return first + round(max(0.0, min(1.0, (x - SIDE) / width)) * (last - first))

    def branch_rows(self) -> list[tuple[BranchView, float, float, float, str, float]]:
        """Return each branch that has room, the newest first: its start, end and height, its text and the left edge of
        that, in pixels. Texts neither meet nor leave the track; one that is too long is elided."""
        rows = []
        high = self._theme.px(ROW)
        free = max(1, int((self.height() - 2 * self._line) // high))
        first, last = self._reach
        there = [branch for branch in self._view.branches if first <= max(0, branch.depth) <= last]
        for place, branch in enumerate(reversed(there[-free:])):
            start = self._x(max(0, branch.depth))
            stop = min(self.width() - SIDE * 1.0, max(start + 60, self._x(branch.depth + branch.length)))
            text = f"{branch.text} · {branch.steps}" if branch.named else branch.text
            wide = self._metrics.horizontalAdvance(text)
            left = stop + 12
            if left + wide > self.width() - 4:
                left = max(4.0, start - wide - 10)
                text = self._metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(max(60.0, start - 14)))
            rows.append((branch, start, max(start, stop), 2 * self._line + (place + 0.3) * high, text, left))
        return rows

    def segments(self) -> list[Segment]:
        """Return the chapters from left to right: the edge where each begins, where its line begins, and its name. A
        name is never cut: where the next chapter is too close, or the chapter before has its name there, it is the
        short one, or "". The latest has priority, then the first; full names before short ones."""
        chapters = [mark for mark in self._distinct() if mark.kind in ("part", "chapter")]
        edges = [self._x(mark.depth) for mark in chapters]
        named: dict[int, tuple[float, str]] = {}
        taken: list[tuple[float, float]] = []
        order = (len(chapters) - 1, 0, *range(len(chapters) - 2, 0, -1)) if chapters else ()
        texts = [(place, chapters[place].text) for place in dict.fromkeys(order)]
        texts += [(place, chapters[place].short) for place, _ in texts if chapters[place].short]
        for place, text in texts:
            left = -1.0 if place in named else self._room_for(text, place, edges, taken)
            if left >= 0:
                named[place] = left, text
                taken.append((left - 8, left + self._wide(text) + 8))
        return [(edge, *named.get(n, (-1.0, ""))) for n, edge in enumerate(edges)]

    def _room_for(self, text: str, place: int, edges: list[float], taken: list[tuple[float, float]]) -> float:
        """Return where the name of a chapter begins without meeting another or the head, -1 where there is no room."""
        wide = self._wide(text)
        left = edges[place] + 8
        head, round = self._x(self._view.head), self._theme.px(9)
        if left + wide > self.width() - 4 or left - round < head < left + wide + round:
            beside = 8 if abs(head - edges[place]) > round else max(8, round)  # the head may stand at the edge itself
            left = edges[place] - beside - wide
        crossed = bisect_left(edges, left + wide + 4) - bisect_right(edges, left - 4)
        own = left - 4 < edges[place] < left + wide + 4
        if crossed > own and place != len(edges) - 1:
            return -1.0
        free = left >= 2 and all(left >= end or left + wide <= start for start, end in taken)
        return left if free else -1.0

    # -- input

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        for branch, start, stop, y, text, left in self.branch_rows():
            first, last = min(start, left), max(stop, left + self._metrics.horizontalAdvance(text))
            if abs(event.position().y() - y) < self._theme.px(ROW) / 2 and first <= event.position().x() <= last:
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
            QToolTip.showText(event.globalPos(), "\n".join(self._tips(event.pos())), self)
            return True
        return super().event(event)

    def _tips(self, place: QPoint) -> list[str]:
        """Return what there is to know about a place: its branch, or the marks near it."""
        for branch, start, stop, y, _, _ in self.branch_rows():
            if abs(place.y() - y) < self._theme.px(ROW) / 2 and start <= place.x() <= stop + 160:
                return [branch.text, branch.steps] if branch.named else [branch.text]
        near = [mark.text for mark in self._marks if abs(self._x(mark.depth) - place.x()) < 9]
        return near[:6] or [self._view.note]

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, line = self._theme, self._view, self._line
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small)
        head = self._x(view.head)
        for row in self.branch_rows():
            self._paint_branch(painter, *row)
        segments = self.segments()
        gaps = sorted((left - 5, left + self._wide(text) + 5) for _, left, text in segments if text)
        self._paint_line(painter, SIDE, self.width() - SIDE, gaps, theme.pip_empty)
        self._paint_line(painter, SIDE, head, gaps, theme.team)
        self._paint_chapters(painter, segments)
        self._paint_marks(painter, segments)
        painter.setPen(QPen(QColor(theme.panel), 2))
        painter.setBrush(QColor(theme.text_strong))
        painter.drawEllipse(QPointF(head, line), theme.px(6), theme.px(6))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.blue), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(head, line), theme.px(9), theme.px(9))

    def _paint_line(
        self, painter: QPainter, start: float, stop: float, gaps: list[tuple[float, float]], colour: str
    ) -> None:
        """Draw the line between two edges, without the gaps that names need."""
        painter.setPen(QPen(QColor(colour), self._theme.px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        for low, high in (*gaps, (stop, stop)):
            if min(low, stop) > start:
                painter.drawLine(QPointF(start, self._line), QPointF(min(low, stop), self._line))
            start = max(start, high)

    def _paint_chapters(self, painter: QPainter, segments: list[Segment]) -> None:
        theme, line = self._theme, self._line
        head = self._x(self._view.head)
        high = theme.px(5)
        names = [(left - 2, left + self._wide(text) + 2) for _, left, text in segments if text]
        stroke = QPen(QColor(theme.text_strong), 2)
        for edge, left, text in segments:
            if not any(start < edge < end for start, end in names):
                painter.setPen(stroke)
                painter.drawLine(QPointF(edge, line - high), QPointF(edge, line + high))
            if text:
                painter.setPen(QColor(theme.text if edge <= head else theme.muted))
                box = QRectF(left, 0, self._wide(text) + 4, 2 * line)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_marks(self, painter: QPainter, segments: list[Segment]) -> None:
        """Draw an icon for each mark; the most important first, where marks are too close for all."""
        theme = self._theme
        size = theme.px(ICON)
        disc = size * 0.62  # what lies behind an icon, which keeps it off the line
        taken = [(left - disc, left + self._wide(text) + disc) for _, left, text in segments if text]
        for mark in sorted(self._distinct(), key=lambda mark: ORDER.index(mark.kind) if mark.kind in ORDER else 9):
            x = self._x(mark.depth)
            if mark.kind in ("part", "chapter"):
                continue
            colour = {"gain": theme.enemy, "loss": theme.danger, "checkpoint": theme.gold}.get(mark.kind, theme.blue)
            if any(start < x < end for start, end in taken):
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(colour))
                painter.drawEllipse(QPointF(x, 2 * self._line - 4), 2.5, 2.5)
                continue
            taken.append((x - size, x + size))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(QPointF(x, self._line), disc, disc)
            box = QRectF(x - size / 2, self._line - size / 2, size, size)
            paint_icon(painter, box, ICONS[mark.kind], colour)

    def _distinct(self) -> list[MarkView]:
        """Return the marks without those that would be drawn on the same pixel as one of their kind: the marks of a
        very long game are many times as many as there are pixels."""
        found: dict[tuple[str, int], MarkView] = {}
        for mark in self._marks:
            kind = "chapter" if mark.kind == "part" else mark.kind
            at = kind, round(self._x(mark.depth))
            if at not in found or found[at].kind != "part":
                found[at] = mark
        return list(found.values())

    def _paint_branch(
        self, painter: QPainter, branch: BranchView, start: float, stop: float, y: float, text: str, left: float
    ) -> None:
        theme = self._theme
        path = QPainterPath(QPointF(start, self._line))
        bend = min(40.0, stop - start)
        path.cubicTo(QPointF(start + bend * 0.35, y), QPointF(start + bend * 0.45, y), QPointF(start + bend, y))
        path.lineTo(QPointF(stop, y))
        painter.setPen(QPen(QColor(theme.enemy), 2, Qt.PenStyle.DotLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(QPen(QColor(theme.enemy), 2))
        painter.setBrush(QColor(theme.panel))
        painter.drawEllipse(QPointF(stop, y), 4, 4)
        painter.setPen(QColor(theme.enemy_ink if branch.named else theme.muted))
        high = theme.px(ROW)
        box = QRectF(left, y - high / 2, self._metrics.horizontalAdvance(text) + 4, high)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)


class TimelinePanel(QFrame):
    """One line: the title, the playback buttons, the track, the step, the branches, the speed of autoplay. It becomes
    higher once there are branches to draw."""

    sped = Signal(str)

    def __init__(self, theme: Theme, words: Words, tape: tuple[tuple[QAction, str], ...], speed: str) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self._theme, self._words = theme, words
        self.track = Track(theme, words)
        self._step = label("", "small")
        self._branches = label("", "chip")
        self._speed = QToolButton()
        self._speeds = QMenu(self)
        self._zoom = QToolButton()
        self._zooms = QMenu(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(14), 0, theme.px(8), 0)
        row.setSpacing(theme.px(2))
        title = label(words("ui.timeline.title"), "strong")
        line = Qt.AlignmentFlag.AlignTop
        for part in (title, self._step, self._branches):
            part.setFixedHeight(theme.px(LINE_HIGH if part is not self._branches else LINE_HIGH - 8))
            part.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self._icons = {name: icon(name, theme.text, theme.px(15), theme.faint) for name in ("play", "pause")}
        if theme.scale <= TITLED:
            row.addWidget(title, 0, line)
            row.addSpacing(theme.px(6))
        self.setAccessibleName(title.text())
        self._play: QToolButton | None = None
        for action, name in tape:
            button = QToolButton()
            action.setIcon(icon(name, theme.text, theme.px(15), theme.faint))
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAccessibleName(action.text())
            row.addWidget(self._flat(button), 0, line)
            if name == "play":
                self._play = button
        row.addWidget(self.track, 1)
        row.addWidget(self._flat(self._zoom), 0, line)
        row.addWidget(self._step, 0, line)
        row.addSpacing(theme.px(8))
        chip = QVBoxLayout()
        chip.setContentsMargins(0, theme.px(4), 0, 0)
        chip.addWidget(self._branches)
        chip.addStretch(1)
        row.addLayout(chip)
        row.addWidget(self._flat(self._speed), 0, line)
        self._offer_speeds(speed)
        self._offer_zooms()
        self.setFixedHeight(theme.px(LINE_HIGH))

    def _flat(self, button: QToolButton) -> QToolButton:
        button.setProperty("role", "quiet")
        button.setProperty("tight", True)
        button.setFixedHeight(self._theme.px(LINE_HIGH) - 2)
        button.setIconSize(QSize(self._theme.px(15), self._theme.px(15)))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _offer_speeds(self, chosen: str) -> None:
        """Fill the menu of speeds, and show the chosen one on its button."""
        words, button = self._words, self._speed
        group = QActionGroup(self)
        for id in SPEEDS:
            action = self._speeds.addAction(words(f"ui.speed.{id}"))
            action.setCheckable(True)
            action.setChecked(id == chosen)
            action.setData(id)
            group.addAction(action)
        group.triggered.connect(lambda action: self.sped.emit(action.data()))
        self.sped.connect(self._name_speed)
        button.setMenu(self._speeds)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._name_speed(chosen)

    def _offer_zooms(self) -> None:
        """Fill the menu of zooms."""
        self._zoom_names = {id: self._zoom_name(id) for id in ZOOMS}
        group = QActionGroup(self)
        for id, name in self._zoom_names.items():
            action = self._zooms.addAction(name)
            action.setCheckable(True)
            action.setData(id)
            group.addAction(action)
        group.triggered.connect(lambda action: self.set_zoom(action.data()))
        self._zoom.setObjectName("zoom")
        self._zoom.setMenu(self._zooms)
        self._zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._zoom.hide()
        self.set_zoom("part")

    def _zoom_name(self, id: str) -> str:
        """Return the name of a zoom in the game's words, else in the shell's."""
        text = self._words(f"zoom.{id}")
        return self._words(f"ui.timeline.zoom.{id}") if text == f"zoom.{id}" else text

    @property
    def zooms(self) -> QMenu:
        """The menu of zooms."""
        return self._zooms

    def set_zoom(self, id: str) -> None:
        """Show the "whole" line, or the "part" or "chapter" with the head."""
        words, name = self._words, self._zoom_names[id]
        self._zoom.setText(f"{name}  ▾")
        self._zoom.setToolTip(words("ui.timeline.zoom.tip"))
        self._zoom.setAccessibleName(f"{words('ui.timeline.zoom')}: {name}")
        for action in self._zooms.actions():
            action.setChecked(action.data() == id)
        self.track.set_zoom(id)

    @property
    def speeds(self) -> QMenu:
        """The menu of speeds."""
        return self._speeds

    def _name_speed(self, id: str) -> None:
        words = self._words
        self._speed.setText(words(f"ui.speed.{id}") + "  ▾")
        self._speed.setToolTip(words("ui.speed.tip"))
        self._speed.setAccessibleName(f"{words('ui.speed')}: {words(f'ui.speed.{id}')}")
        for action in self._speeds.actions():
            action.setChecked(action.data() == id)

    def show_timeline(self, view: TimelineView) -> None:
        self._step.setText(view.step)
        self._step.setToolTip(view.note)
        self._branches.setText(view.forks)
        self._branches.setToolTip(view.note)
        self.setFixedHeight(self._theme.px(BRANCHED_HIGH if view.branches else LINE_HIGH))
        there = zooms(view)
        self._zoom.setVisible(bool(there))
        for action in self._zooms.actions():
            action.setVisible(action.data() in there)
        self.track.show_timeline(view)

    def set_playing(self, playing: bool) -> None:
        if self._play is not None:
            self._play.defaultAction().setIcon(self._icons["pause" if playing else "play"])
