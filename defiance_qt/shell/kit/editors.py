"""Editors for the simple kinds of values, one per kind of `Field`."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QSizePolicy, QSpinBox, QWidget

from defiance_qt.core.port import Field, Words, plain
from defiance_qt.shell.kit.boxes import gbox, hbox
from defiance_qt.shell.kit.elided import ElidedBox

SETS = 2
UNBOUNDED = 999_999_999
"""The greatest number that can be typed into a form, where what is out of the range of its field stays as it is."""


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


class FreeSpin(QSpinBox):
    """A number that stays as it was typed, though its arrows keep to the range of the field."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self._field = field
        self.setRange(-UNBOUNDED, UNBOUNDED)

    def stepBy(self, steps: int) -> None:
        self.setValue(min(max(self.value() + steps, self._field.low), self._field.high))

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag
        down = flags.StepDownEnabled if self.value() > self._field.low else flags.StepNone
        return down | (flags.StepUpEnabled if self.value() < self._field.high else flags.StepNone)


class NumberEditor(Editor):
    """A number. With `free` one out of range can be typed, to be refused."""

    def __init__(self, field: Field, free: bool = False) -> None:
        super().__init__(field)
        self.spin = FreeSpin(field) if free else QSpinBox()
        if not free:
            self.spin.setRange(field.low, field.high)
        self.spin.setSuffix(f" {field.unit}" if field.unit else "")
        self.spin.setValue(field.value)
        self.spin.setAccessibleName(field.name)
        # Numbers of any length have boxes of one width: room for four digits, the arrows and the padding.
        self.spin.ensurePolished()
        metrics = self.spin.fontMetrics()
        unit = metrics.horizontalAdvance(self.spin.suffix())
        wide = max(96, 2 * metrics.horizontalAdvance("0000") + 24) + unit
        # A free one would have room for the longest number that can be typed.
        self.spin.setFixedWidth(wide) if free else self.spin.setMinimumWidth(wide)
        self.spin.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        alone(self, self.spin)

    def read(self) -> int:
        return self.spin.value()


class FlagEditor(Editor):
    def __init__(self, field: Field, words: Words) -> None:
        super().__init__(field)
        self.box = QCheckBox(words("ui.overrule.yes"))
        self.box.setChecked(field.value)
        self.box.setAccessibleName(field.name)
        alone(self, self.box)

    def read(self) -> bool:
        return self.box.isChecked()


class ChoiceEditor(Editor):
    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.box = combo(field.options, str(field.value), field.name)
        alone(self, self.box)

    def read(self) -> Any:
        return plain(self.box.currentData())


class SetEditor(Editor):
    """A check box for each possible member. Members already in the value keep their order."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.boxes: dict[Any, QCheckBox] = {}
        grid = gbox(of=self, margins=0, gap=(24, 5))
        for place, (id, name) in enumerate(field.options):
            box = QCheckBox(name)
            box.setChecked(plain(id) in field.value)
            self.boxes[plain(id)] = box
            grid.addWidget(box, place // SETS, place % SETS)
        grid.setColumnStretch(SETS, 1)

    def read(self) -> list[Any]:
        kept = [id for id in self.field.value if id not in self.boxes or self.boxes[id].isChecked()]
        return kept + [id for id, box in self.boxes.items() if box.isChecked() and id not in kept]


class TextEditor(Editor):
    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.line = QLineEdit(field.value)
        self.line.setMaxLength(field.high)
        self.line.setAccessibleName(field.name)
        hbox(self.line, of=self, margins=0)

    def read(self) -> str:
        return self.line.text()


def alone(parent: QWidget, *parts: QWidget) -> None:
    hbox(*parts, ..., of=parent, margins=0)


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
