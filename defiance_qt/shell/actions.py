"""Everything a person can do with the keyboard, as named actions: keys, menus, buttons and tests share them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from defiance_qt.shell.native import key_text, sequence
from defiance_qt.systems.defiance.view.present.names import Words


class Spec(msgspec.Struct, frozen=True):
    """One action: its text is "ui.do.<id>", its keys are Qt's portable names, `group` a heading of the Keys dialog.
    `table`: it needs an open game."""

    id: str
    keys: tuple[str, ...]
    group: str
    table: bool = True
    repeats: bool = False


CHOICES = tuple(f"choice.{number}" for number in range(1, 10))
SPECS = (
    Spec("game.new", ("Ctrl+N",), "game", False),
    Spec("game.open", ("Ctrl+O",), "game", False),
    Spec("game.export", ("Ctrl+Shift+E",), "game"),
    Spec("game.chance", ("F4",), "game"),
    Spec("game.close", ("Ctrl+W",), "game"),
    Spec("app.quit", ("Ctrl+Q",), "game", False),
    Spec("turn.proceed", ("Space", "Return", "Enter"), "turn"),
    Spec("turn.cancel", ("Escape",), "turn"),
    Spec("turn.enter", ("Ctrl+D",), "turn"),
    Spec("turn.overrule", ("Ctrl+E",), "turn"),
    Spec("act.move", ("M",), "act"),
    Spec("act.attack", ("A",), "act"),
    Spec("act.hack", ("H",), "act"),
    Spec("act.equip", ("E",), "act"),
    Spec("act.rest", ("R",), "act"),
    Spec("act.interact", ("I",), "act"),
    Spec("act.automedikit", ("K",), "act"),
    Spec("act.drag", ("G",), "act"),
    Spec("act.card", ("U",), "act"),
    Spec("act.end", ("Ctrl+Return", "Ctrl+Enter"), "act"),
    *(Spec(id, (id[-1],), "turn") for id in CHOICES),
    Spec("time.undo", ("Ctrl+Z",), "time", repeats=True),
    Spec("time.redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "time", repeats=True),
    Spec("time.back", ("Alt+Left",), "time", repeats=True),
    Spec("time.forward", ("Alt+Right",), "time", repeats=True),
    Spec("time.first", ("Alt+Home",), "time"),
    Spec("time.last", ("Alt+End",), "time"),
    Spec("time.play", ("P",), "time"),
    Spec("time.checkpoint", ("Ctrl+S",), "time"),
    Spec("time.note", ("N",), "time"),
    Spec("time.fork", ("Ctrl+B",), "time"),
    Spec("look.why", ("W",), "look"),
    Spec("look.turn", ("Shift+W",), "look"),
    Spec("look.search", ("Ctrl+F",), "look"),
    Spec("look.fit", ("0",), "look"),
    Spec("look.zoom_in", ("+", "="), "look", repeats=True),
    Spec("look.zoom_out", ("-",), "look", repeats=True),
    Spec("look.board", ("B",), "look"),
    Spec("look.coordinates", ("C",), "look"),
    Spec("look.theme", ("Ctrl+T",), "look", False),
    Spec("look.settings", ("Ctrl+,",), "look", False),
    Spec("help.rules", ("F2", "Ctrl+R"), "look"),
    Spec("help.keys", ("F1", "?"), "look", False),
)


class Actions(QObject):
    """One QAction for each Spec, added to the window. What an action does is bound by whoever can do it."""

    def __init__(self, window: QWidget, words: Words) -> None:
        super().__init__(window)
        self._bound: dict[str, Callable[[], object]] = {}
        self._all: dict[str, QAction] = {}
        for spec in SPECS:
            action = QAction(window)
            action.setObjectName(spec.id)
            action.setShortcuts([sequence(key) for key in spec.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.setAutoRepeat(spec.repeats)
            action.setCheckable(spec.id == "look.coordinates")
            action.triggered.connect(lambda checked=False, id=spec.id: self.do(id))
            window.addAction(action)
            self._all[spec.id] = action
        self.set_words(words)
        self.set_table(False)

    def __getitem__(self, id: str) -> QAction:
        return self._all[id]

    def bind(self, id: str, does: Callable[[], object]) -> None:
        """From now on the action does this."""
        self._bound[id] = does

    def do(self, id: str) -> None:
        """Do it, as its key would."""
        does = self._bound.get(id)
        if does is not None:
            does()

    def set_words(self, words: Words) -> None:
        """Texts and tool tips in another language; the key stands in the tip."""
        for spec in SPECS:
            text = words("ui.do.choice", n=spec.id[-1]) if spec.id in CHOICES else words(f"ui.do.{spec.id}")
            key = key_text(spec.keys[0]) if spec.keys else ""
            self._all[spec.id].setText(text)
            self._all[spec.id].setToolTip(f"{text}  ({key})" if key else text)

    def set_table(self, open: bool) -> None:
        """Whether a game is open: without one only what needs none can be done."""
        for spec in SPECS:
            self._all[spec.id].setEnabled(open or not spec.table)

    def enable(self, ids: Iterable[str], on: bool) -> None:
        for id in ids:
            self._all[id].setEnabled(on)


def action_keys() -> dict[str, str]:
    """The key of each button of the active card: "move" → "M"."""
    return {spec.id.removeprefix("act."): key_text(spec.keys[0]) for spec in SPECS if spec.id.startswith("act.")}
