"""A step under the pointer on the timeline: a small picture of its board, and what happened in it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.shell.boards import Board, StatePicture
from defiance_qt.shell.kit.boxes import vbox
from defiance_qt.shell.kit.labels import label, show_text
from defiance_qt.shell.present.values import GlanceView
from defiance_qt.shell.theme import Theme

WIDE, HIGH = 256, 150  # the picture; the card is as wide
GAP = 6  # between the card and what it is about
EDGE = 4  # from the sides of the parent


class Glance(QFrame):
    """A card over its parent that takes no input: the pointer stays with what is under it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "floating")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.picture = StatePicture(theme)
        self.picture.setFixedSize(theme.px(WIDE), theme.px(HIGH))
        self.title = label("", "strong", wrap=True)
        self.told = label("", wrap=True)
        self.marks = label("", "small", wrap=True)
        vbox(self.picture, self.title, self.told, self.marks, of=self, margins=(10, 10, 10, 8), gap=4)
        self.setFixedWidth(theme.px(WIDE) + 22)
        self.view = GlanceView("")
        self.hide()

    def show_glance(self, view: GlanceView, board: Board | None, ringed: frozenset[str], over: QPoint) -> None:
        """Show a step above a point of the parent. Without a board it is told in words."""
        self.view = view
        self.picture.setVisible(board is not None and bool(board.ground))
        if board is not None:
            self.picture.show_board(board, board.whole, ringed)
        self.title.setText(view.title)
        show_text(self.told, "\n".join(view.lines))
        show_text(self.marks, "\n".join(view.marks))
        self.setAccessibleName(view.spoken)
        parent = self.parentWidget()
        assert parent is not None
        layout = self.layout()
        assert layout is not None
        layout.activate()
        high = layout.totalHeightForWidth(self.width())
        left = min(over.x() - self.width() // 2, parent.width() - self.width() - EDGE)
        self.setGeometry(max(EDGE, left), max(EDGE, over.y() - high - GAP), self.width(), high)
        self.show()
        self.raise_()
