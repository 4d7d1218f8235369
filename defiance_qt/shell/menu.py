"""The menu of an open game: every action that is not a move, grouped so that it fits a small screen."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.theme import Theme, icon

NEAR: tuple[tuple[str, ...], ...] = (
    ("turn.advice", "look.why", "look.turn"),
    ("game.chance", "turn.overrule", "game.chronicle", "game.turning"),
)
"""The actions that are one click away, by group."""

SUBMENUS = {
    "ui.keys.game": (
        "game.new", "game.open", "game.copy", "game.export", "game.story", "game.replay", "game.phones", "game.sheets",
    ),
    "ui.keys.time": ("time.checkpoint", "time.note", "time.fork", "time.branches", "time.sitting"),
    "ui.keys.look": ("look.search", "look.theme", "look.sound"),
    "ui.menu.help": ("help.guide", "help.legend", "help.rules", "help.keys", "help.report"),
}  # fmt: skip
"""The actions of each submenu, by the text key of its title."""

LAST: tuple[tuple[str, ...], ...] = (("app.palette", "app.plugins", "look.settings"), ("game.close", "app.quit"))
"""The actions below the submenus, by group."""


class GameMenu(QMenu):
    """The menu. `spoken` carries the language that is chosen in it; `languages` are their names by id."""

    spoken = Signal(str)

    def __init__(
        self, parent: QWidget, theme: Theme, words: Words, actions: Actions, languages: Mapping[str, str]
    ) -> None:
        super().__init__(parent)
        for ids in NEAR:
            self.addActions([actions[id] for id in ids])
            self.addSeparator()
        self._submenus = {title: self.addMenu(words(title)) for title in SUBMENUS}
        for title, menu in self._submenus.items():
            menu.addActions([actions[id] for id in SUBMENUS[title]])
        spoken = self.addMenu(icon("language", theme.text, theme.px(18)), words("ui.language"))
        for id, name in languages.items():
            spoken.addAction(name).triggered.connect(lambda checked=False, id=id: self.spoken.emit(id))
        self._end = self.addSeparator()
        for ids in LAST:
            self.addActions([actions[id] for id in ids])
            self.addSeparator()

    def add_looks(self, actions: list[QAction]) -> None:
        """Add how the system's view can be looked at."""
        self._submenus["ui.keys.look"].addActions(actions)

    def add_entry(self, action: QAction) -> None:
        """Add an entry of a plugin."""
        self.insertAction(self._end, action)
