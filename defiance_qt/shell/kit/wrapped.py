"""Boxes to tick and radio buttons whose words break into lines where there is little room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFontMetrics, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QRadioButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
)

from defiance_qt.shell.kit.labels import WRAP

ENDLESS = 10_000
METRIC, PRIMITIVE = QStyle.PixelMetric, QStyle.PrimitiveElement
if TYPE_CHECKING:
    Base = QAbstractButton
else:
    Base = object


class Wrapped(Base):
    """What both have in common. `KIND` is how the style draws the indicator, `SIZES` its width, its height, and the gap
    between it and the words."""

    KIND: QStyle.PrimitiveElement
    SIZES: tuple[QStyle.PixelMetric, ...]

    def __init__(self, text: str) -> None:
        super().__init__(text)  # type: ignore[arg-type]  # the button's own
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self.ensurePolished()
        wide, high, gap = self._sizes()
        return max(self._words(width - wide - gap).height() + 2, high)

    def minimumSizeHint(self) -> QSize:
        self.ensurePolished()
        wide, _, gap = self._sizes()
        return QSize(wide + gap + self._words(1).width(), self.sizeHint().height())

    def _sizes(self) -> tuple[int, int, int]:
        wide, high, gap = (self.style().pixelMetric(metric, None, self) for metric in self.SIZES)
        return wide, high, gap

    def _words(self, width: int) -> QRect:
        return QFontMetrics(self.font()).boundingRect(QRect(0, 0, max(1, width), ENDLESS), WRAP, self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the indicator beside the first line, and the words."""
        option = QStyleOptionButton()
        self.initStyleOption(option)  # type: ignore[attr-defined]  # the button's own
        painter, (wide, high, gap) = QStylePainter(self), self._sizes()
        words = self._words(self.width() - wide - gap)
        words.moveTo(wide + gap, max(0, (self.height() - words.height()) // 2))
        line = min(QFontMetrics(self.font()).height(), words.height())
        option.rect = QRect(0, max(0, words.top() + (line - high) // 2), wide, high)  # type: ignore[attr-defined]
        painter.drawPrimitive(self.KIND, option)
        # The style sheet's color of the focus reaches only what the style paints.
        role = QPalette.ColorRole.Accent if self.hasFocus() else self.foregroundRole()
        painter.setPen(option.palette.color(role))  # type: ignore[attr-defined]  # members of the C++ class
        painter.drawText(words.adjusted(0, 0, 2, 2), WRAP, self.text())


class WrappedBox(Wrapped, QCheckBox):
    """A box to tick."""

    KIND = PRIMITIVE.PE_IndicatorCheckBox
    SIZES = (METRIC.PM_IndicatorWidth, METRIC.PM_IndicatorHeight, METRIC.PM_CheckBoxLabelSpacing)


class WrappedRadio(Wrapped, QRadioButton):
    """A radio button."""

    KIND = PRIMITIVE.PE_IndicatorRadioButton
    SIZES = (METRIC.PM_ExclusiveIndicatorWidth, METRIC.PM_ExclusiveIndicatorHeight, METRIC.PM_RadioButtonLabelSpacing)
