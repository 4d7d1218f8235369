"""The screen on which a new game is set up: mission, seed, edition with its switches, plugins, who answers chance."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from defiance_qt.extend.loader import Found
from defiance_qt.extend.manifest import Option
from defiance_qt.shell.panels.pieces import label
from defiance_qt.shell.panels.switches import Switches
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.systems.defiance.engine.catalog import Catalog
from defiance_qt.systems.defiance.view.present.names import Words
from defiance_qt.systems.defiance.view.present.offers import CHANCES
from defiance_qt.words.errors import sentences

MOST_SEED = 2**31 - 1


class Wanted(msgspec.Struct, frozen=True):
    """What was chosen: the arguments of `Session.new`."""

    mission: str
    seed: int
    edition: str
    options: dict[str, Any]
    plugins: tuple[str, ...]


class NewGameScreen(QWidget):
    """The screen. `wanted` carries what was chosen."""

    wanted = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, words: Words, catalog: Catalog, plugins: Sequence[Found]) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._theme, self._words, self._catalog = theme, words, catalog
        self._plugins: dict[str, QCheckBox] = {}
        self._options: dict[str, dict[str, QWidget]] = {}
        self._chances: dict[str, QCheckBox] = {}
        body = QVBoxLayout(self)
        body.setContentsMargins(36, 30, 36, 26)
        body.setSpacing(20)
        body.addWidget(label(words("ui.new.title"), "title"))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self._mission_card(), 5)
        row.addWidget(self._rules_card(), 5)
        row.addWidget(self._table_card(), 5)
        body.addLayout(row, 1)
        # Before the foot, so that Tab comes to them before it comes to Begin.
        self.set_plugins(plugins)
        body.addLayout(self._foot())
        self.missions.setCurrentRow(0)
        self._show_edition()

    # -- the three cards

    def _mission_card(self) -> QFrame:
        words = self._words
        frame, column = _card(words("ui.new.mission"))
        frame.setMinimumWidth(260)
        self.missions = QListWidget()
        self.missions.setAccessibleName(words("ui.new.mission"))
        for id, mission in self._catalog.missions.items():
            title = words("ui.new.mission.title", n=mission.number, name=words(f"mission.{id}.name"))
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, id)
            self.missions.addItem(item)
        self.missions.setMaximumHeight(min(190, 34 * max(1, self.missions.count()) + 8))
        self.missions.currentItemChanged.connect(self._show_mission)
        self._name = label("", "title")
        self._story = label("", wrap=True)
        self._objective = label("", "muted", wrap=True)
        self._set_up = label("", "muted", wrap=True)
        column.addWidget(self.missions)
        told = QVBoxLayout()
        told.setContentsMargins(0, 8, 8, 0)
        told.setSpacing(9)
        told.addWidget(self._name)
        for heading, text in (
            ("", self._story),
            ("ui.new.objective", self._objective),
            ("ui.new.setup", self._set_up),
        ):
            if heading:
                told.addSpacing(6)
                told.addWidget(label(words(heading), "strong", "team"))
            told.addWidget(text)
        told.addStretch(1)
        inside = QWidget()
        inside.setLayout(told)
        column.addWidget(_scroll(inside), 1)
        return frame

    def _rules_card(self) -> QFrame:
        words = self._words
        frame, column = _card(words("ui.new.rules"))
        form = QFormLayout()
        form.setSpacing(10)
        self.edition = QComboBox()
        self.edition.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.edition.setMinimumContentsLength(14)
        for id in _editions(self._catalog):
            self.edition.addItem(words(f"ui.edition.{id}"), id)
        self.edition.currentIndexChanged.connect(self._show_edition)
        form.addRow(_named(words("ui.new.edition"), self.edition), self.edition)
        column.addLayout(form)
        column.addWidget(label(words("ui.new.switches"), "small", wrap=True))
        self.switches = Switches(words, self._catalog.switches)
        self.switches.changed.connect(self._count_changes)
        column.addWidget(_scroll(self.switches), 1)
        self._changes = label("", "small", "gold", wrap=True)
        self.reset = QPushButton(words("ui.new.reset"))
        self.reset.setObjectName("reset")
        self.reset.setIcon(icon("undo", self._theme.text, 16))
        self.reset.clicked.connect(self._show_edition)
        foot = QHBoxLayout()
        foot.addWidget(self._changes, 1)
        foot.addWidget(self.reset)
        column.addLayout(foot)
        return frame

    def _table_card(self) -> QFrame:
        words = self._words
        frame, outer = _card(words("ui.new.chance"))
        frame.setMinimumWidth(320)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(9)
        column.addWidget(label(words("ui.new.chance.note"), "small", wrap=True))
        for key in CHANCES:
            box = QCheckBox(words(f"ui.new.chance.{key}"))
            self._chances[key] = box
            column.addWidget(box)
        row = QHBoxLayout()
        self.seed = QLineEdit(str(_random_seed()))
        self.seed.setAccessibleName(words("ui.new.seed"))
        again = QPushButton()
        again.setIcon(icon("die", self._theme.text, 18))
        again.setToolTip(words("ui.new.seed.again"))
        again.setAccessibleName(words("ui.new.seed.again"))
        again.clicked.connect(lambda: self.seed.setText(str(_random_seed())))
        row.addWidget(self.seed, 1)
        row.addWidget(again)
        column.addSpacing(10)
        column.addWidget(_named(words("ui.new.seed"), self.seed))
        column.addLayout(row)
        column.addWidget(label(words("ui.new.seed.note"), "small", wrap=True))
        column.addSpacing(14)
        column.addWidget(label(words("ui.new.plugins"), "heading", wrap=True))
        self._plugin_box = QVBoxLayout()
        self._plugin_box.setSpacing(8)
        column.addLayout(self._plugin_box, 1)
        inside = QWidget()
        inside.setLayout(column)
        outer.addWidget(_scroll(inside), 1)
        return frame

    def set_plugins(self, plugins: Sequence[Found]) -> None:
        """The house rules there are, each with its own words and options; a broken one with its faults."""
        words = self._words
        language = words.language
        for found in plugins:
            manifest = found.manifest
            if manifest is None:
                self._plugin_box.addWidget(label(found.id, "strong", "danger"))
                self._plugin_box.addWidget(label("; ".join(sentences(found.faults, words)), "small", wrap=True))
                continue
            box = QCheckBox(manifest.name.get(language, manifest.name["en"]))
            box.setObjectName(f"plugin:{found.id}")
            self._plugins[found.id] = box
            self._plugin_box.addWidget(box)
            text = manifest.description.get(language, manifest.description["en"])
            self._plugin_box.addWidget(label(text, "small", wrap=True))
            self._options[found.id] = {}
            for option in manifest.options:
                widget = _option(option, option.text.get(language, option.text["en"]))
                widget.setEnabled(False)
                box.toggled.connect(widget.setEnabled)
                self._options[found.id][option.id] = widget
                if not isinstance(widget, QCheckBox):
                    self._plugin_box.addWidget(_named(option.text.get(language, option.text["en"]), widget))
                self._plugin_box.addWidget(widget)
        if not plugins:
            self._plugin_box.addWidget(label(words("ui.new.plugins.none"), "small", wrap=True))
        self._plugin_box.addStretch(1)

    def _foot(self) -> QHBoxLayout:
        words = self._words
        row = QHBoxLayout()
        back = QPushButton(words("ui.new.back"))
        back.clicked.connect(self.left)
        self.begin = QPushButton(words("ui.new.begin"))
        self.begin.setObjectName("begin")
        self.begin.setProperty("role", "primary")
        self.begin.setMinimumSize(220, 46)
        self.begin.setDefault(True)
        self.begin.clicked.connect(lambda: self.wanted.emit(self.chosen()))
        row.addWidget(back)
        row.addStretch(1)
        row.addWidget(self.begin)
        return row

    # -- what it shows and what was chosen

    def _show_mission(self) -> None:
        words, id = self._words, self.mission
        self._name.setText(words(f"mission.{id}.name"))
        self._story.setText(words(f"mission.{id}.story"))
        self._objective.setText(words(f"mission.{id}.objective"))
        self._set_up.setText(words(f"mission.{id}.setup"))

    def _show_edition(self) -> None:
        self.switches.set_edition(self._catalog.edition(self.edition.currentData()))

    def _count_changes(self) -> None:
        count = len(self.switches.different())
        self._changes.setText(self._words.count("ui.new.changes", count) if count else "")
        self.reset.setEnabled(bool(count))

    @property
    def mission(self) -> str:
        item = self.missions.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole))

    def chosen(self) -> Wanted:
        """What was chosen. Switches and options that stand as they come are left out."""
        edition = self.edition.currentData()
        switches = self.switches.different()
        answers = {key: "person" for key, box in self._chances.items() if box.isChecked()}
        plugins = tuple(id for id, box in self._plugins.items() if box.isChecked())
        values = {id: {key: _value(widget) for key, widget in self._options[id].items()} for id in plugins}
        options: dict[str, Any] = {}
        if switches:
            options["switches"] = switches
        if answers:
            options["answers"] = answers
        if any(values.values()):
            options["plugins"] = {id: found for id, found in values.items() if found}
        return Wanted(self.mission, _seed(self.seed.text()), edition, options, plugins)

    def choose(self, wanted: Wanted) -> None:
        """Show what was chosen before."""
        for row in range(self.missions.count()):
            if self.missions.item(row).data(Qt.ItemDataRole.UserRole) == wanted.mission:
                self.missions.setCurrentRow(row)
        self.edition.setCurrentIndex(max(0, self.edition.findData(wanted.edition)))
        for name, value in wanted.options.get("switches", {}).items():
            self.switches.cards[name].choose(value)
        self.seed.setText(str(wanted.seed))
        for key, box in self._chances.items():
            box.setChecked(wanted.options.get("answers", {}).get(key) == "person")
        for id, check in self._plugins.items():
            check.setChecked(id in wanted.plugins)
            for option, value in wanted.options.get("plugins", {}).get(id, {}).items():
                _set(self._options[id][option], value)


def _card(title: str) -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    frame.setProperty("role", "card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(20, 16, 20, 16)
    column.setSpacing(9)
    column.addWidget(label(title, "heading", wrap=True))
    return frame, column


def _scroll(inside: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return area


def _named(text: str, widget: QWidget) -> QWidget:
    """A label for a widget, which also names it for a screen reader."""
    result = label(text, "muted", wrap=True)
    result.setBuddy(widget)
    widget.setAccessibleName(text)
    return result


def _editions(catalog: Catalog) -> tuple[str, ...]:
    return tuple(dict.fromkeys(edition for switch in catalog.switches.values() for edition in switch.editions))


def _option(option: Option, text: str) -> QWidget:
    if option.kind == "bool":
        check = QCheckBox(text)
        check.setChecked(bool(option.default))
        return check
    if option.kind == "int":
        spin = QSpinBox()
        spin.setRange(option.low if option.low is not None else -999, option.high if option.high is not None else 999)
        spin.setValue(int(option.default))
        return spin
    box = QComboBox()
    for choice in option.choices:
        box.addItem(choice, choice)
    box.setCurrentIndex(max(0, box.findData(option.default)))
    return box


def _value(widget: QWidget) -> Any:
    if isinstance(widget, QCheckBox):
        return widget.isChecked()
    if isinstance(widget, QSpinBox):
        return widget.value()
    return widget.currentData() if isinstance(widget, QComboBox) else None


def _set(widget: QWidget, value: Any) -> None:
    if isinstance(widget, QCheckBox):
        widget.setChecked(value)
    elif isinstance(widget, QSpinBox):
        widget.setValue(value)
    elif isinstance(widget, QComboBox):
        widget.setCurrentIndex(max(0, widget.findData(value)))


def _random_seed() -> int:
    return secrets.randbelow(1_000_000)


def _seed(text: str) -> int:
    """A seed from what was typed: a number as it is, words by their letters."""
    if text.strip().isdigit():
        return int(text) % (MOST_SEED + 1)
    value = 0
    for letter in text:
        value = (value * 131 + ord(letter)) % (MOST_SEED + 1)
    return value
