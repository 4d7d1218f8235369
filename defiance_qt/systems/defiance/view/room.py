"""How the table shares its room: the team's cards down the left, the board beside the Enemy's column, timeline and log
below these two. Until a person moves a handle, the board gets what it can fill and what lies below it the rest."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from defiance_qt.systems.defiance.view.board import BoardView

LOW, HIGH = 178, 280  # how high timeline and log are, at least and at most
SPARE = 20  # left above and below a board that fills the width


class Room(QSplitter):
    """The parts of the table, with handles between them."""

    def __init__(self, team: QWidget, board: BoardView, foes: QWidget, timeline: QWidget, log: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._board = board
        self._moved = False
        self.above = _parts(QSplitter(Qt.Orientation.Horizontal), (board, foes), 0)
        self.below = _parts(QSplitter(Qt.Orientation.Horizontal), (timeline, log), 0)
        self.right = _parts(QSplitter(Qt.Orientation.Vertical), (self.above, self.below), 0)
        _parts(self, (team, self.right), 1)
        for splitter in (self, self.above, self.below, self.right):
            splitter.splitterMoved.connect(self._hold)

    def _hold(self) -> None:
        """From now on a person has the say over how the room is shared."""
        self._moved = True

    def share(self, width: int, height: int) -> None:
        """Share this room out anew, unless a person has done so."""
        if self._moved or width < 1 or height < 1:
            return
        team, foes, below, log = shares(width, height, self._board.aspect())
        self.setSizes([team, width - team])
        self.right.setSizes([height - below, below])
        self.above.setSizes([width - team - foes, foes])
        self.below.setSizes([width - team - log, log])


def shares(width: int, height: int, aspect: float) -> tuple[int, int, int, int]:
    """How wide the team's column, the Enemy's and the log are, and how high what lies below the board; `aspect` is the
    board's height for a width of 1. In the order team, Enemy, below, log."""
    team = _within(round(width * 0.19), 308, 350)
    foes = _within(round(width * 0.185), 280, 330)
    filled = round((width - team - foes) * aspect) + SPARE
    below = _within(height - filled, LOW, min(HIGH, max(LOW, round(height * 0.3))))
    return team, foes, below, _within(round((width - team) * 0.36), 330, 520)


def _within(value: int, low: int, high: int) -> int:
    return max(low, min(value, high))


def _parts(splitter: QSplitter, parts: tuple[QWidget, ...], growing: int) -> QSplitter:
    """Puts the parts in; the one that grows takes what a larger window gives."""
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for place, part in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, 1 if place == growing else 0)
    return splitter
