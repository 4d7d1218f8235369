"""The view of the game: both scores, the pot, the dice of the last roll, and the risk of the next roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from defiance_qt.api import Change, port
from defiance_qt.shell.actions import Spec
from defiance_qt.shell.plain import PlainPresenter, PlainView
from defiance_qt.shell.tips import set_tip

from ..engine.odds import expectation
from ..engine.state import SIDES, Hold, Roll, State

if TYPE_CHECKING:
    from defiance_qt.shell.table import Table
    from defiance_qt.shell.theme import Theme

ACTIONS = (
    Spec("act.roll", ("R",), "act", key="view.do.roll"),
    Spec("act.hold", ("H",), "act", key="view.do.hold"),
)
DIE = 120
CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
# The pips of each face, in quarters of the die's width from its centre.
PIPS = {
    1: ((0, 0),),
    2: CORNERS[:2],
    3: (*CORNERS[:2], (0, 0)),
    4: CORNERS,
    5: (*CORNERS, (0, 0)),
    6: (*CORNERS, (-1, 0), (1, 0)),
}


class DiceTable(QWidget):
    """The painted table. `clicked` is emitted when the user clicks the dice to roll them."""

    clicked = Signal()

    def __init__(self, theme: Theme, words: port.Words, dice: int, faces: tuple[int, ...]) -> None:
        super().__init__()
        self._theme, self._words, self._dice, self._faces = theme, words, dice, faces
        self._state = State()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(words("view.board"))
        self.setMinimumSize(320, 240)

    def show_state(self, state: State) -> None:
        """Show a state."""
        self._state = state
        self.setAccessibleDescription(". ".join(self._lines()))
        set_tip(self, self._risk())
        self.update()

    def _lines(self) -> list[str]:
        state, words = self._state, self._words
        scores = [
            words("view.score", side=words(f"side.{side}"), n=score, target=state.target)
            for side, score in zip(SIDES, state.scores, strict=True)
        ]
        return [*scores, words("view.pot", n=state.pot)]

    def _risk(self) -> str:
        mean, bust = expectation(self._dice, self._faces)
        return self._words("view.risk", bust=f"{bust:.0%}", mean=f"{mean:.1f}")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._dice_area().contains(event.position()):
            self.clicked.emit()

    def _dice_area(self) -> QRectF:
        wide = self._dice * DIE + (self._dice - 1) * 30
        return QRectF((self.width() - wide) / 2, self.height() * 0.42, wide, DIE)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.background))
        own, rival, pot = self._lines()
        for place, (line, score, colour) in enumerate(
            ((own, self._state.scores[0], theme.team), (rival, self._state.scores[1], theme.enemy))
        ):
            self._paint_score(painter, self.height() * (0.11 + 0.12 * place), line, score, colour)
        for place in range(self._dice):
            self._paint_die(painter, place)
        painter.setFont(self._font(34))
        painter.setPen(QColor(theme.gold))
        box = QRectF(0, self.height() * 0.42 + DIE + 24, self.width(), 48)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, pot)
        painter.setFont(self._font(15))
        painter.setPen(QColor(theme.muted))
        painter.drawText(box.translated(0, 48), Qt.AlignmentFlag.AlignCenter, self._risk())
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.blue), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._dice_area().adjusted(-10, -10, 10, 10), 14, 14)

    def _paint_score(self, painter: QPainter, y: float, line: str, score: int, colour: str) -> None:
        theme = self._theme
        wide = self.width() * 0.6
        box = QRectF((self.width() - wide) / 2, y + 28, wide, 14)
        painter.setPen(QColor(theme.text_strong))
        painter.setFont(self._font(18))
        painter.drawText(QRectF(box.left(), y, wide, 26), Qt.AlignmentFlag.AlignLeft, line)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.pip_empty))
        painter.drawRoundedRect(box, 7, 7)
        part = min(1.0, score / max(1, self._state.target))
        painter.setBrush(QColor(colour))
        painter.drawRoundedRect(QRectF(box.left(), box.top(), max(14.0, wide * part), box.height()), 7, 7)

    def _paint_die(self, painter: QPainter, place: int) -> None:
        theme, area = self._theme, self._dice_area()
        box = QRectF(area.left() + place * (DIE + 30), area.top(), DIE, DIE)
        painter.setPen(QPen(QColor(theme.raised_border), 2))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 18, 18)
        faces = self._state.faces
        if place >= len(faces):
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.danger if faces[place] == 1 else theme.text_strong))
        if faces[place] not in PIPS:
            painter.setPen(QColor(theme.text_strong))
            painter.setFont(self._font(DIE // 2))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(faces[place]))
        for across, down in PIPS.get(faces[place], ()):
            centre = box.center() + QPointF(across, down) * DIE / 4
            painter.drawEllipse(centre, DIE / 12, DIE / 12)

    def _font(self, size: int) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(size)
        font.setBold(True)
        return font


class DiceView(PlainView):
    """The view of the game. Everything except the painted table comes from the shell."""

    def __init__(self, table: Table) -> None:
        super().__init__(PlainPresenter(table.presenter))
        self._table = table
        table.add_actions(ACTIONS)
        rules = table.session.game.rules  # type: ignore[attr-defined]
        self.board = DiceTable(table.theme, table.words, rules.dice, rules.faces)
        self.surface: QWidget = self.board
        self.board.clicked.connect(lambda: self._give(Roll()))
        table.named_actions.bind("act.roll", lambda: self._give(Roll()))
        table.named_actions.bind("act.hold", lambda: self._give(Hold()))

    def _give(self, command: object) -> None:
        self._table.presenter.submit(command)

    @property
    def subject(self) -> str:
        return "table"

    def show(self, change: Change | None) -> None:
        self.board.show_state(self._table.presenter.state)
        self._table.settled()
