"""The message bar at the foot of the surface: a hint, a piece of information or a refusal, with the rules behind it.

It leaves with its cause, which the table knows; what is no hint leaves after some seconds as well."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.pictures import Icon
from defiance_qt.shell.kit.rule_chip import RuleChips
from defiance_qt.shell.panels.banner import Banner
from defiance_qt.shell.present.values import MessageView, Rank
from defiance_qt.shell.theme import Theme

STANDS: dict[Rank, int] = {"hint": 0, "note": 6000, "refusal": 9000}
"""Milliseconds until a message leaves; 0: it stays until its cause is over."""
ICONS: dict[Rank, str] = {"hint": "help", "note": "info", "refusal": "lock"}
BORDER = 1
LEAST = 34
APART = 12  # from the edge of the surface


class MessageBar(QFrame):
    """A bar over its parent. A click hides it. `ruled` carries the id of a rule to open; `left` is emitted when it is
    gone."""

    ruled = Signal(str)
    left = Signal()

    def __init__(self, theme: Theme, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._over = theme, parent
        self._covered = 0
        self._points: tuple[QPoint, ...] = ()
        self._banner: Banner | None = None
        self.rank: Rank = "note"
        self.setProperty("role", "message")
        self._icons = {rank: Icon(theme, name, self._ink(rank)) for rank, name in ICONS.items()}
        self._text = label("", wrap=True)
        self.chips = RuleChips(words, self.ruled.emit)
        self._row = hbox(*self._icons.values(), (self._text, 1), self.chips, of=self, margins=(14, 6), gap=10)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.hide()

    def _ink(self, rank: Rank) -> str:
        theme = self._theme
        return {"hint": theme.team_ink, "note": theme.text, "refusal": theme.danger_ink}[rank]

    def tell(self, message: MessageView, points: Sequence[QPoint] = ()) -> None:
        """Show a message. It stays off these points of the parent, which it speaks of, where it can."""
        text = message.text[:1].upper() + message.text[1:]
        self._text.setText(text if text.endswith((".", "!", "?", "…")) else f"{text}.")
        self.rank, self._points = message.rank, tuple(points)
        for part in (self, self._text):
            set_property(part, "rank", message.rank)
        for rank, icon in self._icons.items():
            icon.setVisible(rank == message.rank)
        self.chips.show_rules(message.rules)
        self.setAccessibleName(self._text.text())
        self.place()
        self.show()
        self.raise_()
        self._timer.stop()
        if STANDS[message.rank]:
            self._timer.start(STANDS[message.rank])

    @property
    def text(self) -> str:
        return self._text.text()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.left.emit()

    def keep_below(self, banner: Banner) -> None:
        """Stay below a banner while that is there."""
        self._banner = banner
        banner.changed.connect(self.place)

    def cover(self, width: int) -> None:
        """Reserve this many pixels at the right of the parent, which another widget covers."""
        self._covered = width
        self.place()

    def place(self) -> None:
        """Move to the foot of the parent, or to its top if what the message speaks of is at the foot."""
        self._text.ensurePolished()
        self._row.invalidate()
        room = self._over.width() - self._covered
        margins = self._row.contentsMargins()
        beside = margins.left() + margins.right() + 2 * BORDER + self._theme.px(18) + self._row.spacing()
        beside += self.chips.sizeHint().width() + self._row.spacing() if self.chips.ids else 0
        text = self._text.fontMetrics().horizontalAdvance(self._text.text()) + 4
        self.setFixedWidth(max(120, min(room - 2 * APART, max(320, text + beside))))
        words = self._text.heightForWidth(self.width() - beside)
        self.setFixedHeight(max(self._theme.px(LEAST), words + margins.top() + margins.bottom() + 2 * BORDER))
        left = (room - self.width()) // 2
        foot = QRect(left, self._over.height() - self.height() - APART, self.width(), self.height())
        above = self._banner.bottom if self._banner is not None else 0
        head = QRect(left, max(APART, above + 8 if above else 0), self.width(), self.height())
        self.move(min((foot, head), key=self._hidden).topLeft())

    def _hidden(self, area: QRect) -> int:
        """Return how many of the points are under an area or close to it."""
        near = area.adjusted(-LEAST, -LEAST, LEAST, LEAST)
        return sum(near.contains(point) for point in self._points)
