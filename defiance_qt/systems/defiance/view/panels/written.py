"""The form for a mission that was played with the printed game, checked while it is filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QRadioButton, QSpinBox, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import put
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.forms import CheckedForm, Picks, named, row, ticks
from defiance_qt.systems.defiance.view.present.written import MOST, FaultView, PersonView, WrittenForm

Faults = Callable[[c.WriteDown], tuple[FaultView, ...]]
SPOILS = ("biological", "tech", "components")


class WrittenDialog(CheckedForm):
    """The form: how the mission ended, what each of the crew brought home, and what follows."""

    def __init__(self, parent: QWidget, form: WrittenForm, words: Words, faults: Faults) -> None:
        title = words("view.written.title", mission=form.mission)
        super().__init__(parent, words, title, words("view.written.ok"), faults)
        self.victory, self.defeat = QRadioButton(words("ui.result.victory")), QRadioButton(words("ui.result.defeat"))
        for result in (self.victory, self.defeat):
            result.setMinimumHeight(self.px(34))
        self.victory.setChecked(True)
        self.victory.toggled.connect(self.check)
        most = {"round": form.last_round, "alert": form.most_alert}
        fields = ("round", "alert", *SPOILS)
        self.numbers = {
            field: self.number(field, words(f"view.written.{field}"), most.get(field, MOST)) for field in fields
        }
        for field, number in form.least.items():
            self.numbers[field].setValue(number)
        self.intel: dict[str, QSpinBox] = {}
        self.face_down: dict[str, QSpinBox] = {}
        self.cards: dict[str, Picks] = {}
        self.joins = {id: self.tick("crew", name) for id, name in form.joins}
        self.records = {id: self.tick("records", name) for id, name in form.records}
        self.wrecked = {id: self.tick("wrecked", name) for id, name in form.wrecks}
        put(self.column, self._result(), self._people(form), flowing(self._named(SPOILS), 10))
        for heading, boxes in (
            ("view.written.joins", self.joins),
            ("view.written.records", self.records),
            ("view.written.wrecked", self.wrecked),
        ):
            if boxes:
                line = row(label(words(heading), "strong"), ticks(boxes.values()))
                line.setStretch(1, 1)
                self.column.addLayout(line)
        self.finish(760, 620)

    def _result(self) -> QWidget:
        return flowing([self.victory, self.defeat, *self._named(("round", "alert"))], 10)

    def _named(self, fields: Iterable[str]) -> list[QWidget]:
        return [named(self._words(f"view.written.{field}"), self.numbers[field]) for field in fields]

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
            self.intel[id] = self.number("intel", words("view.written.intel.of", name=person.name), figure=id)
            grid.addWidget(self.intel[id], line, 1, Qt.AlignmentFlag.AlignTop)
        cards = Picks(
            form.cards, words, words("view.written.consequences.of", name=person.name), words("view.written.add")
        )
        self.cards[id] = self.picks("consequences", cards, id)
        grid.addWidget(self.cards[id], line, 2)
        self.face_down[id] = self.number("face_down", words("view.written.face_down.of", name=person.name), figure=id)
        grid.addWidget(self.face_down[id], line, 3, Qt.AlignmentFlag.AlignTop)

    def command(self) -> c.WriteDown:
        return c.WriteDown(
            result="victory" if self.victory.isChecked() else "defeat",
            intel={id: spin.value() for id, spin in self.intel.items() if spin.value()},
            consequences={id: tuple(cards.chosen) for id, cards in self.cards.items() if cards.chosen},
            face_down={id: spin.value() for id, spin in self.face_down.items() if spin.value()},
            crew=tuple(id for id, box in self.joins.items() if box.isChecked()),
            records=tuple(id for id, box in self.records.items() if box.isChecked()),
            wrecked=tuple(id for id, box in self.wrecked.items() if box.isChecked()),
            notes=self.notes.text().strip(),
            reason=self.reason.text().strip(),
            **{name: spin.value() for name, spin in self.numbers.items()},
        )
