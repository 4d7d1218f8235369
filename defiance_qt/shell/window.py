"""The main window: its screens, its menu, and navigation between them. It opens and closes games; the table plays
them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QDragEnterEvent, QDropEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMessageBox, QWidget

from defiance_qt.core.errors import DefianceError, PluginError, SaveError
from defiance_qt.core.port import Chronicler
from defiance_qt.journal.beside import StrayFile
from defiance_qt.shell import collector, copies, jobs
from defiance_qt.shell import settings as stored
from defiance_qt.shell.actions import Actions
from defiance_qt.shell.background import Apart, Background, Flow, Job, at_once
from defiance_qt.shell.chronicles import Chronicles
from defiance_qt.shell.companion import Phones
from defiance_qt.shell.focus import ClickGuard, WheelGuard, activate, is_enter
from defiance_qt.shell.game_files import GameFiles
from defiance_qt.shell.hints import Hints
from defiance_qt.shell.imports import table_modules
from defiance_qt.shell.jobs import Offered
from defiance_qt.shell.languages import more_languages, names, usable
from defiance_qt.shell.looks import chosen_theme, plugin_themes
from defiance_qt.shell.menu import GameMenu
from defiance_qt.shell.native import install_translator
from defiance_qt.shell.new_games import NewGames
from defiance_qt.shell.open_mark import OpenMark
from defiance_qt.shell.panels.curtain import Curtain
from defiance_qt.shell.pictures import Pictures, picture_of
from defiance_qt.shell.placing import place
from defiance_qt.shell.players import Players
from defiance_qt.shell.plugin_desk import PluginDesk
from defiance_qt.shell.reports import Reports
from defiance_qt.shell.saves import SUFFIX, Saves
from defiance_qt.shell.saves_desk import SavesDesk
from defiance_qt.shell.settings import Settings
from defiance_qt.shell.sound import Sounds
from defiance_qt.shell.stage import Stage
from defiance_qt.shell.surface.paints import PaintsApart
from defiance_qt.shell.theme import Theme, icon, palette, stylesheet
from defiance_qt.shell.turning import TurningPoints
from defiance_qt.shell.what_if import WhatIf
from defiance_qt.words.catalogue import Words

if TYPE_CHECKING:
    from defiance_qt.core.session import Change
    from defiance_qt.extend.hookspecs import TableFactory
    from defiance_qt.extend.sessions import Session
    from defiance_qt.shell.present.palette import PaletteEntry
    from defiance_qt.shell.screens.start import StartScreen
    from defiance_qt.shell.table import Table

LOG = logging.getLogger(__name__)
_DONE = object()
IMPORTS = 12
"""Milliseconds between two modules that are imported ahead."""

ENDING = ("game.again", "game.turning", "game.chronicle", "time.first", "game.close", "time.undo")
"""What the end of a game offers; a game without a chronicle its story instead, one without forecasts no turning
points."""

DROPPED = (SUFFIX, ".jsonl")
"""The suffixes of games that can be dropped on the window."""

PACK = ".zip"
"""The suffix of a plugin that can be dropped on the window, as its folder can."""

REST = 600
"""Milliseconds after the start of a chapter at which the picture of the table is taken, and after a game was opened at
which it is noted in the list."""

AGAIN = 20
"""Milliseconds after which a game that cannot be shown is closed, if other work goes on."""

QUIET = 2000
"""Milliseconds after the end of a game at which its garbage is collected."""


class Window(QMainWindow):
    """One window with at most one open game."""

    def __init__(self, settings: Settings, data: Path, config: Path, system_theme: str = "dark") -> None:
        super().__init__()
        self.settings, self.config = settings, config
        self._system_theme = system_theme
        self.saves = Saves(data / "saves")
        self.copies = Saves(self.saves.folder / copies.FOLDER)
        self.pictures = Pictures(data / "pictures")
        self.mark = OpenMark(data / "open")
        self.session: Session | None = None
        self.path: Path | None = None
        self.table: Table | None = None
        self.message = ""
        self._system_words: dict[str, Words] = {}
        self._closing = False
        self._failed = 0  # number of plugin failures already reported
        self.theme = chosen_theme(settings, system_theme)
        self.words = Words(usable(settings.language))
        install_translator(self.words.language)
        self.named_actions = Actions(self, self.words)
        self.background = Background(self)
        self.stack = Stage()
        self.setCentralWidget(self.stack)
        self._curtain = Curtain(self)
        self._curtain.cancelled.connect(self.background.cancel)
        self.background.lasting.connect(lambda lasting: self._curtain.tell(lasting, self.background.cancellable))
        self._wheel, self._clicks = WheelGuard(self), ClickGuard(self)
        self._paints = PaintsApart(self)
        self._imports: Iterator[None] = iter(())
        self._import_timer = QTimer(self, interval=IMPORTS)
        self._import_timer.timeout.connect(self._import_next)
        self.resize(*settings.size)
        self.setAcceptDrops(True)
        self.desk, self.chronicles, self.plugins = SavesDesk(self), Chronicles(self), PluginDesk(self)
        self.files, self.games, self.hints = GameFiles(self), NewGames(self), Hints(self)
        self.reports, self.sounds = Reports(self), Sounds(self, settings.sound)
        self.players, self.what_if, self.turning = Players(self), WhatIf(self), TurningPoints(self)
        self.phones = Phones(self)
        self.named_actions["look.sound"].setChecked(bool(self.sounds.loudness))
        self._bind()
        self.apply_theme()
        self.start: StartScreen | None = None

    # -- looks

    def place(self) -> None:
        """Take the place and size with which the window was left, as far as the screen has room. Call before `show`."""
        geometry, maximized = place(self.settings.size, self.settings.maximized, self.screen().availableGeometry())
        self.setGeometry(geometry)
        if maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

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
        theme = chosen_theme(self.settings, self._system_theme)
        self.do(self._changing(before.language, theme), still=theme != self.theme and self.session is not None)

    def _changing(self, before: str, theme: Theme) -> Flow[None]:
        if self.settings.language != before:
            language = usable(self.settings.language)
            self.words = yield Apart(lambda: Words(language))
            self._system_words = {}
            install_translator(language)
            self.named_actions.set_words(self.words)
        if theme != self.theme:
            yield from self._dress(theme)
        if self.session is not None:
            yield from self._show_table(self.session)
            yield from self.chronicles.following()
            self.phones.renew()
        elif self.plugins.screen is not None:
            yield from self.plugins.showing()
        elif self.start is None:
            yield from self.games.showing(again=True)
        else:
            yield from self.starting()

    def keep(self, **values: object) -> None:
        """Change and store settings that no screen shows."""
        self.settings = replace(self.settings, **values)
        if "sound" in values:
            self.sounds.set_volume(self.settings.sound)
            self.named_actions["look.sound"].setChecked(bool(self.sounds.loudness))
        try:
            stored.store(self.config, self.settings)
        except DefianceError as refused:
            self.show_error(refused)

    def _dress(self, theme: Theme) -> Flow[None]:
        """Apply another theme, in steps."""
        self.theme = theme
        yield None
        if self.session is not None:
            # A table has hundreds of widgets. They go anyway, so the style sheet need not reach them.
            self._end_view()
            self.stack.clear()
            yield None
        self.apply_theme()
        yield None

    def _change_soon(self, **values: object) -> None:
        """Change settings in the next turn of the event loop: the widget that asks for it may go."""
        QTimer.singleShot(0, self, partial(self.change, **values))

    def do(self, flow: Flow[None], still: bool = False, cancellable: bool = False) -> None:
        """Go through long work behind the curtain, unless other work goes on. An error is shown as one sentence.
        `still`: over a picture of the screen, because the screen itself goes. A window that is not on the screen yet
        need not answer meanwhile."""
        if self.background.waiting:
            return
        if not self.isVisible():
            try:
                at_once(flow)
            except (DefianceError, OSError) as refused:
                self.show_error(refused)
            return
        self._curtain.draw(self.words, self.stack.grab() if still else None)
        self.background.begin(flow, self._done, cancellable)

    def _done(self, error: BaseException | None) -> None:
        self._curtain.open()
        if isinstance(error, DefianceError | OSError):
            self.show_error(error)
        elif error is not None:
            raise error

    # -- actions

    def _bind(self) -> None:
        bind = self.named_actions.bind
        bind("game.new", self.games.show)
        bind("game.open", self.files.ask_open)
        bind("game.copy", self.files.ask_copy)
        bind("game.export", self.files.ask_export)
        bind("game.close", self.close_game)
        bind("game.again", self.games.play_again)
        bind("game.story", self.files.ask_story)
        bind("game.replay", self.files.ask_replay)
        bind("game.phones", self.phones.show)
        bind("game.sheets", self.files.ask_sheets)
        bind("game.chronicle", self.chronicles.show)
        bind("game.turning", self.turning.show)
        bind("app.quit", self.close)
        bind("look.theme", lambda: self._change_soon(theme="light" if self.theme.dark else "dark"))
        bind("look.sound", lambda: self.keep(sound="silent" if self.sounds.loudness else "normal"))
        bind("look.settings", self.show_settings)
        bind("help.keys", self.show_keys)
        bind("help.report", self.reports.show)
        bind("app.palette", self.show_palette)
        bind("app.plugins", self.plugins.open_list)
        bind("game.reload", self.plugins.reload)
        bind("turn.advice", self.hints.show)
        bind("turn.what_if", self.what_if.toggle)

    def menu(self) -> GameMenu:
        """Return a menu of the open game."""
        menu = GameMenu(self, self.theme, self.words, self.named_actions, names(self.words))
        menu.spoken.connect(lambda id: self._change_soon(language=id))
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
        self.stack.turn_to(screen)
        if screen is not self.plugins.screen:
            self.plugins.closed()

    def show_screen(self, screen: QWidget) -> Flow[None]:
        """Show a screen that is neither the start nor a game. An open game is closed."""
        yield from self.part()
        self.named_actions.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self.start = None
        self.games.left()
        self._show(screen)

    def show_start(self) -> None:
        """Go back to the start screen, unless another screen is on its way."""
        self.do(self.starting())

    def starting(self) -> Flow[None]:
        """Show the start screen. An open game is closed."""
        from defiance_qt.shell.screens.start import StartScreen

        yield from self.part()
        self.named_actions.set_table(False)
        self.setWindowTitle(self.words("ui.title"))
        self.games.left()
        start = StartScreen(self.theme, self.words, self.named_actions, self.pictures, *self.desk.shown(), self.stack)
        self.start = start
        start.opened.connect(self.open)
        start.quick.connect(self.games.quick_start)
        start.began.connect(self.games.begin_chosen)
        start.campaigned.connect(self.games.begin_campaign)
        start.parted.connect(self.games.show_part)
        start.managed.connect(lambda: QTimer.singleShot(0, self, self.plugins.show))
        start.listed.connect(self.desk.show_list)
        start.learned.connect(self.games.show_lesson)
        start.turned.connect(lambda id: QTimer.singleShot(0, self, partial(self.games.turn_to, id)))
        start.languaged.connect(lambda language: self._change_soon(language=language))
        self.games.refresh()
        self._show(start)
        start.first.setFocus()

    def texts(self, system: str) -> Words:
        """Return the words of a system in the window's language, or the shell's own if the system is missing."""
        if system not in self._system_words:
            from defiance_qt.extend.systems import words_of

            self._system_words[system] = words_of(system, self.words.language)
        return self._system_words[system]

    # -- games

    def keep_texts(self, system: str, words: Words) -> None:
        """Keep the words of a system that were read with something else, unless the language has changed since."""
        if words.language == self.words.language:
            self._system_words[system] = words

    def forget_texts(self) -> None:
        """Read the words of the systems again when they are asked for: plugins have changed."""
        self._system_words = {}

    def warm(self) -> None:
        """Load what the first game needs while the user still reads the start screen. An error is shown when the game
        is asked for."""
        self.background.start(partial(jobs.warm, self.settings.game, self.words.language), self._warm)

    def _warm(self, job: Job[Offered]) -> None:
        if job.result is not None:
            self.keep_texts(job.result.system, job.result.words)
            self.games.offer(job.result)
            from defiance_qt.extend.systems import view_package

            self._imports = table_modules(view_package(job.result.rules))
            self._import_timer.start()
        self.desk.look()

    def _import_next(self) -> None:
        """Import one more module of the first table while nothing else is to be done."""
        if not self.background.waiting and next(self._imports, _DONE) is _DONE:
            self._import_timer.stop()

    def open(self, path: Path, opened: Callable[[], Session] | None = None) -> None:
        """Open a save. An error is shown as one sentence. `opened` returns or raises what came of opening it before,
        without the window."""
        self.do(self.opening(path, opened), cancellable=True)

    def opening(self, path: Path, opened: Callable[[], Session] | None = None) -> Flow[None]:
        try:
            session: Session = yield Apart(partial(jobs.open_game, path, self._copies, opened), discard=jobs.close)
        except StrayFile as stray:
            self.tell(self.worded(stray), (self.words("ui.set_aside"), partial(self.files.open_without, path)))
            return
        except (DefianceError, OSError) as refused:
            self.show_error(refused, (self.words("ui.do.help.report"), lambda: self.reports.show(path)))
            return
        yield from self.taking(session, path)
        if self.session is session and (session.host.missing or session.host.changes) and not session.readable_only:
            self._tell_changes(session, path)

    def _tell_changes(self, session: Session, path: Path) -> None:
        """Tell what is missing of a game that was opened and what has changed since it was saved."""
        from defiance_qt.extend.registry import only_options
        from defiance_qt.words.errors import format_error, format_message

        missing = [format_error(one, self.words) for one in session.host.missing]
        changes = [format_message(one, self.words) for one in session.host.changes]
        offer = (self.words("ui.update"), self.files.take_update) if session.host.can_update else None
        if session.host.missing and all(map(only_options, session.host.missing)):
            use = partial(self.plugins.use_defaults, str(session.host.missing[0].message.values["name"]))
            offer = (self.words("ui.plugins.defaults"), use)
        if waiting := self.plugins.waiting(session.host.missing):
            missing.append(self.words("ui.plugins.not_sandboxed"))
            offer = (self.words("ui.trust_again"), partial(self.plugins.trust_and_open, waiting, path))
        kept = [
            one for one in session.host.changes if one.key in ("passport.plugin_kept", "passport.plugin_files_kept")
        ]
        stay = self.words("ui.stay", version=str(kept[0].values["before"])) if len(kept) == 1 else ""
        self.tell("\n".join((*missing, *changes)), offer, stay)

    @property
    def _copies(self) -> Saves | None:
        """The copies that are made of saves, None if the user wants none."""
        return self.copies if self.settings.copies == "opened" else None

    def take(self, session: Session, path: Path | None) -> None:
        """Show a game that was opened or begun, see `taking`."""
        self.do(self.taking(session, path))

    def taking(self, session: Session, path: Path | None) -> Flow[None]:
        """Show a game that was opened or begun, in place of the screen there is. `path` is None for one that leaves no
        save."""
        try:
            yield from self.part()
        except GeneratorExit:
            jobs.close(session)
            raise
        self.session, self.path, self._failed = session, path, 0
        LOG.info(
            "game %s of %s: step %d, plugins %s",
            path.name if path is not None else "without a save",
            session.setup.system,
            session.head,
            ", ".join(session.host.plugins) or "none",
        )
        session.subscribe(self._changed)
        try:
            yield from self._show_table(session)
        except Exception as error:
            if self.session is not session:
                # It was given up while its table was built.
                return
            refused = self.forgery(error) or _of_view(error)
            if not isinstance(refused, DefianceError):
                raise
            yield from self._giving_up(session, refused)
            return
        # It writes a file, and the first frame should not wait for the disk.
        QTimer.singleShot(REST, self, self.remember)
        if self.table is not None and not session.readable_only:
            self.table.tell_sitting()
        self._warn_of_plugins()
        if path is not None and path.suffix == SUFFIX and not self.mark.put(path):
            self.tell(self.words("ui.open_elsewhere", file=path.name))

    def forgery(self, error: BaseException) -> SaveError | None:
        """Return why the open game cannot be shown, None if another error is the program's. What no sound game would
        raise is put down to a save that the rules do not lead to: it may have been made by hand."""
        from defiance_qt.lab.checking import forgery_is_named

        if self.session is None or self.path is None:
            return None
        try:
            with forgery_is_named(self.session, self.path):
                raise error
        except BaseException as refused:  # noqa: BLE001  the one that was given, unless it was named
            return refused if isinstance(refused, SaveError) and refused is not error else None

    def _giving_up(self, session: Session, refused: DefianceError) -> Flow[None]:
        """Close a game that cannot be shown, unless it was closed before, and say why."""
        if self.session is session:
            from defiance_qt.lab.checking import shortened

            yield from self.part(listed=False)
            yield from self.starting()
            self.tell(shortened(self.worded(refused)))

    def give_up(self, session: Session, refused: DefianceError) -> None:
        """Close a game that cannot be shown once no other work goes on: its table may be on its way."""
        if self.background.waiting:
            QTimer.singleShot(AGAIN, self, partial(self.give_up, session, refused))
        else:
            self.do(self._giving_up(session, refused))

    def _show_table(self, session: Session) -> Flow[None]:
        """Build the table and show it. The screen before stays until then."""
        self._end_view()
        if self.isVisible():
            yield from table_modules(session.host.view_package)
            # The texts of the game and of its plugins are used only by its table, the system's by the list of saves.
            yield Apart(lambda: self.texts(session.setup.system))
        words, plugins = yield Apart(partial(jobs.texts_of, session, self.words.language))
        factory = self._reading_factory(session) if session.readable_only else self._table_factory(session)
        from defiance_qt.shell.table import Table

        self.start = None
        self.games.left()
        self.named_actions.set_table(True)
        self.named_actions.enable(("game.copy", "game.export"), self.path is not None)
        table = Table(
            session,
            words,
            self.theme,
            self.named_actions,
            self.menu(),
            factory,
            session.host.offerings.chance,
            self.settings.speed,
            self.stack,
            self.settings.motion == "reduced",
            session.host.guests(self.words.language),
            plugins,
            self.sounds.play,
        )
        table.failed = self._warn_of_plugins
        table.hide()
        table.resize(self.stack.size())
        try:
            yield from table.build()
        except BaseException:
            # At once: the next screen is painted before the event loop turns, and Qt would resize what is hidden, too.
            table.setParent(None)
            table.deleteLater()
            raise
        table.top.show_plugins([plugins.get(id, id) for id in session.host.plugins])
        table.timeline.sped.connect(self._sped)
        table.presenter.unsaved = self.show_unsaved
        table.sheets.left.connect(self.close_game)
        table.sheets.onward.connect(self.games.learn_next)
        told = "game.chronicle" if isinstance(session.game, Chronicler) else "game.story"
        offered = [told if id == "game.chronicle" else id for id in ENDING]
        if session.game.forecast(session.state, session.state) is None:
            offered.remove("game.turning")
        table.ending.offer([self.named_actions[id] for id in offered])
        self.table = table
        self._show(table)
        table.take_focus()
        self._name_window()

    def _table_factory(self, session: Session) -> TableFactory:
        """Return the factory of the game's view, the story's for a system without one."""
        try:
            return session.host.table_factory(self.words.language)
        except PluginError as error:
            if error.message.key != "system.no_table":
                raise
            from defiance_qt.shell.reading import StoryView

            return StoryView

    def _name_window(self) -> None:
        """Name the open game in the window's title."""
        if self.session is not None and self.table is not None:
            summary = self.session.game.summary(self.session.state)
            name = self.table.words(summary.whole or summary.title)
            if self.windowTitle() != (title := self.words("ui.window", name=name)):
                self.setWindowTitle(title)

    def show_table_again(self) -> None:
        """Build the table of the open game again: its plugins have changed."""
        if self.session is not None:
            self.do(self._show_table(self.session))

    def _end_view(self) -> None:
        """Stop the table, if one is shown. It stays on the screen, without effect, until the next one is built."""
        self.what_if.end()
        self.turning.hide()
        if self.table is not None:
            self.table.close_game()
        self.table = None

    def _reading_factory(self, session: Session) -> TableFactory:
        """Return the factory of the view for a game whose system is missing: that it is, and what is left."""
        from defiance_qt.shell.reading import Offer, reading_view
        from defiance_qt.words.errors import format_error, format_message

        words = self.words
        told = [format_error(one, words) for one in session.host.missing]
        told += [format_message(one, words) for one in session.host.changes]
        stamp = session.host.system_stamp
        name = session.words(words.language)(session.setup.system)
        version = stamp.version if stamp is not None else ""
        offer = Offer(words("ui.plugins.install"), "import", self.plugins.ask_install)
        if self.path is not None and (waiting := self.plugins.waiting(session.host.missing)):
            told.append(words("ui.plugins.not_sandboxed"))
            offer = Offer(words("ui.trust_again"), "unlock", partial(self.plugins.trust_soon, waiting, self.path))
        return reading_view(words("ui.reading.title"), told, words("ui.reading", name=name, version=version), offer)

    def _sped(self, speed: str) -> None:
        self.settings = replace(self.settings, speed=speed)

    def _changed(self, change: Change) -> None:
        self._warn_of_plugins()
        if self.session is None or change.cause == "look":
            return
        self._name_window()
        before, after = map(self.session.game.summary, (change.before, change.after))
        if (before.chapter, before.result, before.title) != (after.chapter, after.result, after.title):
            self.remember()
            QTimer.singleShot(REST, self, self._take_picture)

    def _warn_of_plugins(self) -> None:
        """Report each failed plugin hook once. The game continues without the hook."""
        if self.session is None or len(self.session.host.failures) == self._failed:
            return
        from defiance_qt.words.errors import format_error

        news, self._failed = self.session.host.failures[self._failed :], len(self.session.host.failures)
        for one in news:
            LOG.warning("plugin: %s", one, exc_info=one.__cause__)
        self.tell("\n".join(format_error(one, self.words) for one in news))

    def remember(self) -> None:
        """Put the open game on the list of games."""
        if self.session is not None and self.path is not None:
            self.list_game(self.session, self.path)

    def list_game(self, session: Session, path: Path) -> None:
        """Put a game and its save on the list of games."""
        summary = session.game_at(session.stands).summary(session.timeline.state_at(session.stands))
        texts = self.texts(session.setup.system)
        if any(key and key not in texts for key in (summary.title, summary.whole)):
            # The name of a plugin's mission: the list of recent games knows no plugin.
            own = session.words(self.words.language)
            figures = (
                replace(one, names=(next((own(key) for key in one.names if key in own), one.names[-1]),))
                for one in summary.figures
            )
            whole = own(summary.whole) if summary.whole else ""
            summary = replace(summary, title=own(summary.title), whole=whole, figures=tuple(figures))
        self.saves.remember(path, session.setup.system, summary, session.title, session.comment)

    def close_game(self) -> None:
        """Close the open game. Every step is already on disk."""
        if self.session is not None:
            self.do(self.starting())

    def part(self, listed: bool = True) -> Flow[None]:
        """Close the open game, if there is one, in steps. Its table stays on the screen until another screen is shown.
        `listed`: with its last state and a picture in the list of games."""
        session, path = self.session, self.path
        if session is None:
            return
        self.chronicles.close()
        self.phones.close()
        if listed:
            self._take_picture()
        yield None
        self._end_view()
        self.turning.close()
        self.players.close()
        yield None
        try:
            session.close()
        except DefianceError as refused:
            self.files.lose(session, path, refused)
        else:
            yield None
            # After the save was closed: that changes the file, and the list knows it by its size and date.
            if listed:
                self.remember()
        self.session = self.path = None
        LOG.info("game closed")
        self.mark.take_away()
        collector.thaw()
        QTimer.singleShot(QUIET, self, self._tidy)

    def _tidy(self) -> None:
        """Collect what closed games have left, while no game is open: with one that takes longer."""
        if self.background.waiting:
            QTimer.singleShot(QUIET, self, self._tidy)
        elif self.session is None:
            collector.collect()

    def _take_picture(self) -> None:
        """Keep a picture of the table for the list of saves."""
        if (
            self.table is None
            or self.path is None
            or self.table.session.looking
            or (self.table.view.busy and not self._closing)
        ):
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
        offer = (self.words("ui.elsewhere"), self.files.ask_elsewhere)
        if error.message.key == "save.elsewhere":
            offer = (self.words("ui.newest"), self._load_newest)
        self.tell(self.worded(error), offer)

    def worded(self, error: Exception) -> str:
        """Return the sentence of an error in the window's language."""
        from defiance_qt.words.errors import format_error

        return format_error(error, self.words)

    def _load_newest(self) -> None:
        """Open the save again, which another window has written to."""
        if self.path is not None:
            self.open(self.path)

    def tell_briefly(self, sentence: str) -> None:
        """Show a sentence over the table for some seconds, without a dialog."""
        self.message = sentence
        if self.table is not None:
            from defiance_qt.shell.present.values import MessageView

            self.table.tell(MessageView(sentence))

    def tell(
        self,
        sentence: str,
        offer: tuple[str, Callable[[], object]] | None = None,
        ok: str = "",
        left: Callable[[], None] | None = None,
    ) -> None:
        """Show a sentence, with a button for what can be done about it, and one, `ok`, that leaves it so and calls
        `left`."""
        self.message = sentence
        LOG.info("told: %s", sentence)
        box = QMessageBox(self)
        box.setObjectName("complaint")
        box.setWindowTitle(self.words("ui.title"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(sentence)
        button = box.addButton(ok or self.words("ui.ok"), QMessageBox.ButtonRole.AcceptRole)
        box.setEscapeButton(button)
        if left is not None:
            button.clicked.connect(left)
        if offer is not None:
            text, act = offer
            offered = box.addButton(text, QMessageBox.ButtonRole.ActionRole)
            offered.clicked.connect(act)
            if left is not None:
                # Whoever presses Enter without reading loses nothing.
                box.setDefaultButton(offered)
        box.open()

    def tell_written(self, path: Path) -> None:
        """Say that a file was written, and where, with a button that opens its folder."""
        from defiance_qt.journal.disk import printable

        folder = QUrl.fromLocalFile(str(path.absolute().parent))
        sentence = self.words("ui.written", file=printable(path.name), folder=printable(str(path.absolute().parent)))
        self.tell(sentence, (self.words("ui.written.folder"), lambda: QDesktopServices.openUrl(folder)))

    def show_error(self, error: Exception, offer: tuple[str, Callable[[], object]] | None = None) -> None:
        """Show an error as one sentence, with a button for what can be done about it. No data is lost."""
        LOG.warning("%s: %s", type(error).__name__, error)
        self.tell(self.worded(error), offer)

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
        for guard in (self._wheel, self._clicks):
            guard.watch(self.windowHandle())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle what no widget wanted: Enter activates the focused one."""
        if not (is_enter(event) and activate(QApplication.focusWidget())):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        usual = self.normalGeometry() if self.isMaximized() else self.geometry()
        # Qt does not always know the size to which a maximized window would go back.
        size = usual.size().toTuple() if usual.isValid() else self.settings.size
        self.settings = replace(self.settings, size=size, maximized=self.isMaximized())
        with suppress(DefianceError):
            stored.store(self.config, self.settings)
        self._import_timer.stop()
        self.sounds.close()
        self.background.close()
        self._closing = True
        at_once(self.part())
        if self.files.lost is not None:
            self._closing = False
            self.files.lost.then = self.close
            event.ignore()
            return
        super().closeEvent(event)


def _of_view(error: Exception) -> Exception:
    """Return what a plugin's view raised as an error that names the plugin; any other error as it is."""
    from defiance_qt.extend.guard import failed
    from defiance_qt.extend.importing import plugin_of

    guilty = "" if isinstance(error, DefianceError) else plugin_of(error.__traceback__)
    return failed(guilty, "show_table", error) if guilty else error


def _dropped(event: QDropEvent) -> Path | None:
    """Return the save, the pack or the folder that is dropped, None if it is something else."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and (path.suffix in (*DROPPED, PACK) or path.is_dir()) else None


def _no_reason(action: str) -> str:
    return ""
