"""The timeline panel: the head among the steps, chapters, gains and losses, checkpoints and branches, in one line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QFrame, QLayout, QMenu, QToolButton

from defiance_qt.core.port import Words
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.focus import ENTER
from defiance_qt.shell.kit.boxes import hbox, put
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.present.timeline import reach, shown_marks, zooms
from defiance_qt.shell.present.values import BranchView, MarkView, TimelineView
from defiance_qt.shell.theme import Theme, font, icon, paint_icon
from defiance_qt.shell.tips import set_tip

LINE_HIGH = 28  # height of the panel, with branches or without: what lies above it never moves
LANE = 24  # where the branches are drawn, below the line
LEAST = 14  # the least width of a branch
FLAG = 110  # the most width of a checkpoint's name
TRACK = 200  # the least width of the track, in pixels
TITLED = 1.5  # up to which size of words there is room for the title
SIDE = 12
ICON = 15
ZOOMS = ("whole", "part", "chapter")
CHAPTERS = ("part", "chapter")
NEAR = 3  # the most marks that are told for a place
ORDER = ("checkpoint", "loss", "gain", "note")
Segment = tuple[float, float, str]  # see `Track.segments`
ICONS = {"gain": "death", "loss": "heart", "checkpoint": "checkpoint", "note": "note"}


class Pointed(NamedTuple):
    """What is pointed at on the track: a depth of the line, or the tip of a branch, -1 for the other; how far from its
    left edge, and the texts of what is marked there."""

    x: int
    depth: int = -1
    tip: int = -1
    marks: tuple[str, ...] = ()


class Track(QAbstractSlider):
    """The timeline's track: one line, with the names of chapters in it and the branches below. Dragging or arrow keys
    move the head, Ctrl with an arrow goes from mark to mark and Enter to the step of the mark. A click on a branch goes
    to its tip. It shows the whole, or the part or chapter with the head. `pointed` carries what the pointer or the
    keyboard is at, or None."""

    sought = Signal(int)
    branched = Signal(int)
    pointed = Signal(object)

    def __init__(self, theme: Theme, words: Words) -> None:
        super().__init__()
        self._theme, self._words = theme, words
        self._view = TimelineView(0, 0, "")
        self._small = font(theme, theme.size_small)
        self._metrics = QFontMetrics(self._small)
        self._line = theme.px(LINE_HIGH) / 2
        self._widths: dict[str, int] = {}
        self._dragged = -1
        self._held = 0.0  # where the pointer holds the head
        self._zoom = "part"
        self._reach = (0, 0)
        self._marks: tuple[MarkView, ...] = ()
        self._apart: list[MarkView] = []
        self._told_apart: object = None
        self._pointed: Pointed | None = None
        self.marked = -1
        """The depth of the mark that the keyboard is at, -1 for none."""
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("ui.timeline.title"))
        self.setMouseTracking(True)
        self.actionTriggered.connect(self._acted)

    @property
    def dragging(self) -> bool:
        """Whether the head is being dragged."""
        return self._dragged >= 0

    def set_zoom(self, zoom: str) -> None:
        """Show the "whole", or the "part" or "chapter" with the head."""
        self._zoom = zoom
        self._fit()
        self.update()

    def _fit(self) -> None:
        """Find what the zoom shows. While the head is dragged along a line, what is shown stays."""
        first, last = self._reach
        if self._dragged < 0 or not first <= self._view.head <= last <= self._view.end:
            self._reach = reach(self._view, self._zoom)
        self._marks = shown_marks(self._view, self._zoom)

    def show_timeline(self, view: TimelineView) -> None:
        self._view = view
        self._fit()
        self.leave_mark()
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
        return QSize(TRACK, self._theme.px(LINE_HIGH))

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

    def branch_rows(self) -> list[tuple[BranchView, float, float]]:
        """Return each branch that begins in what is shown: its start and its end, in pixels."""
        first, last = self._reach
        rows = []
        for branch in self._view.branches:
            if first <= max(0, branch.depth) <= last:
                start = min(self._x(max(0, branch.depth)), self.width() - SIDE - self._theme.px(LEAST))
                stop = self._x(min(last, branch.depth + branch.length))
                rows.append((branch, start, max(start + self._theme.px(LEAST), stop)))
        return rows

    def _branch_at(self, place: QPointF) -> BranchView | None:
        """Return the branch under a point; of several, the newest."""
        found = [branch for branch, start, stop in self.branch_rows() if start - 3 <= place.x() <= stop + 3]
        return found[-1] if found and place.y() >= self._theme.px(LANE - 3) else None

    def flags(self) -> list[tuple[float, str]]:
        """Return the checkpoints from left to right: where each has its flag, and its name, elided, "" where there is
        no room for it. The latest has priority."""
        shown = [mark for mark in self._distinct() if mark.kind == "checkpoint"]
        right, found = self.width() - 4.0, []
        for mark in reversed(shown):
            left = self._x(mark.depth)
            room = int(min(self._theme.px(FLAG), right - left - self._theme.px(ICON)))
            name = self._metrics.elidedText(mark.text, Qt.TextElideMode.ElideRight, room)
            found.append((left, name if len(name) > 2 else ""))
            right = left - self._theme.px(ICON)
        return found[::-1]

    def segments(self) -> list[Segment]:
        """Return the chapters from left to right: the edge where each begins, where its line begins, and its name. A
        name is never cut: where the next chapter is too close, or the chapter before has its name there, it is the
        short one, or "". The latest has priority, then the first; full names before short ones."""
        chapters = [mark for mark in self._distinct() if mark.kind in CHAPTERS]
        edges = [self._x(mark.depth) for mark in chapters]
        named: dict[int, tuple[float, str]] = {}
        taken = [(left - 8, left + self._flag_wide(name)) for left, name in self.flags() if name]
        order = (len(chapters) - 1, 0, *range(len(chapters) - 2, 0, -1)) if chapters else ()
        texts = [(place, chapters[place].text) for place in dict.fromkeys(order)]
        texts += [(place, chapters[place].short) for place, _ in texts if chapters[place].short]
        for place, text in texts:
            left = -1.0 if place in named else self._room_for(text, place, edges, taken)
            if left >= 0:
                named[place] = left, text
                taken.append((left - 8, left + self._wide(text) + 8))
        return [(edge, *named.get(n, (-1.0, ""))) for n, edge in enumerate(edges)]

    def _flag_wide(self, name: str) -> float:
        """Return how far a checkpoint's name reaches to the right of its step."""
        return self._theme.px(ICON) + self._wide(name) if name else self._theme.px(ICON) / 2

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
        branch = self._branch_at(event.position())
        if branch is not None:
            self.branched.emit(branch.tip)
            return
        self._dragged, self._held = self._depth(event.position().x()), event.position().x()
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            depth = self._dragged_to(event.position().x())
            if depth != self._dragged:
                self._dragged = depth
                self.sought.emit(depth)
        else:
            self._point(self._at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.leave_mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, by_mark = event.key(), event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if by_mark and key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._go_to_mark(1 if key == Qt.Key.Key_Right else -1)
        elif self._on_mark(event):
            self.sought.emit(self.marked)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._on_mark(event):
            event.accept()  # Enter is for the mark, not for the usual answer.
            return True
        return super().event(event)

    def _on_mark(self, event: QKeyEvent) -> bool:
        """Return whether a key is Enter on a mark."""
        return self.marked >= 0 and event.key() in ENTER

    def _go_to_mark(self, by: int) -> None:
        """Point at the next mark, or at the one before."""
        at = self.marked if self.marked >= 0 else self._view.head
        depths = sorted({mark.depth for mark in self._marks})
        place = bisect_right(depths, at) if by > 0 else bisect_left(depths, at) - 1
        if 0 <= place < len(depths):
            self.marked = depths[place]
            self._point(Pointed(round(self._x(self.marked)), self.marked, marks=self._told(self.marked, 0)))

    def leave_mark(self) -> None:
        """Point at no mark any more."""
        self.marked = -1
        self._point(None)

    def _point(self, at: Pointed | None) -> None:
        if at != self._pointed:
            self._pointed = at
            self.pointed.emit(at)
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragged >= 0:
            depth, self._dragged = self._dragged_to(event.position().x()), -1
            if depth != self._view.head:
                self.sought.emit(depth)
            self.update()

    def _dragged_to(self, x: float) -> int:
        """Return the step under the pointer. If that has not moved it is the one before: what is shown may lie
        elsewhere by now."""
        held, self._held = self._held, x
        return min(self._dragged, self._view.end) if x == held else self._depth(x)

    def _at(self, place: QPointF) -> Pointed:
        """Return what a place is about: a branch, or a step with the marks near it."""
        branch = self._branch_at(place)
        if branch is not None:
            told = (branch.text, branch.steps) if branch.named else (branch.text,)
            return Pointed(round(place.x()), tip=branch.tip, marks=told)
        depth = self._depth(place.x())
        return Pointed(round(self._x(depth)), depth, marks=self._told(depth, 9))

    def _told(self, depth: int, near: float) -> tuple[str, ...]:
        """Return the texts of the marks so many pixels from a step. Its chapter is told anyway."""
        at = self._x(depth)
        marks = [one.text for one in self._marks if abs(self._x(one.depth) - at) <= near and one.kind not in CHAPTERS]
        return tuple(marks[:NEAR])

    # -- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view, line = self._theme, self._view, self._line
        painter = smooth(self)
        painter.setFont(self._small)
        head = self._x(view.head)
        for _, start, stop in self.branch_rows():
            self._paint_branch(painter, start, stop)
        segments = self.segments()
        flags = self.flags()
        named = [(left - 5, left + self._wide(text) + 5) for _, left, text in segments if text]
        gaps = sorted([*named, *((left, left + self._flag_wide(name) + 3) for left, name in flags if name)])
        self._paint_line(painter, SIDE, self.width() - SIDE, gaps, theme.pip_empty)
        self._paint_line(painter, SIDE, head, gaps, theme.team)
        self._paint_chapters(painter, segments)
        self._paint_marks(painter, segments, flags)
        if view.stands >= 0:
            painter.setPen(QPen(QColor(theme.team), 2))
            painter.setBrush(QColor(theme.panel))
            painter.drawEllipse(QPointF(self._x(view.stands), line), theme.px(5), theme.px(5))
        painter.setPen(QPen(QColor(theme.panel), 2))
        painter.setBrush(QColor(theme.text_strong))
        painter.drawEllipse(QPointF(head, line), theme.px(6), theme.px(6))
        if self._pointed is not None and self._pointed.depth >= 0:
            painter.setPen(QPen(QColor(theme.blue), 2))
            at = self._x(self._pointed.depth)
            painter.drawLine(QPointF(at, 0), QPointF(at, 2 * line))
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

    def _paint_marks(self, painter: QPainter, segments: list[Segment], flags: list[tuple[float, str]]) -> None:
        """Draw an icon for each mark; the most important first, where marks are too close for all."""
        theme = self._theme
        size = theme.px(ICON)
        disc = size * 0.62  # what lies behind an icon, which keeps it off the line
        taken = [(left - disc, left + self._wide(text) + disc) for _, left, text in segments if text]
        for left, name in flags:
            if name:
                painter.setPen(QColor(theme.gold_ink))
                box = QRectF(left + size * 0.7, 0, self._wide(name) + 4, 2 * self._line)
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
        under = [(left + disc, left + self._flag_wide(name) + disc) for left, name in flags if name]
        for mark in sorted(self._distinct(), key=lambda mark: ORDER.index(mark.kind) if mark.kind in ORDER else 9):
            x = self._x(mark.depth)
            if mark.kind in CHAPTERS:
                continue
            colour = {"gain": theme.enemy, "loss": theme.danger, "checkpoint": theme.gold}.get(mark.kind, theme.blue)
            if any(start < x < end for start, end in (*taken, *under)):
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
        now = self._marks, self._reach, self.width()
        if now != self._told_apart:
            found: dict[tuple[str, int], MarkView] = {}
            for mark in self._marks:
                kind = "chapter" if mark.kind == "part" else mark.kind
                at = kind, round(self._x(mark.depth))
                if at not in found or found[at].kind != "part":
                    found[at] = mark
            self._told_apart, self._apart = now, list(found.values())
        return self._apart

    def _paint_branch(self, painter: QPainter, start: float, stop: float) -> None:
        theme, y = self._theme, float(self._theme.px(LANE))
        path = QPainterPath(QPointF(start, self._line + 2))
        path.lineTo(QPointF(start, y - 2))
        path.quadTo(QPointF(start, y), QPointF(start + 3, y))
        path.lineTo(QPointF(stop, y))
        painter.setPen(QPen(QColor(theme.enemy), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.enemy))
        painter.drawEllipse(QPointF(stop, y), 3, 3)


class TimelinePanel(QFrame):
    """One line: the title, the playback buttons, the track, the step, the branches, the speed of autoplay. `branched`
    asks for the branches."""

    sped = Signal(str)
    branched = Signal()

    def __init__(self, theme: Theme, words: Words, tape: tuple[tuple[QAction, str], ...], speed: str) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self._theme, self._words = theme, words
        self.track = Track(theme, words)
        self._step = label("", "small")
        self._branches = QToolButton()
        self._speed = QToolButton()
        self._speeds = QMenu(self)
        self._zoom = QToolButton()
        self._zooms = QMenu(self)
        self._zoomed = False
        row = hbox(of=self, margins=(theme.px(14), 0, theme.px(8), 0), gap=theme.px(2))
        title = label(words("ui.timeline.title"), "strong")
        line = Qt.AlignmentFlag.AlignTop
        for part in (title, self._step):
            part.setFixedHeight(theme.px(LINE_HIGH))
            part.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self._icons = {name: icon(name, theme.text, theme.px(15), theme.faint) for name in ("play", "pause")}
        if theme.scale <= TITLED:
            put(row, (title, 0, line), theme.px(6))
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
        put(row, (self.track, 1), (self._flat(self._zoom), 0, line), (self._step, 0, line))
        put(row, theme.px(4), (self._flat(self._branches), 0, line), (self._flat(self._speed), 0, line))
        self._branches.setObjectName("branches")
        self._branches.clicked.connect(self.branched.emit)
        self._offer_speeds(speed)
        self._offer_zooms()
        row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setFixedHeight(theme.px(LINE_HIGH))

    def minimumSizeHint(self) -> QSize:
        """Return a small width: what there is no room for is left out."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Show what there is room for beside the track: with large words in a narrow window not the step, the zoom and
        that there are no branches."""
        row = self.layout()
        shown = {self._branches: True, self._zoom: self._zoomed, self._step: True}
        for part, there in shown.items():
            part.setVisible(there)
        for part in (self._step, self._zoom, self._branches):
            if row is None or row.sizeHint().width() - self.track.sizeHint().width() + TRACK <= self.width():
                break
            part.setVisible(False)

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
        set_tip(self._zoom, words("ui.timeline.zoom.tip"))
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
        set_tip(self._speed, words("ui.speed.tip"))
        self._speed.setAccessibleName(f"{words('ui.speed')}: {words(f'ui.speed.{id}')}")
        for action in self._speeds.actions():
            action.setChecked(action.data() == id)

    def show_timeline(self, view: TimelineView) -> None:
        self._step.setText(view.step)
        set_tip(self._step, view.note)
        self._offer_branches(view)
        there = zooms(view)
        self._zoomed = bool(there)
        self._share()
        for action in self._zooms.actions():
            action.setVisible(action.data() in there)
        self.track.show_timeline(view)

    def _offer_branches(self, view: TimelineView) -> None:
        """Count the branches on their button."""
        self._branches.setText(view.forks)
        self._branches.setEnabled(bool(view.branches))
        self._branches.setAccessibleName(view.forks)
        set_tip(self._branches, self._words("ui.timeline.branches.tip") if view.branches else "")

    def set_playing(self, playing: bool) -> None:
        if self._play is not None:
            self._play.defaultAction().setIcon(self._icons["pause" if playing else "play"])
