"""Reports of problems with a window's game: what one would hold is shown, then it is written."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import jobs
from defiance_qt.shell.background import Apart, Flow

if TYPE_CHECKING:
    from defiance_qt.lab.report.parts import Part
    from defiance_qt.shell.window import Window


class Reports:
    """The reports of one window. Errors are shown as one sentence."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def show(self, path: Path | None = None) -> None:
        """Show what a report would hold: about the open game, or about a save that could not be opened."""
        window = self._window
        about = partial(jobs.report, window.session, self._surroundings(), self._picture())
        window.do(self._showing(partial(jobs.report_on, path) if path else about))

    def _showing(self, work: Callable[[], list[Part]]) -> Flow[None]:
        from defiance_qt.shell.dialogs.report import ReportDialog

        window = self._window
        parts = yield Apart(work)
        dialog = ReportDialog(window, window.theme, window.words, parts)
        dialog.wanted.connect(self.ask)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask(self, parts: list[Part]) -> None:
        """Ask for a file and write a report there."""
        window = self._window
        stem = window.path.stem if window.path is not None else "defiance-qt"
        proposal = str(Path.home() / f"{stem}-report.zip")
        name, _ = QFileDialog.getSaveFileName(window, window.words("ui.report.title"), proposal, "*.zip")
        if name:
            self.write(parts, Path(name))

    def write(self, parts: list[Part], path: Path) -> None:
        """Write a report."""
        window = self._window
        try:
            jobs.write_report(parts, path)
        except DefianceError as refused:
            window.show_error(refused)
        else:
            window.tell_written(path)

    def _picture(self) -> bytes:
        """Return the window as it is now, as PNG."""
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._window.grab().save(buffer, "PNG")  # type: ignore[call-overload]
        return bytes(content.data())

    def _surroundings(self) -> dict[str, str]:
        """Return what the window adds to the versions: Qt, the screen, the looks."""
        window, screen = self._window, self._window.screen()
        settings = window.settings
        return {
            "qt": qVersion() or "",
            "platform": QGuiApplication.platformName(),
            "screen": f"{screen.size().width()}×{screen.size().height()} at {screen.devicePixelRatio():g}",
            "size": f"{window.width()}×{window.height()}",
            "theme": settings.theme,
            "language": window.words.language,
            "scale": f"{settings.scale:g}",
            "speed": settings.speed,
            "motion": settings.motion,
        }
