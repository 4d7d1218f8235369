"""The price of a walk beside the space under the pointer: Actions, movement points, and what stays over."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.view.board.tokens import RADIUS
from defiance_qt.systems.defiance.view.present.values import NO_PATH, PathView

PAD, GAP, DOT = 11, 4, 8
PLATE = 8  # how far the plate of a token's health is below its disc
ASIDE, ABOVE = 34, 58  # how far the tag is beside and above the middle of the space


class PriceTag(QWidget):
    """Two lines over the board. They ignore the mouse."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme, self._over = theme, parent
        self.path = NO_PATH
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.show_path(self.path)

    def show_path(self, path: PathView) -> None:
        """Show the price of a path; without one, hide. `place` positions it."""
        self.path = path
        self.setAccessibleName(f"{path.title}. {path.note}" if path.title else "")
        self.resize(self.sizeHint())
        self.setVisible(bool(path.title))
        self.update()

    def place(self, spot: QPoint, zoom: float, tokens: Sequence[QPoint]) -> None:
        """Move beside a point of the parent: to the right and above if it hides no token there, else where it hides
        the fewest."""
        inside, wide, high = self._over.rect().adjusted(4, 4, -4, -4), self.width(), self.height()
        around = round((RADIUS + PLATE) * zoom)

        def hidden(at: QPoint) -> tuple[bool, int]:
            box = QRect(at, self.size())
            near = box.adjusted(-around, -around, around, around)
            return not inside.contains(box), sum(near.contains(token) for token in tokens)

        steps = [step * around for step in range(5)]
        sides = [x for step in steps for x in (ASIDE + step, -ASIDE - step - wide)]
        heights = [y for step in steps for y in (-ABOVE - step, ABOVE - high + step)]
        places = [spot + QPoint(x, y) for x in sides for y in heights]
        best = min(places, key=lambda at: (*hidden(at), (QRect(at, self.size()).center() - spot).manhattanLength()))
        self.move(
            max(inside.left(), min(best.x(), inside.right() - wide)),
            max(inside.top(), min(best.y(), inside.bottom() - high)),
        )

    def _fonts(self) -> tuple[QFont, QFont]:
        return font(self._theme, self._theme.size_text, 600), font(self._theme, self._theme.size_small)

    def _dots(self) -> int:
        """Return the width of the dots, one for each Action."""
        return self.path.actions * self._theme.px(DOT + GAP)

    def sizeHint(self) -> QSize:
        strong, small = map(QFontMetrics, self._fonts())
        wide = max(strong.horizontalAdvance(self.path.title) + self._dots(), small.horizontalAdvance(self.path.note))
        return QSize(wide + 2 * PAD, strong.height() + small.height() + GAP + 2 * (PAD - 3))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        strong, small = self._fonts()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.raised_border), 1))
        painter.setBrush(QColor(theme.floating))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        top, high = PAD - 3, QFontMetrics(strong).height()
        dot = theme.px(DOT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.team))
        for place in range(self.path.actions):
            painter.drawEllipse(QRectF(PAD + place * theme.px(DOT + GAP), top + (high - dot) / 2, dot, dot))
        painter.setFont(strong)
        painter.setPen(QColor(theme.text))
        left = PAD + self._dots()
        painter.drawText(QRect(left, top, self.width() - left, high), Qt.AlignmentFlag.AlignVCenter, self.path.title)
        painter.setFont(small)
        painter.setPen(QColor(theme.muted))
        box = QRect(PAD, top + high + GAP, self.width() - PAD, QFontMetrics(small).height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self.path.note)
        painter.end()
