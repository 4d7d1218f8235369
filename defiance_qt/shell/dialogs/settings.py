"""The settings dialog: language, theme, size, figures, motion, sound, and the speed of the Enemy's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.autoplay import SPEEDS
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.elided import ElidedBox
from defiance_qt.shell.kit.labels import label
from defiance_qt.shell.languages import names
from defiance_qt.shell.settings import COPIES, FIGURES, MOTIONS, SCALES, SOUND, THEMES, Settings


class SettingsDialog(Dialog):
    """The dialog. `chosen` carries the changed values of `Settings` by name. `themes` are those of plugins, id to name;
    `notes` say why some cannot be used."""

    chosen = Signal(dict)

    def __init__(
        self,
        parent: QWidget,
        words: Words,
        settings: Settings,
        themes: Mapping[str, str] = MappingProxyType({}),
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(parent)
        self._words, self._settings = words, settings
        self.boxes: dict[str, QComboBox] = {}
        self.setWindowTitle(words("ui.settings.title"))
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(20)
        self._form.setVerticalSpacing(12)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._row("language", list(names(words).items()))
        self._row("theme", [*((id, words(f"ui.settings.theme.{id}")) for id in THEMES), *themes.items()])
        self._row("scale", [(scale, words("ui.settings.percent", n=round(scale * 100))) for scale in SCALES])
        self._row("figures", [(id, words(f"ui.settings.figures.{id}")) for id in FIGURES])
        self._row("motion", [(id, words(f"ui.settings.motion.{id}")) for id in MOTIONS])
        self._row("sound", [(id, words(f"ui.settings.sound.{id}")) for id in SOUND])
        self._row("copies", [(id, words(f"ui.settings.copies.{id}")) for id in COPIES])
        self._row("speed", [(id, words(f"ui.speed.{id}")) for id in SPEEDS])
        buttons = QDialogButtonBox()
        self.ok = buttons.addButton(words("ui.ok"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setProperty("role", "primary")
        buttons.addButton(words("ui.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._give)
        buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.setContentsMargins(26, 22, 26, 18)
        body.setSpacing(16)
        body.addWidget(label(words("ui.settings.title"), "title"))
        body.addLayout(self._form)
        for note in notes:
            body.addWidget(label(note, "small", "danger", wrap=True))
        body.addWidget(buttons)
        self.setMinimumWidth(self.px(440))

    def _row(self, name: str, values: Sequence[tuple[object, str]]) -> None:
        box = ElidedBox()
        box.setObjectName(name)
        text = self._words(f"ui.settings.{name}")
        box.setAccessibleName(text)
        for value, shown in values:
            box.addItem(shown, value)
        stands = getattr(self._settings, name)
        if box.findData(stands) < 0:
            # Keep a value that only the settings file can contain.
            box.addItem(str(stands), stands)
        box.setCurrentIndex(box.findData(stands))
        named = label(text, "muted")
        named.setBuddy(box)
        self._form.addRow(named, box)
        self.boxes[name] = box

    def _give(self) -> None:
        found = {name: box.currentData() for name, box in self.boxes.items()}
        self.accept()
        different = {name: value for name, value in found.items() if value != getattr(self._settings, name)}
        if different:
            self.chosen.emit(different)
