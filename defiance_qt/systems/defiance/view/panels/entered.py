"""The form for a campaign that is under way on paper, checked while it is filled in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.kit.boxes import gbox, put, vbox
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.systems.defiance.engine import commands as c
from defiance_qt.systems.defiance.view.panels.forms import CheckedForm, Picks, named, row, ticks
from defiance_qt.systems.defiance.view.present.entered import ABROAD, EnteredForm, EnteredPerson, Named
from defiance_qt.systems.defiance.view.present.written import FaultView

Faults = Callable[[c.EnterCampaign], tuple[FaultView, ...]]
BESIDE, MEMBER = 1000, 330
"""The width of a window from which two Characters stand side by side, and what a member of the crew needs: in pixels at
the usual size of words."""
CARDS = ("equipment", "software", "specialties", "consequences", "face_down")


class PersonCard(QFrame):
    """One of the Characters: Intel Packs, the area of the token, and all cards. Where the team is chosen, a box tells
    who is in it."""

    def __init__(self, made: EnteredDialog, form: EnteredForm, person: EnteredPerson, inside: bool) -> None:
        super().__init__()
        words, id = made.words, person.id
        self._form = form
        self.setProperty("role", "card")
        self.inside: QCheckBox | None = None if form.fixed else made.tick("characters", person.name)
        if self.inside is not None:
            self.inside.setChecked(inside)
            self.inside.toggled.connect(self._turn)
        self.intel = made.number("intel", words("view.written.intel.of", name=person.name), figure=id)
        self.area = made.choice("crew", words("view.entered.area.of", name=person.name), form.areas[1:], id)
        head = row(self.inside or label(person.name, "strong"))
        put(head, ..., *(label(words("view.written.intel"), "small"), self.intel, self.area))
        self._column = vbox(head, of=self, gap=6)
        lists: dict[str, Named] = {
            "equipment": person.equipment,
            "software": form.software,
            "specialties": person.specialties,
            "consequences": form.consequences,
            "face_down": form.consequences,
        }
        self.cards = {field: self._picks(made, field, lists[field], person) for field in CARDS}
        self.cards["equipment"].choose(person.carried)
        self.cards["software"].choose(person.software)
        self._devices = self._held()
        self.cards["equipment"].changed.connect(self._follow)
        self._column.addStretch(1)
        made.ensurePolished()
        metrics = made.fontMetrics()
        wide = max(metrics.horizontalAdvance(picks.box.itemText(0)) for picks in self.cards.values()) + made.px(44)
        for picks in self.cards.values():
            picks.box.setFixedWidth(wide)
        self._follow()
        self._turn()

    def _picks(self, made: EnteredDialog, field: str, cards: Named, person: EnteredPerson) -> Picks:
        words = made.words
        name = words(f"view.entered.{field}.of", name=person.name)
        picks = made.picks(field, Picks(cards, words, name, words(f"view.entered.{field}.add"), across=True), person.id)
        self._column.addWidget(picks)
        return picks

    def _held(self) -> list[str]:
        return [id for id in self.cards["equipment"].chosen if id in self._form.printed]

    def _follow(self) -> None:
        """A device comes and goes with the programs that are printed on it."""
        held, before = self._held(), self._devices
        self._devices = held
        programs = self.cards["software"]
        for device in before:
            if before.count(device) > held.count(device):
                for program in self._form.printed[device]:
                    programs.drop(program)
        for device in held:
            if held.count(device) > before.count(device):
                programs.choose(self._form.printed[device])
        programs.setVisible(bool(held or programs.chosen))

    def _turn(self) -> None:
        """Who is not in the team has nothing."""
        for part in (self.intel, self.area, *self.cards.values()):
            part.setEnabled(self.chosen)

    @property
    def chosen(self) -> bool:
        return self.inside is None or self.inside.isChecked()

    def entered(self) -> c.Entered:
        """Return the Character as it is filled in."""
        return c.Entered(self.intel.value(), **{field: tuple(picks.chosen) for field, picks in self.cards.items()})


class EnteredDialog(CheckedForm):
    """The form, in the order of a table: the missions behind the team, the four, the rest of the crew, the ship."""

    def __init__(self, parent: QWidget, form: EnteredForm, words: Words, faults: Faults) -> None:
        super().__init__(parent, words, words("view.entered.title"), words("view.entered.ok"), faults)
        self.words, self._form = words, form
        self.behind = self.number("number", words("view.entered.number"), len(form.missions) - 1)
        self.lost = {mission.id: self.tick("lost", mission.name) for mission in form.missions}
        self._records = {id: number for id, _, number in form.records}
        self._headings: dict[str, QLabel] = {}
        self.records = {id: self.tick("records", name) for id, name, _ in form.records}
        self.people = {one.id: PersonCard(self, form, one, place < form.size) for place, one in enumerate(form.people)}
        self.crew: dict[str, QComboBox] = {}
        self.ship: dict[str, QSpinBox] = {}
        self._missions()
        self._team()
        self._aboard()
        self._ship_card()
        self.behind.valueChanged.connect(self._past)
        for box in self.lost.values():
            box.toggled.connect(self._follow)
        self.behind.setValue(1)
        self._past()
        self.finish(1160, 740)
        self.behind.setFocus()

    def _missions(self) -> None:
        words, card, column = self.words, *_card()
        self._next = label("", "small", "gold")
        line = row(label(words("view.entered.number"), "strong"), self.behind, self._next)
        line.addStretch(1)
        column.addLayout(line)
        for heading, boxes in (("lost", self.lost), ("records", self.records)):
            holder = ticks(boxes.values())
            name = label(words(f"view.entered.{heading}"), "small")
            line = row(name, holder)
            line.setStretch(1, 1)
            column.addLayout(line)
            self._headings[heading] = name
        self.column.addWidget(card)

    def _past(self) -> None:
        """Offer to tick only what the finished missions can have brought."""
        number = self.behind.value()
        for place, box in enumerate(self.lost.values(), 1):
            _offer(box, place <= number)
        for id, box in self.records.items():
            _offer(box, self._records[id] <= number)
        self._headings["lost"].setVisible(number > 0)
        self._headings["records"].setVisible(any(first <= number for first in self._records.values()))
        self._follow()
        self.notes.setEnabled(number > 0)
        self._next.setText(self.words("view.entered.next", mission=self._form.missions[number].name))

    def _follow(self) -> None:
        """Tick what follows from the missions for certain."""
        for place, mission in enumerate(self._form.missions, 1):
            lost = self.lost[mission.id].isChecked()
            for id in {*mission.won, *mission.lost}:
                self.records[id].setChecked(
                    place <= self.behind.value() and id in (mission.lost if lost else mission.won)
                )

    def _team(self) -> None:
        holder = QWidget()
        grid = gbox(of=holder, margins=0, gap=10)
        across = 2 if self.room() >= BESIDE else 1
        for place, card in enumerate(self.people.values()):
            grid.addWidget(card, place // across, place % across)
            grid.setColumnStretch(place % across, 1)
        self.column.addWidget(holder)

    def _aboard(self) -> None:
        words, card, column = self.words, *_card()
        column.addWidget(label(words("view.entered.crew"), "strong"))
        grid = QGridLayout()
        columns = max(1, min(3, self.room() // MEMBER))
        for place, (id, name) in enumerate(self._form.crew):
            self.crew[id] = self.choice("crew", words("view.entered.area.of", name=name), self._form.areas, id)
            self.crew[id].setCurrentIndex(1 if id in self._form.aboard else 0)
            across = 2 * (place % columns)
            grid.addWidget(label(name), place // columns, across)
            grid.addWidget(self.crew[id], place // columns, across + 1)
            grid.setColumnStretch(across + 1, 1)
        column.addLayout(grid)
        self.column.addWidget(card)

    def _ship_card(self) -> None:
        words, form, (card, column) = self.words, self._form, _card()
        counts: list[QWidget] = [label(words("view.entered.ship"), "strong")]
        for field in ("biological", "tech", "components"):
            self.ship[field] = self.number(field, words(f"view.written.{field}"))
            counts.append(named(words(f"view.written.{field}"), self.ship[field]))
        column.addWidget(flowing(counts, 10))
        self.upgrades = {id: self.tick("upgrades", name) for id, name in form.upgrades}
        upgrades = row(label(words("view.entered.upgrades"), "small"), ticks(self.upgrades.values()))
        upgrades.setStretch(1, 1)
        column.addLayout(upgrades)
        self.store = self.picks("store", self._stored("equipment", form.equipment))
        self.programs = self.picks("programs", self._stored("software", form.software))
        for picks in (self.store, self.programs):
            column.addWidget(picks)
        self.column.addWidget(card)

    def _stored(self, field: str, cards: Named) -> Picks:
        words = self.words
        return Picks(cards, words, words(f"view.entered.{field}.stored"), words(f"view.entered.{field}.store"), True)

    def command(self) -> c.EnterCampaign:
        team = {id: card for id, card in self.people.items() if card.chosen}
        crew = {id: card.area.currentData() for id, card in team.items()}
        crew |= {id: box.currentData() for id, box in self.crew.items() if box.currentData() != ABROAD}
        return c.EnterCampaign(
            number=self.behind.value(),
            characters={id: card.entered() for id, card in team.items()},
            lost=_ticked(self.lost),
            crew=crew,
            upgrades=_ticked(self.upgrades),
            records=_ticked(self.records),
            store=tuple(self.store.chosen),
            programs=tuple(self.programs.chosen),
            notes=self.notes.text().strip() if self.behind.value() else "",
            reason=self.reason.text().strip(),
            **{field: spin.value() for field, spin in self.ship.items()},
        )


def _card() -> tuple[QFrame, QVBoxLayout]:
    card = QFrame()
    card.setProperty("role", "card")
    column = QVBoxLayout(card)
    column.setSpacing(6)
    return card, column


def _offer(box: QCheckBox, there: bool) -> None:
    box.setVisible(there)
    if not there:
        box.setChecked(False)


def _ticked(boxes: dict[str, QCheckBox]) -> tuple[str, ...]:
    return tuple(id for id, box in boxes.items() if box.isChecked())
