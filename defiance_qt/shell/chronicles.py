"""The chronicle of a window's game: opened, kept in the window's language and theme, written to files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from defiance_qt.shell import jobs
from defiance_qt.shell.background import Apart, Flow

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session
    from defiance_qt.lab.chronicle import Kept
    from defiance_qt.shell.dialogs.chronicle import ChronicleDialog
    from defiance_qt.shell.window import Window


class Chronicles(QObject):
    """The chronicle of the open game. `dialog` is its window, while that is open. Errors are shown as one sentence."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.dialog: ChronicleDialog | None = None

    def show(self) -> None:
        """Open the chronicle, or bring the open one up to date."""
        self._window.do(self._showing())

    def _showing(self) -> Flow[None]:
        window = self._window
        yield from self.following()
        if self.dialog is not None:
            self.dialog.raise_()
            self.dialog.activateWindow()
        elif window.session is not None:
            from defiance_qt.shell.dialogs.chronicle import ChronicleDialog

            found = yield from self._found(window.session)
            self.dialog = dialog = ChronicleDialog(window, window.theme, window.words, found)
            dialog.jumped.connect(self._jump)
            dialog.wanted.connect(self.ask)
            dialog.finished.connect(self._closed)
            dialog.show()

    def following(self) -> Flow[None]:
        """Show the open chronicle as the game is now, in the window's language and theme."""
        session = self._window.session
        if self.dialog is not None and session is not None:
            found = yield from self._found(session)
            self.dialog.renew(self._window.theme, self._window.words, found)

    def close(self) -> None:
        """Close the chronicle with its game."""
        if self.dialog is not None:
            self.dialog.reject()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _found(self, session: Session) -> Flow[Kept]:
        """Return the chronicle of a game."""
        found: Kept = yield Apart(partial(jobs.chronicle, session, self._window.words.language))
        return found

    def _jump(self, step: int) -> None:
        if self._window.table is not None:
            self._window.table.presenter.look(step)

    def ask(self, suffix: str) -> None:
        """Ask for a file and write the chronicle there."""
        window = self._window
        proposal = str((window.path or window.saves.folder / "chronicle").with_suffix(suffix))
        name, _ = QFileDialog.getSaveFileName(window, window.words("ui.do.game.chronicle"), proposal, f"*{suffix}")
        if name and self.dialog is not None:
            self.write(self.dialog.found, Path(name))

    def write(self, found: Kept, path: Path) -> None:
        """Write a chronicle as HTML, CSV or PDF."""
        self._window.do(self._writing(found, path))

    def _writing(self, found: Kept, path: Path) -> Flow[None]:
        window = self._window
        if path.suffix.lower() == ".pdf":
            from defiance_qt.shell.paper import pdf

            # Laid out on the window's own thread, since it is Qt.
            jobs.write_chronicle(found, path, window.words, pdf)
        else:
            yield Apart(partial(jobs.write_chronicle, found, path, window.words))
        window.tell_written(path)
