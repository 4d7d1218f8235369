"""Begins games: the new-game screen, its parts over the start screen, quick start, lessons, the same game again."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject, QTimer

from defiance_qt.core.errors import DefianceError, PluginError
from defiance_qt.shell import jobs
from defiance_qt.shell.background import Apart, Flow
from defiance_qt.shell.jobs import NewGame, Offered
from defiance_qt.shell.present.start import Chosen, LessonView, lesson_views, new_view

if TYPE_CHECKING:
    from collections.abc import Collection

    from defiance_qt.core.port import Offerings
    from defiance_qt.shell.background import Job
    from defiance_qt.shell.screens.new_game import NewGameScreen
    from defiance_qt.shell.window import Window
    from defiance_qt.words.catalogue import Words


class NewGames(QObject):
    """The games that one window begins. `offered` is what was read last of what a new game offers, `screen` the
    new-game screen while it is shown."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.offered: Offered | None = None
        self._choice: NewGame | None = None
        self._choice_of: tuple[Offerings, Words] | None = None  # what the choice was made of, and its texts
        self.screen: NewGameScreen | None = None
        self._stale = False  # what a new game offers has to be read again

    # -- what is offered

    def forget(self) -> None:
        """Read what a new game offers again when the start screen is shown: plugins have changed."""
        self.offered = self._choice = self._choice_of = None
        self._stale = True
        self._window.forget_texts()

    def refresh(self) -> None:
        """Show on a start screen that has just been made what a new game offers."""
        if self.offered is not None:
            self.offer(self.offered)
        if self._stale:
            self._stale = False
            work = partial(jobs.offer, self._window.settings.game, self._window.words.language)
            self._window.background.start(work, self._read_again)

    def _read_again(self, job: Job[Offered]) -> None:
        if job.result is not None:
            self.offer(job.result)

    def offer(self, offered: Offered) -> None:
        """Show on the start screen what a new game offers, and what is chosen for it."""
        self.offered = offered
        window = self._window
        if window.start is None:
            return
        own = window.texts(offered.system)
        names = {one.system: one.name(window.words.language) for one in offered.systems}
        window.start.set_games(names, offered.system)
        first = offered.offerings.scenarios[0]
        name = own(first.title)
        if first.number:
            window.start.set_quick(window.words("ui.start.quick.mission", n=first.number, name=name))
        else:
            window.start.set_quick(window.words("ui.start.quick.game", name=name))
        offerings, words = self._choice_of or (offered.offerings, own)
        if words.language != window.words.language:
            words = words.in_language(window.words.language)
        usable = [one for one in offered.plugins if one.manifest is not None]
        chosen = _as_chosen(self._choice or self._usual(offered))
        window.start.set_new(new_view(offerings, chosen, window.words, words, len(usable)))
        window.start.set_lessons(self._lessons(offered))

    def _usual(self, offered: Offered) -> NewGame:
        """Return the game that is begun when nothing is chosen, with the plugins that are on."""
        settings = self._window.settings
        return jobs.default_game(offered, settings.plugins, settings.plugin_options)

    def _lessons(self, offered: Offered) -> tuple[LessonView, ...]:
        """Return the lessons that can be opened: the system offers them, and the window has a `learn`."""
        return lesson_views(offered.rules, self._window.texts(offered.system))

    def _read(self, system: str = "") -> Flow[Offered]:
        """Read what a system offers, by default the last one. Raises `DefianceError`."""
        window = self._window
        work = partial(jobs.offer, system or window.settings.game, window.words.language)
        offered: Offered = yield Apart(work)
        return offered

    def turn_to(self, system: str) -> None:
        """Offer games of another system on the start screen, now and from the next start on."""
        self._window.do(self._turning_to(system))

    def _turning_to(self, system: str) -> Flow[None]:
        window = self._window
        offered = yield from self._read(system)
        window.keep_texts(offered.system, offered.words)
        window.keep(game=offered.system)
        self._choice = self._choice_of = None
        self.offer(offered)

    # -- the new-game screen

    def show(self, system: str = "") -> None:
        """Show the new-game screen for this system, see `showing`."""
        self._window.do(self.showing(system=system))

    def showing(self, again: bool = False, system: str = "") -> Flow[None]:
        """Show the new-game screen for this system. By default it is the current screen's system or the last
        one. `again`: restore the choices of the current screen."""
        window = self._window
        shown = window.stack.currentWidget()
        chosen = shown.chosen() if again and self.screen is not None and shown is self.screen else None
        system = system or (chosen.system if chosen is not None else "")
        try:
            offered = yield from self._read(system)
        except DefianceError as refused:
            if window.session is not None:
                yield from window.starting()
            window.show_error(refused)
            return
        screen = yield from self._made(offered, chosen)
        screen.requested.connect(self.begin)
        screen.left.connect(window.show_start)
        screen.turned.connect(self.show)
        yield from window.show_screen(screen)
        self.screen = screen
        screen.begin.setFocus()

    def left(self) -> None:
        """Hear that another screen is shown."""
        self.screen = None

    def _made(self, offered: Offered, chosen: NewGame | None) -> Flow[NewGameScreen]:
        """Make the screen of a new game, hidden, with earlier choices."""
        from defiance_qt.shell.screens.new_game import NewGameScreen

        window = self._window
        window.keep_texts(offered.system, offered.words)
        games = [(one.system, one.name(window.words.language)) for one in offered.systems]
        screen = NewGameScreen(
            window.theme,
            offered.words,
            offered.system,
            games,
            offered.offerings,
            offered.plugins,
            window.stack,
            offered.waiting,
        )
        screen.hide()
        screen.resize(window.stack.size())
        yield from screen.build()
        screen.plugged.connect(lambda: self._plug(screen))
        usual = self._usual(offered)
        if chosen is not None and chosen.system == offered.system:
            screen.choose(chosen)
        elif usual.plugins:
            screen.choose(usual)
        return screen

    def _plug(self, screen: NewGameScreen) -> None:
        """Show what the system offers with the plugins that are chosen on the new-game screen."""
        from defiance_qt.extend.clashes import apart
        from defiance_qt.extend.sessions import offered
        from defiance_qt.words.errors import format_error

        chosen, words = screen.chosen(), self._window.words
        of_plugins, winners = chosen.options.get("plugins"), chosen.options.get("winners")
        try:
            found = offered(screen.system, chosen.plugins, of_plugins, words.language, winners)
        except DefianceError as refused:
            found_apart = [apart(refused, chosen.plugins)] if isinstance(refused, PluginError) else []
            found_apart = [one for one in found_apart if one.plugins]
            screen.set_notes(() if found_apart else (format_error(refused, words),))
            screen.set_clashes((), found_apart)
            return
        screen.set_offerings(found.offerings, found.words)
        screen.set_notes(())
        screen.set_clashes(found.clashes, [apart(one, chosen.plugins) for one in found.failures])

    # -- the start screen

    def show_part(self, part: str, system: str = "") -> None:
        """Show a part of the next game over the start screen: "mission", "rules" or "dice"."""
        self._window.do(self._showing_part(part, system))

    def _showing_part(self, part: str, system: str) -> Flow[None]:
        window = self._window
        offered = yield from self._read(system or (self._choice.system if self._choice is not None else ""))
        screen = yield from self._made(offered, self._choice)
        from defiance_qt.shell.screens.part import PartDialog

        dialog = PartDialog(window, window.theme, window.words, screen, part)
        screen.turned.connect(dialog.reject)
        screen.turned.connect(partial(self.show_part, part))
        dialog.finished.connect(lambda: self._take_choice(offered, screen))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _take_choice(self, offered: Offered, screen: NewGameScreen) -> None:
        """Keep what was chosen for the next game."""
        if offered.system != self._window.settings.game:
            self._window.keep(game=offered.system)
        self._choice, self._choice_of = screen.chosen(), (screen.offerings, screen.words)  # type: ignore[assignment]
        self.offer(offered)

    def show_lesson(self, id: str) -> None:
        """Open a lesson of the start screen, or the list of all for ""."""
        window, offered = self._window, self.offered
        if offered is None:
            return
        if id:
            self.learn(offered.system, id)
            return
        from defiance_qt.shell.screens.lessons import LessonsDialog

        dialog = LessonsDialog(window, window.theme, window.words, self._lessons(offered))
        dialog.chosen.connect(self.show_lesson)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # -- games

    def quick_start(self) -> None:
        """Begin the first scenario with its defaults, on a table that is set up."""
        self._window.do(self._starting_quickly())

    def _starting_quickly(self) -> Flow[None]:
        chosen = self._usual(self.offered or (yield from self._read()))
        yield from self._beginning(chosen, self._window.texts(chosen.system), set_up=True)
        self._tell_clashes()

    def begin_chosen(self) -> None:
        """Begin the game that the lines of the start screen describe."""
        self._window.do(self._beginning_chosen())

    def _beginning_chosen(self) -> Flow[None]:
        chosen = self._choice or self._usual(self.offered or (yield from self._read()))
        yield from self._beginning(chosen)
        self._tell_clashes()
        if self._choice is not None and self._window.session is not None:
            # The next one shall not be the same game.
            self._choice = replace(self._choice, seed=jobs.random_seed())

    def begin_campaign(self, paper: bool) -> None:
        """Begin the first campaign with the rules and dice that are chosen for the next game. With the printed game,
        say how its results get here."""
        if self.offered is not None:
            self._window.do(self._beginning_campaign(self.offered, paper))

    def _beginning_campaign(self, offered: Offered, paper: bool) -> Flow[None]:
        window = self._window
        choice = self._choice if self._choice is not None and self._choice.system == offered.system else None
        chosen = choice or self._usual(offered)
        campaign = next(one for one in offered.offerings.scenarios if one.campaign)
        yield from self._beginning(replace(chosen, mission=campaign.id, title=campaign.title, seed=jobs.random_seed()))
        if paper and window.session is not None:
            window.tell(window.words("ui.start.campaign.paper.how"))
        self._tell_clashes()

    def _tell_clashes(self) -> None:
        """Tell what two plugins both claim in a game that was begun without the screen on which one chooses."""
        from defiance_qt.words.errors import format_message

        session = self._window.session
        if session is not None and session.host.warnings and "winners" not in session.setup.options:
            self._window.tell("\n".join(format_message(one, self._window.words) for one in session.host.warnings))

    def play_again(self) -> None:
        """Begin the open game anew, with another seed."""
        session = self._window.session
        if session is None:
            return
        setup, summary = session.setup, session.game.summary(session.state)
        title = summary.whole or summary.title
        chosen = NewGame(
            setup.system, title, setup.mission, jobs.random_seed(), setup.edition, dict(setup.options), setup.plugins
        )
        self.begin(chosen)

    def begin(self, chosen: object) -> None:
        """Start the game with the chosen settings."""
        assert isinstance(chosen, NewGame)
        self._window.do(self._beginning(chosen))

    def _beginning(self, chosen: NewGame, words: Words | None = None, set_up: bool = False) -> Flow[None]:
        """Begin a game in a save named after its title in these words, by default in those it was chosen with."""
        window = self._window
        if words is None:
            words = window.texts(chosen.system)
            if self.screen is not None and window.stack.currentWidget() is self.screen:
                words = self.screen.words  # type: ignore[assignment]
            elif chosen is self._choice and self._choice_of is not None:
                words = self._choice_of[1]
        if chosen.system != window.settings.game:
            window.keep(game=chosen.system)
        path = window.saves.new_path(words(chosen.title))
        try:
            session = yield Apart(partial(jobs.begin, chosen, path, set_up=set_up), discard=jobs.close)
        except DefianceError as refused:
            if not chosen.plugins:
                raise
            self._refuse(refused, chosen.plugins)
            return
        yield from window.taking(session, path)

    def learn(self, system: str, id: str) -> None:
        """Open a lesson. A guide is a game with a save; an example is played in memory and leaves none."""
        self._window.do(self._learning(system, id))

    def _learning(self, system: str, id: str) -> Flow[None]:
        window = self._window
        work = partial(jobs.learn, system, id, window.saves.new_path, window.texts(system))
        session, path = yield Apart(work, discard=lambda begun: jobs.close(begun[0]))
        yield from window.taking(session, path)

    def learn_next(self) -> None:
        """Open the lesson that follows the open one."""
        session = self._window.session
        if session is not None and session.course is not None and session.course.following:
            self.learn(session.setup.system, session.course.following)

    def _refuse(self, refused: DefianceError, plugins: Collection[str]) -> None:
        """Say why a game cannot be begun with these plugins, and lead to where that can be settled."""
        from defiance_qt.extend.found import available, default_folders
        from defiance_qt.shell.present.plugins import named
        from defiance_qt.words.errors import format_message

        window = self._window
        names = {one.id: one.name(window.words.language) for one in available(default_folders())}
        sentence = format_message(named(refused.message, names), window.words)
        if self.screen is not None:
            window.tell(sentence, (window.words("ui.clash.settle"), self.screen.show_clash))
            return
        id = refused.message.values.get("name")
        current = id if isinstance(id, str) and id in plugins else min(plugins)
        show = partial(QTimer.singleShot, 0, self, partial(window.plugins.show, current))
        window.tell(sentence, (window.words("ui.clash.settle"), show))


def _as_chosen(game: NewGame) -> Chosen:
    asked = sum(who == "person" for who in game.options.get("answers", {}).values())
    switches = len(game.options.get("switches", {}))
    return Chosen(game.mission, game.edition, switches, asked, len(game.plugins), game.options)
