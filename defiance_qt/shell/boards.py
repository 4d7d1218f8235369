"""States of a game as pictures, drawn by the game's `Pictures`: the board without the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from defiance_qt.core.port import Game, Pictures, Piece, State, Words
from defiance_qt.core.session import Session
from defiance_qt.shell.theme import Theme

RING = 30
"""The radius of the ring round a piece, in the measure of the ground."""

RINGED = 4
"""The most figures that are ringed as what two boards differ by."""

AROUND = 220
"""The room around ringed pieces that is shown, in the same measure."""


class Drawings:
    """The drawings of one game in one theme, each read once."""

    def __init__(self, pictures: Pictures, theme: Theme) -> None:
        self._pictures = pictures
        self._theme = theme
        self._read: dict[str, QSvgRenderer] = {}
        self._grounds: dict[tuple[str, QSize], tuple[QRectF, float, QPixmap]] = {}

    def of(self, drawing: str) -> QSvgRenderer:
        """Return a drawing by its id."""
        if drawing not in self._read:
            svg = self._pictures.draw(drawing, self._theme.name)
            self._read[drawing] = QSvgRenderer(QByteArray(svg.encode()))
        return self._read[drawing]

    def ground(self, drawing: str, shown: QRectF, size: QSize, ratio: float) -> QPixmap:
        """Return what is `shown` of a ground, fitted into a size. It is kept, for many states lie on the same."""
        kept = self._grounds.get((drawing, size))
        if kept is not None and kept[:2] == (shown, ratio):
            return kept[2]
        painted = QPixmap(size * ratio)
        painted.setDevicePixelRatio(ratio)
        painted.fill(Qt.GlobalColor.transparent)
        painter = QPainter(painted)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        fit(painter, shown, size)
        self.paint(painter, drawing, QPointF(), 1)
        painter.end()
        self._grounds[drawing, size] = shown, ratio, painted
        return painted

    def paint(self, painter: QPainter, drawing: str, place: QPointF, scale: float) -> None:
        """Paint a drawing at a place of the ground."""
        renderer = self.of(drawing)
        box = renderer.viewBoxF()
        renderer.render(painter, QRectF(box.topLeft() * scale + place, box.size() * scale))


class Board(NamedTuple):
    """What is drawn of one state: its ground, "" without a board, and what lies on it."""

    drawings: Drawings
    ground: str
    pieces: tuple[Piece, ...]

    @property
    def whole(self) -> QRectF:
        """The area that the ground takes, empty without one."""
        return self.drawings.of(self.ground).viewBoxF() if self.ground else QRectF()


class Boards:
    """The boards of a session's states. Each is drawn by the game that decided it, as long as that has pictures."""

    def __init__(self, session: Session, theme: Theme, words: Words) -> None:
        self._session, self._theme, self._words = session, theme, words
        self._made: dict[int, tuple[Pictures, Drawings] | None] = {}

    @property
    def there(self) -> bool:
        """Whether the game has pictures."""
        return self._of(self._session.game) is not None

    def board(self, state: State, game: Game) -> Board | None:
        """Return the board of a state, None for a game without pictures."""
        made = self._of(game)
        if made is None:
            return None
        pictures, drawings = made
        return Board(drawings, pictures.ground(state), tuple(pictures.pieces(state, self._words)))

    def at(self, step: int) -> Board | None:
        """Return the board after a step."""
        return self.board(self._session.timeline.state_at(step), self._session.game_at(step))

    def _of(self, game: Game) -> tuple[Pictures, Drawings] | None:
        if id(game) not in self._made:
            pictures = self._session.host.pictures(self._words.language, game)
            self._made[id(game)] = None if pictures is None else (pictures, Drawings(pictures, self._theme))
        return self._made[id(game)]


class StatePicture(QWidget):
    """One state. It shows a part of the ground with its pieces, and rings those that are `ringed`. With `at_top` it is
    no higher than what it shows."""

    def __init__(self, theme: Theme, at_top: bool = False) -> None:
        super().__init__()
        self._theme, self._at_top = theme, at_top
        self._board: Board | None = None
        self._ringed: frozenset[str] = frozenset()
        self._shown = QRectF()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(300), self._theme.px(220))

    def show_board(self, board: Board, shown: QRectF, ringed: frozenset[str]) -> None:
        """Show a board, as far as `shown` reaches."""
        self._board, self._shown, self._ringed = board, shown, ringed
        self.setAccessibleName(", ".join(f"{one.name} {one.note}".strip() for one in board.pieces if one.name))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        board, size = self._board, self.size()
        there = board is not None and bool(board.ground) and not self._shown.isEmpty()
        if there and self._at_top:
            size.setHeight(min(size.height(), round(size.width() * self._shown.height() / self._shown.width())))
        painter.fillRect(QRect(QPoint(), size), QColor(self._theme.background))
        if board is None or not there:
            return
        painter.drawPixmap(0, 0, board.drawings.ground(board.ground, self._shown, size, self.devicePixelRatioF()))
        fit(painter, self._shown, size)
        for one in sorted(board.pieces, key=lambda one: one.layer):
            for drawing in one.drawings:
                board.drawings.paint(painter, drawing, QPointF(one.x, one.y), one.scale)
        painter.setPen(QPen(QColor(self._theme.gold), 4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for one in board.pieces:
            if one.id in self._ringed and one.name:
                painter.drawEllipse(QPointF(one.x, one.y), RING * one.scale, RING * one.scale)


def fit(painter: QPainter, shown: QRectF, size: QSize) -> None:
    """Let a painter show this part of the ground in the middle of a size."""
    scale = min(size.width() / shown.width(), size.height() / shown.height())
    painter.translate(QPointF(size.width() / 2, size.height() / 2))
    painter.scale(scale, scale)
    painter.translate(-shown.center())


def elsewhere(before: Sequence[Piece], after: Sequence[Piece]) -> frozenset[str]:
    """Return the ids of the pieces that two boards have in other places or looks."""
    first, second = ({one.id: one for one in pieces} for pieces in (before, after))
    return frozenset(id for id in {*first, *second} if first.get(id) != second.get(id))


def standing_out(before: Board, after: Board) -> frozenset[str]:
    """Return the ids of the pieces that two boards have otherwise, none where too many figures differ: then none stands
    out."""
    found = elsewhere(before.pieces, after.pieces)
    figures = {one.id for one in (*before.pieces, *after.pieces) if one.name and one.id in found}
    return found if len(figures) <= RINGED else frozenset()


def area(pieces: Sequence[Piece], ringed: frozenset[str], whole: QRectF) -> QRectF:
    """Return the part of the ground with the ringed pieces and the room around them, without any the whole."""
    found = [one for one in pieces if one.id in ringed and one.name]
    if not found:
        return whole
    left, right = min(one.x for one in found), max(one.x for one in found)
    top, bottom = min(one.y for one in found), max(one.y for one in found)
    return QRectF(left, top, right - left, bottom - top).adjusted(-AROUND, -AROUND, AROUND, AROUND) & whole
