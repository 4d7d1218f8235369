"""The ladder of a roll: each part of its Success Value under its reason, the dice, and what follows from them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from defiance_qt.shell.kit.chips import Chips
from defiance_qt.shell.kit.lists import wrapped_height, write
from defiance_qt.shell.theme import Theme, font, paint_icon
from defiance_qt.shell.tips import set_tip

from .values import DieView, LadderView, PartView

LINE = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
CENTRE = int(Qt.AlignmentFlag.AlignCenter)
WRAPPED = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap)


class LadderPanel(QFrame):
    """A roll as a card in the color of its side."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.parts = Parts(theme)
        self.chips = Chips(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(side) for side in (12, 8, 12, 8)))
        column.setSpacing(theme.px(6))
        column.addWidget(self.parts)
        column.addWidget(self.chips)

    def show_ladder(self, view: LadderView) -> None:
        """Show a roll."""
        self.parts.show_ladder(view)
        self.chips.set_chips(view.chips)
        self.setAccessibleName(view.spoken)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = theme.enemy if self.parts.view is not None and self.parts.view.tone == "enemy" else theme.team
        now = self.parts.view is not None and self.parts.view.now
        painter.setPen(QPen(QColor(edge), 2.5 if now else 1.5))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), theme.radius, theme.radius)


class Parts(QWidget):
    """The title, the parts of the Success Value, their sum, and the dice. Where they have no room side by side, the
    title stands over them."""

    TITLE, PART, SUM, DIE, HIGH = 200, 84, 76, 38, 68
    FEW, ROOMY_PART = 4, 102
    """Up to so many parts are wider, so that their reasons take fewer lines."""
    ROOMY = 260
    """The width of the title where there is room: a weapon with its mode, Damage and ammunition is whole."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.view: LadderView | None = None
        self._wide: list[int] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_ladder(self, view: LadderView) -> None:
        """Show a roll."""
        if view != self.view:
            self.view = view
            self._wide = self._whys(view)
            set_tip(self, view.spoken)
            self.updateGeometry()
            self.update()

    # -- places

    def _whys(self, view: LadderView) -> list[int]:
        """Return the width of each part: its reason is broken at words, never within one."""
        metrics = QFontMetricsF(font(self._theme, self._theme.size_small))
        longest = [max(metrics.horizontalAdvance(word) for word in part.why.split() or [""]) for part in view.parts]
        part = self.PART if len(view.parts) > self.FEW else self.ROOMY_PART
        return [max(self._theme.px(part), round(one) + self._theme.px(10)) for one in longest]

    def _needed(self) -> int:
        assert self.view is not None
        theme = self._theme
        dice = len(self.view.dice) * theme.px(self.DIE + 5)
        rolled = round(QFontMetricsF(font(theme, theme.size_small)).horizontalAdvance(self.view.rolled))
        return sum(self._wide) + theme.px(26 + self.SUM + 14) + max(dice, rolled)

    def _beside(self, width: int) -> bool:
        return width >= self._needed() + self._theme.px(self.TITLE)

    def _row(self) -> int:
        """Return the height of the parts: the highest reason over the number."""
        assert self.view is not None
        theme = self._theme
        face = font(theme, theme.size_small)
        whys = zip(self.view.parts, self._wide, strict=True)
        high = max((wrapped_height(face, part.why, wide - theme.px(4)) for part, wide in whys), default=0)
        return max(theme.px(self.HIGH), high + theme.px(34))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if self.view is None:
            return 0
        return self._row() + (0 if self._beside(width) else self._theme.px(42))

    def sizeHint(self) -> QSize:
        width = max(self.width(), self._theme.px(300))
        return QSize(self._theme.px(300), self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(240), self.heightForWidth(max(self.width(), self._theme.px(240))))

    # -- looks

    def paintEvent(self, event: QPaintEvent) -> None:
        view, theme = self.view, self._theme
        if view is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        beside, row = self._beside(self.width()), self._row()
        roomy = self.width() >= self._needed() + theme.px(self.ROOMY)
        across = theme.px(self.ROOMY if roomy else self.TITLE) if beside else self.width()
        ink = theme.enemy if view.tone == "enemy" else theme.team
        head = QRectF(0, 0, across - theme.px(8), theme.px(22))
        write(painter, head, view.title, font(theme, theme.size_text + 1, 600), ink, LINE)
        note = head.translated(0, theme.px(20))
        write(painter, note, view.note, font(theme, theme.size_small), theme.muted, LINE)
        x, top = (float(across), 0.0) if beside else (0.0, float(theme.px(42)))
        for part, wide in zip(view.parts, self._wide, strict=True):
            self._paint_part(painter, part, QRectF(x, top, wide, row))
            x += wide
        equals = QRectF(x, top + row - theme.px(32), theme.px(26), theme.px(32))
        write(painter, equals, "=", font(theme, theme.size_heading), theme.muted, CENTRE)
        x += theme.px(26)
        self._paint_sum(painter, QRectF(x, top + 2, theme.px(self.SUM), row - 4), ink)
        x += theme.px(self.SUM + 14)
        rolled = QRectF(x, top, self.width() - x, theme.px(20))
        write(painter, rolled, view.rolled, font(theme, theme.size_small), theme.muted, LINE)
        size = min(theme.px(self.DIE), (self.width() - x) / max(1, len(view.dice)) - theme.px(4))
        for place, die in enumerate(view.dice):
            box = QRectF(x + place * (size + theme.px(5)), top + theme.px(24), size, min(size, row - theme.px(26)))
            paint_die(painter, theme, die, box)

    def _paint_part(self, painter: QPainter, part: PartView, box: QRectF) -> None:
        theme = self._theme
        inks = {"team": theme.team_ink, "danger": theme.danger_ink, "": theme.text_strong}
        why = QRectF(box.left() + 2, box.top(), box.width() - 4, box.height() - theme.px(32))
        write(painter, why, part.why, font(theme, theme.size_small), theme.muted, WRAPPED)
        number = QRectF(box.left(), box.bottom() - theme.px(32), box.width(), theme.px(32))
        write(painter, number, part.text, font(theme, theme.size_heading + 2, 600), inks[part.tone], CENTRE)

    def _paint_sum(self, painter: QPainter, box: QRectF, ink: str) -> None:
        assert self.view is not None
        theme, (name, value) = self._theme, self.view.success
        painter.setPen(QPen(QColor(ink), 1.5))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box, 7, 7)
        half = QRectF(box.left(), box.top() + 2, box.width(), box.height() * 0.4)
        write(painter, half, name, font(theme, theme.size_small), theme.muted, CENTRE)
        rest = QRectF(box.left(), half.bottom() - 2, box.width(), box.height() * 0.58)
        write(painter, rest, value, font(theme, theme.size_number, 700), theme.text_strong, CENTRE)


def paint_die(painter: QPainter, theme: Theme, die: DieView, box: QRectF) -> None:
    """Paint a die of a roll, or of the legend."""
    edges = {"hit": theme.team, "critical": theme.gold, "open": theme.raised_border, "miss": theme.raised_border}
    edge = edges.get(die.tone, theme.raised_border)
    style = Qt.PenStyle.DashLine if die.tone == "open" else Qt.PenStyle.SolidLine
    painter.setPen(QPen(QColor(edge), 2 if die.tone in ("hit", "critical") else 1, style))
    painter.setBrush(QColor(theme.raised if die.text else theme.card))
    painter.drawRoundedRect(box, 6, 6)
    ink = theme.text_strong if die.tone in ("hit", "critical") else theme.muted
    write(painter, box, die.text, font(theme, theme.size_text + 2, 700), ink, CENTRE)
    mark = theme.px(13)
    corner = QRectF(box.right() - mark * 0.7, box.top() - mark * 0.3, mark, mark)
    if die.tone in ("hit", "critical"):
        paint_icon(painter, corner, "star", edge)
    if die.wakes:
        paint_icon(painter, corner.translated(0, box.height() - mark * 0.5), "flame", theme.danger)
