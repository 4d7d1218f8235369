"""The page of the Order: its sentence, the ruler, the ladders of the rolls and the odds. Longer pages scroll below the
ruler."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.relayout import reveal
from defiance_qt.shell.roles import set_role
from defiance_qt.shell.theme import Theme

from .ladder import LadderPanel
from .odds import OddsPanel
from .ruler import RulerPanel
from .values import NoteView, PageView


class NotePanel(QFrame):
    """A note as a card."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._title, self._text = label("", "strong"), label("", "", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(side) for side in (12, 8, 12, 10)))
        column.setSpacing(theme.px(4))
        column.addWidget(self._title)
        column.addWidget(self._text)

    def show_note(self, view: NoteView) -> None:
        """Show a note."""
        self._title.setText(view.title)
        self._text.setText("\n".join(view.lines))
        self.show()


class OrderPage(QWidget):
    """The surface of the table: what the Order under way has come to."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self.view = PageView()
        self.setAccessibleName(name)
        set_role(self, QAccessible.Role.Document)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 200)
        self._title, self._note = label("", "heading"), label("", "small")
        self._sentence = label("", "", wrap=True)
        self._hint = label("", "muted", wrap=True)
        self.ruler = RulerPanel(theme)
        self.odds = OddsPanel(theme)
        self.ladders: list[LadderPanel] = []
        self._lines = label("", "small", wrap=True)
        self.notes: list[NotePanel] = []
        self._lay_out()

    def _lay_out(self) -> None:
        theme = self._theme
        head = QHBoxLayout()
        head.setSpacing(theme.px(12))
        head.addWidget(self._title)
        head.addWidget(self._sentence, 1)
        head.addWidget(self._note)
        self._inside = QWidget()
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(8))
        for part in (self.odds, self._lines):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._inside)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(side) for side in (14, 10, 14, 8)))
        column.setSpacing(theme.px(8))
        column.addLayout(head)
        column.addWidget(self._hint)
        column.addWidget(self.ruler)
        column.addWidget(self.area, 1)

    def show_page(self, view: PageView) -> None:
        """Show a page."""
        if view == self.view:
            return
        self.view = view
        self._title.setText(view.title)
        self._sentence.setText(view.sentence)
        self._note.setText(view.note)
        self._hint.setText(view.hint)
        self._hint.setVisible(bool(view.hint))
        self.ruler.show_ruler(view.ruler)
        self._show_ladders(view)
        self.odds.show_odds(view.odds_title, view.odds)
        self._lines.setText("\n".join(view.lines))
        self._lines.setVisible(bool(view.lines))
        self._show_notes(view)
        self._show_now(view)
        self.setAccessibleDescription(". ".join(self.told()))

    def told(self) -> list[str]:
        """Return the page in words, for a screen reader."""
        view = self.view
        parts = [view.title, view.sentence, view.hint, *(ladder.spoken for ladder in view.ladders)]
        notes = (f"{note.title}: {' '.join(note.lines)}" for note in view.notes)
        return [*filter(None, parts), *(self.odds.spoken(bar) for bar in view.odds), *view.lines, *notes]

    def _show_notes(self, view: PageView) -> None:
        for gone in self.notes[len(view.notes) :]:
            gone.hide()
        for place, one in enumerate(view.notes):
            if place == len(self.notes):
                self.notes.append(NotePanel(self._theme))
                self._column.insertWidget(self._column.count() - 1, self.notes[place])
            self.notes[place].show_note(one)

    def _show_now(self, view: PageView) -> None:
        """Scroll to the roll whose dice are asked for, once it has its place."""
        now = next((ladder for ladder, one in zip(self.ladders, view.ladders, strict=True) if one.now), None)
        if now is not None:
            reveal(now)

    def _show_ladders(self, view: PageView) -> None:
        while len(self.ladders) > len(view.ladders):
            gone = self.ladders.pop()
            gone.hide()
            self._column.removeWidget(gone)
            gone.deleteLater()
        for place, one in enumerate(view.ladders):
            if place == len(self.ladders):
                self.ladders.append(LadderPanel(self._theme))
                self._column.insertWidget(place, self.ladders[place])
            self.ladders[place].show_ladder(one)
