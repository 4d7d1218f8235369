"""Where two plugins claim the same thing: what each does, which wins, and the choice of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLabel, QPushButton, QRadioButton, QWidget

from defiance_qt.core.port import Switch, Words
from defiance_qt.extend.clashes import SWITCH, TEXTS, Clash, Side
from defiance_qt.shell.kit.boxes import drop, gbox, hbox, vbox
from defiance_qt.shell.kit.cards import Card
from defiance_qt.shell.kit.flow import flowing
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.kit.wrapped import WrappedRadio
from defiance_qt.shell.present.plugins import SettleView
from defiance_qt.shell.theme import Theme
from defiance_qt.words.languages import FALLBACK

MOST_TOLD = 160
"""The most characters of what a plugin does."""


class ClashCard(Card):
    """One clash. `chosen` carries the plugin that shall win. `names` and `abouts` are the plugins' names and what they
    do; `switch` is the edition option in question, if it is one."""

    chosen = Signal(str)

    def __init__(
        self,
        theme: Theme,
        words: Words,
        clash: Clash,
        names: Mapping[str, str],
        abouts: Mapping[str, str],
        switch: Switch | None,
    ) -> None:
        super().__init__(theme, words("ui.clash.title"), mark="alert", tone="danger")
        self.clash = clash
        self.buttons: dict[str, QRadioButton] = {}
        self._marks: dict[str, QLabel] = {}
        kind = "texts" if clash.claim == TEXTS else "switch" if clash.claim.startswith(SWITCH) else "hook"
        what = words(switch.title) if switch is not None else clash.claim.removeprefix(SWITCH)
        self.column.addWidget(label(words(f"ui.clash.{kind}", what=what), "", wrap=True))
        group = QButtonGroup(self)
        # In the order of their names: who wins does not move the lines.
        for side in sorted(clash.sides, key=lambda side: (names.get(side.plugin, side.plugin).casefold(), side.plugin)):
            does = _does(side, words, abouts, switch)
            row = self._row(theme, words, side.plugin, names.get(side.plugin, side.plugin), does)
            group.addButton(self.buttons[side.plugin])
            self.column.addWidget(row)
        self.column.addWidget(label(words("ui.clash.kept"), "small", wrap=True))
        self.mark(clash.winner)
        group.buttonClicked.connect(
            lambda pressed: self.chosen.emit(next(id for id, one in self.buttons.items() if one is pressed))
        )

    def _row(self, theme: Theme, words: Words, id: str, name: str, does: str) -> QWidget:
        button = self.buttons[id] = WrappedRadio(name)
        button.setObjectName(f"wins:{self.clash.claim}:{id}")
        button.setAccessibleName(name)
        button.setAccessibleDescription(does)
        wins = self._marks[id] = label(words("ui.clash.wins"), "chip", "team")
        made = QWidget()
        grid = gbox(of=made, margins=0, gap=(None, theme.px(2)), wide=(0,))
        head = hbox((button, 1), (wins, 0, Qt.AlignmentFlag.AlignVCenter), gap=theme.px(8))
        grid.addLayout(head, 0, 0)
        told = label(does, "small", wrap=True)
        told.setContentsMargins(theme.px(26), 0, 0, 0)
        grid.addWidget(told, 1, 0)
        return made

    def mark(self, winner: str) -> None:
        """Show which plugin wins; none if the user has chosen something else."""
        for id, button in self.buttons.items():
            button.setAutoExclusive(False)
            button.group().setExclusive(False)
            button.setChecked(id == winner)
            button.group().setExclusive(True)
            self._marks[id].setVisible(id == winner)


class SettleCard(Card):
    """Plugins that do not go together, with a button for each way out. `settled` carries the ids of those that go."""

    settled = Signal(tuple)

    def __init__(self, theme: Theme, words: Words, view: SettleView) -> None:
        super().__init__(theme, words("ui.plugins.together"), mark="alert", tone="danger")
        self.column.addWidget(label(view.text, "", wrap=True))
        ids = [id for id, _ in view.plugins]
        buttons: list[QWidget] = []
        for id, name in view.plugins:
            alone = len(ids) > 1
            button = QPushButton(words("ui.clash.only" if alone else "ui.clash.without", name=name))
            button.setObjectName(f"only:{id}" if alone else f"without:{id}")
            gone = tuple(one for one in ids if one != id) if alone else (id,)
            button.clicked.connect(lambda checked=False, gone=gone: self.settled.emit(gone))
            buttons.append(button)
        self.column.addWidget(flowing(buttons, theme.px(8)))


def _does(side: Side, words: Words, abouts: Mapping[str, str], switch: Switch | None) -> str:
    """Return what a plugin does: the wording or the texts that it brings, else its description."""
    if switch is not None and side.value in switch.values:
        return words(switch.values[side.value])
    text = side.value or side.texts.get(words.language) or side.texts.get(FALLBACK) or abouts.get(side.plugin, "")
    return text if len(text) <= MOST_TOLD else f"{text[: MOST_TOLD - 1]}…"


class Clashes(QWidget):
    """All clashes of the chosen plugins, one below the other. `chosen` carries the claim and the plugin that shall win
    it, `settled` the plugins that are not wanted any more."""

    chosen = Signal(str, str)
    settled = Signal(tuple)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.cards: dict[str, ClashCard] = {}
        self.apart: tuple[SettleCard, ...] = ()
        self._column = vbox(of=self, margins=0, gap=theme.px(8))

    def show_clashes(
        self,
        clashes: Sequence[Clash],
        words: Words,
        names: Mapping[str, str],
        abouts: Mapping[str, str],
        switches: Mapping[str, Switch],
        apart: Sequence[SettleView] = (),
    ) -> None:
        """Show other clashes, and before them what cannot be used together. The focus stays on the button of the same
        name."""
        focused = self.focusWidget()
        name = focused.objectName() if isinstance(focused, QRadioButton) else ""
        for old in (*self.apart, *self.cards.values()):
            self._column.removeWidget(old)
            drop(old)
        self.cards, self.apart = {}, tuple(SettleCard(self._theme, words, view) for view in apart)
        for settling in self.apart:
            settling.settled.connect(self.settled)
            self._column.addWidget(settling)
        for clash in clashes:
            switch = switches.get(clash.claim.removeprefix(SWITCH)) if clash.claim.startswith(SWITCH) else None
            card = self.cards[clash.claim] = ClashCard(self._theme, words, clash, names, abouts, switch)
            card.chosen.connect(lambda id, claim=clash.claim: self.chosen.emit(claim, id))
            self._column.addWidget(card)
        self.setVisible(bool(clashes or apart))
        for button in (button for card in self.cards.values() for button in card.buttons.values()):
            if name and button.objectName() == name:
                button.setFocus()
