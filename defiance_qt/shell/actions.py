"""Named actions for everything the user can do with the keyboard, shared by keys, menus, buttons and tests."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from defiance_qt.core.port import Words
from defiance_qt.shell.native import key_text, sequence
from defiance_qt.shell.present.values import KEYS, ActionState
from defiance_qt.shell.tips import set_tip

LOG = logging.getLogger(__name__)


class Spec(msgspec.Struct, frozen=True):
    """One action. `keys` are Qt's portable key names, `group` is its heading in the Keys dialog. `table`: it needs an
    open game. `key` is the text key of its name; "" means "ui.do.<id>". `menu`: it is listed among
    the looks in the menu of an open game."""

    id: str
    keys: tuple[str, ...]
    group: str
    table: bool = True
    repeats: bool = False
    checkable: bool = False
    key: str = ""
    menu: bool = False

    def text(self, words: Words) -> str:
        """Return the action's name."""
        if self.id in CHOICES:
            return words("ui.do.choice", n=CHOICES.index(self.id) + 1)
        return words(self.key or f"ui.do.{self.id}")


CHOICES = tuple(f"choice.{key}" for key in KEYS)
SPECS = (
    Spec("game.new", ("Ctrl+N",), "game", False),
    Spec("game.open", ("Ctrl+O",), "game", False),
    Spec("game.copy", ("Ctrl+Shift+S",), "game"),
    Spec("game.export", ("Ctrl+Shift+E",), "game"),
    Spec("game.story", ("Ctrl+Shift+T",), "game"),
    Spec("game.replay", ("Ctrl+Shift+P",), "game"),
    Spec("game.phones", (), "game"),
    Spec("game.sheets", (), "game"),
    Spec("game.chronicle", ("Ctrl+Shift+C",), "game"),
    Spec("game.turning", ("Ctrl+Shift+U",), "game"),
    Spec("game.again", ("Ctrl+Shift+N",), "game"),
    Spec("game.chance", ("F4",), "game"),
    Spec("game.close", ("Ctrl+W",), "game"),
    Spec("app.quit", ("Ctrl+Q",), "game", False),
    Spec("app.palette", ("Ctrl+K",), "look", False),
    Spec("app.plugins", ("F6",), "look", False),
    Spec("game.reload", ("F5",), "game"),
    Spec("turn.proceed", ("Space", "Return", "Enter"), "turn"),
    Spec("turn.whole", ("Shift+Space",), "turn"),
    Spec("turn.cancel", ("Escape",), "turn"),
    Spec("turn.enter", ("Ctrl+D",), "turn", checkable=True),
    Spec("turn.fill", ("F3",), "turn"),
    Spec("turn.advice", ("?",), "turn"),
    Spec("turn.what_if", ("F",), "turn"),
    Spec("turn.overrule", ("Ctrl+E",), "turn"),
    *(Spec(id, (key,), "turn") for id, key in zip(CHOICES, KEYS, strict=True)),
    Spec("time.undo", ("Ctrl+Z",), "time", repeats=True),
    Spec("time.redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "time", repeats=True),
    Spec("time.back", ("Alt+Left",), "time", repeats=True),
    Spec("time.forward", ("Alt+Right",), "time", repeats=True),
    Spec("time.first", ("Alt+Home",), "time"),
    Spec("time.last", ("Alt+End",), "time"),
    Spec("time.play", ("P",), "time"),
    Spec("time.present", ("Alt+Down",), "time"),
    Spec("time.sitting", ("Alt+Up",), "time"),
    Spec("time.go_on", ("Alt+Return",), "time"),
    Spec("time.checkpoint", ("Ctrl+S",), "time"),
    Spec("time.note", ("N",), "time"),
    Spec("time.fork", ("Ctrl+B",), "time"),
    Spec("time.branches", ("Shift+B",), "time"),
    Spec("look.why", ("W",), "look"),
    Spec("look.turn", ("Shift+W",), "look"),
    Spec("look.search", ("L", "Ctrl+F"), "look"),
    Spec("look.board", ("B",), "look"),
    Spec("look.theme", ("Ctrl+T",), "look", False),
    Spec("look.sound", ("Ctrl+M",), "look", False, checkable=True),
    Spec("look.settings", ("Ctrl+,",), "look", False),
    Spec("help.legend", ("F1",), "look"),
    Spec("help.guide", (), "look"),
    Spec("help.rules", ("F2", "Ctrl+R"), "look"),
    Spec("help.keys", ("Shift+F1",), "look", False),
    Spec("help.report", (), "look", False),
)


class Actions(QObject):
    """One QAction for each Spec, added to the window. `bind` sets the function that an action runs."""

    def __init__(self, window: QWidget, words: Words) -> None:
        super().__init__(window)
        self._window = window
        self._bound: dict[str, Callable[[], object]] = {}
        self._all: dict[str, QAction] = {}
        self._specs: dict[str, Spec] = {}
        self._own: tuple[str, ...] = ()
        for spec in SPECS:
            self._add(spec)
        self.set_words(words)
        self.set_table(False)

    def _add(self, spec: Spec) -> None:
        action = QAction(self._window)
        action.setObjectName(spec.id)
        action.setShortcuts([sequence(key) for key in spec.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setAutoRepeat(spec.repeats)
        action.setCheckable(spec.checkable)
        action.triggered.connect(lambda checked=False, id=spec.id: self.do(id))
        self._window.addAction(action)
        self._all[spec.id] = action
        self._specs[spec.id] = spec

    @property
    def specs(self) -> tuple[Spec, ...]:
        """All current actions, including those of the open game's view."""
        return tuple(self._specs.values())

    def set_own(self, specs: Sequence[Spec], words: Words) -> None:
        """Add the actions of the open game's view. They replace those of the previous view."""
        self._drop_own()
        self.add_own(specs, words)

    def _drop_own(self) -> None:
        for id in self._own:
            self._window.removeAction(self._all[id])
            self._all.pop(id).deleteLater()
            del self._specs[id]
            self._bound.pop(id, None)
        self._own = ()

    def add_own(self, specs: Sequence[Spec], words: Words) -> None:
        """Add further actions of the open game, beside those of its view."""
        self._own += tuple(spec.id for spec in specs)
        for spec in specs:
            self._add(spec)
            self._name(spec, words)

    def states(self) -> tuple[ActionState, ...]:
        """Return all actions as they are now, but for the keys of the choices."""
        return tuple(
            ActionState(
                spec.id,
                self._all[spec.id].text(),
                self.key(spec.id),
                self._all[spec.id].isEnabled(),
            )
            for spec in self._specs.values()
            if spec.id not in CHOICES
        )

    def key(self, id: str) -> str:
        """Return the key of an action as it is printed on the keyboard, "" without one."""
        keys = self._specs[id].keys
        return key_text(keys[0]) if keys else ""

    def __getitem__(self, id: str) -> QAction:
        return self._all[id]

    def bind(self, id: str, does: Callable[[], object]) -> None:
        """Set the function that the action runs."""
        self._bound[id] = does

    def do(self, id: str) -> None:
        """Run the action's function, if one is bound."""
        does = self._bound.get(id)
        if does is not None:
            LOG.info("do %s", id)
            does()

    def set_words(self, words: Words) -> None:
        """Set texts and tool tips in the language of `words`. The tool tip includes the key."""
        for spec in SPECS:
            self._name(spec, words)

    def _name(self, spec: Spec, words: Words) -> None:
        text = spec.text(words)
        key = key_text(spec.keys[0]) if spec.keys else ""
        self._all[spec.id].setText(text)
        set_tip(self._all[spec.id], f"{text}  ({key})" if key else text)

    def name(self, id: str, text: str) -> None:
        """Set the text of an action to what it would do now."""
        if self._all[id].text() != text:
            self._all[id].setText(text)

    def set_table(self, open: bool) -> None:
        """Enable the actions that need an open game, or disable them and drop those of the game that was open."""
        if not open:
            self._drop_own()
        for spec in self._specs.values():
            self._all[spec.id].setEnabled(open or not spec.table)

    def enable(self, ids: Iterable[str], on: bool) -> None:
        for id in ids:
            self._all[id].setEnabled(on)
