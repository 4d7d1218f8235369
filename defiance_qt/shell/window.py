"""The main window: its screens, its menu, and navigation between them. It opens and closes games; the table plays
them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMainWindow, QMenu, QMessageBox, QStackedWidget, QWidget

from defiance_qt.core.errors import DefianceError
from defiance_qt.shell import settings as stored
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.native import install_translator
from defiance_qt.shell.saves import Saves
from defiance_qt.shell.screens.start import StartScreen
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.theme import THEMES, Theme, icon, palette, stylesheet
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK, LANGUAGES

if TYPE_CHECKING:
    from defiance_qt.core.session import Change
    from defiance_qt.extend.hookspecs import TableFactory
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.table import Table

MENU = (
    ("game.new", "game.open", "game.export", "game.close"),
    ("time.checkpoint", "time.note", "time.fork", "game.chance", "turn.overrule"),
    ("look.why", "look.turn", "look.search", "help.rules", "help.keys"),
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
        self.table: Table | None = None
        self.message = ""
        self._failed = 0  # number of plugin failures already reported
        self.theme = self._chosen_theme()
        self.words = Words(settings.language or FALLBACK)
        install_translator(self.words.language)
        self.named_actions = Actions(self, self.words)
        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self.resize(*settings.size)
        self._bind()
        self.apply_theme()
        self.start: StartScreen | None = None
        self.show_start()

    # -- looks

    def _chosen_theme(self) -> Theme:
        name = self.settings.theme
        if name == "system":
            name = "dark" if self._system_dark else "light"
        theme = THEMES[name]
        return theme if self.settings.scale == 1.0 else theme.scaled(self.settings.scale)

    def apply_theme(self) -> None:
        """Apply the theme to the whole application."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setPalette(palette(self.theme))
        app.setStyleSheet(stylesheet(self.theme))
        self.setWindowIcon(icon("app", self.theme.team, 32))

    def change(self, **values: object) -> None:
        """Change and store settings, then rebuild the screens in the new language and theme."""
        self.settings = stored.Settings(**{**_as_dict(self.settings), **values})  # type: ignore[arg-type]
        try:
            stored.store(self._config, self.settings)
        except DefianceError as refused:
            self.show_error(refused)
        self.words = Words(self.settings.language or FALLBACK)
        install_translator(self.words.language)
        self.named_actions.set_words(self.words)
        theme = self._chosen_theme()
        if theme != self.theme:
            self.theme = theme
            self.apply_theme()
        if self.session is not None:
            self._show_table(self.session)
        elif self.start is None:
            self.show_new(again=True)
        else:
            self.show_start()

    # -- actions

    def _bind(self) -> None:
        bind = self.named_actions.bind
        bind("game.new", self.show_new)
        bind("game.open", self.ask_open)
        bind("game.export", self.ask_export)
        bind("game.close", self.close_game)
        bind("app.quit", self.close)
        bind("look.theme", lambda: self.change(theme="light" if self.theme.dark else "dark"))
        bind("look.settings", self.show_settings)
        bind("help.keys", self.show_keys)

    def menu(self) -> QMenu:
        """Return the menu of an open game: every action that is not a move."""
        menu = QMenu(self)
        for group in MENU:
            for id in group:
                menu.addAction(self.named_actions[id])
            menu.addSeparator()
        languages = menu.addMenu(icon("language", self.theme.text, 18), self.words("ui.language"))
        for id in LANGUAGES:
            action = languages.addAction(self.words(f"ui.language.{id}"))
            action.triggered.connect(lambda checked=False, id=id: self.change(language=id))
        return menu

    def show_keys(self) -> None:
        from defiance_qt.shell.dialogs.keys import KeysDialog

        words = self.table.words if self.table is not None else self.words
        KeysDialog(self, words, self.named_actions.specs).open()

    def show_settings(self) -> None:
        from defiance_qt.shell.dialogs.settings import SettingsDialog

        dialog = SettingsDialog(self, self.words, self.settings)
        dialog.chosen.connect(lambda values: self.change(**values))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- screens

    def _show(self, screen: QWidget) -> None:
        """Show this screen and delete the others."""
        while self._stack.count():
            old = self._stack.widget(0)
            if old is not None:
                self._stack.removeWidget(old)
                old.deleteLater()
        self._stack.addWidget(screen)
        self._stack.setCurrentWidget(screen)

    def show_start(self) -> None:
        self._end_table()
        self.named_actions.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self.start = StartScreen(self.theme, self.words, self.named_actions, self.saves.recent(), self._texts)
        self.start.opened.connect(self.open)
        self.start.languaged.connect(lambda language: self.change(language=language))
        self._show(self.start)
        self.start.new.setFocus()

    def _texts(self, system: str) -> Words:
        """Return the words of a system in the window's language, or the shell's own if the system is missing."""
        from defiance_qt.extend.systems import words_of

        return words_of(system, self.words.language)

    def show_new(self, again: bool = False, system: str = "") -> None:
        """Show the new-game screen for this system. By default it is the current screen's system or the first one
        found. `again`: restore the choices of the current screen."""
        from defiance_qt.extend.found import available, default_folders
        from defiance_qt.extend.systems import found_systems, load_system
        from defiance_qt.shell.screens.new_game import NewGameScreen

        shown = self._stack.currentWidget()
        chosen = shown.chosen() if again and isinstance(shown, NewGameScreen) else None
        found = [one for one in found_systems() if one.manifest is not None]
        system = system or (chosen.system if chosen is not None else found[0].system)
        self.close_game()
        try:
            rules = load_system(system).rules
            offerings = rules.offerings(rules.content())
        except DefianceError as refused:
            self.show_error(refused)
            return
        language = self.words.language
        games = [(one.system, one.name(language)) for one in found]
        plugins = [one for one in available(default_folders()) if one.serves(system)]
        screen = NewGameScreen(self.theme, self._texts(system), system, games, offerings, plugins)
        screen.requested.connect(self.begin)
        screen.left.connect(self.show_start)
        screen.turned.connect(lambda id: self.show_new(system=id))
        if chosen is not None and chosen.system == system:
            screen.choose(chosen)
        self.start = None
        self._show(screen)
        screen.begin.setFocus()

    # -- games

    def begin(self, chosen: object) -> None:
        """Start the game with the chosen settings."""
        from defiance_qt.extend.sessions import Session as Opened
        from defiance_qt.shell.screens.new_game import NewGame

        assert isinstance(chosen, NewGame)
        try:
            path = self.saves.new_path(self._texts(chosen.system)(chosen.title))
            session = Opened.new(
                chosen.system,
                mission=chosen.mission,
                seed=chosen.seed,
                edition=chosen.edition,
                options=chosen.options,
                plugins=chosen.plugins,
                path=path,
            )
        except (DefianceError, OSError) as refused:
            self.show_error(refused)
            return
        self._take(session, path)

    def open(self, path: Path) -> bool:
        """Open a save. An error is shown as one sentence. Returns whether it was opened."""
        from defiance_qt.extend.sessions import open_save

        try:
            session = open_save(path)
        except (DefianceError, OSError) as refused:
            self.show_error(refused)
            return False
        self._take(session, path)
        if self.session is session and (session.missing or session.changes) and not session.readable_only:
            from defiance_qt.words.errors import format_error, format_message

            missing = [format_error(one, self.words) for one in session.missing]
            changes = [format_message(one, self.words) for one in session.changes]
            self._warn("\n".join((*missing, *changes)))
        return True

    def _take(self, session: Session, path: Path) -> None:
        self._end_table()
        self.session, self.path, self._failed = session, path, 0
        session.subscribe(self._changed)
        try:
            self._show_table(session)
        except DefianceError as refused:
            self._end_table()
            self.show_start()
            self.show_error(refused)
            return
        self._remember()
        self._warn_of_plugins()

    def _show_table(self, session: Session) -> None:
        from defiance_qt.shell.table import Table

        if self.table is not None:
            self.table.close_game()
        factory = self._factory(session)
        self.start = None
        self.named_actions.set_table(True)
        # The texts of the game and of its plugins are used only by its table.
        words = session.words(self.words.language)
        table = Table(
            session,
            words,
            self.theme,
            self.named_actions,
            self.menu(),
            factory,
            session.offerings.chance,
            self.settings.speed,
        )
        table.timeline.sped.connect(self._sped)
        self.table = table
        self._show(table)
        table.view.surface.setFocus()
        self.setWindowTitle(self.words("ui.window", name=words(session.game.summary(session.state).title)))

    def _factory(self, session: Session) -> TableFactory:
        """What makes the view: the system's, or for a game whose system is missing a sentence that says so."""
        if not session.readable_only:
            return session.table_factory(self.words.language)
        from defiance_qt.shell.plain import reading_view
        from defiance_qt.words.errors import format_error

        return reading_view(" ".join(format_error(one, self.words) for one in session.missing))

    def _sped(self, speed: str) -> None:
        self.settings = stored.Settings(**{**_as_dict(self.settings), "speed": speed})  # type: ignore[arg-type]

    def _changed(self, change: Change) -> None:
        self._warn_of_plugins()
        summary = self.session.game.summary if self.session is not None else None
        if summary is not None and summary(change.before) != summary(change.after):
            self._remember()

    def _warn_of_plugins(self) -> None:
        """Report each failed plugin hook once. The game continues without the hook."""
        if self.session is None or len(self.session.failures) == self._failed:
            return
        from defiance_qt.words.errors import format_error

        news, self._failed = self.session.failures[self._failed :], len(self.session.failures)
        self._warn("\n".join(format_error(one, self.words) for one in news))

    def _remember(self) -> None:
        if self.session is not None and self.path is not None:
            session = self.session
            self.saves.remember(self.path, session.setup.system, session.game.summary(session.state))

    def close_game(self) -> None:
        """Close the open game. Every step is already on disk."""
        if self.session is not None:
            self._end_table()
            self.show_start()

    def _end_table(self) -> None:
        from contextlib import suppress

        if self.session is None:
            return
        self._remember()
        if self.table is not None:
            self.table.close_game()
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
                self.session.export(Path(name), replace=True)
            except DefianceError as refused:
                self.show_error(refused)

    # -- errors

    def show_error(self, error: Exception) -> None:
        """Show an error as one sentence. No data is lost."""
        from defiance_qt.words.errors import format_error

        self._warn(format_error(error, self.words))

    def _warn(self, sentence: str) -> None:
        self.message = sentence
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
