"""Chips: a few words on a colored ground, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from defiance_qt.shell.kit.labels import chip_colours
from defiance_qt.shell.kit.pictures import smooth
from defiance_qt.shell.present.values import Chip
from defiance_qt.shell.theme import Theme, font
from defiance_qt.shell.tips import tip_card


class Chips(QWidget):
    """A flow of chips that wraps to as many lines as needed. A chip longer than a line wraps its text."""

    GAP, PAD, HIGH = 5, 9, 22

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._high = theme.px(self.HIGH)
        self._chips: tuple[Chip, ...] = ()
        self._placed: dict[int, list[QRect]] = {}  # by width: layouts ask often
        self._font = font(theme, theme.size_small)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def set_chips(self, chips: Sequence[Chip]) -> None:
        fresh = tuple(chips)
        if fresh != self._chips:
            self._chips = fresh
            self._placed.clear()
            self.setAccessibleName(", ".join(chip.text for chip in fresh))
            self.setAccessibleDescription(" ".join(f"{chip.text}: {chip.tip}" for chip in fresh if chip.tip))
            self.setVisible(bool(fresh))
            self.updateGeometry()
            self.update()

    def _boxes(self, width: int) -> list[QRect]:
        if width not in self._placed:
            self._placed[width] = self._place(width)
        return self._placed[width]

    def _place(self, width: int) -> list[QRect]:
        metrics = QFontMetrics(self._font)
        boxes: list[QRect] = []
        x = y = 0
        room = max(width, 40)
        high = self._high
        for chip in self._chips:
            wide = metrics.horizontalAdvance(chip.text) + 2 * self.PAD
            if x and x + wide > room:
                x, y, high = 0, y + high + self.GAP, self._high
            if wide > room:
                inner = QRect(0, 0, room - 2 * self.PAD, 1000)
                broken = metrics.boundingRect(inner, int(Qt.TextFlag.TextWordWrap), chip.text)
                wide, high = room, max(self._high, broken.height() + self._high - metrics.height())
            boxes.append(QRect(x, y, wide, high))
            x += wide + self.GAP
        return boxes

    def places(self) -> list[tuple[Chip, QRect]]:
        """Return the chips with the places where they are drawn."""
        return list(zip(self._chips, self._boxes(self.width()), strict=True))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        return boxes[-1].bottom() + 1 if boxes else 0

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 60 else 240
        return QSize(120, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._high if self._chips else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        for chip, box in self.places():
            fill, ink = chip_colours(self._theme, chip.tone)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(QRectF(box), self._high / 2, self._high / 2)
            painter.setPen(QColor(ink))
            inner = box.adjusted(self.PAD - 1, 0, 1 - self.PAD, 0)
            if box.height() > self._high:
                painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, chip.text)
            else:
                text = metrics.elidedText(chip.text, Qt.TextElideMode.ElideRight, inner.width() + 2)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for chip, box in self.places():
                if box.contains(event.pos()):
                    QToolTip.showText(event.globalPos(), tip_card(chip.text, chip.tip), self, box)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)
