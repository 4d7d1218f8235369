"""The main window: its screens, its menu, and navigation between them. It opens and closes games; the table plays
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMessageBox, QStackedWidget, QWidget

from defiance_qt.core.errors import DefianceError, SaveError
from defiance_qt.shell import collector, jobs
from defiance_qt.shell import settings as stored
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.background import Background, Cancelled, Job
from defiance_qt.shell.chronicles import Chronicles
from defiance_qt.shell.focus import WheelGuard, activate, is_enter
from defiance_qt.shell.game_files import GameFiles
from defiance_qt.shell.imports import table_modules
from defiance_qt.shell.jobs import NewGame, Offered
from defiance_qt.shell.languages import more_languages, names, usable
from defiance_qt.shell.looks import plugin_themes
from defiance_qt.shell.native import install_translator
from defiance_qt.shell.panels.curtain import Curtain
from defiance_qt.shell.panels.widgets import paint_steps
from defiance_qt.shell.pictures import Pictures, picture_of
from defiance_qt.shell.plugin_desk import PluginDesk
from defiance_qt.shell.present.start import Chosen, LessonView, lesson_views, new_view
from defiance_qt.shell.saves import SUFFIX, Saves
from defiance_qt.shell.saves_desk import SavesDesk
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.theme import THEMES, Theme, icon, palette, stylesheet
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK

if TYPE_CHECKING:
    from defiance_qt.core.session import Change
    from defiance_qt.core.system import Offerings
    from defiance_qt.extend.hookspecs import TableFactory
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.adviser import Adviser
    from defiance_qt.shell.present.palette import PaletteEntry
    from defiance_qt.shell.screens.new_game import NewGameScreen
    from defiance_qt.shell.screens.start import StartScreen
    from defiance_qt.shell.table import Table

_DONE = object()
IMPORTS = 12
"""Milliseconds between two modules that are imported ahead."""
MENU = (
    ("game.new", "game.open", "game.copy", "game.export", "game.story", "game.chronicle", "game.close"),
    ("time.checkpoint", "time.note", "time.fork", "game.chance", "turn.overrule"),
    ("turn.advice", "app.palette", "look.why", "look.turn", "look.search", "help.legend", "help.rules", "help.keys"),
    ("app.plugins", "look.theme", "look.settings"),
    ("app.quit",),
)


ENDING = ("game.again", "game.close", "time.first", "game.story", "time.undo")
"""What the end of a game offers."""

DROPPED = (SUFFIX, ".jsonl")
"""The suffixes of games that can be dropped on the window."""

PACK = ".zip"
"""The suffix of a plugin that can be dropped on the window, as its folder can."""

REST = 600
"""Milliseconds after the start of a chapter at which the picture of the table is taken, and after a game was opened at
which it is noted in the list."""


class Window(QMainWindow):
    """One window with at most one open game."""

    def __init__(self, settings: Settings, data: Path, config: Path, dark: bool = True) -> None:
        super().__init__()
        self.settings, self.config = settings, config
        self._system_dark = dark
        self.saves = Saves(data / "saves")
        self.pictures = Pictures(data / "pictures")
        self.session: Session | None = None
        self.path: Path | None = None
        self.table: Table | None = None
        self.message = ""
        self._system_words: dict[str, Words] = {}
        self._offered: Offered | None = None
        self._choice: NewGame | None = None
        self._choice_of: tuple[Offerings, Words] | None = None  # what the choice was made of, and its texts
        self._closing = False
        self._adviser: Adviser | None = None
        self._advising = False
        self._stale = False  # what a new game offers has to be read again
        self._failed = 0  # number of plugin failures already reported
        self.theme = self._chosen_theme()
        self.words = Words(usable(settings.language))
        install_translator(self.words.language)
        self.named_actions = Actions(self, self.words)
        self.background = Background(self)
        self._stack = QStackedWidget()
        self.setCentralWidget(self._stack)
        self._curtain = Curtain(self)
        self._curtain.cancelled.connect(self.background.cancel)
        self.background.lasting.connect(lambda lasting: self._curtain.tell(lasting, self.background.cancellable))
        self._wheel = WheelGuard(self)
        self._imports: Iterator[None] = iter(())
        self._import_timer = QTimer(self, interval=IMPORTS)
        self._import_timer.timeout.connect(self._import_next)
        self.resize(*settings.size)
        self.setAcceptDrops(True)
        self.desk, self.chronicles, self.plugins = SavesDesk(self), Chronicles(self), PluginDesk(self)
        self.files = GameFiles(self)
        self._bind()
        self.apply_theme()
        self.start: StartScreen | None = None
        self._new: NewGameScreen | None = None

    # -- looks

    def _chosen_theme(self) -> Theme:
        name = self.settings.theme
        theme = THEMES.get(name)
        if theme is None and name != "system":
            theme = plugin_themes(FALLBACK).themes.get(name)
        if theme is None:
            # That of the system, also where the plugin of the chosen one is gone.
            theme = THEMES["dark" if self._system_dark else "light"]
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
        if self.background.waiting:
            return
        before = self.settings
        self.keep(**values)
        theme = self._chosen_theme()
        with self.behind_curtain(still=theme != self.theme and self.session is not None):
            if self.settings.language != before.language:
                language = usable(self.settings.language)
                self.words = self.background.run(lambda: Words(language))
                self._system_words = {}
                install_translator(language)
                self.named_actions.set_words(self.words)
            if theme != self.theme:
                self.background.in_slices(self._dress(theme), 0)
            if self.session is not None:
                self._show_table(self.session)
                self.chronicles.follow()
            elif self.plugins.screen is not None:
                self.plugins.show()
            elif self.start is None:
                self.show_new(again=True)
            else:
                self.show_start()

    def keep(self, **values: object) -> None:
        """Change and store settings that no screen shows."""
        self.settings = stored.Settings(**{**_as_dict(self.settings), **values})  # type: ignore[arg-type]
        try:
            stored.store(self.config, self.settings)
        except DefianceError as refused:
            self.show_error(refused)

    def _dress(self, theme: Theme) -> Iterator[None]:
        """Apply another theme, in steps."""
        self.theme = theme
        yield
        if self.session is not None:
            # A table has hundreds of widgets. They go anyway, so the style sheet need not reach them.
            self._end_view()
            self._clear()
            yield
        self.apply_theme()
        yield

    def _change_soon(self, **values: object) -> None:
        """Change settings in the next turn of the event loop: the widget that asks for it may go."""
        QTimer.singleShot(0, self, partial(self.change, **values))

    @contextmanager
    def behind_curtain(self, still: bool = False) -> Iterator[None]:
        """Cover the window during long work. `still`: over a picture of the screen, because the screen itself goes.
        When the user cancels the work or closes the window, the rest of the block is left out."""
        outer = self.isVisible() and not self._curtain.isVisible()
        if outer:
            self._curtain.draw(self.words, self._stack.grab() if still else None)
        try:
            yield
        except Cancelled:
            return
        finally:
            if outer:
                self._curtain.open()

    # -- actions

    def _bind(self) -> None:
        bind = self.named_actions.bind
        bind("game.new", self.show_new)
        bind("game.open", self.files.ask_open)
        bind("game.copy", self.files.ask_copy)
        bind("game.export", self.files.ask_export)
        bind("game.close", self.close_game)
        bind("game.again", self.play_again)
        bind("game.story", self.files.ask_story)
        bind("game.chronicle", self.chronicles.show)
        bind("app.quit", self.close)
        bind("look.theme", lambda: self._change_soon(theme="light" if self.theme.dark else "dark"))
        bind("look.settings", self.show_settings)
        bind("help.keys", self.show_keys)
        bind("app.palette", self.show_palette)
        bind("app.plugins", self.plugins.open_list)
        bind("game.reload", self.plugins.reload)
        bind("turn.advice", self.show_hint)

    def menu(self) -> QMenu:
        """Return the menu of an open game: every action that is not a move."""
        menu = QMenu(self)
        for group in MENU:
            for id in group:
                menu.addAction(self.named_actions[id])
            menu.addSeparator()
        languages = menu.addMenu(icon("language", self.theme.text, self.theme.px(18)), self.words("ui.language"))
        for id, name in names(self.words).items():
            action = languages.addAction(name)
            action.triggered.connect(lambda checked=False, id=id: self._change_soon(language=id))
        return menu

    def show_keys(self) -> None:
        from defiance_qt.shell.dialogs.keys import KeysDialog

        words = self.table.words if self.table is not None else self.words
        KeysDialog(self, words, self.named_actions.specs).open()

    def show_palette(self) -> None:
        """Open the palette over this screen: every action, what can be played now, and every rule."""
        from defiance_qt.shell.dialogs.palette import Palette
        from defiance_qt.shell.present.palette import action_entries

        if self.background.waiting:
            return
        table = self.table
        words = self.words if table is None else table.words
        why_not = _no_reason if table is None else table.view.why_not
        actions = action_entries(self.named_actions.states(), words, table is not None, why_not)
        plays, rules = ((), ()) if table is None else (table.presenter.plays(), tuple(table.words.rules.values()))
        palette = Palette(self, self.theme, words, (*plays, *actions), rules)
        palette.chosen.connect(self._choose)
        palette.finished.connect(palette.deleteLater)
        palette.open()

    def _choose(self, entry: PaletteEntry) -> None:
        """Do what an entry of the palette says."""
        if entry.kind == "action":
            self.named_actions[entry.act].trigger()
        elif self.table is not None and entry.kind == "play":
            self.table.presenter.submit(entry.act)
        elif self.table is not None:
            self.table.sheets.read_rule(entry.act)

    def show_hint(self) -> None:
        """Show what the best bot would do now, and why. It thinks on a thread; a late hint is dropped."""
        table = self.table
        if table is None or self._advising:
            return
        from defiance_qt.shell.adviser import Adviser

        if self._adviser is None or self._adviser.session is not table.session:
            self._adviser = Adviser(table.session)  # type: ignore[arg-type]
        adviser, state, words = self._adviser, table.session.state, table.words
        self._advising = True

        def end(job: Job[str]) -> None:
            self._advising = False
            if isinstance(job.error, DefianceError):
                self.show_error(job.error)
            elif job.error is not None:
                raise job.error
            elif self.table is table and table.session.state is state:
                table.tell(str(job.result))

        self.background.start(lambda: adviser.hint(state, words), end)

    def show_settings(self) -> None:
        from defiance_qt.shell.dialogs.settings import SettingsDialog
        from defiance_qt.words.errors import format_error

        found = plugin_themes(self.words.language)
        told = [format_error(one, self.words) for one in (*found.failures, *more_languages())]
        dialog = SettingsDialog(self, self.words, self.settings, found.names, told)
        dialog.chosen.connect(lambda values: self._change_soon(**values))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- screens

    def _show(self, screen: QWidget) -> None:
        """Show this screen and delete the others. On the screen it is laid out, placed and painted in a turn of the
        event loop each; until then the window shows what it showed."""
        if self.isVisible():
            self.setUpdatesEnabled(False)
            try:
                self.background.in_slices(self._turn_to(screen), 0)
            finally:
                self.setUpdatesEnabled(True)
        else:
            for _ in self._turn_to(screen):
                pass
        if screen is not self.plugins.screen:
            self.plugins.closed()
        # Not in the steps: their event loop would destroy a screen whose signal has brought us here.
        for other in [self._stack.widget(at) for at in range(self._stack.count())]:
            if other is not screen:
                self._delete(other)

    def _turn_to(self, screen: QWidget) -> Iterator[None]:
        self._stack.addWidget(screen)
        self._stack.setCurrentWidget(screen)
        yield
        if self.isVisible():
            yield from paint_steps(screen)

    def _clear(self) -> None:
        """Delete all screens at once."""
        while self._stack.count():
            self._delete(self._stack.widget(0))
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _delete(self, screen: QWidget | None) -> None:
        if screen is not None:
            self._stack.removeWidget(screen)
            screen.deleteLater()

    @property
    def stack(self) -> QStackedWidget:
        """The screens of the window, of which one is shown."""
        return self._stack

    def show_screen(self, screen: QWidget) -> None:
        """Show a screen that is neither the start nor a game. An open game is closed."""
        self._end_table()
        self.named_actions.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self.start = self._new = None
        self._show(screen)

    def show_start(self) -> None:
        from defiance_qt.shell.screens.start import StartScreen

        self._end_table()
        self.named_actions.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self._new = None
        start = StartScreen(self.theme, self.words, self.named_actions, self.pictures, *self.desk.shown(), self._stack)
        self.start = start
        start.opened.connect(self.open)
        start.quick.connect(self.quick_start)
        start.began.connect(self.begin_chosen)
        start.parted.connect(self.show_part)
        start.managed.connect(lambda: QTimer.singleShot(0, self, self.plugins.show))
        start.listed.connect(self.desk.show_list)
        start.learned.connect(self.show_lesson)
        start.languaged.connect(lambda language: self._change_soon(language=language))
        if self._offered is not None:
            self._show_offer(self._offered)
        self._show(start)
        start.play.setFocus()
        if self._stale:
            self._stale = False
            self.background.start(partial(jobs.offer, "", self.words.language), self._offered_again)

    def forget_offer(self) -> None:
        """Read what a new game offers again when the start screen is shown: plugins have changed."""
        self._offered = self._choice = self._choice_of = None
        self._stale = True
        self._system_words = {}

    def _offered_again(self, job: Job[Offered]) -> None:
        if job.result is not None:
            self._show_offer(job.result)

    def default_game(self, offered: Offered) -> NewGame:
        """Return the game that is begun when nothing is chosen, with the plugins that are on."""
        return jobs.default_game(offered, self.settings.plugins, self.settings.plugin_options)

    def _show_offer(self, offered: Offered) -> None:
        """Show on the start screen what a new game offers, and what is chosen for it."""
        self._offered = offered
        if self.start is None:
            return
        own = self.texts(offered.system)
        first = offered.offerings.scenarios[0]
        name = own(first.title)
        if first.number:
            self.start.set_quick(self.words("ui.start.quick.mission", n=first.number, name=name))
        else:
            self.start.set_quick(self.words("ui.start.quick.game", name=name))
        offerings, words = self._choice_of or (offered.offerings, own)
        if words.language != self.words.language:
            words = words.in_language(self.words.language)
        usable = [one for one in offered.plugins if one.manifest is not None]
        chosen = _as_chosen(self._choice or self.default_game(offered))
        view = new_view(offerings, chosen, self.words, words, len(usable))
        self.start.set_new(view)
        self.start.set_lessons(self._lessons(offered))

    def _lessons(self, offered: Offered) -> tuple[LessonView, ...]:
        """Return the lessons that can be opened: the system offers them, and the window has a `learn`."""
        return lesson_views(offered.rules, self.texts(offered.system))

    def show_lesson(self, id: str) -> None:
        """Open a lesson of the start screen, or the list of all for ""."""
        offered = self._offered
        if offered is None:
            return
        if id:
            self.learn(offered.system, id)
            return
        from defiance_qt.shell.screens.lessons import LessonsDialog

        dialog = LessonsDialog(self, self.theme, self.words, self._lessons(offered))
        dialog.chosen.connect(self.show_lesson)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def texts(self, system: str) -> Words:
        """Return the words of a system in the window's language, or the shell's own if the system is missing."""
        if system not in self._system_words:
            from defiance_qt.extend.systems import words_of

            self._system_words[system] = words_of(system, self.words.language)
        return self._system_words[system]

    def show_new(self, again: bool = False, system: str = "") -> None:
        """Show the new-game screen for this system. By default it is the current screen's system or the first one
        found. `again`: restore the choices of the current screen."""
        if self.background.waiting:
            return
        with self.behind_curtain():
            self._show_new(again, system)

    def _show_new(self, again: bool, system: str) -> None:
        shown = self._stack.currentWidget()
        chosen = shown.chosen() if again and self._new is not None and shown is self._new else None
        system = system or (chosen.system if chosen is not None else "")
        try:
            offered = self.background.run(partial(jobs.offer, system, self.words.language))
        except DefianceError as refused:
            self.close_game()
            self.show_error(refused)
            return
        finally:
            self._end_table()
        screen = self._make_new(offered, chosen)
        screen.requested.connect(self.begin)
        screen.left.connect(self.show_start)
        screen.turned.connect(lambda id: self.show_new(system=id))
        self.start, self._new = None, screen
        self._show(screen)
        screen.begin.setFocus()

    def _make_new(self, offered: Offered, chosen: NewGame | None) -> NewGameScreen:
        """Make the screen of a new game, hidden, with earlier choices."""
        from defiance_qt.shell.screens.new_game import NewGameScreen

        self._system_words[offered.system] = offered.words
        games = [(one.system, one.name(self.words.language)) for one in offered.systems]
        screen = NewGameScreen(
            self.theme,
            offered.words,
            offered.system,
            games,
            offered.offerings,
            offered.plugins,
            self._stack,
            offered.waiting,
        )
        screen.hide()
        screen.resize(self._stack.size())
        self.background.in_slices(screen.build())
        screen.plugged.connect(lambda: self._offer(screen))
        usual = self.default_game(offered)
        if chosen is not None and chosen.system == offered.system:
            screen.choose(chosen)
        elif usual.plugins:
            screen.choose(usual)
        return screen

    def show_part(self, part: str, system: str = "") -> None:
        """Show a part of the next game over the start screen: "mission", "rules" or "dice"."""
        if self.background.waiting:
            return
        system = system or (self._choice.system if self._choice is not None else "")
        with self.behind_curtain():
            try:
                offered = self.background.run(partial(jobs.offer, system, self.words.language))
            except DefianceError as refused:
                self.show_error(refused)
                return
            screen = self._make_new(offered, self._choice)
        from defiance_qt.shell.screens.part import PartDialog

        dialog = PartDialog(self, self.theme, self.words, screen, part)
        screen.turned.connect(dialog.reject)
        screen.turned.connect(partial(self.show_part, part))
        dialog.finished.connect(lambda: self._take_choice(offered, screen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_choice(self, offered: Offered, screen: NewGameScreen) -> None:
        """Keep what was chosen for the next game."""
        self._choice, self._choice_of = screen.chosen(), (screen.offerings, screen.words)  # type: ignore[assignment]
        self._show_offer(offered)

    def quick_start(self) -> None:
        """Begin the first scenario with its defaults, on a table that is set up."""
        if self.background.waiting:
            return
        with self.behind_curtain():
            try:
                offered = self._offered or self.background.run(partial(jobs.offer, "", self.words.language))
                chosen = self.default_game(offered)
                path = self.saves.new_path(self.texts(chosen.system)(chosen.title))
                session = self.background.run(partial(jobs.begin, chosen, path, set_up=True), discard=jobs.close)
            except (DefianceError, OSError) as refused:
                self.show_error(refused)
                return
            self._take(session, path)

    def begin_chosen(self) -> None:
        """Begin the game that the lines of the start screen describe."""
        if self.background.waiting:
            return
        chosen = self._choice
        if chosen is None:
            with self.behind_curtain():
                try:
                    offered = self._offered or self.background.run(partial(jobs.offer, "", self.words.language))
                except DefianceError as refused:
                    self.show_error(refused)
                    return
                chosen = self.default_game(offered)
        if chosen is None:
            return
        self.begin(chosen)
        if self._choice is not None and self.session is not None:
            # The next one shall not be the same game.
            self._choice = replace(self._choice, seed=jobs.random_seed())

    def play_again(self) -> None:
        """Begin the open game anew, with another seed."""
        if self.session is None or self.background.waiting:
            return
        setup, title = self.session.setup, self.session.game.summary(self.session.state).title
        chosen = NewGame(
            setup.system, title, setup.mission, jobs.random_seed(), setup.edition, dict(setup.options), setup.plugins
        )
        self.begin(chosen)

    def _offer(self, screen: NewGameScreen) -> None:
        """Show what the system offers with the plugins that are chosen on the new-game screen."""
        from defiance_qt.extend.sessions import offered
        from defiance_qt.words.errors import format_error, format_message

        chosen = screen.chosen()
        try:
            found = offered(screen.system, chosen.plugins, chosen.options.get("plugins"), self.words.language)
        except DefianceError as refused:
            screen.set_notes((format_error(refused, self.words),))
            return
        screen.set_offerings(found.offerings, found.words)
        failures = [format_error(one, self.words) for one in found.failures]
        screen.set_notes((*failures, *(format_message(one, self.words) for one in found.warnings)))

    # -- games

    def warm(self) -> None:
        """Load what the first game needs while the user still reads the start screen. An error is shown when the game
        is asked for."""
        self.background.start(partial(jobs.warm, self.words.language), self._warm)

    def _warm(self, job: Job[Offered]) -> None:
        if job.result is not None:
            self._system_words.setdefault(job.result.system, job.result.words)
            self._show_offer(job.result)
            from defiance_qt.extend.systems import view_package

            self._imports = table_modules(view_package(job.result.rules))
            self._import_timer.start()
        self.desk.look()

    def _import_next(self) -> None:
        """Import one more module of the first table while nothing else is to be done."""
        if not self.background.waiting and next(self._imports, _DONE) is _DONE:
            self._import_timer.stop()

    def begin(self, chosen: object) -> None:
        """Start the game with the chosen settings."""
        from defiance_qt.shell.screens.new_game import NewGameScreen

        assert isinstance(chosen, NewGame)
        if self.background.waiting:
            return
        with self.behind_curtain():
            try:
                shown = self._stack.currentWidget()
                words: Words = self.texts(chosen.system)
                if isinstance(shown, NewGameScreen):
                    words = shown.words  # type: ignore[assignment]
                elif chosen is self._choice and self._choice_of is not None:
                    words = self._choice_of[1]
                path = self.saves.new_path(words(chosen.title))
                session = self.background.run(partial(jobs.begin, chosen, path), discard=jobs.close)
            except (DefianceError, OSError) as refused:
                self.show_error(refused)
                return
            self._take(session, path)

    def learn(self, system: str, id: str) -> None:
        """Open a lesson. It is played in memory and leaves no save."""
        if self.background.waiting:
            return
        with self.behind_curtain():
            try:
                session = self.background.run(partial(jobs.learn, system, id), discard=jobs.close)
            except DefianceError as refused:
                self.show_error(refused)
                return
            self._take(session, None)

    def open(self, path: Path, opened: Callable[[], Session] | None = None) -> bool:
        """Open a save. An error is shown as one sentence. `opened` returns or raises what came of opening it before.
        Returns whether it was opened."""
        if self.background.waiting:
            return False
        with self.behind_curtain():
            try:
                if opened is not None:
                    session = opened()
                else:
                    session = self.background.run(partial(jobs.open_game, path), discard=jobs.close, cancellable=True)
            except (DefianceError, OSError) as refused:
                self.show_error(refused)
                return False
            self._take(session, path)
            if self.session is session and (session.missing or session.changes) and not session.readable_only:
                from defiance_qt.words.errors import format_error, format_message

                missing = [format_error(one, self.words) for one in session.missing]
                changes = [format_message(one, self.words) for one in session.changes]
                offer = (self.words("ui.update"), self.files.take_update) if session.can_update else None
                if waiting := self.plugins.waiting(session.missing):
                    missing.append(self.words("ui.plugins.not_sandboxed"))
                    offer = (self.words("ui.trust_again"), partial(self.plugins.trust_and_open, waiting, path))
                self._warn("\n".join((*missing, *changes)), offer)
            return True
        return False

    def _take(self, session: Session, path: Path | None) -> None:
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
        # It writes a file, and the first frame should not wait for the disk.
        QTimer.singleShot(REST, self, self.remember)
        self._warn_of_plugins()

    def _show_table(self, session: Session) -> None:
        """Build the table and show it. The screen before stays until then. A window that is not on the screen yet need
        not answer meanwhile."""
        self._end_view()
        if self.isVisible():
            self.background.in_slices(table_modules(session.view_package))
            # The texts of the game and of its plugins are used only by its table.
            words = self.background.run(lambda: session.words(self.words.language))
        else:
            words = session.words(self.words.language)
        factory = None if session.readable_only else session.table_factory(self.words.language)
        from defiance_qt.shell.table import Table

        factory = factory or self._reading_factory(session)
        self.start = self._new = None
        self.named_actions.set_table(True)
        self.named_actions.enable(("game.copy", "game.export"), self.path is not None)
        table = Table(
            session,
            words,
            self.theme,
            self.named_actions,
            self.menu(),
            factory,
            session.offerings.chance,
            self.settings.speed,
            self._stack,
            self.settings.motion == "reduced",
            session.guests(self.words.language),
        )
        table.failed = self._warn_of_plugins
        table.hide()
        table.resize(self._stack.size())
        if self.isVisible():
            self.background.in_slices(table.build())
        else:
            for _ in table.build():
                pass
        table.timeline.sped.connect(self._sped)
        table.presenter.unsaved = self.show_unsaved
        table.sheets.left.connect(self.close_game)
        table.ending.offer([self.named_actions[id] for id in ENDING])
        self.table = table
        self._show(table)
        table.view.surface.setFocus()
        self.setWindowTitle(self.words("ui.window", name=words(session.game.summary(session.state).title)))

    def show_table_again(self) -> None:
        """Build the table of the open game again: its plugins have changed."""
        if self.session is not None and not self.background.waiting:
            with self.behind_curtain():
                self._show_table(self.session)

    def _end_view(self) -> None:
        """Stop the table, if one is shown. It stays on the screen, without effect, until the next one is built."""
        if self.table is not None:
            self.table.close_game()
        self.table = None

    def _reading_factory(self, session: Session) -> TableFactory:
        """Return the factory of the view for a game whose system is missing: a sentence that says so."""
        from defiance_qt.shell.plain import reading_view
        from defiance_qt.words.errors import format_error

        return reading_view(" ".join(format_error(one, self.words) for one in session.missing))

    def _sped(self, speed: str) -> None:
        self.settings = stored.Settings(**{**_as_dict(self.settings), "speed": speed})  # type: ignore[arg-type]

    def _changed(self, change: Change) -> None:
        self._warn_of_plugins()
        if self.session is None:
            return
        before, after = map(self.session.game.summary, (change.before, change.after))
        if (before.chapter, before.result, before.title) != (after.chapter, after.result, after.title):
            self.remember()
            QTimer.singleShot(REST, self, self._take_picture)

    def _warn_of_plugins(self) -> None:
        """Report each failed plugin hook once. The game continues without the hook."""
        if self.session is None or len(self.session.failures) == self._failed:
            return
        from defiance_qt.words.errors import format_error

        news, self._failed = self.session.failures[self._failed :], len(self.session.failures)
        self._warn("\n".join(format_error(one, self.words) for one in news))

    def remember(self) -> None:
        if self.session is not None and self.path is not None:
            session = self.session
            summary = session.game.summary(session.state)
            if summary.title not in self.texts(session.setup.system):
                # The name of a plugin's mission: the list of recent games knows no plugin.
                own = session.words(self.words.language)
                figures = (
                    replace(one, names=(next((own(key) for key in one.names if key in own), one.names[-1]),))
                    for one in summary.figures
                )
                summary = replace(summary, title=own(summary.title), figures=tuple(figures))
            self.saves.remember(self.path, session.setup.system, summary, session.title, session.comment)

    def close_game(self) -> None:
        """Close the open game. Every step is already on disk."""
        if self.session is not None and not self.background.waiting:
            with self.behind_curtain():
                self.background.in_slices(self._part(), 0)
                self.show_start()

    def _end_table(self) -> None:
        """Close the open game, if there is one. Its table stays on the screen until another screen is shown."""
        for _ in self._part():
            pass

    def _part(self) -> Iterator[None]:
        """Close the open game in steps."""
        from contextlib import suppress

        if self.session is None:
            return
        self.chronicles.close()
        self._take_picture()
        yield
        self._end_view()
        yield
        with suppress(DefianceError):
            self.session.close()
        yield
        # After the save was closed: that changes the file, and the list knows it by its size and date.
        self.remember()
        self.session = self.path = None
        collector.thaw()

    def _take_picture(self) -> None:
        """Keep a picture of the table for the list of saves."""
        if self.table is None or self.path is None or (self.table.view.busy and not self._closing):
            return
        self.table.view.skip()
        path, picture = self.path.absolute(), picture_of(self.table.view.surface)
        write = self.pictures.kept(path, picture)
        if self._closing:
            write()
        else:
            self.background.start(write)

    # -- errors

    def show_unsaved(self, error: SaveError) -> None:
        """Show why a step could not be stored, and offer to write the game elsewhere."""
        from defiance_qt.words.errors import format_error

        offer = (self.words("ui.elsewhere"), self.files.ask_elsewhere)
        self._warn(format_error(error, self.words), offer)

    def tell(self, sentence: str, offer: tuple[str, Callable[[], None]] | None = None) -> None:
        """Show a sentence, with a button for what can be done about it."""
        self._warn(sentence, offer)

    def show_error(self, error: Exception) -> None:
        """Show an error as one sentence. No data is lost."""
        from defiance_qt.words.errors import format_error

        self._warn(format_error(error, self.words))

    def _warn(self, sentence: str, offer: tuple[str, Callable[[], None]] | None = None) -> None:
        """Show a sentence, with a button for what can be done about it."""
        self.message = sentence
        box = QMessageBox(self)
        box.setObjectName("complaint")
        box.setWindowTitle(self.words("ui.title"))
        box.setText(sentence)
        ok = box.addButton(self.words("ui.ok"), QMessageBox.ButtonRole.AcceptRole)
        box.setEscapeButton(ok)
        if offer is not None:
            text, act = offer
            box.addButton(text, QMessageBox.ButtonRole.ActionRole).clicked.connect(act)
        box.open()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            take = self.open if path.suffix in DROPPED else self.plugins.examine
            # Once the drop is over: opening takes time, and the other program waits.
            QTimer.singleShot(0, self, lambda: take(path))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wheel.watch(self.windowHandle())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle what no widget wanted: Enter activates the focused one."""
        if not (is_enter(event) and activate(QApplication.focusWidget())):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        size = self.size()
        self.settings = stored.Settings(
            **{**_as_dict(self.settings), "size": (size.width(), size.height())}  # type: ignore[arg-type]
        )
        try:
            stored.store(self.config, self.settings)
        except DefianceError:
            event.accept()
        self._import_timer.stop()
        self.background.close()
        self._closing = True
        self._end_table()
        super().closeEvent(event)


def _as_chosen(game: NewGame | None) -> Chosen:
    if game is None:
        return Chosen()
    asked = sum(who == "person" for who in game.options.get("answers", {}).values())
    switches = len(game.options.get("switches", {}))
    return Chosen(game.mission, game.edition, switches, asked, len(game.plugins))


def _dropped(event: QDropEvent) -> Path | None:
    """Return the save, the pack or the folder that is dropped, None if it is something else."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and (path.suffix in (*DROPPED, PACK) or path.is_dir()) else None


def _no_reason(action: str) -> str:
    return ""


def _as_dict(settings: Settings) -> dict[str, object]:
    return {name: getattr(settings, name) for name in settings.__struct_fields__}
