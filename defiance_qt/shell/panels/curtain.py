"""The curtain over a screen while the next one is made: it takes all input, and says so when it takes its time."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, vbox

WIDE = 320


class Curtain(QWidget):
    """Covers the window. Until `tell(True, …)` the screen below stays visible; then a bar moves in its middle, with a
    button that emits `cancelled`, as Esc does."""

    cancelled = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._still = QPixmap()
        self._box = QFrame(self)
        self._box.setProperty("role", "floating")
        self._text = QLabel()
        self._text.setProperty("role", "strong")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._cancel = QPushButton()
        self._cancel.clicked.connect(self.cancelled)
        vbox(self._text, hbox((self._bar, 1), self._cancel), of=self._box, margins=(20, 16), gap=10)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()
        window.installEventFilter(self)

    def draw(self, words: Words, still: QPixmap | None = None) -> None:
        """Cover the window. `still` is a picture of the screen, if it is about to go."""
        self._still = still or QPixmap()
        # What is below need not be painted for it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, still is not None)
        self._text.setText(words("ui.working"))
        self._cancel.setText(words("ui.cancel"))
        self.setAccessibleName(words("ui.working"))
        self._box.hide()
        self._cover()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def open(self) -> None:
        """Show the screen below again."""
        self._bar.setRange(0, 1)
        self._still = QPixmap()
        self.hide()

    def tell(self, lasting: bool, cancellable: bool) -> None:
        """Show the moving bar, with the button if the work may be cancelled."""
        self._cancel.setVisible(cancellable)
        if lasting and self.isVisible():
            self._bar.setRange(0, 0)
            self._box.show()
            self._place()

    def _cover(self) -> None:
        window = self.parentWidget()
        if window is not None:
            self.setGeometry(window.rect())
            self._place()

    def _place(self) -> None:
        box = QRect(0, 0, WIDE, self._box.sizeHint().height())
        box.moveCenter(self.rect().center())
        self._box.setGeometry(box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._still.isNull():
            QPainter(self).drawPixmap(0, 0, self._still)

    def event(self, event: QEvent) -> bool:
        # No shortcut of the window works behind the curtain.
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        event.accept()
