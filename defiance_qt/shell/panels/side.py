"""Sheets over the right side of the table, with a title and a close button: subclasses add the content. And one with a
list that is searched."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QFrame, QLabel, QLineEdit, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import hbox, put, vbox
from defiance_qt.shell.kit.buttons import closing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.lists import listed
from defiance_qt.shell.models.rows import SearchModel
from defiance_qt.shell.theme import Theme

Beside = Callable[[], QWidget]
"""Returns the widget at whose height a sheet is placed: the rail on the right, or the surface."""


class SideSheet(QFrame):
    """A sheet `wide` pixels wide over the widget `over`, at the height of the widget that `beside` returns. `covers`
    carries the sheet's current width, 0 when it is hidden."""

    covers = Signal(int)

    def __init__(self, theme: Theme, words: Words, title: str, wide: int, over: QWidget, beside: Beside) -> None:
        super().__init__(over)
        self._theme, self._words, self._wide, self._over, self._beside = theme, words, wide, over, beside
        self.setProperty("role", "floating")
        self.setAccessibleName(title)
        self.heading: QLabel = label(title, "heading", wrap=True)
        close = closing(theme, words, self.hide)
        self.head = hbox((self.heading, 1), (close, 0, Qt.AlignmentFlag.AlignTop), gap=10)
        self.body = vbox(self.head, of=self, margins=(16, 12, 12, 14), gap=9)
        self.hide()

    def place(self) -> None:
        """Place the sheet at the right edge, as high as what is beside it."""
        beside = self._beside()
        top = beside.mapTo(self._over, beside.rect().topLeft()).y()
        width = min(self._theme.px(self._wide), self._over.width())
        self.setGeometry(self._over.width() - width, top, width, beside.height())
        self.covers.emit(width if self.isVisible() else 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.covers.emit(self.width())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.covers.emit(0)


class SearchSheet(SideSheet):
    """A sheet with a search over a list. `texts` are its title, the name of the search, and what is said where nothing
    is found."""

    def __init__(
        self,
        theme: Theme,
        words: Words,
        texts: tuple[str, str, str],
        model: SearchModel,
        delegate: QAbstractItemDelegate,
        wide: int,
        over: QWidget,
        beside: Beside,
    ) -> None:
        title, searching, nothing = texts
        super().__init__(theme, words, title, wide, over, beside)
        self.model, self._delegate = model, delegate
        self.search = QLineEdit()
        self.search.setPlaceholderText(searching)
        self.search.setAccessibleName(searching)
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._find)
        self.list = listed(model, delegate, title)
        self.nothing = label(nothing, "muted", wrap=True)
        self.nothing.setVisible(not model.rowCount())
        for part in (self.search, self.nothing, (self.list, 1)):
            put(self.body, part)

    def open(self) -> None:
        """Show the sheet, with the focus in the search."""
        self.place()
        self.show()
        self.raise_()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _find(self, text: str) -> None:
        self.model.find(text)
        first = self.model.first()
        self.nothing.setVisible(first < 0)
        if text and first >= 0:
            self.list.setCurrentIndex(self.model.index(first))
