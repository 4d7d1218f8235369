"""The card that explains a log line: its reasons, and the text of the rules behind it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Scroll, hbox, vbox
from defiance_qt.shell.kit.buttons import closing, push
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.rule_chip import rule_chip
from defiance_qt.shell.present.values import WhyView
from defiance_qt.shell.theme import Theme

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
        close = closing(theme, words, self.hide)
        self._title = label("", "strong", wrap=True)
        self._scroll = Scroll(name=words("ui.do.look.why"))
        self.turn = push(
            words("ui.account.whole"),
            "offer",
            name="account",
            focus=Qt.FocusPolicy.TabFocus,
            does=lambda: self.turned.emit(self.view.account),
        )
        vbox(
            hbox((self._title, 1), (close, 0, Qt.AlignmentFlag.AlignTop)),
            (self._scroll, 1),
            (self.turn, 0, Qt.AlignmentFlag.AlignLeft),
            of=self,
            margins=(16, 10, 8, 12),
            gap=6,
        )
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
        column = vbox(of=inside, margins=(0, 0, 8, 0), gap=4)
        for line in lines:
            column.addWidget(label(line, "", wrap=True))
        if lines and rules:
            column.addSpacing(4)
        for id, text in rules:
            row = hbox(
                (rule_chip(id, self._words, self.ruled.emit), 0, Qt.AlignmentFlag.AlignTop),
                (label(text, "small", wrap=True), 1),
                gap=9,
            )
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
