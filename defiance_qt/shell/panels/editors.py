"""Editors for the values that can be corrected by hand, one for each kind of `FieldView`. `read` is what a command
would give."""

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
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.shell.panels.pieces import GLYPHS, label
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.systems.defiance.view.present.names import Words, tokens
from defiance_qt.systems.defiance.view.present.overrule import FieldView, Options, given, symbols_of

_ID = Qt.ItemDataRole.UserRole
SETS = 2
PILE = 128


class Editor(QWidget):
    """An editor of one value. `picks`: the person wants to choose a space on the board."""

    picks = Signal()

    def __init__(self, field: FieldView) -> None:
        super().__init__()
        self.field = field
        self.setAccessibleName(field.name)

    def read(self) -> Any:
        """The value as it stands in the editor."""
        return given(self.field)


class NumberEditor(Editor):
    def __init__(self, field: FieldView) -> None:
        super().__init__(field)
        self.spin = QSpinBox()
        self.spin.setRange(field.low, field.high)
        self.spin.setValue(field.value)
        self.spin.setAccessibleName(field.name)
        self.spin.setFixedWidth(96)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        _alone(self, self.spin)

    def read(self) -> int:
        return self.spin.value()


class FlagEditor(Editor):
    def __init__(self, field: FieldView, words: Words) -> None:
        super().__init__(field)
        self.box = QCheckBox(words("event.value.yes"))
        self.box.setChecked(field.value)
        self.box.setAccessibleName(field.name)
        _alone(self, self.box)

    def read(self) -> bool:
        return self.box.isChecked()


class ChoiceEditor(Editor):
    def __init__(self, field: FieldView) -> None:
        super().__init__(field)
        self.box = _combo(field.options, str(field.value), field.name)
        _alone(self, self.box)

    def read(self) -> Any:
        return _number(self.box.currentData())


class SetEditor(Editor):
    """A tick for each that may be there; the order of what was there stays."""

    def __init__(self, field: FieldView) -> None:
        super().__init__(field)
        self.boxes: dict[Any, QCheckBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(5)
        for place, (id, name) in enumerate(field.options):
            box = QCheckBox(name)
            box.setChecked(_number(id) in field.value)
            self.boxes[_number(id)] = box
            grid.addWidget(box, place // SETS, place % SETS)
        grid.setColumnStretch(SETS, 1)

    def read(self) -> list[Any]:
        kept = [id for id in self.field.value if id not in self.boxes or self.boxes[id].isChecked()]
        return kept + [id for id, box in self.boxes.items() if box.isChecked() and id not in kept]


class SpaceEditor(Editor):
    """A space by its name, or picked on the board; empty is off the board."""

    def __init__(self, field: FieldView, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.line = QLineEdit(field.value)
        self.line.setPlaceholderText(words("ui.overrule.off_board"))
        self.line.setAccessibleName(field.name)
        self.line.setFixedWidth(120)
        self.pick = QPushButton(words("ui.overrule.pick"))
        self.pick.setIcon(icon("target", theme.text, 16))
        self.pick.clicked.connect(self.picks)
        _alone(self, self.line, self.pick)

    def set_space(self, space: str) -> None:
        self.line.setText(space)

    def read(self) -> str:
        return self.line.text().strip().upper()


class PilesEditor(Editor):
    """Piles of cards: the marked one goes up, down, or over to another pile; by mouse it is dragged."""

    def __init__(self, field: FieldView, words: Words, theme: Theme) -> None:
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
                row.addWidget(_small(words(f"ui.overrule.{name}"), glyph, theme, does))
        row.addStretch(1)
        grid.addLayout(row, 0, 0, 1, -1)

    def _current(self) -> QListWidget | None:
        """The pile whose card is marked: the one that was touched last."""
        return next((pile for pile in self.piles if pile.selectedItems()), None)

    def mark(self, pile: int, row: int) -> None:
        """Mark a card."""
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


class CarriedEditor(Editor):
    """What a Character carries: a card and its place in each row."""

    def __init__(self, field: FieldView, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self._words, self._theme = words, theme
        self.rows: list[tuple[QWidget, dict[str, Any], QComboBox, QComboBox]] = []
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(0, 0, 0, 0)
        self._body.setSpacing(4)
        for held in field.value:
            self._row(held)
        foot = QHBoxLayout()
        self.more = _combo(field.options, "", words("ui.overrule.card"))
        foot.addWidget(self.more, 1)
        add = QPushButton(words("ui.overrule.add"))
        add.clicked.connect(self.add)
        foot.addWidget(add)
        self._body.addLayout(foot)

    def add(self) -> None:
        """The card that is chosen in the list below the rows."""
        id = self.more.currentData()
        self._row({"item": id, "place": self.field.places[id][0][0]})

    def remove(self, row: QWidget) -> None:
        self.rows = [one for one in self.rows if one[0] is not row]
        row.hide()
        row.deleteLater()

    def _row(self, held: dict[str, Any]) -> None:
        name = dict(self.field.options)[held["item"]]
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label(name), 1)
        place = _combo(self.field.places[held["item"]], held.get("place", ""), name)
        line.addWidget(place)
        turned = _combo(self._ways(), held.get("turned", ""), name)
        turned.setVisible(held["item"] in self.field.turning)
        line.addWidget(turned)
        remove = _small(self._words("ui.overrule.remove"), "close", self._theme, lambda: self.remove(row))
        remove.setAccessibleName(f"{name}: {remove.toolTip()}")
        line.addWidget(remove)
        self.rows.append((row, held, place, turned))
        self._body.insertWidget(len(self.rows) - 1, row)

    def read(self) -> list[dict[str, Any]]:
        return [
            {**held, "place": place.currentData(), "turned": turned.currentData()}
            for _, held, place, turned in self.rows
        ]

    def _ways(self) -> tuple[tuple[str, str], ...]:
        """How a card with Actions lies (R-314, R-315)."""
        words = self._words
        return (
            ("", words("ui.overrule.straight")),
            ("tap", words("ui.overrule.turned")),
            ("flip", words("ui.overrule.face_down")),
        )


class InputsEditor(Editor):
    """A Console's inputs: a button for each symbol that one wants, down when it lies there."""

    def __init__(self, field: FieldView, words: Words, theme: Theme) -> None:
        super().__init__(field)
        self.buttons: list[list[QToolButton]] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for place, ((_, wanted), held) in enumerate(zip(field.options, field.value, strict=True)):
            grid.addWidget(label(str(place + 1), "key"), place, 0)
            left = list(tokens(held))
            row = []
            for column, token in enumerate(tokens(wanted), 1):
                button = QToolButton()
                button.setCheckable(True)
                button.setIcon(icon(GLYPHS[token], theme.text, 16))
                spoken = words(f"ui.symbol.{GLYPHS[token]}")
                button.setAccessibleName(f"{place + 1}: {spoken}")
                button.setToolTip(spoken)
                if token in left:
                    left.remove(token)
                    button.setChecked(True)
                grid.addWidget(button, place, column)
                row.append(button)
            self.buttons.append(row)
        grid.setColumnStretch(9, 1)

    def read(self) -> list[list[int]]:
        return [
            symbols_of(wanted, [button.isChecked() for button in row])
            for (_, wanted), row in zip(self.field.options, self.buttons, strict=True)
        ]


def editor(field: FieldView, words: Words, theme: Theme) -> Editor:
    """The editor of a value."""
    return _EDITORS[field.kind](field, words, theme)


_EDITORS: dict[str, Callable[[FieldView, Words, Theme], Editor]] = {
    "number": lambda field, words, theme: NumberEditor(field),
    "flag": lambda field, words, theme: FlagEditor(field, words),
    "choice": lambda field, words, theme: ChoiceEditor(field),
    "set": lambda field, words, theme: SetEditor(field),
    "space": SpaceEditor,
    "piles": PilesEditor,
    "carried": CarriedEditor,
    "inputs": InputsEditor,
}


def _number(id: Any) -> Any:
    return int(id) if isinstance(id, str) and id.isdigit() else id


def _alone(parent: QWidget, *parts: QWidget) -> None:
    row = QHBoxLayout(parent)
    row.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)


def _combo(options: Options, chosen: str, name: str) -> QComboBox:
    box = QComboBox()
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


def _small(text: str, glyph: str, theme: Theme, does: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setIcon(icon(glyph, theme.text, 16))
    button.setToolTip(text)
    button.setAccessibleName(text)
    button.clicked.connect(lambda checked=False: does())
    return button


def read_all(editors: Sequence[Editor]) -> dict[str, Any]:
    """Path to value of all editors."""
    return {one.field.path: one.read() for one in editors}
