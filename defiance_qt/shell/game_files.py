"""The files of the open game: opening one, copies, its text forms, going on elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import jobs
from defiance_qt.shell.background import Apart, Flow

if TYPE_CHECKING:
    from defiance_qt.core.port import Sheet
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.window import Window


@dataclass
class Lost:
    """A game that was closed, and whose last steps are in no file. `then` is done once the user has saved it or let it
    go."""

    session: Session
    path: Path
    then: Callable[[], object] | None = None


class GameFiles:
    """Asks for files and writes the open game to them. Errors are shown as one sentence; no data is lost.

    `lost` is a game whose save could not be closed, until the user has decided about it.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self.lost: Lost | None = None

    def ask_open(self) -> None:
        window = self._window
        words = window.words
        kinds = words("ui.file.kinds", save="*.defiance", record="*.jsonl")
        name, _ = QFileDialog.getOpenFileName(window, words("ui.do.game.open"), str(window.saves.folder), kinds)
        if name:
            window.open(Path(name))

    def open_without(self, path: Path) -> None:
        """Rename what lies beside a save and does not belong to it, and open the save."""
        from defiance_qt.journal.store import set_aside

        try:
            set_aside(path)
        except DefianceError as refused:
            self._window.show_error(refused)
        else:
            self._window.open(path)

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
        self._write_apart(lambda session: jobs.write_story(session, path, language), path)

    def ask_replay(self) -> None:
        """Ask for a file and write the game there as a page for a browser."""
        window = self._window
        if window.session is None:
            return
        proposal = str((window.path or window.saves.folder / "replay").with_suffix(".html"))
        name, _ = QFileDialog.getSaveFileName(window, window.words("ui.do.game.replay"), proposal, "*.html")
        if name:
            self.write_replay(Path(name))

    def write_replay(self, path: Path) -> None:
        """Write the open game as a page for a browser. What is drawn is drawn on the window's own thread, since it is
        Qt. An error is shown as one sentence."""
        if self._window.session is not None:
            self._window.do(self._drawing(self._window.session, path))

    def _drawing(self, session: Session, path: Path) -> Flow[None]:
        from defiance_qt.lab.replay import Replay

        made = Replay(session, self._window.words)
        yield Apart(made.gather)
        yield from made.draw()
        yield Apart(partial(made.write, path, over=True))
        self._window.tell_written(path)

    def ask_sheets(self) -> None:
        """Ask for a file and write the sheets of the game there."""
        window = self._window
        if window.session is None:
            return
        try:
            found = jobs.sheets(window.session, window.words.language)
        except DefianceError as refused:
            window.show_error(refused)
            return
        proposal = str((window.path or window.saves.folder / "sheets").with_suffix(".pdf"))
        name, _ = QFileDialog.getSaveFileName(window, window.words("ui.do.game.sheets"), proposal, "*.pdf")
        if name:
            self.write_sheets(found, Path(name))

    def write_sheets(self, found: Sequence[Sheet], path: Path) -> None:
        """Write sheets as a PDF. It is laid out on the window's own thread, since it is Qt. An error is shown as one
        sentence."""
        from defiance_qt.lab import sheets
        from defiance_qt.shell.paper import pages

        try:
            sheets.write(found, path, pages, over=True)
        except DefianceError as refused:
            self._window.show_error(refused)
        else:
            self._window.tell_written(path)

    def export(self, path: Path) -> None:
        """Write the open game as text. An error is shown as one sentence."""
        self._write_apart(lambda session: session.export(path, replace=True), path)

    def _write_apart(self, act: Callable[[Session], object], path: Path) -> None:
        """Write a file beside the window, and say that it is there."""
        if self._window.session is not None:
            self._window.do(self._writing(partial(act, self._window.session), path))

    def _writing(self, work: Callable[[], object], path: Path) -> Flow[None]:
        yield Apart(work)
        self._window.tell_written(path)

    def ask_copy(self) -> None:
        """Ask for a file and write a copy of the open game there."""
        if name := self._ask_save("ui.do.game.copy"):
            self.copy_game(Path(name))

    def copy_game(self, path: Path) -> None:
        """Write the whole game to another save. This game goes on in its own. An error is shown as one sentence."""
        if self._written(lambda session: session.copy_to(path)):
            self._window.tell_written(path)

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

    def lose(self, session: Session, path: Path | None, refused: DefianceError) -> None:
        """Show why the save of a game could not be closed, and offer to write the game elsewhere."""
        assert path is not None, "a game that leaves no save has nothing to close"
        self.lost = Lost(session, path)
        self._offer_lost(refused)

    def _offer_lost(self, refused: DefianceError) -> None:
        window = self._window
        sentence = window.words("ui.unclosed", why=window.worded(refused))
        offer = (window.words("ui.elsewhere"), partial(self._ask_lost, refused))
        window.tell(sentence, offer, window.words("ui.close_anyway"), self._let_go)

    def _ask_lost(self, refused: DefianceError) -> None:
        """Ask for a file for the game that was closed; ask again until it is written or let go."""
        lost = self.lost
        assert lost is not None
        name = self._ask_name("ui.elsewhere", lost.path)
        if not name:
            self._offer_lost(refused)
            return
        try:
            lost.session.copy_to(name)
        except DefianceError as error:
            self._offer_lost(error)
            return
        self._window.list_game(lost.session, Path(name))
        self._let_go()

    def _let_go(self) -> None:
        lost, self.lost = self.lost, None
        self._window.desk.refresh()
        if lost is not None and lost.then is not None:
            QTimer.singleShot(0, self._window, lost.then)

    def take_update(self) -> None:
        """Go on with today's content and plugins."""
        self._window.plugins.or_defaults(lambda session, defaults: session.host.take_update(defaults=defaults))

    def _ask_save(self, key: str) -> str:
        window = self._window
        if window.session is None or window.path is None:
            return ""
        return self._ask_name(key, window.path)

    def _ask_name(self, key: str, path: Path) -> str:
        """Ask for a file for a game whose save was or is at the path."""
        window = self._window
        proposal = str(path.with_name(f"{path.stem} (2){path.suffix}"))
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
