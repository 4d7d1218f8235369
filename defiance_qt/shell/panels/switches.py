"""The options on which editions differ: each with its name, all wordings, and the editions that use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QRadioButton, QWidget

from defiance_qt.core.port import Switch, Variant, Words
from defiance_qt.shell.kit.boxes import gbox, hbox, vbox
from defiance_qt.shell.kit.labels import label, set_property


class Wording(QWidget):
    """One wording: a radio button, the text, and the editions that use it, or a plugin that sets it. A click anywhere
    selects it."""

    def __init__(self, words: Words, switch: Switch, variants: Sequence[Variant], value: str) -> None:
        super().__init__()
        self.value = value
        text = words(switch.values[value])
        where = [variant for variant in variants if switch.editions.get(variant.id) == value]
        names = [words(one.short) for one in where] + ([words("ui.new.preset")] if value == switch.preset else [])
        editions = " · ".join(names) or words("ui.new.no_edition")
        self.button = QRadioButton()
        self.button.setObjectName(f"switch:{switch.id}:{value}")
        self.button.setAccessibleName(f"{words(switch.title)}: {text}")
        self.button.setAccessibleDescription(editions)
        grid = gbox(of=self, margins=0, gap=(9, 0), wide=(1,))
        grid.addWidget(self.button, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(label(text, "", wrap=True), 0, 1)
        grid.addWidget(label(editions, "small", wrap=True), 1, 1)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.button.click()


class SwitchCard(QFrame):
    """One edition option. `changed`: another wording was selected."""

    changed = Signal()

    def __init__(self, words: Words, switch: Switch, variants: Sequence[Variant]) -> None:
        super().__init__()
        self.switch = switch
        self._usual = next(iter(switch.values))
        self._own = ""  # the wording that the user selected, whatever the edition
        self.setProperty("role", "card")
        self.setObjectName(f"switch:{switch.id}")
        self._differs = label(words("ui.new.differs"), "small", "gold")
        self._group = QButtonGroup(self)
        self.wordings = [Wording(words, switch, variants, value) for value in switch.values]
        body = vbox(
            hbox((label(words(switch.title), "strong", wrap=True), 1), (self._differs, 0, Qt.AlignmentFlag.AlignTop)),
            of=self,
            margins=(12, 9, 12, 10),
            gap=7,
        )
        for wording in self.wordings:
            self._group.addButton(wording.button)
            body.addWidget(wording)
        self.wordings[0].button.setChecked(True)
        self._group.buttonToggled.connect(self._toggled)
        self._group.buttonClicked.connect(lambda: self.choose(self.value))
        self._mark()

    @property
    def value(self) -> str:
        """The selected wording."""
        return next(wording.value for wording in self.wordings if wording.button.isChecked())

    def set_edition(self, usual: str) -> None:
        """Set the wording of the chosen edition, and select it unless the user selected one."""
        self._usual = usual
        self._check(self._own or usual)
        self._mark()

    def choose(self, value: str) -> None:
        """Select this wording for the user. It stays when another edition is chosen."""
        self._own = "" if value == self._usual else value
        self._check(value)

    def reset(self) -> None:
        """Select the wording of the edition."""
        self._own = ""
        self._check(self._usual)

    def _check(self, value: str) -> None:
        next(wording for wording in self.wordings if wording.value == value).button.setChecked(True)

    @property
    def differs(self) -> bool:
        """Whether the selected wording differs from that of the edition."""
        return self.value != self._usual

    @property
    def agrees(self) -> bool:
        """Whether the user selected a wording that the edition happens to have as well."""
        return bool(self._own) and not self.differs

    def _toggled(self, button: object, on: bool) -> None:
        if on:
            self._mark()
            self.changed.emit()

    def _mark(self) -> None:
        self._differs.setVisible(self.differs)
        set_property(self, "state", "differs" if self.differs else "")


class Switches(QWidget):
    """All edition options, one below the other. `changed`: the set of differing options may have changed."""

    changed = Signal()

    def __init__(self, words: Words, switches: Sequence[Switch], variants: Sequence[Variant]) -> None:
        super().__init__()
        self._words, self._switches, self._variants = words, tuple(switches), tuple(variants)
        self.cards: dict[str, SwitchCard] = {}
        self._rows = vbox(..., of=self, margins=(0, 0, 8, 0), gap=9)

    def build(self) -> Iterator[None]:
        """Make a card for each option, one per step."""
        for place, switch in enumerate(self._switches):
            card = self.cards[switch.id] = SwitchCard(self._words, switch, self._variants)
            card.changed.connect(self.changed)
            self._rows.insertWidget(place, card)
            yield

    def set_edition(self, values: Mapping[str, str]) -> None:
        """Select the wordings of an edition in all options but those that the user set."""
        for name, card in self.cards.items():
            card.set_edition(values[name])
        self.changed.emit()

    def reset(self) -> None:
        """Select the wordings of the edition in all options."""
        for card in self.cards.values():
            card.reset()

    def different(self) -> dict[str, str]:
        """Return the options whose wording differs from the edition's."""
        return {name: card.value for name, card in self.cards.items() if card.differs}

    @property
    def agreeing(self) -> int:
        """The number of options that the user set to what the edition has as well. They come back with the next one."""
        return sum(card.agrees for card in self.cards.values())
