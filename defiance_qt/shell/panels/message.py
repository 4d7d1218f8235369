"""The message bar over the board: one sentence that explains a refusal, with the rules behind it. It disappears after
some seconds."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from defiance_qt.core.system import Words
from defiance_qt.shell.panels.banner import Banner
from defiance_qt.shell.panels.rule_chip import RuleChips
from defiance_qt.shell.panels.widgets import label

STANDS = 6000
WITH_RULES = 9000
BORDER = 2


class MessageBar(QFrame):
    """A banner at the top of its parent. A click hides it. `ruled` carries the id of a rule to open."""

    ruled = Signal(str)

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self._covered = 0
        self._banner: Banner | None = None
        self.setProperty("role", "banner")
        self._text = label("", wrap=True)
        self.chips = RuleChips(words, self.ruled.emit)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(16, 9, 16, 9)
        self._row.setSpacing(10)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self.chips)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def tell(self, sentence: str, rules: tuple[str, ...] = ()) -> None:
        text = sentence[:1].upper() + sentence[1:]
        self._text.setText(text if text.endswith((".", "!", "?", "…")) else f"{text}.")
        self.chips.show_rules(rules)
        self.setAccessibleName(self._text.text())
        self.place()
        self.show()
        self.raise_()
        self._timer.start(WITH_RULES if rules else STANDS)

    @property
    def text(self) -> str:
        return self._text.text()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.hide()

    def keep_below(self, banner: Banner) -> None:
        """Stay below a banner while that is there."""
        self._banner = banner
        banner.changed.connect(self.place)

    def cover(self, width: int) -> None:
        """Reserve this many pixels at the right of the parent, which another widget covers."""
        self._covered = width
        self.place()

    def place(self) -> None:
        parent = self._over
        self._text.ensurePolished()
        self._row.invalidate()
        text = self._text.fontMetrics().horizontalAdvance(self._text.text())
        chips = self.chips.sizeHint().width() + 10 if self.chips.ids else 0
        room = parent.width() - self._covered
        width = min(room - 60, max(320, text + chips + 72))
        self.setFixedWidth(max(120, width))
        margins = self._row.contentsMargins()
        words = self._text.heightForWidth(self.width() - chips - margins.left() - margins.right())
        self.setFixedHeight(max(38, words + margins.top() + margins.bottom() + 2 * BORDER))
        above = self._banner.bottom if self._banner is not None else 0
        self.move((room - self.width()) // 2, max(16, above + 8 if above else 0))
