"""The window: its screens, its menu, and the way between them. It opens and closes games; the table plays them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QMessageBox, QStackedWidget, QWidget

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import settings as stored
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.native import speak
from defiance_qt.shell.saves import Saves
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.theme import THEMES, Theme, icon, palette, stylesheet
from defiance_qt.words.catalogue import Words

if TYPE_CHECKING:
    from defiance_qt.core.session import Change, Session

MENU = (
    ("game.new", "game.open", "game.export", "game.close"),
    ("time.checkpoint", "time.note", "time.fork", "game.chance", "turn.overrule"),
    ("look.why", "look.turn", "look.search", "look.fit", "look.coordinates", "help.rules", "help.keys"),
    ("look.theme", "look.settings"),
    ("app.quit",),
)


class Window(QMainWindow):
    """One window with at most one open game."""

    def __init__(self, settings: Settings, data: Path, config: Path, dark: bool = True) -> None:
        super().__init__()
        self.settings, self._config = settings, config
        self._system_dark = dark
        self.saves = Saves(data / "saves")
        self.session: Session | None = None
        self.path: Path | None = None
        self.table: QWidget | None = None
        self.complaint = ""
        self._failed = 0  # failures of plugins that have been told
        self.theme = self._chosen_theme()
        self.words = Words(settings.language or "en")
        speak(self.words.language)
        self.deeds = Actions(self, self.words)
        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self.resize(*settings.size)
        self._bind()
        self.dress()
        self.start: StartScreen | None = None
        self.show_start()

    # -- looks

    def _chosen_theme(self) -> Theme:
        name = self.settings.theme
        if name == "system":
            name = "dark" if self._system_dark else "light"
        theme = THEMES[name]
        return theme if self.settings.scale == 1.0 else theme.scaled(self.settings.scale)

    def dress(self) -> None:
        """The theme on the whole application."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setPalette(palette(self.theme))
        app.setStyleSheet(stylesheet(self.theme))
        self.setWindowIcon(icon("app", self.theme.team, 32))

    def change(self, **values: object) -> None:
        """Change settings: they are kept, and the screens are made anew in the new words and looks."""
        self.settings = stored.Settings(**{**_as_dict(self.settings), **values})  # type: ignore[arg-type]
        try:
            stored.store(self._config, self.settings)
        except DefianceError as refused:
            self.complain(refused)
        self.words = Words(self.settings.language or "en")
        speak(self.words.language)
        self.deeds.set_words(self.words)
        theme = self._chosen_theme()
        if theme != self.theme:
            self.theme = theme
            self.dress()
        if self.session is not None:
            self._show_table(self.session)
        elif self.start is None:
            self.show_new(again=True)
        else:
            self.show_start()

    # -- actions

    def _bind(self) -> None:
        bind = self.deeds.bind
        bind("game.new", self.show_new)
        bind("game.open", self.ask_open)
        bind("game.export", self.ask_export)
        bind("game.close", self.leave)
        bind("app.quit", self.close)
        bind("look.theme", lambda: self.change(theme="light" if self.theme.dark else "dark"))
        bind("look.settings", self.show_settings)
        bind("help.keys", self.show_keys)

    def menu(self) -> QMenu:
        """The menu of an open game: every action that is no move."""
        menu = QMenu(self)
        for group in MENU:
            for id in group:
                menu.addAction(self.deeds[id])
            menu.addSeparator()
        languages = menu.addMenu(icon("language", self.theme.text, 18), self.words("ui.language"))
        for id in ("en", "es", "ru"):
            action = languages.addAction(self.words(f"ui.language.{id}"))
            action.triggered.connect(lambda checked=False, id=id: self.change(language=id))
        return menu

    def show_keys(self) -> None:
        from defiance_qt.shell.dialogs.keys import KeysDialog

        KeysDialog(self, self.words).open()

    def show_settings(self) -> None:
        from defiance_qt.shell.dialogs.settings import SettingsDialog

        dialog = SettingsDialog(self, self.words, self.settings)
        dialog.chosen.connect(lambda values: self.change(**values))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- screens

    def _show(self, screen: QWidget) -> None:
        """This screen and no other: those before it are gone."""
        while self._stack.count():
            old = self._stack.widget(0)
            if old is not None:
                self._stack.removeWidget(old)
                old.deleteLater()
        self._stack.addWidget(screen)
        self._stack.setCurrentWidget(screen)

    def show_start(self) -> None:
        self._end_table()
        self.deeds.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self.start = StartScreen(self.theme, self.words, self.deeds, self.saves.recent())
        self.start.opened.connect(self.open)
        self.start.languaged.connect(lambda language: self.change(language=language))
        self._show(self.start)
        self.start.new.setFocus()
        QTimer.singleShot(0, self.start, self._read_headers)

    def _read_headers(self) -> None:
        """The missions of saves that the index does not know: one header at a time, after the screen is there."""
        from defiance_qt.shell.models.saves import SAVE_ROLE
        from defiance_qt.shell.saves import header_mission

        if self.start is None:
            return
        model = self.start.model
        for row in range(model.rowCount()):
            one = model.index(row).data(SAVE_ROLE)
            if not one.mission:
                try:
                    model.set_mission(one.path, header_mission(Path(one.path)))
                except DefianceError:
                    model.set_mission(one.path, "")

    def show_new(self, again: bool = False) -> None:
        """The screen of a new game; `again` with what was chosen on the one that stands."""
        from defiance_qt.extend.loader import available, default_folders
        from defiance_qt.extend.sessions import systems
        from defiance_qt.shell.screens.new_game import NewGameScreen
        from defiance_qt.systems.defiance.engine.catalog import read_catalog

        shown = self._stack.currentWidget()
        chosen = shown.chosen() if again and isinstance(shown, NewGameScreen) else None
        self.leave()
        try:
            catalog = read_catalog(next(iter(systems().values())).content(), missions=())
        except DefianceError as refused:
            self.complain(refused)
            return
        screen = NewGameScreen(self.theme, self.words, catalog, available(default_folders()))
        screen.wanted.connect(self.begin)
        screen.left.connect(self.show_start)
        if chosen is not None:
            screen.choose(chosen)
        self.start = None
        self._show(screen)
        screen.begin.setFocus()

    # -- games

    def begin(self, wanted: object) -> None:
        """Start the game that was set up."""
        from defiance_qt.extend.sessions import Session as Opened
        from defiance_qt.shell.screens.new_game import Wanted

        assert isinstance(wanted, Wanted)
        try:
            path = self.saves.new_path(self.words(f"mission.{wanted.mission}.name"))
            session = Opened.new(
                mission=wanted.mission,
                seed=wanted.seed,
                edition=wanted.edition,
                options=wanted.options,
                plugins=wanted.plugins,
                path=path,
            )
        except (DefianceError, OSError) as refused:
            self.complain(refused)
            return
        self._take(session, path)

    def open(self, path: Path) -> bool:
        """Open a save; what is wrong with it is said in one sentence."""
        from defiance_qt.extend.sessions import open_save

        try:
            session = open_save(path)
        except (DefianceError, OSError) as refused:
            self.complain(refused)
            return False
        self._take(session, path)
        if session.missing or session.changes:
            from defiance_qt.words.errors import said, sentences

            missing = [said(one, self.words) for one in session.missing]
            self._warn("\n".join((*missing, *sentences(session.changes, self.words))))
        return True

    def _take(self, session: Session, path: Path) -> None:
        self._end_table()
        self.session, self.path, self._failed = session, path, 0
        session.subscribe(self._changed)
        self._show_table(session)
        self._remember()
        self._warn_of_plugins()

    def _show_table(self, session: Session) -> None:
        from defiance_qt.extend.sessions import Session as Opened
        from defiance_qt.systems.defiance.view.table import Table

        if isinstance(self.table, Table):
            self.table.end()
        self.start = None
        self.deeds.set_table(True)
        # The texts of the game's plugins belong to its table.
        words = session.words(self.words.language) if isinstance(session, Opened) else self.words
        table = Table(session, words, self.theme, self.deeds, self.menu(), self.settings.speed)
        table.timeline.sped.connect(self._sped)
        self.table = table
        self._show(table)
        table.board.setFocus()
        name = self.words(f"mission.{session.setup.mission}.name")
        self.setWindowTitle(self.words("ui.window", name=name))

    def _sped(self, speed: str) -> None:
        self.settings = stored.Settings(**{**_as_dict(self.settings), "speed": speed})  # type: ignore[arg-type]

    def _changed(self, change: Change) -> None:
        self._warn_of_plugins()
        if change.before.round != change.after.round or change.after.result != change.before.result:
            self._remember()

    def _warn_of_plugins(self) -> None:
        """Each hook of a plugin that has failed is named once; the game goes on without it."""
        from defiance_qt.extend.sessions import Session as Opened

        if not isinstance(self.session, Opened) or len(self.session.failures) == self._failed:
            return
        from defiance_qt.words.errors import said

        news, self._failed = self.session.failures[self._failed :], len(self.session.failures)
        self._warn("\n".join(said(one, self.words) for one in news))

    def _remember(self) -> None:
        if self.session is not None and self.path is not None:
            state = self.session.state
            self.saves.remember(self.path, self.session.setup.mission, state.round, state.result or "")

    def leave(self) -> None:
        """Close the game that is open; every step of it is on disk already."""
        if self.session is not None:
            self._end_table()
            self.show_start()

    def _end_table(self) -> None:
        from contextlib import suppress

        if self.session is None:
            return
        self._remember()
        if self.table is not None:
            self.table.end()  # type: ignore[attr-defined]
        with suppress(DefianceError):
            self.session.close()
        self.session = self.path = self.table = None

    # -- files

    def ask_open(self) -> None:
        words = self.words
        kinds = words("ui.file.kinds", save="*.defiance", record="*.jsonl")
        name, _ = QFileDialog.getOpenFileName(self, words("ui.do.game.open"), str(self.saves.folder), kinds)
        if name:
            self.open(Path(name))

    def ask_export(self) -> None:
        if self.session is None or self.path is None:
            return
        words = self.words
        proposal = str(self.path.with_suffix(".jsonl"))
        name, _ = QFileDialog.getSaveFileName(self, words("ui.do.game.export"), proposal, "*.jsonl")
        if name:
            try:
                self.session.export(Path(name), replace=True)  # type: ignore[attr-defined]
            except DefianceError as refused:
                self.complain(refused)

    # -- troubles

    def complain(self, error: Exception) -> None:
        """One plain sentence, and nothing is lost."""
        from defiance_qt.words.errors import said

        self._warn(said(error, self.words))

    def _warn(self, sentence: str) -> None:
        self.complaint = sentence
        box = QMessageBox(self)
        box.setObjectName("complaint")
        box.setWindowTitle(self.words("ui.title"))
        box.setText(sentence)
        box.addButton(self.words("ui.ok"), QMessageBox.ButtonRole.AcceptRole)
        box.open()

    def closeEvent(self, event: QCloseEvent) -> None:
        size = self.size()
        self.settings = stored.Settings(
            **{**_as_dict(self.settings), "size": (size.width(), size.height())}  # type: ignore[arg-type]
        )
        try:
            stored.store(self._config, self.settings)
        except DefianceError:
            event.accept()
        self._end_table()
        super().closeEvent(event)


def _as_dict(settings: Settings) -> dict[str, object]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}
