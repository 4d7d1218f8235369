"""A real window in folders of its own, for tests that harm files: opens a save, wanders through the game, closes it.

It gathers what a user should never meet: exceptions, warnings of Qt, markup of others that is laid out as markup."""

from __future__ import annotations

import io
import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QEvent, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import Qt, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QMessageBox,
    QPushButton,
    QTextEdit,
    QWidget,
)

from defiance_qt.shell.app import application, keep_playing, make_window
from defiance_qt.shell.tips import APART
from tests.waiting import at_rest

OF_THE_PLATFORM = "This plugin does not support"
SIZE = (1280, 800)
TURNS = 4
"""How often the event loop is run for what an act has left to be done at once."""


@contextmanager
def listening(broken: list[str]) -> Iterator[None]:
    """Append every exception that reaches Qt, or nobody, and every warning of Qt to the list."""

    def raised(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        broken.append("".join(traceback.format_exception(kind, error, trace)))

    def lost(event: Any) -> None:
        broken.append(f"lost: {event.err_msg} {event.exc_value!r} {event.object!r}")

    def warned(kind: QtMsgType, context: object, text: str) -> None:
        if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not text.startswith(OF_THE_PLATFORM):
            broken.append(f"Qt: {text}")

    hooks = sys.excepthook, sys.unraisablehook
    sys.excepthook, sys.unraisablehook = raised, lost
    before = qInstallMessageHandler(warned)
    try:
        yield
    finally:
        sys.excepthook, sys.unraisablehook = hooks
        qInstallMessageHandler(before)


class Probe:
    """One window on the screen. `broken` is what went wrong since it was made."""

    def __init__(self, home: Path) -> None:
        self.broken: list[str] = []
        application(sys.argv[:1])
        with listening(self.broken):
            self.window = make_window(home / "data", home / "config")
            self.window.resize(*SIZE)
            self.window.show()
            self.settle()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Handle errors as the program does in its event loop. What it then writes to the terminal is a fault."""
        noise = io.StringIO()
        with listening(self.broken), redirect_stderr(noise):
            keep_playing(self.window)
            try:
                yield
            except Exception:  # noqa: BLE001  what a slot of Qt raises goes this way
                sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
            self.settle()
        if "Traceback" in noise.getvalue():
            self.broken.append(noise.getvalue())

    def settle(self) -> None:
        """Let the window do what it has put off to the next turn."""
        at_rest(self.window)
        for _ in range(TURNS):
            QApplication.processEvents()

    def open(self, path: Path) -> str:
        """Open a save. Return the sentence with which it was refused, "" if there is a table."""
        self.window.message = ""
        with self._watched():
            self.window.open(path)
        return "" if self.window.session is not None else self.window.message

    def go_to(self, chance: random.Random) -> None:
        """Show the open game at some step."""
        table = self.window.table
        assert table is not None
        step = chance.randrange(len(table.session.timeline))
        with self._watched():
            table.presenter.run(lambda: table.session.jump(step))

    def play(self, chance: random.Random) -> None:
        """Do one of the legal commands, if there are any, as a button does."""
        table = self.window.table
        assert table is not None
        with self._watched():
            if legal := table.session.legal():
                table.presenter.submit(chance.choice(legal))

    def close_game(self) -> bool:
        """Close the game and what is shown over it. Return whether the start screen is there and can be used."""
        with self._watched():
            self.dismiss()
            self.window.close_game()
        return self.window.start is not None and self.window.start.isVisible() and not self.window.background.waiting

    def close_window(self) -> str:
        """Close the window. Return the sentence with which it stays open, "" if it is closed."""
        self.dismiss()
        self.window.message = ""
        with self._watched():
            closed = self.window.close()
        return "" if closed else self.window.message

    def write_elsewhere(self, path: Path) -> bool:
        """Press the button that offers to write the game elsewhere, with this file. Return whether there is one."""
        wanted = self.window.words("ui.elsewhere")
        buttons = [one for box in self.boxes() for one in box.findChildren(QPushButton) if one.text() == wanted]
        if not buttons:
            return False
        asked, asks = QFileDialog.getSaveFileName, lambda *arguments: (str(path), "")
        QFileDialog.getSaveFileName = asks  # type: ignore[assignment]
        try:
            with self._watched():
                buttons[-1].click()
        finally:
            QFileDialog.getSaveFileName = asked  # type: ignore[method-assign]
        return True

    def tour(self, plugin: str = "") -> Iterator[str]:
        """Show one screen or dialog after another, and yield its name while it is there."""
        window = self.window
        acts: dict[str, Callable[[], object]] = {
            "start": window.show_start,
            "saves": window.desk.show_list,
            "plugins": partial(window.plugins.show, plugin),
            "new game": window.games.show,
            "settings": window.show_settings,
        }
        for name, act in acts.items():
            with self._watched():
                act()
            yield name
            with self._watched():
                for dialog in self.window.findChildren(QDialog):
                    dialog.close()
        self.close_game()
        with self._watched():
            window.show_start()

    def give_up(self) -> None:
        """Leave what could not be written, as Escape does: the window goes on with what it was about to do."""
        for box in self.boxes():
            leave = box.escapeButton()
            assert leave is not None
            with self._watched():
                leave.click()

    def boxes(self) -> list[QMessageBox]:
        """Return the messages that are shown."""
        return [one for one in self.window.findChildren(QMessageBox) if one.isVisible()]

    def dismiss(self) -> None:
        """Take away the messages that are shown, without pressing any of their buttons."""
        for box in self.window.findChildren(QMessageBox):
            box.hide()
            box.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def end(self) -> None:
        """Remove the window."""
        self.dismiss()
        with self._watched():
            self.window.files.lost = None
            self.window.close()
            self.window.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def laid_out(self, sign: str, text: str) -> list[str]:
        """Return where the window lays out a text of others as markup. `sign` is a word that only this text holds."""
        return [
            f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()!r}: {shown[:200]!r}"
            for widget in QApplication.allWidgets()
            if widget.isVisible()
            for shown in _texts(widget)
            if sign in shown and _plain(text) not in _plain(QTextDocumentFragment.fromHtml(shown).toPlainText())
        ]


def _texts(widget: QWidget) -> Iterator[str]:
    """Yield the texts of a widget that Qt lays out as markup."""
    if isinstance(widget, QLabel):
        form = widget.textFormat()
        auto = form is Qt.TextFormat.AutoText and Qt.mightBeRichText(widget.text())
        if auto or form in (Qt.TextFormat.RichText, Qt.TextFormat.MarkdownText):
            yield widget.text()
    if isinstance(widget, QTextEdit):
        yield widget.toHtml()
    tips = [widget.toolTip(), *(action.toolTip() for action in widget.actions())]
    if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
        rows = range(min(model.rowCount(), 50))
        tips += [str(model.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) or "") for row in rows]
    yield from filter(Qt.mightBeRichText, tips)


def _plain(text: str) -> str:
    return "".join(text.replace(APART, "").split())
