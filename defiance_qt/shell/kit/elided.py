"""Text elided to the available width: lines to paint, and widgets. The full text of a label is in its tool tip."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPaintEvent, QResizeEvent, QTextLayout
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from defiance_qt.shell.tips import plain, set_tip

SLACK = 2  # pixels by which measured and drawn text may differ


def elided_lines(text: str, face: QFont, width: float, most: int) -> list[str]:
    """Return the lines into which a text breaks at a width; of more than `most` the last one is elided."""
    layout = QTextLayout(text, face)
    layout.beginLayout()
    starts: list[int] = []
    while len(starts) <= most and (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    lines = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    if len(lines) > most:
        rest = text[starts[most - 1] :]
        lines[most - 1 :] = [QFontMetricsF(face).elidedText(rest, Qt.TextElideMode.ElideRight, width)]
    return lines


def fitted_lines(text: str, faces: Iterable[QFont], width: float, most: int) -> tuple[list[str], QFont]:
    """Return the lines of a text in the first of these fonts in which they fit, else in the last one: elided where
    there are too many, too wide where a word is too long."""
    lines, face = [text], QFont()
    for face in faces:
        lines = elided_lines(text, face, width, most)
        if "".join(lines) == text and wide_lines(lines, face) <= width:
            break
    return lines, face


def wide_lines(lines: Iterable[str], face: QFont) -> float:
    """Return the width of the widest of these lines."""
    return max((QFontMetricsF(face).horizontalAdvance(line.rstrip()) for line in lines), default=0)


class Elided(QLabel):
    """A label that elides its text to the available width. The full text is then in the tool tip."""

    def __init__(self, role: str, tone: str = "", text: str = "") -> None:
        super().__init__()
        self._whole = self._told = ""
        self._shorter: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setProperty("tone", tone)
        self.setMinimumWidth(40)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.set_words(text)

    def set_words(self, text: str, *shorter: str) -> None:
        """Set the text, and shorter ones for when it does not fit: the first that does is shown, else the last."""
        self._whole, self._shorter = text, tuple(filter(None, shorter))
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    @property
    def whole(self) -> str:
        """The full text."""
        return self._whole

    def _cut(self) -> None:
        metrics, room = self.fontMetrics(), self.width()
        texts = (self._whole, *self._shorter)
        text = next((one for one in texts if metrics.horizontalAdvance(one) <= room), texts[-1])
        fits = metrics.horizontalAdvance(text) <= room  # Qt elides what is a fraction of a pixel too wide
        self.setText(text if fits else metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        if self.toolTip() in ("", plain(self._told)):
            # Else it has a tip of its own, which explains it.
            self._told = "" if self.text() == self._whole else self._whole
            set_tip(self, self._told)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 6, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()


class ElidedButton(QPushButton):
    """A button that elides its text when it is narrower than the text."""

    # Border and padding set by the style sheet, and the height of a line, both at the usual size of words.
    FRAME, LINE = 14, 17

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_words(self, text: str) -> None:
        self._whole = text
        self.updateGeometry()
        self._cut()

    @property
    def whole(self) -> str:
        """The full text."""
        return self._whole

    def needed(self) -> int:
        """Return the width that shows the full text."""
        beside = 0 if self.icon().isNull() else self.iconSize().width() + 6
        metrics = self.fontMetrics()
        frame = max(self.FRAME, self.FRAME * metrics.height() // self.LINE)
        return metrics.horizontalAdvance(self._whole) + beside + frame

    def _cut(self) -> None:
        room = self.width() - self.needed() + self.fontMetrics().horizontalAdvance(self._whole) + SLACK
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))

    def sizeHint(self) -> QSize:
        return QSize(self.needed(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()


class ElidedBox(QComboBox):
    """A combo box that elides its entry where that is wider than the box. The full text is in the tool tip. Its list
    scrolls only if it is very long."""

    ROWS = 24

    def __init__(self) -> None:
        super().__init__()
        self.setMaxVisibleItems(self.ROWS)
        self.currentTextChanged.connect(lambda text: set_tip(self, text))

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        control, edit = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, edit, self).width()
        text = option.fontMetrics.elidedText(option.currentText, Qt.TextElideMode.ElideRight, room)  # type: ignore[attr-defined]
        option.currentText = text  # type: ignore[attr-defined]  # members of the C++ class
        painter = QStylePainter(self)
        painter.drawComplexControl(control, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()
