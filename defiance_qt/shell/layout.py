"""Table layout: rails at the sides, between them the surface over the tray, the timeline below everything.

The tray keeps its height, so the surface never moves. A window that is wide enough has two rails, else one holds the
parts of both. Where the surface would leave the width of a rail empty, a second one stands beside it above the tray."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from defiance_qt.shell.theme import Theme
from defiance_qt.shell.view import RailPart

WIDE = 1600  # the width of a window with two rails, at the usual size of words
NARROW = 1200  # the width below which the surface never gives room to a second rail
MOST = 0.4  # the share of the width or height that one rail or the tray may take up, and of the tray what is docked
FRAME = 118  # the height of the bar, the strip and the timeline together
LEAST = 0.9  # how large the surface stays with a second rail, compared with one, in a window that is not wide


class Sizes(NamedTuple):
    """The measures of a window in pixels. `right` is 0 with one rail."""

    left: int
    right: int
    tray: int


def sizes(width: int, height: int, scale: float = 1.0, high: Callable[[int], int] = lambda width: -1) -> Sizes:
    """Return the measures of a window of this size. `scale` enlarges them with the words, `high` returns the
    height that the surface can use at a width, -1 for any."""

    def most(length: int, of: int) -> int:
        return min(round(length * scale), round(of * MOST))

    if width >= WIDE * scale:
        return Sizes(most(312, width), most(320, width), most(160, height))
    rail, tray = most(276, width), most(148, height)
    room = height - tray - FRAME * scale
    beside = rail if width >= NARROW * scale and high(width - 2 * rail) >= LEAST * room else 0
    return Sizes(rail, beside, tray)


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
        self._size = (0, 0)
        self.surface, self.tray = surface, tray
        # From the outside in: with a style sheet, Qt styles all that is in a widget again when the widget is moved.
        whole = _column(self)
        self.across, self.upper = _splitter(), _splitter()
        whole.addWidget(self.across, 1)
        whole.addWidget(_line())
        whole.addWidget(timeline)
        self.left, self.right, middle = Rail(theme), Rail(theme), QWidget()
        for place, part in enumerate((self.left, middle, self.right)):
            self.across.addWidget(part)
            self.across.setStretchFactor(place, 1 if part is middle else 0)
        column = _column(middle)
        for part, growing in ((self.upper, 1), (_line(), 0), (tray, 0)):
            column.addWidget(part, growing)
        self._column = column
        self.upper.addWidget(surface)
        self.upper.setStretchFactor(0, 1)
        for one in (self.across, self.upper):
            one.splitterMoved.connect(self._hold)

    def _hold(self) -> None:
        """Keep the user's widths from now on."""
        self._moved = True

    def cover_tray(self, sheet: QWidget) -> None:
        """Show a sheet in the place of the tray. It may be higher: the surface gives way, as far as it can."""
        room = self._size[1] - round(FRAME * self._theme.scale) - self.surface.minimumHeight()
        sheet.setFixedHeight(min(sheet.sizeHint().height(), max(room, self.tray.height())))
        self.tray.hide()
        self._column.addWidget(sheet)
        sheet.show()

    def uncover_tray(self, sheet: QWidget) -> None:
        """Show the tray again."""
        sheet.hide()
        self._column.removeWidget(sheet)
        self.tray.show()

    @property
    def beside(self) -> QWidget:
        """The widget that sheets cover first: the rail on the right, or the surface."""
        return self.right if self._wide else self.surface

    def apply_sizes(self, width: int, height: int) -> None:
        """Apply the sizes for this width and height. The rails keep a width that the user gave them."""
        if width < 1 or height < 1:
            return
        self._size = (width, height)
        found = self._measured()
        self._stand(self.across if width >= WIDE * self._theme.scale else self.upper, bool(found.right))
        self._share(bool(found.right))
        self.tray.setFixedHeight(found.tray)
        if not self._moved:
            rest = width - found.left
            whole = self.right.parentWidget() is self.across
            self.across.setSizes([found.left, rest - found.right, found.right] if whole else [found.left, rest])
            if not whole:
                self.upper.setSizes([rest - found.right, found.right])

    def follow(self) -> None:
        """Apply the sizes again if the surface now shows what asks for another number of rails."""
        if self._wide is not None and bool(self._measured().right) != self._wide:
            self.apply_sizes(*self._size)

    def _measured(self) -> Sizes:
        return sizes(*self._size, self._theme.scale, self.surface.heightForWidth)

    def _stand(self, where: QSplitter, shown: bool) -> None:
        """Set the right rail beside everything, or beside the surface alone."""
        if shown and self.right.parentWidget() is not where:
            self._moved = False
            where.addWidget(self.right)
            where.setStretchFactor(where.count() - 1, 0)

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
                    # A widget without a parent would stay when the table goes.
                    part.widget.setParent(self)
                    part.widget.hide()
        self.right.setVisible(wide)


class Rail(QFrame):
    """A column beside the surface: parts one below the other, which scroll if they are too high, over the log, which
    has the rest of the height."""

    LOG = 184  # the least height of the log: six lines below its title

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "bar")
        self._theme = theme
        self.area = _Area(theme)
        self._column = _column(self)
        self._column.addWidget(self.area)
        self._column.addStretch(0)
        self._log: QWidget | None = None

    def show_parts(self, widgets: Sequence[QWidget], log: QWidget | None) -> None:
        """Take these widgets, and the log unless another rail has it."""
        self.area.show_parts(widgets)
        self.area.setVisible(bool(widgets))
        self._log = log
        if log is not None:
            log.setMinimumHeight(self._theme.px(self.LOG))
            self._column.insertWidget(1, log, 1)
            log.show()

    @property
    def lacking(self) -> int:
        """The pixels that are missing to see all parts and the log; 0 or less if all are seen, or if another rail has
        the log."""
        if self._log is None:
            return 0
        return self.area.sizeHint().height() + self._theme.px(self.LOG) - self.height()

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
        self._gap = theme.px(12)
        self._top, self._bottom = theme.px(8), theme.px(4)
        self._set_margins()
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

    def _set_margins(self) -> None:
        """Let the scroll bar stand in the margin: whether it is there or not, the parts have the same width."""
        bar = self.width() - self.viewport().width()
        self._column.setContentsMargins(self._gap, self._top, max(2, self._gap - bar), self._bottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_margins()
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()


class Tray(QFrame):
    """The place of fixed height below the surface: the tools of the system's view, if it has any, beside the pending
    question, which scrolls if it is too high. `dock`, if any, stands left of both, as wide as it is made or, in a
    narrow tray, a share of it. Below the width `least` the tools have all of it while they are shown."""

    def __init__(
        self, question: QWidget, tools: QWidget | None = None, dock: QWidget | None = None, least: int = 0
    ) -> None:
        super().__init__()
        self._tools, self._least, self._asked = tools, least, True
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
        self._dock = dock
        if dock is not None:
            self._docked = dock.width()
            row.addWidget(dock)
        if tools is not None:
            row.addWidget(tools, 3)
            tools.installEventFilter(self)
        row.addWidget(self.area, 2 if tools is not None else 1)

    def fit(self, asked: bool) -> None:
        """Give the tools the whole width unless something is asked."""
        self._asked = asked
        self._share()

    def _share(self) -> None:
        alone = self._tools is not None and not self._tools.isHidden() and self.width() < self._least
        self.area.setVisible(self._asked and not alone)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._share()
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._dock is not None:
            self._dock.setFixedWidth(min(self._docked, round(self.width() * MOST)))
        self._share()


def _splitter() -> QSplitter:
    made = QSplitter(Qt.Orientation.Horizontal)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    return made


def _column(widget: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return column


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("role", "line")
    return line
