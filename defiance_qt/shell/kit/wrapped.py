"""Boxes to tick and radio buttons whose words break into lines where there is little room."""

from __future__ import annotations

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


class WrappedBox(QCheckBox):
    """A box to tick."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        _prepare(self)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return _high(self, width)

    def minimumSizeHint(self) -> QSize:
        return _least(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        _paint(self, option, QStyle.PrimitiveElement.PE_IndicatorCheckBox)


class WrappedRadio(QRadioButton):
    """A radio button."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        _prepare(self)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return _high(self, width)

    def minimumSizeHint(self) -> QSize:
        return _least(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        _paint(self, option, QStyle.PrimitiveElement.PE_IndicatorRadioButton)


def _prepare(button: QAbstractButton) -> None:
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    button.setSizePolicy(policy)


def _indicator(button: QAbstractButton) -> QSize:
    style, radio = button.style(), isinstance(button, QRadioButton)
    metric = QStyle.PixelMetric
    wide = metric.PM_ExclusiveIndicatorWidth if radio else metric.PM_IndicatorWidth
    high = metric.PM_ExclusiveIndicatorHeight if radio else metric.PM_IndicatorHeight
    return QSize(style.pixelMetric(wide, None, button), style.pixelMetric(high, None, button))


def _indent(button: QAbstractButton) -> int:
    """Return where the words begin."""
    radio = isinstance(button, QRadioButton)
    gap = QStyle.PixelMetric.PM_RadioButtonLabelSpacing if radio else QStyle.PixelMetric.PM_CheckBoxLabelSpacing
    return _indicator(button).width() + button.style().pixelMetric(gap, None, button)


def _words(button: QAbstractButton, width: int) -> QRect:
    return QFontMetrics(button.font()).boundingRect(QRect(0, 0, max(1, width), ENDLESS), WRAP, button.text())


def _high(button: QAbstractButton, width: int) -> int:
    button.ensurePolished()
    return max(_words(button, width - _indent(button)).height() + 2, _indicator(button).height())


def _least(button: QAbstractButton) -> QSize:
    button.ensurePolished()
    return QSize(_indent(button) + _words(button, 1).width(), button.sizeHint().height())


def _paint(button: QAbstractButton, option: QStyleOptionButton, indicator: QStyle.PrimitiveElement) -> None:
    """Draw the indicator beside the first line, and the words."""
    painter, size = QStylePainter(button), _indicator(button)
    left = _indent(button)
    words = _words(button, button.width() - left)
    words.moveTo(left, max(0, (button.height() - words.height()) // 2))
    line = min(QFontMetrics(button.font()).height(), words.height())
    option.rect = QRect(0, max(0, words.top() + (line - size.height()) // 2), size.width(), size.height())
    painter.drawPrimitive(indicator, option)
    # The style sheet's color of the focus reaches only what the style paints.
    role = QPalette.ColorRole.Accent if button.hasFocus() else button.foregroundRole()
    painter.setPen(option.palette.color(role))
    painter.drawText(words.adjusted(0, 0, 2, 2), WRAP, button.text())
