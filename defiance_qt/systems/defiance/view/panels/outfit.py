"""Equipment between missions: the four side by side with their locations, below them the ship's stores. Cards are moved
by drag or with the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import Keyed, Scroll, boxed, framed, gbox, hbox, holds_focus, vbox
from defiance_qt.shell.kit.elided import Elided
from defiance_qt.shell.kit.keys import OwnKeys
from defiance_qt.shell.kit.labels import label, set_property
from defiance_qt.shell.native import key_text
from defiance_qt.shell.theme import Theme, font
from defiance_qt.systems.defiance.view.panels.equip import Moves, Row
from defiance_qt.systems.defiance.view.panels.parts import PartsLine, Pieces
from defiance_qt.systems.defiance.view.present.card_facts import Part
from defiance_qt.systems.defiance.view.present.equip import HolderView, RowView
from defiance_qt.systems.defiance.view.present.outfit import GONE, NoteView, OutfitView

NARROW = 228  # the least width of a Character's column
# Widths: a location's name at most, the name of a part of the ship, the button of a location.
NAMED, SHIP, HERE = 58, 170, 28
GAP, SIDE = 6, 10  # between the columns, at the sides
AROUND = 28  # the width of a column that neither the name nor the card of a location takes
LINE, ROOMY = 30, 48  # the least height of a location, in a high window too
LARGE = 40  # the height from which its cards are as large as elsewhere
HIGH, SHARE = 560, 0.07  # the height of the page from which they grow, and the share of each in what is more


class Column(QFrame):
    """One of the four: a location in each line."""

    def __init__(self, theme: Theme, moves: Moves) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._theme, self._moves = theme, moves
        self._line = LINE
        self._name = Elided("strong", "team")
        self._named = 0
        box = vbox(self._name, ..., of=self, margins=(theme.px(4), theme.px(7)), gap=theme.px(4))
        self.rows = Keyed(box, self._row, Row.show_row, at=1)

    def set_line(self, line: int) -> None:
        """Set the least height of a location."""
        self._line = line
        for row in self.rows.values():
            _set_line(row, self._theme, line)

    def show_holder(self, view: HolderView, named: int) -> None:
        """Show a Character. `named`: the width of the names of locations."""
        self._named = named
        self._name.set_words(view.name)
        self.setAccessibleName(view.name)
        self.rows.show_all(view.rows)

    def _row(self, view: RowView) -> Row:
        row = Row(view.id, self, self._named, self._theme.px(HERE), dense=True)
        _set_line(row, self._theme, self._line)
        self._moves.bind(row)
        return row


def _set_line(row: Row, theme: Theme, line: int) -> None:
    """Set the least height of a location, and the size of its cards with it."""
    row.setMinimumHeight(theme.px(line))
    row.set_dense(line < LARGE)


class OutfitPanel(OwnKeys, QWidget):
    """The step. `chosen` carries the command of a move."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outfit")
        self._theme, self._words = theme, words
        self._view: OutfitView | None = None
        self._notes: dict[str, NoteView] = {}
        self._across, self._high = 0, LINE
        self._named = theme.px(NAMED)
        self.moves = Moves(self)
        self.moves.chosen.connect(self.chosen)
        self.moves.picked.connect(self._tell)
        self.columns: dict[str, Column] = {}
        self.ship: dict[str, Row] = {}
        how = words("view.equip.how", tab=key_text("Tab"), space=key_text("Space"))
        self._how = label(how, "small", wrap=True)
        self._inside = QWidget()
        self._grid = gbox(of=self._inside, margins=0, gap=theme.px(GAP))
        self._area = Scroll()
        self._area.setMinimumHeight(theme.px(150))
        self._area.setWidget(self._inside)
        self._stores = vbox(gap=theme.px(4))
        inside = boxed(
            vbox(self._how, (self._area, 1), self._stores, self._foot(Pieces(theme, words)), margins=0, gap=theme.px(6))
        )
        outside = Scroll(inside)
        side = theme.px(SIDE)
        vbox(outside, of=self, margins=(side, theme.px(8)))

    def _foot(self, pieces: Pieces) -> QWidget:
        """Make the part that tells of the chosen card, or of what is in hand."""
        theme = self._theme
        self._name = Elided("strong")
        self._line = PartsLine(theme, pieces, theme.size_small, 18)
        self._why = label("", "small", wrap=True)
        return framed(
            vbox(
                hbox(self._name, (self._line, 1), gap=theme.px(10)),
                self._why,
                margins=(theme.px(10), theme.px(6)),
                gap=theme.px(3),
            )
        )

    def show_outfit(self, view: OutfitView) -> None:
        """Show the step."""
        if view == self._view:
            return
        self._view = view
        self._notes = {note.key: note for note in view.notes}
        held = holds_focus(self)
        self.moves.drop()
        face = QFontMetrics(font(self._theme, self._theme.size_small))
        words = (word for holder in view.holders for row in holder.rows for word in row.name.split())
        self._named = min(self._theme.px(NAMED), max(map(face.horizontalAdvance, words), default=0) + 3)
        for holder in view.holders:
            if holder.id not in self.columns:
                self.columns[holder.id] = Column(self._theme, self.moves)
                self.columns[holder.id].set_line(self._high)
                self._across = 0
            self.columns[holder.id].show_holder(holder, self._named)
        for row in (view.store, view.programs, view.gone):
            self._show_ship(row)
        order = [row.id for holder in view.holders for row in holder.rows]
        known = {id: row for column in self.columns.values() for id, row in column.rows.items()}
        self.moves.rows = [*(known[id] for id in order), *self.ship.values()]
        for shown in self.moves.rows:
            shown.set_open(None)
        self._arrange()
        self._chain()
        self._tell("")
        if held:
            self._take_focus()

    def _show_ship(self, view: RowView) -> None:
        row = self.ship.get(view.id)
        if row is None:
            row = self.ship[view.id] = Row(view.id, self, self._theme.px(SHIP), self._theme.px(HERE), dense=True)
            _set_line(row, self._theme, self._high)
            self.moves.bind(row)
            self._stores.addWidget(row)
        row.show_row(view)

    def _chain(self) -> None:
        """Set the tab order: each location's cards and its button."""
        buttons = self.moves.buttons()
        first = buttons[0] if buttons else self._area
        self.moves.chain(first, self.ship[GONE].here)
        self.setFocusProxy(first)

    def _take_focus(self) -> None:
        moved = self.moves.moved() or next(iter(self.moves.buttons()), None)
        if moved is not None:
            moved.setFocus(Qt.FocusReason.OtherFocusReason)

    def pick(self, key: str) -> None:
        """Choose a card: the locations open that may take it."""
        self.moves.pick(key)

    def _tell(self, key: str) -> None:
        """Tell of the chosen card, else what becomes of the cards in hand."""
        view, note, words = self._view, self._notes.get(key), self._words
        if view is None:
            return
        if note is not None:
            self._name.set_words(note.card.name)
            self._line.set_parts(note.card.line, note.card.spoken or note.card.rule)
            self._why.setText("\n".join(note.why))
            set_property(self._why, "tone", "gold")
        else:
            self._name.set_words("")
            self._line.set_parts((Part(words("view.outfit.choose")),), words("view.outfit.choose"), False)
            told = (("view.outfit.fitting", view.fitting), ("view.outfit.stowed", view.stowed))
            self._why.setText("\n".join(words(id, items=", ".join(items)) for id, items in told if items))
            set_property(self._why, "tone", "gold" if view.stowed else "")
        self._name.setVisible(note is not None)
        self._why.setVisible(bool(self._why.text()))

    def _arrange(self) -> None:
        """Set the four side by side, or in fewer columns where there is little room."""
        theme = self._theme
        wide = self._inside.width() if self._inside.isVisible() else self.width() - 2 * theme.px(SIDE)
        rows = [row for column in self.columns.values() for row in column.rows.values()]
        longest = max((button.needed() for row in rows for button in row.items), default=0)
        least = max(theme.px(NARROW), longest + self._named + theme.px(AROUND))
        across = max(1, min(len(self.columns) or 1, (wide + theme.px(GAP)) // (least + theme.px(GAP))))
        across = 2 if across == 3 else across
        if across == self._across:
            return
        self._across = across
        for place, column in enumerate(self.columns.values()):
            self._grid.addWidget(column, place // across, place % across)
        for place in range(4):
            self._grid.setColumnStretch(place, 1 if place < across else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        over = self.height() / self._theme.scale - HIGH
        line = max(LINE, min(ROOMY, LINE + round(over * SHARE)))
        if line != self._high:
            self._high = line
            for column in self.columns.values():
                column.set_line(line)
            for row in self.ship.values():
                _set_line(row, self._theme, line)
            self._across = 0
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(1000), self._theme.px(600))

    def takes(self, event: QKeyEvent) -> bool:
        """Esc first drops the chosen card."""
        return event.key() == Qt.Key.Key_Escape and bool(self.moves.key)

    def press(self, event: QKeyEvent) -> None:
        self.moves.pick(self.moves.key)
