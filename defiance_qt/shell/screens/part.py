"""One part of a new game over the start screen: the mission, the rules, or dice and plugins."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.focus import Dialog
from defiance_qt.shell.kit.boxes import vbox
from defiance_qt.shell.screens.new_game import NewGameScreen
from defiance_qt.shell.theme import Theme

TITLES = {"mission": "ui.new.mission", "rules": "ui.new.rules", "dice": "ui.new.chance"}
WIDTHS = {"mission": 560, "rules": 640, "dice": 560}


class PartDialog(Dialog):
    """The dialog. `choices` holds all choices; one of its cards is shown."""

    def __init__(self, parent: QWidget, theme: Theme, words: Words, screen: NewGameScreen, part: str) -> None:
        super().__init__(parent)
        self.choices = screen
        self.setWindowTitle(words(TITLES[part]))
        buttons = QDialogButtonBox()
        self.done_ = buttons.addButton(words("ui.done"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.done_.setProperty("role", "primary")
        self.done_.setObjectName("done")
        buttons.accepted.connect(self.accept)
        vbox((screen, 1), vbox(buttons, margins=(36, 0, 36, theme.px(20))), of=self, margins=0, gap=0)
        screen.show_part(part)
        screen.show()
        # Only now: a button is the default of the dialog that it is in.
        self.done_.setDefault(True)
        room = parent.window().size()
        self.resize(min(theme.px(WIDTHS[part]), room.width() - 40), min(theme.px(720), room.height() - 40))
