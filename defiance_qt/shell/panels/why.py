"""The card that explains a log line: its reasons, and the text of the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rule_chip import rule_chip
from defiance_qt.shell.present.values import WhyView
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

WIDE = 460
MARGIN = 14
LEAST = 240  # the least width beside a sheet


class WhyCard(QFrame):
    """A card at the lower right of its parent; Esc and its button close it. `ruled` carries the id of a rule to open,
    `turned` the line whose account is requested."""

    ruled = Signal(str)
    turned = Signal(object)
    placed = Signal()

    def __init__(self, theme: Theme, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._words, self._over = theme, words, parent
        self._covered = 0
        self.view = WhyView("")
        self.setProperty("role", "floating")
        self.setObjectName("why")
        close = QToolButton()
        close.setProperty("role", "quiet")
        close.setIcon(icon("close", theme.muted, theme.px(16)))
        close.setAccessibleName(words("ui.close"))
        set_tip(close, words("ui.close"))
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.hide)
        self._title = label("", "strong", wrap=True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAccessibleName(words("ui.do.look.why"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.turn = QPushButton(words("ui.account.whole"))
        self.turn.setObjectName("account")
        self.turn.setProperty("role", "offer")
        self.turn.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.turn.clicked.connect(lambda: self.turned.emit(self.view.account))
        body = QVBoxLayout(self)
        body.setContentsMargins(16, 10, 8, 12)
        body.setSpacing(6)
        body.addLayout(head)
        body.addWidget(self._scroll, 1)
        body.addWidget(self.turn, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_why(self, view: WhyView) -> None:
        """Show the reasons of one line. Hides the card if there are none."""
        self.view = view
        self._title.setText(view.title)
        self._scroll.setWidget(self._filled(view.lines, view.rules))
        self.setAccessibleName(view.title)
        self.setAccessibleDescription(" ".join((*view.lines, *(text for _, text in view.rules))))
        self.turn.setVisible(view.account is not None)
        self.setVisible(bool(view.lines or view.rules))
        self.place()
        self.raise_()

    def _filled(self, lines: Sequence[str], rules: Sequence[tuple[str, str]]) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        for line in lines:
            column.addWidget(label(line, "", wrap=True))
        if lines and rules:
            column.addSpacing(4)
        for id, text in rules:
            row = QHBoxLayout()
            row.setSpacing(9)
            row.addWidget(rule_chip(id, self._words, self.ruled.emit), 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(label(text, "small", wrap=True), 1)
            column.addLayout(row)
        column.addStretch(1)
        return inside

    def cover(self, width: int) -> None:
        """Reserve this many pixels at the right of the parent, which another widget covers."""
        self._covered = width
        self.place()

    def place(self) -> None:
        over = self._over
        # Where a sheet leaves no room beside it, the card lies over the sheet.
        beside = over.width() - self._covered - MARGIN
        right = beside if beside >= self._theme.px(LEAST) else over.width() - MARGIN
        width = min(self._theme.px(WIDE), right - MARGIN)
        inside = self._scroll.widget()
        needed = inside.heightForWidth(width - 34) if inside is not None else 0
        title = self._title.heightForWidth(width - 60)
        button = self.turn.sizeHint().height() + 6 if self.view.account is not None else 0
        height = min(over.height() - 2 * MARGIN, max(needed, 20) + title + button + 46)
        self.resize(width, height)
        self.move(right - width, over.height() - height - MARGIN)
        self.placed.emit()
