"""Editors for the values that can be corrected manually, one per kind of `Field`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Field, Words, plain
from defiance_qt.shell.kit.elided import ElidedBox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.shell.tips import set_tip

_ID = Qt.ItemDataRole.UserRole
SETS = 2
PILE = 128


class Editor(QWidget):
    """An editor of one value. `picks`: the user wants to pick a place on the table."""

    picks = Signal()

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.setAccessibleName(field.name)

    def read(self) -> Any:
        """Return the value in the form that a command takes."""
        raise NotImplementedError  # abstract: Qt's metaclass leaves no room for ABCMeta

    def settle(self) -> Editor:
        """Store the current value as the unchanged one. Returns the editor."""
        self._initial = self.read()
        return self

    @property
    def changed(self) -> bool:
        """Whether the value differs from the unchanged one."""
        return bool(self.read() != self._initial)


class NumberEditor(Editor):
    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.spin = QSpinBox()
        self.spin.setRange(field.low, field.high)
        self.spin.setValue(field.value)
        self.spin.setAccessibleName(field.name)
        # Numbers of any length have boxes of one width: room for four digits, the arrows and the padding.
        self.spin.ensurePolished()
        self.spin.setMinimumWidth(max(96, 2 * self.spin.fontMetrics().horizontalAdvance("0000") + 24))
        self.spin.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        _alone(self, self.spin)

    def read(self) -> int:
        return self.spin.value()


class FlagEditor(Editor):
    def __init__(self, field: Field, words: Words) -> None:
        super().__init__(field)
        self.box = QCheckBox(words("ui.overrule.yes"))
        self.box.setChecked(field.value)
        self.box.setAccessibleName(field.name)
        _alone(self, self.box)

    def read(self) -> bool:
        return self.box.isChecked()


class ChoiceEditor(Editor):
    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = combo(field.options, str(field.value), field.name)
        _alone(self, self.box)

    def read(self) -> Any:
        return plain(self.box.currentData())


class SetEditor(Editor):
    """A check box for each possible member. Members already in the value keep their order."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.boxes: dict[Any, QCheckBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(5)
        grid.setHorizontalSpacing(24)
        for place, (id, name) in enumerate(field.options):
            box = QCheckBox(name)
            box.setChecked(plain(id) in field.value)
            self.boxes[plain(id)] = box
            grid.addWidget(box, place // SETS, place % SETS)
        grid.setColumnStretch(SETS, 1)

    def read(self) -> list[Any]:
        kept = [id for id in self.field.value if id not in self.boxes or self.boxes[id].isChecked()]
        return kept + [id for id, box in self.boxes.items() if box.isChecked() and id not in kept]


class PlaceEditor(Editor):
    """A place, typed by its name or picked on the table. Empty means off the board."""

    def __init__(self, field: Field, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.line = QLineEdit(field.value)
        self.line.setPlaceholderText(words("ui.overrule.off_board"))
        self.line.setAccessibleName(field.name)
        self.line.setFixedWidth(theme.px(120))
        self.pick = QPushButton(words("ui.overrule.pick"))
        self.pick.setIcon(icon("target", theme.text, theme.px(16)))
        self.pick.clicked.connect(self.picks)
        _alone(self, self.line, self.pick)

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
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        for place, (title, ids) in enumerate(zip(field.names, field.value, strict=True)):
            pile = _pile(title)
            for id in ids:
                item = QListWidgetItem(names[id])
                item.setData(_ID, id)
                pile.addItem(item)
            self.piles.append(pile)
            column = QVBoxLayout()
            column.setSpacing(3)
            column.addWidget(label(title, "small", wrap=True))
            column.addWidget(pile, 1)
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
    "place": PlaceEditor,
    "piles": PilesEditor,
}


def _alone(parent: QWidget, *parts: QWidget) -> None:
    row = QHBoxLayout(parent)
    row.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)


def combo(options: tuple[tuple[str, str], ...], chosen: str, name: str) -> QComboBox:
    box = ElidedBox()
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    for id, text in options:
        box.addItem(text, id)
    if chosen not in [id for id, _ in options] and chosen:
        box.addItem(chosen, chosen)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box


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
    button = QToolButton()
    button.setIcon(icon(glyph, theme.text, theme.px(16)))
    set_tip(button, text)
    button.setAccessibleName(text)
    button.clicked.connect(lambda checked=False: does())
    return button


def changed_values(editors: Sequence[Editor]) -> dict[str, Any]:
    """Return path to value for the editors whose value was changed."""
    return {one.field.path: one.read() for one in editors if one.changed}
