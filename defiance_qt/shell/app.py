"""Starts the window: creates the application, sets language and theme, and handles unexpected errors."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import (
    QEvent,
    QLocale,
    QMessageLogContext,
    QObject,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
    qVersion,
)
from PySide6.QtWidgets import QApplication

from defiance_qt import __version__
from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import last_start, motion
from defiance_qt.shell import settings as stored
from defiance_qt.shell.theme import font, load_fonts
from defiance_qt.shell.window import Window
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import FALLBACK, LANGUAGES

if TYPE_CHECKING:
    from defiance_qt.extend.sessions import Session

LOG = logging.getLogger(__name__)
_IMPORTED = time.perf_counter()
ASK_MOTION = 400  # milliseconds after the first paint at which the system is asked


class FirstPaint(QObject):
    """Records the time of a window's first paint, then calls `then`."""

    def __init__(self, window: Window, then: Callable[[], object]) -> None:
        super().__init__(window)
        self._then = then
        self.at = 0.0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.at:
            self.at = time.perf_counter()
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._then)  # type: ignore[call-overload]
        return False


def application(arguments: list[str]) -> QApplication:
    """Return the application of this process, creating it on the first call."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    with _fatal_told():
        app = QApplication(arguments)
    app.setApplicationName(stored.APP)
    # By it a desktop finds the icon of the window: .ci/bundle/defiance-qt.desktop.
    app.setDesktopFileName(stored.APP)
    app.setStyle("Fusion")
    return app


@contextmanager
def _fatal_told() -> Iterator[None]:
    """Say in one sentence that Qt has no display, and leave. Qt itself would abort the process."""

    def heard(kind: QtMsgType, where: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            error = DefianceError("window.none", "No window can be shown here: {platform}.", platform=_platform())
            print(format_error(error, Words(_system_language())), file=sys.stderr, flush=True)
            os._exit(1)

    before = qInstallMessageHandler(heard)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def _platform() -> str:
    """Return the settings by which Qt looks for a display, as they are written in a shell."""
    names = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
    return ", ".join(f"{name}={os.environ.get(name, '')}" for name in names)


def _system_theme(app: QApplication) -> str:
    """Return the built-in theme that is most like the system's."""
    hints = app.styleHints()
    if hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def make_window(data: Path | None = None, config: Path | None = None, start: bool = True) -> Window:
    """Create the window with the user's settings. `data` and `config` are folders; the default is the platform's.
    Without `start` it shows no screen yet."""
    config = config or stored.config_folder()
    settings, damaged = stored.load(config)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    load_fonts()
    if not settings.language:
        settings = replace(settings, language=_system_language())
    window = Window(settings, data or stored.data_folder(), config, _system_theme(app))
    app.setFont(font(window.theme))
    if start:
        window.show_start()
    for error in (damaged, window.saves.error):
        if error is not None:
            QTimer.singleShot(0, window, lambda error=error: window.show_error(error))
    return window


def main(
    game: tuple[Path, Callable[[], Session]] | None = None,
    smoke: bool = False,
    began: float | None = None,
    painted: Callable[[], object] = lambda: None,
) -> int:
    """Show the window, with a game if there is one: its save, and the function that returns its session or raises why
    there is none. `smoke`: show the first frame, print its timings as JSON (milliseconds) and quit. `began` is when the
    program began to read the game and to import, as a `time.perf_counter` value; `painted` is called after the first
    frame."""
    begun = began if began is not None else _IMPORTED
    app = application(sys.argv[:1])
    window = make_window(start=game is None)
    window.place()
    keep_playing(window)
    if game is not None:
        window.open(*game)
    made = time.perf_counter()
    if game is not None and window.session is None:
        if smoke:
            print(window.message, file=sys.stderr)
            return 2
        window.show_start()
    if smoke:

        def leave() -> None:
            spans = {"import_ms": _IMPORTED - begun, "window_ms": made - _IMPORTED, "first_paint_ms": first.at - made}
            timings = {name: round(span * 1000, 1) for name, span in spans.items()}
            total = round((time.perf_counter() - begun) * 1000, 1)
            # Before the end: that closes the game, which takes its time too.
            print(msgspec.json.encode({**timings, "total_ms": total}).decode(), flush=True)
            app.quit()

        first = FirstPaint(window, leave)
        window.show()
        return app.exec()
    keep_log()
    crashed = last_start.begin(window.config)
    if crashed:
        LOG.warning("the last start did not end well")

    def go_on() -> None:
        painted()
        QTimer.singleShot(ASK_MOTION, window, motion.ask)
        window.warm()

    FirstPaint(window, go_on)
    window.show()
    if crashed:
        QTimer.singleShot(0, window, window.plugins.offer_safe)
    code = app.exec()
    last_start.end(window.config)
    LOG.info("end")
    return code


def keep_log() -> None:
    """Write what the window does, and what Qt complains about, to the log."""
    from defiance_qt.lab.report import log_file

    folder = log_file.folder()
    if log_file.begin(folder) is None:
        return
    log_file.catch_crashes(folder)
    LOG.info("start of %s, Python %s, Qt %s", __version__, sys.version.split()[0], qVersion())
    levels = {
        QtMsgType.QtWarningMsg: logging.WARNING, QtMsgType.QtCriticalMsg: logging.ERROR,
        QtMsgType.QtFatalMsg: logging.CRITICAL,
    }  # fmt: skip

    def heard(kind: QtMsgType, where: QMessageLogContext, text: str) -> None:
        if kind in levels:
            LOG.log(levels[kind], "Qt: %s", text)
        print(text, file=sys.stderr)

    qInstallMessageHandler(heard)


def keep_playing(window: Window) -> None:
    """Install a hook that shows an unexpected error as one sentence; an error of a plugin's panel drops the panel, one
    over a forged game closes the game. The window stays open and the game on disk is unaffected."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        import traceback

        from defiance_qt.extend.guard import OutOfTime
        from defiance_qt.extend.importing import plugin_of

        if issubclass(kind, OutOfTime):
            # Qt reports it on its way to the gate, which names the plugin.
            return
        guilty = plugin_of(trace)
        for guest in window.table.guests if guilty and window.table is not None else ():
            if guest.plugin == guilty:
                guest.blame(error)
                return
        if (session := window.session) is not None and (forged := window.forgery(error)) is not None:
            # Not now: what raises may be a widget at work, and goes with the table.
            QTimer.singleShot(0, window, partial(window.give_up, session, forged))
            return
        if isinstance(error, DefianceError):
            window.show_error(error)
            return
        sys.stderr.write("".join(traceback.format_exception(kind, error, trace)))
        LOG.error("unexpected", exc_info=(kind, error, trace))
        window.tell(
            window.words("ui.unexpected", kind=kind.__name__, message=str(error)),
            (window.words("ui.do.help.report"), partial(window.reports.show, None)),
        )

    sys.excepthook = hook


def _system_language() -> str:
    name = QLocale.system().name()[:2]
    return name if name in LANGUAGES else FALLBACK
