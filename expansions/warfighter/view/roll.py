"""The last roll: the dice, what each needed and did, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.kit.dice import paint_die
from defiance_qt.shell.kit.elided import elided_lines
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip

from .row_paint import FEW
from .values import RollDie, RollView

ROLL = 450  # milliseconds in which dice roll
FACES = 9  # faces that are shown meanwhile


def rolling(die: RollDie, turn: int) -> str:
    """Return the face that a die shows `turn` faces before it lies: one that it has."""
    return str((int(die.face) - 1 + 7 * turn) % die.sides + 1)


class RollStrip(QWidget):
    """A strip with the last roll; hidden without one."""

    DIE = 34

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.view = RollView()
        self._cut: list[str] = []
        self._turn = 0
        self._speed = 0.0
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0)
        self._clock.setEndValue(FACES)
        self._clock.valueChanged.connect(self._spin)
        self._clock.finished.connect(self._rest)
        self.hide()

    def set_speed(self, speed: float) -> None:
        """Set how fast dice roll: 1 is normal, 0 at once."""
        self._speed = speed

    def show_roll(self, view: RollView, rolls: bool = False) -> None:
        """Show a roll; `rolls`: its dice roll before they lie."""
        if view == self.view:
            return
        self.view = view
        self.setAccessibleName(view.spoken)
        set_tip(self, view.spoken)
        self.setVisible(bool(view.title))
        self._clock.stop()
        self._turn = 0
        if rolls and self._speed > 0 and view.dice:
            self._clock.setDuration(max(1, round(ROLL / self._speed)))
            self._turn = FACES
            self._clock.start()
        self.update()

    def skip(self) -> None:
        """Let the dice lie."""
        self._clock.stop()
        self._rest()

    def _spin(self, turn: object) -> None:
        self._turn = FACES - int(turn) if isinstance(turn, int | float) else 0
        self.update()

    def _rest(self) -> None:
        self._turn = 0
        self.update()

    def unread(self) -> list[str]:
        """Return the texts that are cut to a few letters."""
        return self._cut

    def sizeHint(self) -> QSize:
        return QSize(700, self._theme.px(56))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self.view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.card_border), 1))
        painter.setBrush(QColor(theme.panel))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, theme.radius, theme.radius)
        self._cut = []
        pad, gap = theme.px(12), theme.px(6)
        # The result comes first: what dice needed is told where there is room for both.
        dice = (len(view.dice) + (view.cover is not None)) * (theme.px(self.DIE) + gap)
        told = box.width() * 0.74 - pad - dice > theme.px(430)
        left = pad + self._pair(painter, pad, box.width() * 0.2, view.title, "", theme.text_strong, "", 600) + 2 * gap
        for die in view.dice:
            left = self._die(painter, left, die) + gap
        left += gap
        if told:
            most = box.width() * 0.17
            wide = self._pair(painter, left, most, view.needed, view.hits, theme.muted, theme.text_strong)
            left += wide + 3 * gap
        if view.cover is not None:
            left = self._die(painter, left, view.cover) + 2 * gap
        if told and view.cover_needed:
            most = box.width() * 0.2
            wide = self._pair(painter, left, most, view.cover_needed, view.cover_told, theme.muted, theme.text_strong)
            left += wide + 3 * gap
        inks = {"team": theme.team, "danger": theme.danger, "enemy": theme.enemy, "gold": theme.gold}
        tone = inks.get(view.tone, theme.muted)
        size = theme.px(16)
        paint_icon(painter, QRectF(left, box.center().y() - size / 2, size, size), "star", tone)
        rest = box.right() - left - size - gap - pad
        if not self._turn:
            self._pair(painter, left + size + gap, rest, view.result, view.more, tone, theme.muted, 600)
        painter.end()

    def _die(self, painter: QPainter, left: float, die: RollDie) -> float:
        theme = self._theme
        size = min(theme.px(self.DIE), self.height() - theme.px(8))
        box = QRectF(left, (self.height() - size) / 2, size, size)
        face = rolling(die, self._turn) if self._turn else die.face
        edge = QPen(QColor(theme.text_strong if die.told else theme.raised_border), 1.6 if die.told else 1)
        paint_die(painter, theme, box, die.die if not self._turn else "grey", face, theme.px(17), 7, edge)
        return box.right()

    def _pair(
        self, painter: QPainter, left: float, most: float, first: str, second: str, ink: str, other: str,
        weight: int = 400,
    ) -> float:  # fmt: skip
        """Write two lines over each other, at most so wide. A first line alone may take both. Return the width."""
        theme = self._theme
        high = QFontMetricsF(font(theme, theme.size_small)).height()
        middle = self.height() / 2
        faces = (font(theme, theme.size_small, weight), font(theme, theme.size_small, 600 if weight == 400 else 400))
        texts = zip(faces, (first, second), strict=True)
        wide = min(most, max(QFontMetricsF(face).horizontalAdvance(text) for face, text in texts))
        if first and not second:
            lines = elided_lines(first.replace(" %", "\u00a0%"), faces[0], most, 2)
            painter.setFont(faces[0])
            painter.setPen(QColor(ink))
            for at, line in enumerate(lines):
                room = QRectF(left, middle + (at - len(lines) / 2) * high, most, high)
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, line)
            return max(QFontMetricsF(faces[0]).horizontalAdvance(line) for line in lines)
        for at, (text, colour) in enumerate(((first, ink), (second, other))):
            metrics = QFontMetricsF(faces[at])
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, most)
            if shown != text and len(shown) <= FEW:
                self._cut.append(text)
            painter.setFont(faces[at])
            painter.setPen(QColor(colour))
            painter.drawText(
                QRectF(left, middle - high + at * high, most, high),
                Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip,
                shown,
            )
        return wide
