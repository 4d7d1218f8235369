"""The message bar over the board: one sentence that says why something was refused. It goes away by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from defiance_qt.ui.panels.pieces import label

STANDS = 6000


class MessageBar(QFrame):
    """A banner at the top of its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setProperty("role", "banner")
        self._text = label("", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 9, 16, 9)
        row.addWidget(self._text)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def tell(self, sentence: str) -> None:
        text = sentence[:1].upper() + sentence[1:]
        self._text.setText(text if text.endswith((".", "!", "?", "…")) else f"{text}.")
        self.setAccessibleName(self._text.text())
        self.place()
        self.show()
        self.raise_()
        self._timer.start(STANDS)

    @property
    def text(self) -> str:
        return self._text.text()

    def place(self) -> None:
        parent = self._over
        width = min(parent.width() - 60, max(320, self._text.fontMetrics().horizontalAdvance(self._text.text()) + 44))
        self.setFixedWidth(max(120, width))
        self.adjustSize()
        self.move((parent.width() - self.width()) // 2, 16)
