"""Dice in their colors, their faces as buttons, and a pad of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.core.port import Die, Face
from defiance_qt.shell.kit.boxes import hbox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.pictures import paint_symbol, smooth
from defiance_qt.shell.present.values import DieView
from defiance_qt.shell.relayout import clear
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import set_tip


class DieFace(QWidget):
    """One die in its color: the symbols of its face, or a question mark until it is rolled."""

    def __init__(self, theme: Theme, size: int = 46) -> None:
        super().__init__()
        self._theme = theme
        self._view: DieView | None = None
        self.setFixedSize(theme.px(size), theme.px(size))

    def show_die(self, view: DieView, spoken: str) -> None:
        if view != self._view:
            self._view = view
            set_tip(self, f"{view.name}\n{view.source}")
            self.setAccessibleName(spoken)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is None:
            return
        theme, painter = self._theme, smooth(self)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        shown = "?" if self._view.symbols is None else self._view.symbols
        paint_die(painter, theme, box, self._view.die, shown, theme.px(18), theme.px(9))


def paint_die(
    painter: QPainter,
    theme: Theme,
    box: QRectF,
    die: str,
    shown: tuple[str, ...] | str,
    size: int = 0,
    corner: float = 7,
    edge: QPen | None = None,
) -> None:
    """Draw a die in its color with symbols, or with a text of this size."""
    fill, ink = theme.die(die)
    painter.setPen(edge or QPen(QColor(theme.raised_border), 1))
    painter.setBrush(QColor(fill))
    painter.drawRoundedRect(box, corner, corner)
    if isinstance(shown, str):
        painter.setPen(QColor(ink))
        painter.setFont(font(theme, size, 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        return
    for symbol, area in zip(shown, symbol_places(len(shown), box), strict=False):
        paint_symbol(painter, area, symbol, ink)


def symbol_places(count: int, box: QRectF) -> list[QRectF]:
    """Return the places of up to three symbols on a die."""
    x, y, w = box.center().x(), box.center().y(), box.width()
    if count == 1:
        size = w * 0.5
        return [QRectF(x - size / 2, y - size / 2, size, size)]
    size = w * 0.40 if count == 2 else w * 0.38
    if count == 2:
        return [QRectF(x - size - 1, y - size / 2, size, size), QRectF(x + 1, y - size / 2, size, size)]
    top = [QRectF(x - size - 1, y - size - 0.5, size, size), QRectF(x + 1, y - size - 0.5, size, size)]
    bottom = QRectF(x - size / 2, y + 1, size, size)
    return [*top, bottom][:count] if count == 3 else []


_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
PIPS: Mapping[str, tuple[tuple[int, int], ...]] = {
    "1": ((0, 0),),
    "2": _CORNERS[:2],
    "3": (*_CORNERS[:2], (0, 0)),
    "4": _CORNERS,
    "5": (*_CORNERS, (0, 0)),
    "6": (*_CORNERS, (-1, 0), (1, 0)),
}
"""The pips of each face of a common die, in quarters of its width from the center."""


class PipDie(QAbstractButton):
    """A die on the table, to be clicked: its pips, or its number where that has none; empty until it is rolled."""

    def __init__(self, theme: Theme, name: str, size: int = 120) -> None:
        super().__init__()
        self._theme, self._face, self._bad = theme, "", False
        self.setFixedSize(theme.px(size), theme.px(size))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(name)

    def show_face(self, face: str, bad: bool = False) -> None:
        """Show a face, "" before the roll; `bad` where it harms who rolls."""
        self._face, self._bad = face, bad
        self.setAccessibleDescription(face)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, smooth(self)
        box = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        painter.setPen(QPen(QColor(theme.blue if self.hasFocus() else theme.raised_border), 2))
        painter.setBrush(QColor(theme.hover if self.underMouse() else theme.card))
        painter.drawRoundedRect(box, box.width() * 0.15, box.width() * 0.15)
        ink = theme.danger if self._bad else theme.text_strong
        if self._face not in PIPS:
            painter.setPen(QColor(ink))
            painter.setFont(font(theme, round(box.height() / 2), 700))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._face)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        for across, down in PIPS[self._face]:
            center = box.center() + QPointF(across, down) * box.width() / 4
            painter.drawEllipse(center, box.width() / 12, box.width() / 12)


class FaceButton(QPushButton):
    """A button for one face of a die."""

    LEAST = 30

    def __init__(self, theme: Theme, die: Die, number: int) -> None:
        super().__init__()
        face: Face = die.faces[number - 1]
        self._theme, self._die, self._symbols = theme, die.id, face.symbols
        self.setObjectName(f"face:{die.letter}{number}")
        self.setCheckable(True)
        self.set_size(theme.px(self.LEAST))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{die.name} {die.typed(number)}: {face.spoken}")
        set_tip(self, f"{die.letter}{die.typed(number)}: {face.spoken}")

    def set_size(self, size: int) -> None:
        self.setFixedSize(size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, used = self._theme, self.isChecked()
        painter = smooth(self)
        if not used:
            painter.setOpacity(0.95 if self.underMouse() else 0.55)
        edge = QPen(QColor(theme.text_strong), 2.4) if used else QPen(QColor(theme.die(self._die)[0]), 1)
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        paint_die(painter, theme, box, self._die, self._symbols, edge=edge)


class PadButton(QPushButton):
    """A number of a `DicePad`. Its meaning in this roll has a color, and words beside the pad and in the tool tip."""

    def __init__(self, theme: Theme, die: Die, number: int) -> None:
        super().__init__()
        face: Face = die.faces[number - 1]
        self._theme, self._tone, self._number = theme, face.tone, die.typed(number)
        self._count = 0
        self.setObjectName(f"face:{number}")
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(theme.px(28), theme.px(24))
        self.setMaximumHeight(theme.px(32))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(f"{self._number}: {face.spoken}")
        set_tip(self, f"{self._number}: {face.spoken}")

    def show_count(self, count: int) -> None:
        """Mark the number as shown by so many dice."""
        self._count = count
        self.setChecked(count > 0)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        edge = {"gold": theme.gold, "danger": theme.danger, "team": theme.team}.get(self._tone, theme.raised_border)
        over = self.isEnabled() and self.underMouse()
        painter = smooth(self)
        painter.setPen(QPen(QColor(theme.text_strong if self._count else edge), 2.4 if self._count else 1))
        painter.setBrush(QColor(theme.hover if over else theme.team_fill if self._tone == "team" else theme.card))
        box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(box, theme.radius_small, theme.radius_small)
        painter.setFont(font(theme, theme.size_text, 600 if self._tone or self._count else 400))
        painter.setPen(QColor(theme.text_strong if self._tone or self._count else theme.muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._number)
        if self._count > 1:
            painter.setFont(font(theme, theme.size_small - 2, 600))
            corner = box.adjusted(0, 0, -theme.px(4), 0)
            painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop, f"×{self._count}")


class DicePad(QWidget):
    """The numbers of dice that are entered one after the other, and beside them what they mean in this roll. `chosen`
    carries the place of a die and its face, from 1 up: a number goes to the next die without one. Once all dice have
    theirs, a click on a number that is set clears it."""

    chosen = Signal(int, int)
    ROW = 10

    def __init__(self, theme: Theme, dice: Sequence[Die]) -> None:
        super().__init__()
        self._theme, self._dice = theme, tuple(dice)
        self._faces: list[int] = [0] * len(dice)
        self._shown: Die | None = None
        self.buttons: list[PadButton] = []
        self.meanings: tuple[str, ...] = ()
        self._grid, self._legend = QGridLayout(), QVBoxLayout()
        self._grid.setSpacing(theme.px(4))
        self._legend.setSpacing(theme.px(2))
        hbox((self._grid, 1), self._legend, of=self, margins=0, gap=theme.px(14))
        self.show_faces(self._faces)

    def show_faces(self, faces: Sequence[int]) -> None:
        """Show the faces entered so far, 0 for none, and the numbers of the next die."""
        self._faces = list(faces)
        die = self._dice[self._next if not all(faces) else -1]
        if die != self._shown:
            self._make(die)
        alike = [face for face, other in zip(faces, self._dice, strict=True) if other == die]
        for number, button in enumerate(self.buttons, 1):
            button.show_count(alike.count(number))
            button.setEnabled(not all(faces) or number in alike)

    @property
    def _next(self) -> int:
        return self._faces.index(0)

    def _make(self, die: Die) -> None:
        self._shown = die
        clear(self._grid)
        clear(self._legend)
        self.setAccessibleName(die.name)
        self.buttons = [PadButton(self._theme, die, number) for number in range(1, len(die.faces) + 1)]
        for place, button in enumerate(self.buttons):
            self._grid.addWidget(button, place // self.ROW, place % self.ROW)
            button.clicked.connect(lambda checked=False, number=place + 1: self._choose(number))
        numbered = groupby(enumerate(die.faces, 1), lambda one: (one[1].tone, one[1].spoken))
        runs = [(tone, spoken, [number for number, _ in group]) for (tone, spoken), group in numbered]
        meant = []
        for tone, spoken, numbers in runs if len(runs) < len(die.faces) else []:
            ends = "–".join(die.typed(number) for number in dict.fromkeys((numbers[0], numbers[-1])))
            meant.append(f"{ends} {spoken}")
            self._legend.addWidget(label(meant[-1], "small", tone))
        self.meanings = tuple(meant)

    def _choose(self, number: int) -> None:
        if not all(self._faces):
            self.chosen.emit(self._next, number)
            return
        places = range(len(self._dice) - 1, -1, -1)
        mine = (place for place in places if self._faces[place] == number and self._dice[place] == self._shown)
        self.chosen.emit(next(mine), number)
