"""The form for a mission that was played with the printed game, checked while it is filled in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.system import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.panels.flow import Flow
from defiance_qt.shell.panels.widgets import label, set_property
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.present.written import MOST, FaultView, PersonView, WrittenForm

Faults = Callable[[c.WriteDown], tuple[FaultView, ...]]


class Cards(QWidget):
    """The Consequences that a figure received: a box to add one, and each as a chip that takes it back."""

    changed = Signal()

    def __init__(self, form: WrittenForm, words: Words, name: str) -> None:
        super().__init__()
        self._words, self._names = words, dict(form.cards)
        self.chosen: list[str] = []
        self.box = QComboBox()
        self.box.setAccessibleName(words("view.written.consequences.of", name=name))
        self.box.addItem(words("view.written.add"), "")
        for id, text in form.cards:
            self.box.addItem(text, id)
        self.box.activated.connect(self._add)
        holder = QWidget()
        self._chips = Flow()
        holder.setLayout(self._chips)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.box)
        column.addWidget(holder)

    def _add(self, index: int) -> None:
        id = self.box.itemData(index)
        self.box.setCurrentIndex(0)
        if id:
            self.chosen.append(id)
            chip = QPushButton(f"{self._names[id]}  ✕")
            chip.setProperty("role", "chip")
            chip.setAccessibleName(self._words("view.written.take_back", card=self._names[id]))
            chip.clicked.connect(lambda: self._drop(chip, id))
            self._chips.addWidget(chip)
            self.changed.emit()

    def _drop(self, chip: QPushButton, id: str) -> None:
        self.chosen.remove(id)
        chip.hide()
        self._chips.removeWidget(chip)
        chip.deleteLater()
        self.changed.emit()


class WrittenDialog(Dialog):
    """The form. `written` carries the command. It can be given as soon as nothing in it is impossible; what is only
    beyond the mission's limits is kept by a reason."""

    written = Signal(object)

    def __init__(self, parent: QWidget, form: WrittenForm, words: Words, faults: Faults) -> None:
        super().__init__(parent)
        self._words, self._faults = words, faults
        self.setWindowTitle(words("view.written.title", mission=form.mission))
        self.victory, self.defeat = QRadioButton(words("ui.result.victory")), QRadioButton(words("ui.result.defeat"))
        self.victory.setChecked(True)
        self.numbers = {
            "round": self._spin(words("view.written.round"), form.last_round),
            "alert": self._spin(words("view.written.alert"), form.most_alert),
            "biological": self._spin(words("view.written.biological")),
            "tech": self._spin(words("view.written.tech")),
            "components": self._spin(words("view.written.components")),
        }
        self.intel: dict[str, QSpinBox] = {}
        self.face_down: dict[str, QSpinBox] = {}
        self.cards: dict[str, Cards] = {}
        self.joins = {id: QCheckBox(name) for id, name in form.joins}
        self.records = {id: QCheckBox(name) for id, name in form.records}
        self.notes, self.reason = QLineEdit(), QLineEdit()
        self.notes.setAccessibleName(words("view.written.notes"))
        self.reason.setAccessibleName(words("view.written.reason"))
        self.said = label("", "small", wrap=True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setSpacing(10)
        column.addWidget(label(words("view.written.title", mission=form.mission), "heading"))
        column.addLayout(self._result())
        column.addLayout(self._people(form))
        column.addLayout(self._spoils())
        for title, boxes in (("view.written.joins", self.joins), ("view.written.records", self.records)):
            if boxes:
                boxes_row = _row(label(words(title), "strong"), *boxes.values())
                boxes_row.addStretch(1)
                column.addLayout(boxes_row)
        column.addLayout(_row(label(words("view.written.notes")), self.notes))
        column.addLayout(_row(label(words("view.written.reason")), self.reason))
        self._buttons = QDialogButtonBox()
        self.ok = self._buttons.addButton(words("view.written.ok"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        self._buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self._buttons.accepted.connect(self._give)
        self._buttons.rejected.connect(self.reject)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(body)
        whole = QVBoxLayout(self)
        whole.addWidget(area, 1)
        whole.addWidget(self.said)
        whole.addWidget(self._buttons)
        self._listen()
        self.resize(self.px(760), self.px(620))
        self._check()

    def _spin(self, name: str, most: int = MOST) -> QSpinBox:
        spin = QSpinBox()
        spin.setRange(0, most)
        spin.setMinimumWidth(self.px(84))
        spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        spin.setAccessibleName(name)
        return spin

    def _result(self) -> QHBoxLayout:
        words, row = self._words, _row(self.victory, self.defeat)
        row.addSpacing(self.px(24))
        for name in ("round", "alert"):
            row.addWidget(label(words(f"view.written.{name}")))
            row.addWidget(self.numbers[name])
        row.addStretch(1)
        return row

    def _people(self, form: WrittenForm) -> QGridLayout:
        """One line for each of the crew: Intel Packs, Consequences face up and face down."""
        words, grid = self._words, QGridLayout()
        grid.setColumnStretch(2, 1)
        for at, title in enumerate(("intel", "consequences", "face_down")):
            grid.addWidget(label(words(f"view.written.{title}"), "small", "muted"), 0, at + 1)
        for line, person in enumerate(form.people, 1):
            self._person(form, person, grid, line)
        return grid

    def _person(self, form: WrittenForm, person: PersonView, grid: QGridLayout, line: int) -> None:
        words, id = self._words, person.id
        name = label(person.name, "strong")
        name.setMinimumHeight(self.px(32))
        grid.addWidget(name, line, 0, Qt.AlignmentFlag.AlignTop)
        if person.intel:
            self.intel[id] = self._spin(words("view.written.intel.of", name=person.name))
            grid.addWidget(self.intel[id], line, 1, Qt.AlignmentFlag.AlignTop)
        self.cards[id] = Cards(form, words, person.name)
        grid.addWidget(self.cards[id], line, 2)
        self.face_down[id] = self._spin(words("view.written.face_down.of", name=person.name))
        grid.addWidget(self.face_down[id], line, 3, Qt.AlignmentFlag.AlignTop)

    def _spoils(self) -> QHBoxLayout:
        row = _row()
        for name in ("biological", "tech", "components"):
            row.addWidget(label(self._words(f"view.written.{name}")))
            row.addWidget(self.numbers[name])
        row.addStretch(1)
        return row

    def _listen(self) -> None:
        for spin in (*self.numbers.values(), *self.intel.values(), *self.face_down.values()):
            spin.valueChanged.connect(self._check)
        for cards in self.cards.values():
            cards.changed.connect(self._check)
        for box in (self.victory, *self.joins.values(), *self.records.values()):
            box.toggled.connect(self._check)
        self.reason.textChanged.connect(self._check)

    def command(self) -> c.WriteDown:
        """Return the result as it is filled in."""
        return c.WriteDown(
            result="victory" if self.victory.isChecked() else "defeat",
            intel={id: spin.value() for id, spin in self.intel.items() if spin.value()},
            consequences={id: tuple(cards.chosen) for id, cards in self.cards.items() if cards.chosen},
            face_down={id: spin.value() for id, spin in self.face_down.items() if spin.value()},
            crew=tuple(id for id, box in self.joins.items() if box.isChecked()),
            records=tuple(id for id, box in self.records.items() if box.isChecked()),
            notes=self.notes.text().strip(),
            reason=self.reason.text().strip(),
            **{name: spin.value() for name, spin in self.numbers.items()},
        )

    def _check(self) -> None:
        """Say what cannot be, and mark its fields."""
        found = self._faults(self.command())
        wrong = {fault.field for fault in found}
        for name, spin in self.numbers.items():
            set_property(spin, "tone", "danger" if name in wrong else "")
        for field, spins in (("intel", self.intel), ("face_down", self.face_down)):
            for spin in spins.values():
                set_property(spin, "tone", "danger" if field in wrong and spin.value() else "")
        said = [f"{fault.text} ({fault.rule})" if fault.rule else fault.text for fault in found]
        if any(fault.keeps for fault in found):
            said.append(self._words("view.written.keep"))
        self.said.setText("\n".join(said))
        set_property(self.said, "tone", "danger")
        self.said.setVisible(bool(said))
        self.ok.setEnabled(not found)

    def _give(self) -> None:
        if self.ok.isEnabled():
            self.written.emit(self.command())
            self.accept()


def _row(*widgets: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(10)
    for widget in widgets:
        row.addWidget(widget)
    return row
