"""Card over the board for the end of the game: the result, its reason, the final numbers, and what can follow."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import gbox, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.kit.lists import fitted
from defiance_qt.shell.present.values import EndingView

WIDE = 440


class EndingCard(QFrame):
    """The card. Its buttons are the window's actions; Esc closes it."""

    def __init__(self, words: Words, parent: QWidget, actions: tuple[QAction, ...]) -> None:
        super().__init__(parent)
        self._over = parent
        self._view: EndingView | None = None
        self.setProperty("role", "floating")
        self.setObjectName("ending")
        self._title = label("", "title")
        self._reason = label("", "muted", wrap=True)
        self._numbers = gbox(gap=(24, None))
        self._cells: list[tuple[QLabel, QLabel]] = []
        for part in (self._title, self._reason):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._row = gbox(gap=8)
        self._offered: list[tuple[QPushButton, QAction]] = []
        self.offer(actions)
        self._body = vbox(
            self._title, self._reason, self._numbers, self._row, of=self, margins=(26, 22, 26, 20), gap=12
        )
        self.hide()

    def offer(self, actions: Sequence[QAction]) -> None:
        """Show a button for each of these actions, the first one as what to do next."""
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        self._offered = []
        for place, action in enumerate(actions):
            button = push(
                action.text(),
                "" if place else "primary",
                name=f"ending:{action.objectName()}",
                tip=action.toolTip(),
                does=action.trigger,
            )
            wide = 2 if not place and len(actions) % 2 else 1
            at = place + (1 if place and len(actions) % 2 else 0)
            self._row.addWidget(button, at // 2, at % 2, 1, wide)
            self._offered.append((button, action))
            action.changed.connect(self._rename)

    def _rename(self) -> None:
        """Follow the names of the actions: undo says which step it takes back."""
        if self._view is not None:
            self.place()

    def show_ending(self, view: EndingView | None) -> None:
        """Show the ending; None hides the card. A card that the user closed reopens only for another ending."""
        if view == self._view:
            return
        self._view = view
        if view is None:
            self.hide()
            return
        self._title.setText(view.title)
        set_property(self._title, "tone", view.tone)
        self._reason.setText(view.reason)
        while len(self._cells) < len(view.numbers):
            number, name = label("", "number"), label("", "small")
            for place, part in enumerate((number, name)):
                part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                self._numbers.addWidget(part, place, len(self._cells))
                part.show()
            self._cells.append((number, name))
        for (number, name), (text, value) in zip(self._cells, view.numbers, strict=False):
            number.setText(value)
            name.setText(text)
        self.setAccessibleName(f"{view.title}. {view.reason}")
        self.show()
        self.place()
        self.raise_()

    def place(self) -> None:
        over = self._over
        for button, action in self._offered:
            button.setText(action.text())
        # The reason wraps; the buttons do not. What was measured before they had their style is forgotten.
        for layout in (self._row, self._body):
            layout.invalidate()
        most = over.width() - 40
        if self._body.totalMinimumSize().width() > most:
            self._shorten((most - 2 * self._body.contentsMargins().left() - self._row.horizontalSpacing()) // 2)
        width = min(max(WIDE, self._body.totalMinimumSize().width()), most)
        self.setFixedWidth(width)
        self.resize(width, self._body.totalHeightForWidth(width))
        self.move((over.width() - width) // 2, (over.height() - self.height()) // 3)

    def _shorten(self, column: int) -> None:
        """Elide the words of the buttons to a column of so many pixels; tips say the whole."""
        for button, action in self._offered:
            metrics = button.fontMetrics()
            around = button.sizeHint().width() - metrics.horizontalAdvance(action.text())
            button.setText(fitted(metrics, action.text(), column - around))
        self._row.invalidate()
        self._body.invalidate()
