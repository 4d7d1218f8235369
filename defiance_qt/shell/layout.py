"""Table layout: rails at the sides, between them the surface over the tray, the timeline below everything.

The tray keeps its height, so the surface never moves. A window that is wide enough has two rails, else one holds the
parts of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.shell.theme import Theme
from defiance_qt.shell.view import RailPart

WIDE = 1600  # the width of a window with two rails, at the usual size of words
MOST = 0.4  # the share of the width or height that one rail or the tray may take up


class Sizes(NamedTuple):
    """The measures of a window in pixels. `right` is 0 with one rail."""

    left: int
    right: int
    tray: int


def sizes(width: int, height: int, scale: float = 1.0) -> Sizes:
    """Return the measures of a window of this size. `scale` enlarges them with the words (F-66)."""
    wide = width >= WIDE * scale
    left, right, tray = (312, 320, 160) if wide else (276, 0, 148)

    def most(length: int, of: int) -> int:
        return min(round(length * scale), round(of * MOST))

    return Sizes(most(left, width), most(right, width), most(tray, height))


class TableLayout(QWidget):
    """The parts of the table. Splitter handles change the width of the rails, which the layout then leaves alone."""

    def __init__(
        self,
        theme: Theme,
        surface: QWidget,
        tray: Tray,
        parts: Sequence[RailPart],
        log: QWidget,
        timeline: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._parts, self._log = theme, tuple(parts), log
        self._moved = False
        self._wide: bool | None = None
        self.surface, self.tray = surface, tray
        # From the outside in: with a style sheet, Qt styles all that is in a widget again when the widget is moved.
        whole = _column(self)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.setHandleWidth(1)
        self.across.setChildrenCollapsible(False)
        whole.addWidget(self.across, 1)
        whole.addWidget(_line())
        whole.addWidget(timeline)
        self.left, self.right, middle = Rail(theme), Rail(theme), QWidget()
        for place, part in enumerate((self.left, middle, self.right)):
            self.across.addWidget(part)
            self.across.setStretchFactor(place, 1 if part is middle else 0)
        column = _column(middle)
        for part, growing in ((surface, 1), (_line(), 0), (tray, 0)):
            column.addWidget(part, growing)
        self.across.splitterMoved.connect(self._hold)

    def _hold(self) -> None:
        """Keep the user's widths from now on."""
        self._moved = True

    @property
    def beside(self) -> QWidget:
        """The widget that sheets cover first: the rail on the right, or the surface."""
        return self.right if self._wide else self.surface

    def apply_sizes(self, width: int, height: int) -> None:
        """Apply the sizes for this width and height. The rails keep a width that the user gave them."""
        if width < 1 or height < 1:
            return
        found = sizes(width, height, self._theme.scale)
        self._share(bool(found.right))
        self.tray.setFixedHeight(found.tray)
        if not self._moved:
            self.across.setSizes([found.left, width - found.left - found.right, found.right])

    def _share(self, wide: bool) -> None:
        """Give each rail its parts, if the number of rails has changed."""
        if wide == self._wide:
            return
        self._wide, self._moved = wide, False
        if wide:
            self.left.show_parts([part.widget for part in self._parts if part.side == "left"], None)
            self.right.show_parts([part.widget for part in self._parts if part.side == "right"], self._log)
        else:
            self.left.show_parts([part.widget for part in self._parts if not part.spare], self._log)
            for part in self._parts:
                if part.spare:
                    part.widget.hide()
        self.right.setVisible(wide)


class Rail(QFrame):
    """A column beside the surface: parts one below the other, which scroll if they are too high, over the log, which
    has the rest of the height."""

    LOG = 150  # the least height of the log

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self._theme = theme
        self.area = _Area(theme)
        self._column = _column(self)
        self._column.addWidget(self.area)
        self._column.addStretch(0)

    def show_parts(self, widgets: Sequence[QWidget], log: QWidget | None) -> None:
        """Take these widgets, and the log unless another rail has it."""
        self.area.show_parts(widgets)
        self.area.setVisible(bool(widgets))
        if log is not None:
            log.setMinimumHeight(self._theme.px(self.LOG))
            self._column.insertWidget(1, log, 1)
            log.show()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(200), 200)


class _Area(QScrollArea):
    """The parts of a rail, as high as they are or scrolling."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        gap = theme.px(12)
        self._column.setContentsMargins(gap, theme.px(8), gap, theme.px(4))
        self._column.setSpacing(theme.px(10))
        self._column.addStretch(1)
        self.setWidget(inside)
        inside.installEventFilter(self)

    def show_parts(self, widgets: Sequence[QWidget]) -> None:
        for place, widget in enumerate(widgets):
            self._column.insertWidget(place, widget)
            widget.show()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]  # Qt passes the widget

    def sizeHint(self) -> QSize:
        width = self.viewport().width() or 276
        column = self._column
        high = column.totalHeightForWidth(width) if column.hasHeightForWidth() else column.totalSizeHint().height()
        # The sum of the least heights may be greater than the height for this width.
        inside = self.widget()
        return QSize(width, max(high, inside.minimumSizeHint().height() if inside is not None else 0))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()


class Tray(QFrame):
    """The place of fixed height below the surface: the tools of the system's view, if it has any, beside the pending
    question, which scrolls if it is too high."""

    def __init__(self, question: QWidget, tools: QWidget | None = None) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self.setObjectName("tray")
        self._question = question
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(question)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        if tools is not None:
            row.addWidget(tools, 3)
        row.addWidget(self.area, 2 if tools is not None else 1)

    def fit(self, asked: bool) -> None:
        """Give the tools the whole width unless something is asked."""
        self.area.setVisible(asked)


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "line")
    return line
