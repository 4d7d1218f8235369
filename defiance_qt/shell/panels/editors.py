"""Editors for the values that can be corrected manually, one per kind of `Field`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QToolButton

from defiance_qt.core.port import Field, Words
from defiance_qt.shell.kit.boxes import gbox, vbox
from defiance_qt.shell.kit.buttons import push, tool
from defiance_qt.shell.kit.editors import (
    ChoiceEditor,
    Editor,
    FlagEditor,
    NumberEditor,
    SetEditor,
    TextEditor,
    alone,
    combo,
)
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme, icon

__all__ = [
    "ChoiceEditor",
    "Editor",
    "FlagEditor",
    "NumberEditor",
    "PilesEditor",
    "PlaceEditor",
    "SetEditor",
    "changed_values",
    "combo",
    "editor",
    "small_button",
]

_ID = Qt.ItemDataRole.UserRole
PILE = 128


class PlaceEditor(Editor):
    """A place, typed by its name or picked on the table. Empty means off the board."""

    def __init__(self, field: Field, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.line = QLineEdit(field.value)
        self.line.setPlaceholderText(words("ui.overrule.off_board"))
        self.line.setAccessibleName(field.name)
        self.line.setFixedWidth(theme.px(120))
        self.pick = push(words("ui.overrule.pick"), mark=icon("target", theme.text, theme.px(16)), does=self.picks)
        alone(self, self.line, self.pick)

    def set_place(self, place: str) -> None:
        self.line.setText(place)

    def read(self) -> str:
        return self.line.text().strip().upper()


class PilesEditor(Editor):
    """Piles of cards. Buttons move the selected card up, down or to the next pile; cards can also be dragged."""

    def __init__(self, field: Field, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.piles: list[QListWidget] = []
        names = dict(field.options)
        grid = gbox(of=self, margins=0, gap=8)
        for place, (title, ids) in enumerate(zip(field.names, field.value, strict=True)):
            pile = _pile(title)
            for id in ids:
                item = QListWidgetItem(names[id])
                item.setData(_ID, id)
                pile.addItem(item)
            self.piles.append(pile)
            column = vbox(label(title, "small", wrap=True), (pile, 1), gap=3)
            wide = 3 if len(field.names) == 3 else 2
            grid.addLayout(column, 1 + place // wide, place % wide)
        row = QHBoxLayout()
        for name, glyph, does in (
            ("up", "chevron_up", partial(self._shift, -1)),
            ("down", "chevron_down", partial(self._shift, 1)),
            ("over", "chevron_right", self._over),
        ):
            if name != "over" or len(self.piles) > 1:
                row.addWidget(small_button(words(f"ui.overrule.{name}"), glyph, theme, does))
        row.addStretch(1)
        grid.addLayout(row, 0, 0, 1, -1)

    def _current(self) -> QListWidget | None:
        """Return the first pile with a selected card, or None."""
        return next((pile for pile in self.piles if pile.selectedItems()), None)

    def mark(self, pile: int, row: int) -> None:
        """Select a card."""
        for other in self.piles:
            other.clearSelection()
        self.piles[pile].setCurrentRow(row)

    def _shift(self, by: int) -> None:
        pile = self._current()
        if pile is not None:
            row = pile.currentRow()
            item = pile.takeItem(row)
            pile.insertItem(max(0, min(pile.count(), row + by)), item)
            pile.setCurrentItem(item)

    def _over(self) -> None:
        pile = self._current()
        if pile is None:
            return
        item = pile.takeItem(pile.currentRow())
        pile.clearSelection()
        following = self.piles[(self.piles.index(pile) + 1) % len(self.piles)]
        following.addItem(item)
        following.setCurrentItem(item)

    def read(self) -> list[Any]:
        found = [[pile.item(row).data(_ID) for row in range(pile.count())] for pile in self.piles]
        found = found[: self.field.path.count(",") + 1]
        return found if len(found) > 1 else found[0]


def editor(field: Field, words: Words, theme: Theme) -> Editor | None:
    """Return the editor of a value, or None if the shell does not know the kind."""
    make = _EDITORS.get(field.kind)
    return make(field, words, theme) if make is not None else None


_EDITORS: dict[str, Callable[[Field, Words, Theme], Editor]] = {
    "number": lambda field, words, theme: NumberEditor(field),
    "flag": lambda field, words, theme: FlagEditor(field, words),
    "choice": lambda field, words, theme: ChoiceEditor(field),
    "set": lambda field, words, theme: SetEditor(field),
    "text": lambda field, words, theme: TextEditor(field),
    "place": PlaceEditor,
    "piles": PilesEditor,
}


def _pile(title: str) -> QListWidget:
    pile = QListWidget()
    pile.setAccessibleName(title)
    pile.setProperty("role", "pile")
    pile.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
    pile.setDefaultDropAction(Qt.DropAction.MoveAction)
    pile.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    pile.setMinimumHeight(PILE)
    return pile


def small_button(text: str, glyph: str, theme: Theme, does: Callable[[], object]) -> QToolButton:
    return tool(mark=icon(glyph, theme.text, theme.px(16)), tip=text, spoken=text, does=lambda checked=False: does())


def changed_values(editors: Sequence[Editor]) -> dict[str, Any]:
    """Return path to value for the editors whose value was changed."""
    return {one.field.path: one.read() for one in editors if one.changed}
