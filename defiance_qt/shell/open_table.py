"""A game in a window of its own that is not on any screen, for the tests of a view or a panel.

For `defiance_qt.testing`. The window is the real one: everything around the view is there, and what a click or a key
does goes the same way as at a user's table.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QPoint, Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from defiance_qt.core.errors import PluginError
from defiance_qt.shell.app import application, make_window
from defiance_qt.shell.panels.guest import Guest
from defiance_qt.shell.settings import Settings, store
from defiance_qt.shell.table import Table

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.view import SystemView


class OpenTable:
    """A game on the table. `surface` is the middle of the window, `view` what the system's plugin has made of it.

    `failed` are the errors that came of what Qt has called: clicks, keys, timers, painting.
    """

    def __init__(self, session: Session, folder: Path, language: str, theme: str, size: tuple[int, int]) -> None:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
        application(["table"])
        store(folder / "config", Settings(language=language, theme=theme, motion="reduced", sound="silent", size=size))
        self.session = session
        self.failed: list[BaseException] = []
        self._last, sys.excepthook = sys.excepthook, self._hear
        self._window = make_window(folder / "data", folder / "config", start=False)
        try:
            self._window.resize(*size)
            self._window.take(session, None)
            if self._window.table is None:
                raise PluginError("plugin.no_table", "The table cannot be shown: {why}", why=self._window.message)
            self._window.show()
            self.settle()
        except BaseException:
            self.close()
            raise

    def _hear(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        self.failed.append(error)

    @property
    def _table(self) -> Table:
        table = self._window.table
        assert table is not None, "the game is still on the table"
        return table

    # -- what is there

    @property
    def view(self) -> SystemView:
        """What the hook `show_table` has made."""
        return self._table.view

    @property
    def surface(self) -> QWidget:
        """The widget in the middle."""
        return self._table.view.surface

    def panel(self, title: str) -> QWidget:
        """Return the widget that a plugin has made for the panel with this text key of a title. Raises `LookupError`
        if the panel is not there, or has been taken away."""
        guest = self._window.findChild(Guest, f"panel:{title}")
        if not isinstance(guest, Guest) or not guest.there:
            there = [one.objectName().removeprefix("panel:") for one in self._table.guests if one.there]
            raise LookupError(f"there is no panel {title!r}: {', '.join(there) or 'none at all'}")
        return guest.inside

    @property
    def question(self) -> str:
        """The question that is asked, "" for none."""
        top = self._table.presenter.frame.top
        return f"{top.actor} {top.ask}".strip()

    @property
    def progress(self) -> tuple[str, ...]:
        """The words of the strip above the surface: the chapter, the goals, the gauges, what comes next."""
        shown = self._table.presenter.frame.progress
        if shown is None:
            return ()
        goals, gauges = (one.text for one in shown.goals), (one.text for one in shown.gauges)
        return tuple(part for part in (shown.name, *goals, *gauges, shown.next, shown.next_note) if part)

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of the buttons under the question."""
        question = self._table.presenter.frame.question
        return () if question is None else tuple(one.text for one in question.choices)

    @property
    def log(self) -> tuple[str, ...]:
        """The lines of the log of the last step."""
        return self._table.presenter.log.sentences(self.session.head)

    @property
    def told(self) -> tuple[str, ...]:
        """What was told: refusals, the answers of menu entries, what a screen reader is told."""
        return tuple(self._table.announced)

    def texts(self, widget: QWidget | None = None) -> tuple[str, ...]:
        """Return the words on the labels and buttons of a widget, by default of the surface."""
        around = widget or self.surface
        found = [one for one in (around, *around.findChildren(QWidget)) if isinstance(one, QLabel | QAbstractButton)]
        return tuple(text for one in found if not one.isHidden() and (text := one.text().strip()))

    # -- what a user does

    def submit(self, command: str) -> None:
        """Give a command in the text form of the game, as a button of the question would."""
        self._table.presenter.submit(self.session.game.parse(command))
        self.settle()

    def choose(self, text: str) -> None:
        """Press the button under the question with this text. Raises `LookupError`."""
        question = self._table.presenter.frame.question
        found = [one for one in (question.choices if question is not None else ()) if one.text == text]
        if not found:
            raise LookupError(f"there is no choice {text!r}: {', '.join(self.choices) or 'none at all'}")
        self._table.presenter.submit(found[0].command)
        self.settle()

    def fill(self, form: str = "", **values: object) -> None:
        """Fill in the form with this id, by default the one that is shown, and give it. A field without a value keeps
        what it begins with. Raises `LookupError`."""
        question = self._table.presenter.frame.question
        found = [one.id for one in (question.fields if question is not None else ()) if form in ("", one.id)]
        if not found:
            raise LookupError(f"there is no form {form!r} to fill in")
        self._table.question.fill_in(found[0])
        self._table.question.fields.filled.emit(found[0], values)
        self.settle()

    @property
    def refused(self) -> dict[str, str]:
        """What is refused in the form that is shown: the path of a field to the sentence beside it."""
        return {box.field.path: box.refused for box in self._table.question.fields.boxes if box.refused}

    def click(self, widget: QWidget | None = None, at: tuple[float, float] | None = None) -> None:
        """Click a widget, by default the surface, in the middle or at a place in its pixels."""
        aimed = widget or self.surface
        place = aimed.rect().center() if at is None else QPoint(round(at[0]), round(at[1]))
        QTest.mouseMove(aimed, place)
        QTest.mouseClick(aimed, Qt.MouseButton.LeftButton, pos=place)
        self.settle()

    def press(self, keys: str) -> None:
        """Press keys in the window: "R", "Ctrl+Z", "Escape"."""
        QTest.keySequence(self._window, QKeySequence(keys))
        self.settle()

    def run(self, action: str) -> None:
        """Run one of the window's actions by its id ("time.undo"), or one that the view has added."""
        self._window.named_actions.do(action)
        self.settle()

    def choose_menu(self, title: str) -> None:
        """Choose an entry that a plugin has added to the menu, by its words. Raises `LookupError`."""
        own = [one for one in self._window.named_actions.states() if one.id.startswith("plugin.")]
        found = next((one.id for one in own if one.text == title), None)
        if found is None:
            raise LookupError(f"there is no entry {title!r}: {', '.join(one.text for one in own) or 'none at all'}")
        self.run(found)

    def settle(self) -> None:
        """Let long work and animations end, and widgets find their places."""
        while self._window.background.waiting:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        self._table.view.skip()
        for _ in range(3):
            QApplication.processEvents()

    def picture(self, file: Path | None = None) -> QImage:
        """Return the window as it looks, and write it to a PNG if there is a file."""
        image = self._window.grab().toImage()
        if file is not None:
            image.save(str(file), "PNG")  # type: ignore[call-overload]  # Qt takes the format as a text
        return image

    def close(self) -> None:
        """Close the window, and the game with it."""
        sys.excepthook = self._last
        self._window.close()
        self._window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
