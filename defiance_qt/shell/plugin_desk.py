"""What is done with plugins in the window: list, install, trust, turn on for new games, set, check their saves,
remove."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from shiboken6 import isValid

from defiance_qt.core.errors import DefianceError, PluginError
from defiance_qt.shell.background import Apart, Flow, Job

if TYPE_CHECKING:
    from defiance_qt.extend.compared import FileChange
    from defiance_qt.extend.manifest import Value
    from defiance_qt.extend.sessions import Session
    from defiance_qt.extend.survey import Surveyed
    from defiance_qt.shell.dialogs.game_plugins import GamePluginsDialog
    from defiance_qt.shell.plugin_work import Arriving, Together, Use
    from defiance_qt.shell.present.plugins import SettleView
    from defiance_qt.shell.screens.plugins import PluginsScreen
    from defiance_qt.shell.window import Window


class PluginDesk(QObject):
    """The plugins of one window. `screen` is their screen while it is shown, `current` the chosen plugin."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.screen: PluginsScreen | None = None
        self.current = ""
        self.checking = ""  # the plugin whose saves are being played again
        self._there: tuple[Surveyed, ...] = ()
        self._uses: tuple[Use, ...] = ()
        self._looks = 0  # counts the looks into saves and their checks, so that an older look forgets no verdict
        self._judging = 0  # counts what is found out of the open game, so that older answers are ignored
        self._together: Together | None = None
        self._search = ""

    # -- what is shown

    def show(self, current: str = "") -> None:
        """Show the screen, with the page of this plugin. An open game is closed."""
        self._window.do(self.showing(current))

    def showing(self, current: str = "") -> Flow[None]:
        """Show the screen, see `show`."""
        from defiance_qt.shell.screens.plugins import PluginsScreen

        window = self._window
        yield from self._looking()
        self.current = current or self.current
        self._search = ""
        screen = PluginsScreen(window.theme, window.words, is_safe(), window.stack)
        self.screen = screen
        screen.left.connect(lambda: self._soon(window.show_start))
        screen.asked.connect(lambda what: self._soon({"install": self.ask_install, "safe": self.go_safe}[what]))
        screen.searched.connect(self._look_for)
        screen.list.chosen.connect(self.choose)
        screen.list.switched.connect(self._turn)
        screen.list.removed.connect(self._ask_removal)
        self._show_rows()
        yield from window.show_screen(screen)
        screen.list.setFocus()
        self._look_into_saves()
        self._try_together()

    def _looking(self) -> Flow[None]:
        """Read which plugins there are."""
        from defiance_qt.shell import plugin_work

        self._there = yield Apart(plugin_work.look)

    def _soon(self, act: Callable[[], object]) -> None:
        """Do something in the next turn of the event loop: the widget that asks for it may go."""
        QTimer.singleShot(0, self, act)

    def _changed(self, work: Callable[[], object], id: str = "", then: Callable[[], object] = lambda: None) -> None:
        """Change something about a plugin, show the plugins as they are now, and go on. An error is shown as one
        sentence."""
        self._window.do(self._changing(work, id, then))

    def _changing(self, work: Callable[[], object], id: str, then: Callable[[], object] = lambda: None) -> Flow[None]:
        try:
            yield Apart(work)
        except (DefianceError, OSError) as refused:
            self._window.show_error(refused)
        yield from self.refreshing(id)
        then()

    def _show_rows(self) -> None:
        from defiance_qt.shell.present.plugins import rows

        if self.screen is None:
            return
        words = self._window.words
        found = rows(self._there, self._window.settings.plugins, words, self._search, self._clashing)
        waiting = sum(one.waits for one in self._there)
        self.screen.set_rows(found, self.current, len(self._there), waiting)
        self.choose(self.screen.list.current)

    @property
    def _clashing(self) -> frozenset[str]:
        """The plugins that are on and cannot be used as they are."""
        found = self._together.apart if self._together is not None else ()
        return frozenset(id for one in found for id in one.plugins)

    def _look_for(self, text: str) -> None:
        self._search = text
        self._show_rows()

    def choose(self, id: str) -> None:
        """Show the page of a plugin."""
        from defiance_qt.shell.screens.plugin_page import PluginPage

        screen, window = self.screen, self._window
        one = next((one for one in self._there if one.id == id), None)
        if screen is None or one is None:
            if screen is not None:
                screen.show_page(None)
            return
        from defiance_qt.shell.present.plugins import plugin_view

        self.current = id
        settings = window.settings
        view = plugin_view(one, self._there, settings.plugins, settings.plugin_options, window.words, self._clashing)
        page = PluginPage(window.theme, window.words, view, self._notes(id), ())
        page.settled.connect(lambda gone: self._soon(partial(self.do_without, gone)))
        page.switched.connect(lambda on: self._soon(partial(self.turn, id, on)))
        page.given.connect(partial(self.set_options, id))
        page.asked.connect(partial(self._asked, id))
        screen.show_page(page)
        self._show_uses()

    def _asked(self, id: str, what: str) -> None:
        acts: Mapping[str, Callable[[str], object]] = {
            "trust": self.trust,
            "revoke": self.revoke,
            "unlink": self.unlink,
            "stay": self.stay,
            "remove": self.ask_remove,
            "check": self.check,
            "read": self.read,
            "changes": self.show_changes,
        }
        self._soon(partial(acts[what], id))

    def refreshing(self, current: str = "") -> Flow[None]:
        """Read the plugins again, and show them if their screen is shown."""
        yield from self._looking()
        self.current = current or self.current
        self._window.games.forget()
        if self.screen is not None:
            self._show_rows()
            self._try_together()

    def closed(self) -> None:
        """Forget the screen: another one is shown."""
        self.screen = None

    # -- in new games

    def _turn(self, id: str) -> None:
        """Turn a plugin on or off, as Space does."""
        page = self.screen.page if self.screen is not None else None
        if page is not None and page.view.row.id == id and page.view.switchable and page.toggle.isEnabled():
            page.toggle.toggle()

    def turn(self, id: str, on: bool) -> None:
        """Choose whether new games have a plugin."""
        window = self._window
        others = tuple(one for one in window.settings.plugins if one != id)
        window.keep(plugins=(*others, id) if on else others)
        self._show_rows()
        self._try_together()

    def do_without(self, ids: Sequence[str]) -> None:
        """Turn plugins off that do not go together with others."""
        window = self._window
        window.keep(plugins=tuple(one for one in window.settings.plugins if one not in ids))
        self._show_rows()
        self._try_together()

    def _try_together(self) -> None:
        """Load the plugins that are on, beside the window, and tell what comes of it."""
        from defiance_qt.shell import plugin_work

        settings = self._window.settings
        on = [one for one in self._there if one.id in settings.plugins and not one.waits]
        systems = {system for one in on if one.found.manifest is not None for system in one.found.manifest.systems}
        ids = {system: [one.id for one in on if one.found.serves(system)] for system in sorted(systems)}
        work = partial(plugin_work.together, ids, settings.plugin_options)
        self._window.background.start(work, partial(self._tried, settings.plugins))

    def _tried(self, on: tuple[str, ...], job: Job[Together]) -> None:
        if job.error is not None:
            raise job.error
        if on != self._window.settings.plugins:
            # Others are on meanwhile, and they are tried next.
            return
        before, self._together = self._clashing, job.result
        if self._clashing != before:
            self._show_rows()
        elif self.screen is not None and self.screen.page is not None:
            self.screen.page.show_notes(self._notes(self.current))

    def _notes(self, id: str) -> tuple[SettleView, ...]:
        """Return what does not go together with a plugin."""
        from defiance_qt.shell.present.plugins import settle_views

        found = self._together
        if found is None or id not in self._window.settings.plugins:
            return ()
        names = {one.id: one.found.name(self._window.words.language) for one in self._there}
        clashes = [one for one in found.clashes if id in {side.plugin for side in one.sides}]
        return settle_views([one for one in found.apart if id in one.plugins], clashes, names, self._window.words)

    def set_options(self, id: str, values: Mapping[str, Value]) -> None:
        """Keep the values of a plugin's options for new games."""
        self._window.keep(plugin_options={**self._window.settings.plugin_options, id: dict(values)})

    # -- trust

    def trust(self, id: str) -> None:
        """Trust exactly the files that are shown."""
        from defiance_qt.extend import trust

        page = self.screen.page if self.screen is not None else None
        if page is not None and page.view.row.id == id:
            self._changed(partial(trust.trust, id, page.view.sha256))

    def revoke(self, id: str) -> None:
        """Trust a plugin no longer. New games do without it."""
        from defiance_qt.extend import trust

        self._window.keep(plugins=tuple(one for one in self._window.settings.plugins if one != id))
        self._changed(partial(trust.revoke, id))

    def unlink(self, id: str) -> None:
        """Use a plugin no longer from the folder where its author works."""
        from defiance_qt.extend import links

        self._changed(partial(links.unlink, id))

    def stay(self, id: str) -> None:
        """Go back to the version of a plugin that was trusted last."""
        from defiance_qt.shell import plugin_work

        self._changed(partial(plugin_work.put_back, id))

    # -- reading

    def read(self, id: str) -> None:
        """Show what the author of a plugin wants to be read first."""
        from defiance_qt.shell import plugin_work

        page = self.screen.page if self.screen is not None else None
        one = next((one for one in self._there if one.id == id), None)
        if page is not None and page.view.row.id == id and page.view.readme and one is not None:
            try:
                text = plugin_work.text_of(one.found.folder, page.view.readme)
            except DefianceError as refused:
                self._window.show_error(refused)
            else:
                self._read(self._window, page.view.row.title, text)

    def _read(self, parent: QWidget, title: str, text: str) -> None:
        from defiance_qt.shell.dialogs.plugin_texts import PluginTextDialog

        dialog = PluginTextDialog(parent, self._window.theme, self._window.words, title, text)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def show_changes(self, id: str) -> None:
        """Show line by line what has changed in a plugin."""
        page = self.screen.page if self.screen is not None else None
        if page is not None and page.view.row.id == id and page.view.changes:
            self._show_changes(self._window, page.view.row.title, page.view.compared, page.view.changes)

    def _show_changes(self, parent: QWidget, title: str, compared: str, changes: Sequence[FileChange]) -> None:
        from defiance_qt.shell.dialogs.plugin_texts import ChangesDialog

        window = self._window
        dialog = ChangesDialog(parent, window.theme, window.words, title, compared, changes)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- installing and removing

    def ask_install(self) -> None:
        words = self._window.words
        name, _ = QFileDialog.getOpenFileName(self._window, words("ui.plugins.install"), "", words("ui.plugins.packs"))
        if name:
            self.examine(Path(name))

    def examine(self, path: Path) -> None:
        """Show what a pack or a plugin's folder would install, or why it is refused."""
        self._window.do(self._examining(path))

    def _examining(self, path: Path) -> Flow[None]:
        from defiance_qt.shell import plugin_work
        from defiance_qt.shell.present.plugins import incoming_view
        from defiance_qt.shell.screens.incoming import IncomingDialog, RefusedDialog
        from defiance_qt.words.errors import format_error

        window = self._window
        words = window.words
        try:
            yield from self._looking()
            found = yield Apart(partial(plugin_work.arriving, path, self._there))
        except (DefianceError, OSError) as refused:
            refusal = RefusedDialog(window, window.theme, words, format_error(refused, words))
            refusal.finished.connect(refusal.deleteLater)
            refusal.open()
            return
        incoming = found.incoming
        view = incoming_view(incoming.manifest, found.brought, incoming.present, found.since, incoming.downgrade, words)
        dialog = IncomingDialog(window, window.theme, words, view)
        dialog.given.connect(partial(self._install, found))
        source = incoming.files.get(view.readme, b"")
        dialog.read.connect(lambda: self._read(dialog, view.title, plugin_work.readable(source)))
        dialog.changes.connect(lambda: self._show_changes(dialog, view.title, words("ui.changes.other"), view.changes))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _install(self, found: Arriving, trusted: bool) -> None:
        self._soon(partial(self.install, found, trusted))

    def install(self, found: Arriving, trusted: bool) -> None:
        """Install what was shown, and show its page. During a game only a sentence tells of it."""
        self._window.do(self._installing(found, trusted))

    def _installing(self, found: Arriving, trusted: bool) -> Flow[None]:
        from defiance_qt.shell import plugin_work

        window, id = self._window, found.incoming.manifest.id
        manifest = None
        try:
            manifest = yield Apart(partial(plugin_work.put_in, found, trusted))
        except (DefianceError, OSError) as refused:
            window.show_error(refused)
        if window.session is None and self.screen is None:
            yield from self.showing(id)
        else:
            yield from self.refreshing(id)
        if window.session is None or manifest is None:
            return
        stamp, path = window.session.host.system_stamp, window.path
        if window.session.readable_only and stamp is not None and stamp.id == id and path is not None:
            yield from window.opening(path)
        else:
            window.tell(window.words("ui.incoming.done", name=id))

    def _ask_removal(self, id: str) -> None:
        page = self.screen.page if self.screen is not None else None
        if page is not None and page.view.row.id == id and page.view.removable:
            self.ask_remove(id)

    def ask_remove(self, id: str) -> None:
        """Ask, then remove a plugin from the user's folder."""
        words = self._window.words
        page = self.screen.page if self.screen is not None else None
        if page is None:
            return
        view = page.view
        used = sum(id in one.plugins for one in self._uses)
        box = QMessageBox(self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setObjectName("remove plugin")
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle(words("ui.plugins.remove"))
        box.setText(words("ui.plugins.remove.ask", name=view.row.title))
        saves = words.count("ui.plugins.remove.saves", used) if used else words("ui.plugins.uses.none")
        box.setInformativeText("\n".join(part for part in (view.back, saves) if part))
        sure = box.addButton(words("ui.plugins.remove.sure"), QMessageBox.ButtonRole.DestructiveRole)
        stay = box.addButton(words("ui.cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(stay)
        box.setEscapeButton(stay)
        sure.setObjectName("sure")
        sure.setProperty("role", "danger")
        sure.clicked.connect(lambda: self._soon(partial(self.remove, id)))
        box.finished.connect(box.deleteLater)
        box.open()

    def remove(self, id: str) -> None:
        """Remove a plugin from the user's folder. Saves keep their content, and a bundled copy is used again."""
        from defiance_qt.shell import plugin_work

        self._changed(partial(plugin_work.take_out, id), then=partial(self._forget, id))

    def _forget(self, id: str) -> None:
        """Take a plugin that is gone out of the settings."""
        if id not in {one.id for one in self._there}:
            window = self._window
            window.keep(
                plugins=tuple(one for one in window.settings.plugins if one != id),
                plugin_options={one: own for one, own in window.settings.plugin_options.items() if one != id},
            )
            self._show_rows()

    # -- the saves that use them

    def _look_into_saves(self) -> None:
        from defiance_qt.shell import plugin_work

        window = self._window
        paths = [one.path for one in window.saves.recent() if not one.missing]
        self._looks += 1
        window.background.start(partial(plugin_work.uses, paths), partial(self._looked, self._looks))

    def _looked(self, look: int, job: Job[tuple[Use, ...]]) -> None:
        if job.result is not None and look == self._looks:
            self._uses = job.result
            self._show_uses()

    def _show_uses(self) -> None:
        from defiance_qt.lab.checking import OK
        from defiance_qt.shell.present.plugins import use_view

        page = self.screen.page if self.screen is not None else None
        if page is None:
            return
        words, id = self._window.words, page.view.row.id
        names = {one.path: one.name for one in self._window.saves.recent()}
        found = [
            use_view(one.path, names.get(one.path, ""), one.plugins[id], one.verdict, OK, words)
            for one in self._uses
            if id in one.plugins
        ]
        page.show_uses(found, len(self._window.saves.recent()), bool(self.checking))

    def check(self, id: str) -> None:
        """Play the saves that use a plugin again with today's files, one after the other, beside the window."""
        self.checking = id
        self._looks += 1
        self._uses = tuple(one._replace(verdict=None) if id in one.plugins else one for one in self._uses)
        self._check_next()

    def _check_next(self) -> None:
        from defiance_qt.shell import plugin_work

        id = self.checking
        one = next((one for one in self._uses if id in one.plugins and one.verdict is None), None)
        if one is None or self.screen is None:
            self.checking = ""
        else:
            self._window.background.start(partial(plugin_work.check, one.path), partial(self._checked, one.path))
        self._show_uses()

    def _checked(self, path: str, job: Job[object]) -> None:
        if job.error is not None:
            self.checking = ""
            raise job.error
        self._uses = tuple(
            one._replace(verdict=job.result) if one.path == path else one  # type: ignore[arg-type]
            for one in self._uses
        )
        self._check_next()

    def waiting(self, missing: Sequence[PluginError]) -> dict[str, str]:
        """Return the plugins that a game misses because nobody has trusted them: the digest of each by its id."""
        from defiance_qt.extend.found import available, default_folders

        wanted = {one.message.values["name"] for one in missing if one.message.key == "plugin.untrusted"}
        if not wanted:
            return {}
        return {one.id: one.sha256 for one in available(default_folders()) if one.id in wanted and one.runs_code}

    def trust_soon(self, digests: Mapping[str, str], path: Path) -> None:
        """Trust and open in the next turn of the event loop: the button that asks for it goes with the game."""
        self._soon(partial(self.trust_and_open, digests, path))

    def trust_and_open(self, digests: Mapping[str, str], path: Path) -> None:
        """Trust these files, and open the game again with them."""
        self._window.do(self._trusting_and_opening(digests, path))

    def _trusting_and_opening(self, digests: Mapping[str, str], path: Path) -> Flow[None]:
        from defiance_qt.shell import plugin_work

        yield Apart(partial(plugin_work.trust_all, digests))
        yield from self._window.opening(path)

    # -- the open game

    def open_list(self) -> None:
        """Show the plugins of the open game, or the screen of all where there is none."""
        window = self._window
        if window.session is None:
            self.show()
            return
        window.do(self._opening_list())

    def _opening_list(self) -> Flow[None]:
        from defiance_qt.shell.dialogs.game_plugins import GamePluginsDialog

        window = self._window
        yield from self._looking()
        dialog = GamePluginsDialog(window, window.theme, window.words)
        dialog.switched.connect(lambda id, on: self._soon(partial(self.switch, dialog, id, on)))
        dialog.defaulted.connect(lambda id: self._soon(partial(self.use_defaults, id, dialog)))
        dialog.updated.connect(lambda: self._soon(partial(self._update, dialog)))
        dialog.managed.connect(dialog.accept)
        dialog.managed.connect(lambda: self._soon(self.show))
        dialog.finished.connect(dialog.deleteLater)
        self._show_parts(dialog)
        dialog.open()

    def _show_parts(self, dialog: GamePluginsDialog) -> None:
        from defiance_qt.extend.registry import only_options
        from defiance_qt.shell.present.plugins import PartView, part_views
        from defiance_qt.words.errors import format_error, format_message

        window, session = self._window, self._window.session
        if session is None:
            return
        words = window.words
        wrong = {str(one.message.values.get("name")): format_error(one, words) for one in session.host.missing}
        failed = {str(one.message.values.get("name")): format_error(one, words) for one in session.host.failures}
        defaults = {str(one.message.values.get("name")) for one in session.host.missing if only_options(one)}
        stamps = {stamp.id: stamp.version for stamp in session.host.stamps}
        chosen = tuple(dict.fromkeys((*session.setup.plugins, *session.host.plugins, *failed)))
        views = part_views(
            self._there,
            chosen,
            session.host.plugins,
            stamps,
            {**wrong, **failed},
            defaults,
            session.setup.system,
            words,
        )
        if session.readable_only and (stamp := session.host.system_stamp) is not None:
            # Without the rules no plugin of theirs can be switched.
            title = session.words(words.language)(session.setup.system)
            views = (PartView(stamp.id, title, format_error(session.host.missing[0], words), "wrong"),)
        dialog.show_parts(views, [format_message(one, words) for one in session.host.changes], session.host.can_update)
        self._judge(dialog, session, [one.id for one in views if one.state in ("out", "other")])

    def _judge(self, dialog: GamePluginsDialog, session: Session, ids: Sequence[str]) -> None:
        """Find out beside the window, one after the other, with which plugins the game can go on."""
        self._judging += 1
        if not ids:
            return
        turn = self._judging

        def judged(job: Job[str]) -> None:
            if job.error is not None:
                raise job.error
            if isValid(dialog) and self._judging == turn:
                dialog.judge(ids[0], job.result or "")
                self._judge(dialog, session, ids[1:])

        self._window.background.start(partial(session.host.unfit, ids[0], self._window.words.language), judged)

    def switch(self, dialog: GamePluginsDialog, id: str, on: bool) -> None:
        """Let a plugin take part in the open game from the next step on, or no longer. The log says where."""
        if on:
            self.or_defaults(lambda session, defaults: session.host.switch_on(id, defaults=defaults), dialog)
        else:
            self.or_defaults(lambda session, defaults: session.host.switch_off(id), dialog)

    def use_defaults(self, id: str, dialog: GamePluginsDialog | None = None) -> None:
        """Let a plugin take part with the defaults of the options that do not fit any more."""
        self.or_defaults(lambda session, _: session.host.switch_on(id, defaults=True), dialog)

    def or_defaults(
        self,
        act: Callable[[Session, bool], object],
        dialog: GamePluginsDialog | None = None,
        *,
        defaults: bool = False,
    ) -> None:
        """Do something with the plugins of the open game. Where only options of a plugin are in the way, offer to do it
        with their defaults."""
        from defiance_qt.extend.registry import only_options
        from defiance_qt.words.errors import format_error

        window, session = self._window, self._window.session
        if session is None:
            return
        try:
            act(session, defaults)
        except DefianceError as refused:
            offer = (window.words("ui.plugins.defaults"), partial(self.or_defaults, act, dialog, defaults=True))
            window.tell(format_error(refused, window.words), offer if only_options(refused) else None)
        if dialog is not None:
            self._show_parts(dialog)
        table = window.table
        if table is not None and (table.guests or session.host.guests(window.words.language).panels):
            window.show_table_again()

    def reload(self) -> None:
        """Go on with the plugins' files as they are now, for their author. What cannot be used is named in one
        sentence, and the game goes on as it was."""
        window, words = self._window, self._window.words
        if window.session is None:
            return
        try:
            changed = window.session.host.reload()
        except DefianceError as refused:
            from defiance_qt.words.errors import format_error

            waiting = self.waiting([refused]) if isinstance(refused, PluginError) else {}
            if not waiting:
                window.tell_briefly(format_error(refused, words))
                return
            sentence = f"{format_error(refused, words)}\n{words('ui.plugins.not_sandboxed')}"
            window.tell(sentence, (words("ui.trust_reload"), partial(self._trust_and_reload, waiting)))
            return
        if changed:
            window.show_table_again()
        window.tell_briefly(words("ui.reloaded" if changed else "ui.reloaded.same"))

    def _trust_and_reload(self, digests: Mapping[str, str]) -> None:
        from defiance_qt.shell import plugin_work

        try:
            plugin_work.trust_all(digests)
        except DefianceError as refused:
            self._window.show_error(refused)
        self.reload()

    def _update(self, dialog: GamePluginsDialog) -> None:
        self._window.files.take_update()
        self._show_parts(dialog)

    # -- safe mode

    def offer_safe(self) -> None:
        """Offer safe mode after a start that did not end well."""
        words = self._window.words
        if not is_safe():
            self._window.tell(words("ui.safe.crashed"), (words("ui.safe.go"), self.go_safe))

    def go_safe(self) -> None:
        """Leave out all plugins but bundled ones until the program is started again."""
        from defiance_qt.extend.found import set_safe

        set_safe()
        self._window.games.forget()
        if self.screen is not None:
            self.show()
        elif self._window.start is not None:
            self._window.show_start()


def is_safe() -> bool:
    """Return whether only bundled plugins are used."""
    from defiance_qt.extend.found import safe

    return safe()
