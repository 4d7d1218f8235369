"""Table layout: a column on the left, the surface next to an optional right column, timeline and log below these two.
Until the user moves a splitter handle, the surface takes all the space it can use."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

LOW, HIGH = 178, 280  # height of timeline and log, minimum and maximum
SPARE = 20  # free space above and below a board that fills the width


class TableLayout(QSplitter):
    """The parts of the table, with splitter handles between them. `aspect` is the surface's height for a width of 1."""

    def __init__(
        self,
        left: QWidget,
        surface: QWidget,
        right: QWidget | None,
        timeline: QWidget,
        log: QWidget,
        aspect: Callable[[], float],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._aspect = aspect
        self._beside = right is not None
        self._moved = False
        beside = (surface,) if right is None else (surface, right)
        # From the outside in: with a style sheet, Qt styles all that is in a widget again when the widget is moved.
        self.right = QSplitter(Qt.Orientation.Vertical)
        self.above, self.below = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        _fill(self, (left, self.right), 1)
        _fill(self.right, (self.above, self.below), 0)
        _fill(self.above, beside, 0)
        _fill(self.below, (timeline, log), 0)
        for splitter in (self, self.above, self.below, self.right):
            splitter.splitterMoved.connect(self._hold)

    def _hold(self) -> None:
        """Keep the user's sizes from now on."""
        self._moved = True

    def apply_sizes(self, width: int, height: int) -> None:
        """Apply the default sizes for this width and height, unless the user has moved a handle."""
        if self._moved or width < 1 or height < 1:
            return
        left, right, below, log = sizes(width, height, self._aspect(), self._beside)
        self.setSizes([left, width - left])
        self.right.setSizes([height - below, below])
        self.above.setSizes([width - left - right, right] if self._beside else [width - left])
        self.below.setSizes([width - left - log, log])


def sizes(width: int, height: int, aspect: float, beside: bool = True) -> tuple[int, int, int, int]:
    """Return the widths of the left column, right column and log, and the height of the area below the surface, in
    pixels. The order is left, right, below, log. The right column is 0 wide unless there is one `beside`."""
    left = _within(round(width * 0.19), 308, 350)
    right = _within(round(width * 0.185), 280, 330) if beside else 0
    filled = round((width - left - right) * aspect) + SPARE
    below = _within(height - filled, LOW, min(HIGH, max(LOW, round(height * 0.3))))
    return left, right, below, _within(round((width - left) * 0.36), 330, 520)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def _fill(splitter: QSplitter, parts: tuple[QWidget, ...], growing: int) -> None:
    """Add the parts to the splitter. The part at index `growing` takes the extra space of a larger window."""
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for place, part in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, 1 if place == growing else 0)
