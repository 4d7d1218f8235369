"""The new-game screen: the system's options, plugins, the seed, and the source of chance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
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
    QVBoxLayout,
    QWidget,
)

from defiance_qt.core.port import Offerings, Option, Scenario, Words
from defiance_qt.extend.clashes import SWITCH, Apart, Clash, is_claim
from defiance_qt.extend.found import Found
from defiance_qt.extend.options import fits
from defiance_qt.shell.jobs import NewGame, random_seed
from defiance_qt.shell.kit.boxes import Scroll, hbox, put, vbox
from defiance_qt.shell.kit.buttons import push
from defiance_qt.shell.kit.elided import ElidedBox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.wrapped import WrappedBox
from defiance_qt.shell.panels.switches import Switches
from defiance_qt.shell.present.plugins import settle_views
from defiance_qt.shell.screens.clashes import Clashes
from defiance_qt.shell.screens.option_form import named, on_change, option_widget, plugin_option, set_value, value_of
from defiance_qt.shell.theme import Theme, icon
from defiance_qt.words.catalogue import Words as SystemWords
from defiance_qt.words.errors import format_message

MOST_SEED = 2**31 - 1

MOST_FAULTS = 8
"""The number of faults shown of a broken plugin."""

LIST, USUAL = 190, 800
"""The height of the list of scenarios in a window of a usual height, in pixels at the usual size of text."""


class NewGameScreen(QWidget):
    """The screen for one game system, with its texts in `words`. `games` are the ids and names of all installed
    systems, `waiting` the plugins that wait for trust. `requested` carries the user's choices, `turned` the id of
    another system. `plugged`: other plugins or options of plugins are chosen, which may offer other scenarios and
    edition options (`set_offerings`)."""

    requested = Signal(object)
    left = Signal()
    turned = Signal(str)
    plugged = Signal()

    def __init__(
        self,
        theme: Theme,
        words: Words,
        system: str,
        games: Sequence[tuple[str, str]],
        offerings: Offerings,
        plugins: Sequence[Found],
        parent: QWidget | None = None,
        waiting: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self._theme, self._words, self._offerings = theme, words, offerings
        self._settled = False
        self._parts: dict[str, QFrame] = {}
        self.system, self._games = system, tuple(games)
        self._own: dict[str, QWidget] = {}
        self._of_scenario: dict[str, QWidget] = {}
        self._chosen_for: dict[str, dict[str, Any]] = {}
        self._shown = ""
        self._plugins: dict[str, QCheckBox] = {}
        self._options: dict[str, dict[str, QWidget]] = {}
        self._chances: dict[str, QCheckBox] = {}
        self._plugins_found, self._waiting = tuple(plugins), frozenset(waiting)
        self._winners: dict[str, str] = {}
        self._own_texts: Mapping[str, Mapping[str, str]] = {}

    def build(self) -> Iterator[None]:
        """Make the widgets, in steps short enough for one turn of the event loop. The screen is empty before."""
        self._title = label(self._words("ui.new.title"), "title")
        row = hbox(gap=16)
        body = vbox(self._title, (row, 1), of=self, margins=(36, 30, 36, 26), gap=20)
        for name, card in (
            ("mission", self._scenario_card),
            ("rules", self._rules_card),
            ("dice", self._table_card),
        ):
            self._parts[name] = card()
            row.addWidget(self._parts[name], 5)
            yield
        yield from self.switches.build()
        # Added before the foot, so that Tab reaches the plugins before Begin.
        self.set_plugins(self._plugins_found)
        yield
        body.addLayout(self._foot())
        self.missions.setCurrentRow(0)
        yield
        self._show_edition()
        self._settled = True

    def show_part(self, name: str) -> None:
        """Show one of the cards alone ("mission", "rules", "dice"), without the title and the buttons."""
        for id, card in self._parts.items():
            card.setVisible(id == name)
        for one in (self._title, self._back, self.begin):
            one.hide()

    # -- the three cards

    def _scenario_card(self) -> QFrame:
        words = self._words
        frame, column = _card(words("ui.new.mission"))
        frame.setMinimumWidth(260)
        self.game = ElidedBox()
        for id, name in self._games:
            self.game.addItem(name, id)
        self.game.setCurrentIndex(max(0, self.game.findData(self.system)))
        self.game.currentIndexChanged.connect(lambda: self.turned.emit(self.game.currentData()))
        if len(self._games) > 1:
            put(column, named(words("ui.new.game"), self.game), self.game)
        self.missions = _List()
        self.missions.setAccessibleName(words("ui.new.mission"))
        self.missions.setWordWrap(True)
        self.missions.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list_scenarios()
        self.missions.currentItemChanged.connect(self._show_scenario)
        self._about = _Area(QWidget(), words("ui.new.mission"))
        put(column, self.missions, (self._about, 1))
        return frame

    def _rules_card(self) -> QFrame:
        words = self._words
        frame, column = _card(words("ui.new.rules"))
        form = _form()
        self.edition = ElidedBox()
        self.edition.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.edition.setMinimumContentsLength(14)
        self._list_variants()
        self.edition.currentIndexChanged.connect(self._show_edition)
        if self._offerings.variants:
            form.addRow(named(words("ui.new.edition"), self.edition), self.edition)
        column.addLayout(form)
        # A system may have more options than a low window has room for, so they scroll with the edition options.
        inside = QWidget()
        self._rules_box = vbox(of=inside, margins=0, gap=9)
        if self._offerings.options:
            options = _form()
            options.setContentsMargins(0, 0, 8, 0)
            self._own = _add_options(options, self._offerings.options, words)
            self._rules_box.addLayout(options)
        if self._offerings.switches:
            self._rules_box.addWidget(label(words("ui.new.switches"), "small", wrap=True))
        self.switches = Switches(words, (), ())
        self._rules_box.addWidget(self.switches, 1)
        self._list_switches()
        column.addWidget(_Area(inside, words("ui.new.rules")), 1)
        self._changes = label("", "small", "gold", wrap=True)
        self.reset = push(
            words("ui.new.reset"),
            name="reset",
            mark=icon("undo", self._theme.text, self._theme.px(16)),
            does=self._reset,
        )
        foot = hbox((self._changes, 1), self.reset)
        column.addLayout(foot)
        return frame

    def _table_card(self) -> QFrame:
        words = self._words
        frame, outer = _card()
        # It scrolls with what it is about: below it house rules have a heading of their own.
        column = vbox(
            label(words("ui.new.chance"), "heading", wrap=True),
            label(words("ui.new.chance.note"), "small", wrap=True),
            margins=(0, 0, 8, 0),
            gap=9,
        )
        for kind in self._offerings.chance:
            box = WrappedBox(words(kind.title))
            self._chances[kind.key] = box
            column.addWidget(box)
        self.seed = QLineEdit(str(random_seed()))
        self.seed.setAccessibleName(words("ui.new.seed"))
        again = push(
            mark=icon("die", self._theme.text, self._theme.px(18)),
            tip=words("ui.new.seed.again"),
            spoken=words("ui.new.seed.again"),
            does=lambda: self.seed.setText(str(random_seed())),
        )
        row = hbox((self.seed, 1), again)
        column.addSpacing(10)
        put(column, named(words("ui.new.seed"), self.seed), row, label(words("ui.new.seed.note"), "small", wrap=True))
        put(column, 14, label(words("ui.new.plugins"), "heading", wrap=True))
        self._plugin_box = vbox(gap=8)
        column.addLayout(self._plugin_box, 1)
        inside = QWidget()
        inside.setLayout(column)
        outer.addWidget(_Area(inside, words("ui.new.chance")), 1)
        return frame

    def set_plugins(self, plugins: Sequence[Found]) -> None:
        """List the available plugins with their descriptions and options. A broken plugin is listed with its faults."""
        words = self._words
        language = words.language
        for found in plugins:
            manifest = found.manifest
            if manifest is None:
                shown = [format_message(fault, words) for fault in found.faults[:MOST_FAULTS]]
                faults = "; ".join([*shown, "…"] if len(found.faults) > MOST_FAULTS else shown)
                put(self._plugin_box, label(found.id, "strong", "danger"), label(faults, "small", wrap=True))
                continue
            box = WrappedBox(found.name(language))
            box.setObjectName(f"plugin:{found.id}")
            self._plugins[found.id] = box
            put(self._plugin_box, box, label(found.description(language), "small", wrap=True))
            if found.id in self._waiting:
                box.setEnabled(False)
                box.setAccessibleDescription(words("ui.new.plugins.waits"))
                self._plugin_box.addWidget(label(words("ui.new.plugins.waits"), "small", "gold", wrap=True))
            box.toggled.connect(self._plug)
            self._options[found.id] = {}
            for option in manifest.options:
                text, widget = plugin_option(option, language)
                widget.setEnabled(False)
                box.toggled.connect(widget.setEnabled)
                on_change(widget, self._plug)
                self._options[found.id][option.id] = widget
                parts = [widget] if isinstance(widget, QCheckBox) else [named(text, widget), widget]
                for part in parts:
                    part.setVisible(False)
                    box.toggled.connect(part.setVisible)
                    self._plugin_box.addWidget(part)
        if not plugins:
            self._plugin_box.addWidget(label(words("ui.new.plugins.none"), "small", wrap=True))
        self._notes = label("", "small", "danger", wrap=True)
        self._notes.setObjectName("plugin notes")
        self._notes.hide()
        self._plugin_box.addWidget(self._notes)
        self.clashes = Clashes(self._theme)
        self.clashes.chosen.connect(self._let_win)
        self.clashes.settled.connect(self._do_without)
        self.clashes.hide()
        put(self._plugin_box, self.clashes, ...)

    def _foot(self) -> QHBoxLayout:
        words = self._words
        self._back = QPushButton(words("ui.new.back"))
        self._back.clicked.connect(self.left)
        self.begin = push(words("ui.new.begin"), "primary", name="begin")
        self.begin.setMinimumSize(220, 46)
        self.begin.setDefault(True)
        self.begin.clicked.connect(lambda: self.requested.emit(self.chosen()))
        self.clashing = push(
            name="clashes",
            role="danger",
            mark=icon("alert", self._theme.danger_ink, self._theme.px(16)),
            does=self.show_clash,
        )
        self.clashing.hide()
        return hbox(self._back, ..., self.clashing, self.begin)

    # -- what is offered

    def _list_scenarios(self) -> None:
        words = self._words
        self.missions.clear()
        for scenario in self._offerings.scenarios:
            name = words(scenario.title)
            title = words("ui.new.mission.title", n=scenario.number, name=name) if scenario.number else name
            item = QListWidgetItem(title)
            item.setData(Qt.ItemDataRole.UserRole, scenario.id)
            self.missions.addItem(item)
        self._limit_list()

    def _limit_list(self) -> None:
        """Show more scenarios at once in a high window, where their words leave room."""
        theme = self._theme
        row = max(theme.px(24), self.missions.sizeHintForRow(0))
        most = theme.px(LIST) + max(0, round((self.height() - theme.px(USUAL)) * 0.65))
        self.missions.setMaximumHeight(min(most, row * max(1, self.missions.count()) + 8))
        self.missions.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if "mission" in self._parts:
            self._limit_list()

    def _list_variants(self) -> None:
        self.edition.clear()
        for variant in self._offerings.variants:
            self.edition.addItem(self._words(variant.title), variant.id)

    def _list_switches(self) -> None:
        before = self.switches
        self.switches = Switches(self._words, self._offerings.switches, self._offerings.variants)
        self.switches.changed.connect(self._count_changes)
        self._rules_box.replaceWidget(before, self.switches)
        before.setParent(None)
        before.deleteLater()

    def _plug(self) -> None:
        if self._settled:
            self.plugged.emit()

    def set_offerings(self, offerings: Offerings, words: SystemWords) -> None:
        """Show what the system offers together with the chosen plugins, in their words. Choices that are still offered
        stay."""
        if offerings == self._offerings and words.own == self._own_texts:
            return
        self._own_texts = words.own
        mission, edition, switches = self.mission, self.edition.currentData(), self.switches.different()
        self._offerings, self._words = offerings, words
        with QSignalBlocker(self.missions), QSignalBlocker(self.edition):
            self._list_scenarios()
            self._list_variants()
            self.edition.setCurrentIndex(max(0, self.edition.findData(edition)))
            self.missions.setCurrentRow(0)
            self._choose_mission(mission)
        self._list_switches()
        # At once: the user has just asked for them, and there are few.
        for _ in self.switches.build():
            pass
        self._show_scenario()
        self._show_edition()
        self._choose_switches(switches)

    def set_notes(self, sentences: Sequence[str]) -> None:
        """Show sentences about the chosen plugins: why one cannot be used."""
        self._notes.setText("\n".join(sentences))
        self._notes.setVisible(bool(sentences))

    def set_clashes(self, clashes: Sequence[Clash], apart: Sequence[Apart]) -> None:
        """Show what two of the chosen plugins both claim, and let the user choose which wins; and which cannot be used
        together, and let the user do without one."""
        language, found = self._words.language, self._plugins_found
        self._winners = {
            clash.claim: clash.winner
            for clash in clashes
            if clash.winner == self._winners.get(clash.claim) and is_claim(clash.claim)
        }
        names = {one.id: one.name(language) for one in found}
        self.clashes.show_clashes(
            clashes,
            self._words,
            names,
            {one.id: one.description(language) for one in found},
            {switch.id: switch for switch in self._offerings.switches},
            settle_views(apart, (), names, self._words),
        )
        self.clashing.setText(f" {self._words.count('ui.clash.count', len(clashes) + len(apart))}")
        self.clashing.setAccessibleName(self.clashing.text().strip())
        self.clashing.setVisible(bool(clashes or apart) and not self.begin.isHidden())
        self._mark_clashes()

    def show_clash(self) -> None:
        """Scroll to the first clash, and give it the focus."""
        area = self.clashes.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        cards: list[QWidget] = [*self.clashes.apart, *self.clashes.cards.values()]
        if area is not None and cards:
            area.ensureWidgetVisible(self.clashes)
            area.ensureWidgetVisible(cards[0])
            cards[0].findChildren(QAbstractButton)[0].setFocus()

    def _do_without(self, ids: Sequence[str]) -> None:
        """Untick plugins that do not go together with others."""
        for id in ids:
            if id in self._plugins:
                self._plugins[id].setChecked(False)

    def _let_win(self, claim: str, id: str) -> None:
        """Let a plugin win what another claims too."""
        if is_claim(claim):
            self._winners[claim] = id
            self._plug()
        else:
            sides = self.clashes.cards[claim].clash.sides
            value = next(side.value for side in sides if side.plugin == id)
            self._choose_switches({claim.removeprefix(SWITCH): value})
            self._mark_clashes()

    def _mark_clashes(self) -> None:
        """Show who wins the edition options that two plugins set: the one whose value is selected."""
        for claim, card in self.clashes.cards.items():
            option = self.switches.cards.get(claim.removeprefix(SWITCH))
            if claim.startswith(SWITCH) and option is not None:
                card.mark(next((side.plugin for side in card.clash.sides if side.value == option.value), ""))

    # -- content and choices

    def _show_scenario(self) -> None:
        words = self._words
        scenario = next(one for one in self._offerings.scenarios if one.id == self.mission)
        inside = QWidget()
        column = vbox(label(words(scenario.title), "title"), of=inside, margins=(0, 8, 8, 0), gap=9)
        self._list_options(scenario, column)
        for heading, body in scenario.sections:
            if heading:
                put(column, 6, label(words(heading), "strong", "team"))
            column.addWidget(label(words(body), "muted" if heading else "", wrap=True))
        column.addStretch(1)
        self._about.setWidget(inside)

    def _list_options(self, scenario: Scenario, column: QVBoxLayout) -> None:
        """Add the options of a scenario, as they were when it was last selected."""
        if self._of_scenario:
            self._chosen_for[self._shown] = {id: value_of(widget) for id, widget in self._of_scenario.items()}
        self._shown, form = scenario.id, _form()
        self._of_scenario = _add_options(form, scenario.options, self._words)
        column.addLayout(form)
        for option in scenario.options:
            value = self._chosen_for.get(scenario.id, {}).get(option.id)
            if fits(option, value):
                set_value(self._of_scenario[option.id], value)

    def _show_edition(self) -> None:
        """Select the wordings of the edition in all options but those that the user has set one by one."""
        edition = self.edition.currentData()
        self.switches.set_edition({switch.id: switch.usual(edition) for switch in self._offerings.switches})

    def _reset(self) -> None:
        self.switches.reset()

    def _count_changes(self) -> None:
        count, kept = len(self.switches.different()), self.switches.agreeing
        told = [self._words.count(f"ui.new.{key}", n) for key, n in (("changes", count), ("kept", kept)) if n]
        self._changes.setText(". ".join(told))
        if self._settled:
            self._mark_clashes()
        self.reset.setEnabled(bool(told))

    @property
    def words(self) -> Words:
        """The texts of the system and of the chosen plugins."""
        return self._words

    @property
    def offerings(self) -> Offerings:
        """What the system offers with the chosen plugins."""
        return self._offerings

    @property
    def mission(self) -> str:
        item = self.missions.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole))

    def chosen(self) -> NewGame:
        """Return the user's choices. Edition options and other options with their default value are left out."""
        edition = self.edition.currentData() or ""
        switches = self.switches.different()
        answers = {key: "person" for key, box in self._chances.items() if box.isChecked()}
        plugins = tuple(id for id, box in self._plugins.items() if box.isChecked())
        values = {id: {key: value_of(widget) for key, widget in self._options[id].items()} for id in plugins}
        widgets = {**self._own, **self._of_scenario}
        options: dict[str, Any] = {
            one.id: value
            for one in self._offerings.options_of(self.mission)
            if (value := value_of(widgets[one.id])) != one.default
        }
        if switches:
            options["switches"] = switches
        if answers:
            options["answers"] = answers
        if any(values.values()):
            options["plugins"] = {id: found for id, found in values.items() if found}
        winners = {claim: id for claim, id in self._winners.items() if id in plugins}
        if winners:
            options["winners"] = winners
        title = next(scenario.title for scenario in self._offerings.scenarios if scenario.id == self.mission)
        return NewGame(self.system, title, self.mission, _seed(self.seed.text()), edition, options, plugins)

    def choose(self, chosen: NewGame) -> None:
        """Show earlier choices. The plugins come first: their missions can be chosen then."""
        self._settled = False
        for id, check in self._plugins.items():
            check.setChecked(id in chosen.plugins)
            for option, value in chosen.options.get("plugins", {}).get(id, {}).items():
                set_value(self._options[id][option], value)
        self._settled = True
        self._winners = dict(chosen.options.get("winners", {}))
        if chosen.plugins:
            self._plug()
        self._choose_mission(chosen.mission)
        self.edition.setCurrentIndex(max(0, self.edition.findData(chosen.edition)))
        self._choose_switches(chosen.options.get("switches", {}))
        for id, widget in {**self._own, **self._of_scenario}.items():
            if id in chosen.options:
                set_value(widget, chosen.options[id])
        self.seed.setText(str(chosen.seed))
        for key, box in self._chances.items():
            box.setChecked(chosen.options.get("answers", {}).get(key) == "person")

    def _choose_mission(self, id: str) -> None:
        for row in range(self.missions.count()):
            if self.missions.item(row).data(Qt.ItemDataRole.UserRole) == id:
                self.missions.setCurrentRow(row)

    def _choose_switches(self, values: Mapping[str, str]) -> None:
        for name, value in values.items():
            card = self.switches.cards.get(name)
            if card is not None and value in card.switch.values:
                card.choose(value)


def _card(title: str = "") -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    frame.setProperty("role", "card")
    column = vbox(label(title, "heading", wrap=True) if title else None, of=frame, margins=(20, 16), gap=9)
    return frame, column


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setSpacing(10)
    form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
    return form


def _add_options(form: QFormLayout, options: Sequence[Option], words: Words) -> dict[str, QWidget]:
    """Add a row for each option. Return the widgets by the options' ids."""
    made = {}
    for option in options:
        title = words(option.title)
        widget = made[option.id] = option_widget(option, title, {id: words(key) for id, key in option.choices.items()})
        widget.setObjectName(f"option:{option.id}")
        if not isinstance(widget, QCheckBox):
            # In a row of its own the title has the whole width.
            form.addRow(named(title, widget))
        form.addRow(widget)
    return made


class _List(QListWidget):
    """A list that takes its greatest height if it can."""

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.maximumHeight())


class _Area(Scroll):
    """An area that scrolls up and down, and is as wide as what is in it."""

    MOST = 520

    def minimumSizeHint(self) -> QSize:
        inside = self.widget()
        wide = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width() if inside else 0
        return QSize(min(self.MOST, wide), super().minimumSizeHint().height())


def _seed(text: str) -> int:
    """Return a seed from the typed text: digits as a number, other text as a hash of its characters."""
    if text.strip().isdigit():
        return int(text) % (MOST_SEED + 1)
    value = 0
    for letter in text:
        value = (value * 131 + ord(letter)) % (MOST_SEED + 1)
    return value
