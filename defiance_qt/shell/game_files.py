"""The files of the open game: opening one, copies, its text forms, going on elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import jobs

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.window import Window


class GameFiles:
    """Asks for files and writes the open game to them. Errors are shown as one sentence; no data is lost."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def ask_open(self) -> None:
        window = self._window
        words = window.words
        kinds = words("ui.file.kinds", save="*.defiance", record="*.jsonl")
        name, _ = QFileDialog.getOpenFileName(window, words("ui.do.game.open"), str(window.saves.folder), kinds)
        if name:
            window.open(Path(name))

    def ask_export(self) -> None:
        window = self._window
        if window.session is None or window.path is None:
            return
        words = window.words
        proposal = str(window.path.with_suffix(".jsonl"))
        name, _ = QFileDialog.getSaveFileName(window, words("ui.do.game.export"), proposal, "*.jsonl")
        if name:
            self.export(Path(name))

    def ask_story(self) -> None:
        """Ask for a file and write the game there as a story."""
        window = self._window
        if window.session is None:
            return
        proposal = str((window.path or window.saves.folder / "story").with_suffix(".txt"))
        name, _ = QFileDialog.getSaveFileName(window, window.words("ui.do.game.story"), proposal, "*.txt")
        if name:
            self.write_story(Path(name))

    def write_story(self, path: Path) -> None:
        """Write the log of the open game as text. An error is shown as one sentence."""
        language = self._window.words.language
        self._in_background(lambda session: jobs.write_story(session, path, language))

    def export(self, path: Path) -> None:
        """Write the open game as text. An error is shown as one sentence."""
        self._in_background(lambda session: session.export(path, replace=True))

    def _in_background(self, act: Callable[[Session], object]) -> None:
        window = self._window
        session = window.session
        if session is None or window.background.waiting:
            return
        with window.behind_curtain():
            try:
                window.background.run(lambda: act(session))
            except DefianceError as refused:
                window.show_error(refused)

    def ask_copy(self) -> None:
        """Ask for a file and write a copy of the open game there."""
        if name := self._ask_save("ui.do.game.copy"):
            self.copy_game(Path(name))

    def copy_game(self, path: Path) -> None:
        """Write the whole game to another save. This game goes on in its own. An error is shown as one sentence."""
        self._written(lambda session: session.copy_to(path))

    def ask_elsewhere(self) -> None:
        """Ask for a file and go on with the open game there."""
        if name := self._ask_save("ui.elsewhere"):
            self.move_game(Path(name))

    def move_game(self, path: Path) -> None:
        """Write the whole game to another save and go on there. An error is shown as one sentence."""
        window = self._window
        if self._written(lambda session: session.move_to(path)):
            window.path = path
            window.mark.put(path)
            window.remember()

    def take_update(self) -> None:
        """Go on with today's content and plugins."""
        self._window.plugins.or_defaults(lambda session, defaults: session.take_update(defaults=defaults))

    def _ask_save(self, key: str) -> str:
        window = self._window
        if window.session is None or window.path is None:
            return ""
        proposal = str(window.path.with_name(f"{window.path.stem} (2){window.path.suffix}"))
        name, _ = QFileDialog.getSaveFileName(window, window.words(key), proposal, "*.defiance")
        return name

    def _written(self, act: Callable[[Session], object]) -> bool:
        window = self._window
        if window.session is None:
            return False
        try:
            act(window.session)
        except DefianceError as refused:
            window.show_error(refused)
            return False
        return True
