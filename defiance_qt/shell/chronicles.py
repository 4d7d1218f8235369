"""The chronicle of a window's game: opened, kept in the window's language and theme, written to files."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import jobs

if TYPE_CHECKING:
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
        found = self._found()
        if found is None:
            return
        window = self._window
        if self.dialog is not None:
            self.dialog.renew(window.theme, window.words, found)
            self.dialog.raise_()
            self.dialog.activateWindow()
            return
        from defiance_qt.shell.dialogs.chronicle import ChronicleDialog

        self.dialog = dialog = ChronicleDialog(window, window.theme, window.words, found)
        dialog.jumped.connect(self._jump)
        dialog.wanted.connect(self.ask)
        dialog.finished.connect(self._closed)
        dialog.show()

    def follow(self) -> None:
        """Show the open chronicle in the window's language and theme."""
        if self.dialog is not None and (found := self._found()) is not None:
            self.dialog.renew(self._window.theme, self._window.words, found)

    def close(self) -> None:
        """Close the chronicle with its game."""
        if self.dialog is not None:
            self.dialog.reject()

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = None

    def _found(self) -> Kept | None:
        """Return the chronicle of the open game, None without one."""
        window, session = self._window, self._window.session
        if session is None or window.table is None or window.background.waiting:
            return None
        found: Kept | None = None
        with window.behind_curtain():
            try:
                found = window.background.run(partial(jobs.chronicle, session, window.words.language))
            except DefianceError as refused:
                window.show_error(refused)
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
        """Write a chronicle as HTML, CSV or PDF. A PDF is laid out on the window's own thread, since it is Qt."""
        window = self._window
        if window.background.waiting:
            return
        with window.behind_curtain():
            try:
                if path.suffix.lower() == ".pdf":
                    from defiance_qt.shell.paper import pdf

                    jobs.write_chronicle(found, path, window.words, pdf)
                else:
                    window.background.run(partial(jobs.write_chronicle, found, path, window.words))
            except DefianceError as refused:
                window.show_error(refused)
            else:
                window.tell_written(path)
