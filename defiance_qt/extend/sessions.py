"""Creates games and goes on with them: combines a game system, its content, the chosen plugins and a journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from defiance_qt.core.errors import ContentError, DefianceError, PluginError, SaveError
from defiance_qt.core.lessons import LessonInPlay
from defiance_qt.core.port import Game, GameSystem, Offerings, Setup
from defiance_qt.core.port.lessons import Course
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.core.timeline import Setting
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.extend import loader
from defiance_qt.extend.binding import (
    bound,
    header_of,
    leaving_out,
    offerings_with,
)
from defiance_qt.extend.blame import at_fault, blamed, unplayable, unsound
from defiance_qt.extend.bots import BotMaker
from defiance_qt.extend.carried import NAMES, carried, names, to_carry
from defiance_qt.extend.clashes import Clash
from defiance_qt.extend.game import LEFT_OUT, OpenGame
from defiance_qt.extend.guard import PluginFault, run
from defiance_qt.extend.options import check_setup, shared
from defiance_qt.extend.systems import DEFAULT, found_systems, load_system, system_words
from defiance_qt.journal import record, store
from defiance_qt.journal.reading import Row
from defiance_qt.words.catalogue import Words
from defiance_qt.words.languages import FALLBACK, LANGUAGES, known

LESSON = "lesson"
"""The setting that holds the id of the lesson that a game was begun as, and the step at which its table was laid."""

LESSON_SEED = 1
"""The seed of every lesson, so that what the lesson leaves to the app comes out alike for all."""


def systems() -> dict[str, GameSystem]:
    """Return the available game systems by id, the default one first. Systems that cannot be loaded are left out."""
    found: dict[str, GameSystem] = {}
    for one in found_systems():
        try:
            found[one.system] = load_system(one.system).rules
        except PluginError:
            # `load_system` reports the reason when the system is opened.
            continue
    return found


class Offered(NamedTuple):
    """What a system offers together with plugins, and the texts of all of it. `failures` are plugins that cannot be
    used, `clashes` what two plugins both claim."""

    offerings: Offerings
    words: Words
    failures: tuple[PluginError, ...]
    clashes: tuple[Clash, ...]


def offered(
    system: str,
    plugins: Sequence[str],
    options: Mapping[str, Mapping[str, object]] | None,
    language: str,
    winners: Mapping[str, str] | None = None,
) -> Offered:
    """Return the choices for a new game with these plugins. Raises `PluginError`, and `ContentError` for their
    content."""
    loaded = loader.load(plugins, options, system=system, winners=winners)
    words = system_words(loaded.system.found, language, loaded.texts)
    return Offered(offerings_with(loaded), words, loaded.failures, loaded.clashes)


class Session(CoreSession):
    """One open game, with methods to create and export it. Its plugins, texts and updates are those of its host, an
    `OpenGame`. Without its system a game is read-only."""

    host: OpenGame
    _told_before: int = 0

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that take part in the game now."""
        return self.host.plugins

    @property
    def bots(self) -> Mapping[str, BotMaker]:
        """What makes the bots of the game's plugins, by their ids."""
        return self.host.bots

    @property
    def readable_only(self) -> bool:
        """Whether the game's system is missing, so that the game can be viewed but not played."""
        return isinstance(self.game, UnknownGame)

    def words(self, language: str = FALLBACK) -> Words:
        """Return the texts of a language; see `OpenGame.words`."""
        return self.host.words(language)

    @classmethod
    def new(
        cls,
        system: str = DEFAULT,
        *,
        mission: str,
        seed: int | None = None,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        plugins: Sequence[str] = (),
        path: Path | str | None = None,
        journal: bool = True,
    ) -> Session:
        """Create a game, by default with the system's first edition. With `path` None it is stored in memory; without
        `journal` nothing is recorded (simulations).

        Raises `PluginError` for a system or a plugin that cannot be used, `ContentError`, and `SaveError` if the path
        exists.
        """
        chosen = dict(options or {})
        if seed is None:
            import secrets

            seed = secrets.randbelow(1 << 31)
        of_plugins = shared(chosen).plugins
        for id in of_plugins:
            if id not in plugins:
                raise PluginError(
                    "plugin.not_chosen", "An option is set for the plugin {name!r}, which is not loaded.", name=id
                )
        loaded = loader.load(plugins, of_plugins, system=system, winners=shared(chosen).winners)
        if loaded.refused:
            raise loaded.refused[0]
        return cls._begun(loaded, mission, seed, edition, chosen, tuple(plugins), path, journal)

    @classmethod
    def _begun(
        cls,
        loaded: loader.Loaded,
        mission: str,
        seed: int,
        edition: str,
        options: dict[str, Any],
        plugins: tuple[str, ...] = (),
        path: Path | str | None = None,
        journal: bool = True,
    ) -> Session:
        """Create a game with what is loaded. Raises as `new` does."""
        offerings = offerings_with(loaded)
        if not edition and offerings.variants:
            edition = offerings.variants[0].id
        setup = Setup(loaded.system.found.system, mission, seed, edition, options, plugins)
        check_setup(setup, offerings)
        try:
            game = bound(setup, loaded.content, loaded)
        except ContentError as error:
            raise blamed(error, loaded) from error
        except PluginError as error:
            raise at_fault(error, loaded, partial(bound, setup)) from error.__cause__
        for fault in loaded.faults:
            raise blamed(ContentError.of(fault), loaded)
        if faults := unsound(game, setup, loaded):
            raise blamed(unplayable(faults), loaded)
        try:
            while setup.plugins:
                cls.start(game, setup)
                if not (failed := loaded.registry.dropped & set(setup.plugins)):
                    break
                # Not even the set-up is decided with a plugin that fails in it.
                setup = leaving_out(setup, failed)
                game = bound(setup, loaded.content, loaded)
            if not journal:
                return cls.start(game, setup)._with(loaded)
            header = header_of(setup, loaded)
            stored = store.in_memory(header) if path is None else store.create(path, header)
            session = cls.start(game, setup, stored)._with(loaded)
            if left_out := [id for id in plugins if id not in setup.plugins]:
                session._apply(Setting(LEFT_OUT, left_out))
            return session
        except ContentError as error:
            raise blamed(error, loaded) from error
        except SaveError as error:
            if error.message.key != "save.unstorable":
                raise
            raise at_fault(error, loaded, partial(_storable, cls, setup)) from error.__cause__

    @classmethod
    def lesson(cls, id: str, system: str = DEFAULT, *, edition: str = "", path: Path | str | None = None) -> Session:
        """Create the session of a lesson, with its table laid. Without an edition it is the system's first in which the
        lesson holds. A guide is a game that goes on, so it is stored at `path`; an example is in memory.

        Raises `ContentError` for an unknown lesson, and for one that does not hold in the edition, and `SaveError` if
        the path exists.
        """
        loaded = loader.load((), None, system=system)
        course = loaded.system.rules.lesson(loaded.content, id)
        if course is None:
            known = ", ".join(one.id for one in loaded.system.rules.lessons(loaded.content))
            raise ContentError("content.lesson", "there is no lesson {name!r}: {known}", name=id, known=known)
        edition = edition or next(iter(course.editions), "")
        if course.editions and edition not in course.editions:
            editions = ", ".join(course.editions)
            raise ContentError(
                "content.lesson_edition",
                "the lesson {name!r} holds in other editions: {known}",
                name=id,
                known=editions,
            )
        loaded = replace(loaded, content={**loaded.content, **course.content})
        kept = path if course.lesson.kind == "guide" else None
        session = cls._begun(loaded, course.mission, LESSON_SEED, edition, dict(course.options), path=kept)
        try:
            session._lay(course)
        except BaseException:
            session.close()
            raise
        return session

    def _lay(self, course: Course) -> None:
        """Lay the table of a lesson. An answer to chance belongs to the command before it."""
        game, acts = self.game, [self.game.parse(line) for line in course.opening]
        while acts:
            command = acts.pop(0)
            answers = list(takewhile(lambda one: isinstance(one, game.answer_types), acts))
            del acts[: len(answers)]
            self.submit(command, answers=answers)
        self._apply(Setting(LESSON, {"id": course.lesson.id, "start": self.head}))
        self._follow(course, self.head)

    def _follow(self, course: Course, start: int) -> None:
        """Follow a course from the step at which its table was laid."""
        loaded = self.host.loaded
        assert loaded is not None, "a lesson is one of a system"
        lessons = loaded.system.rules.lessons(loaded.content)
        alike = [one.id for one in lessons if one.kind == course.lesson.kind]
        later = alike[alike.index(course.lesson.id) + 1 :] if course.lesson.id in alike else []
        following = later[0] if later else ""
        self.course = LessonInPlay(course, start, self.timeline, self.game.answer_types, following)
        self.fixed = self.course.values

    def _take_up_lesson(self) -> None:
        """Follow the lesson that the save was begun as, if its system still has it."""
        stored = self.timeline.settings.get(LESSON)
        if self.host.loaded is None or not isinstance(stored, dict):
            return
        id, start = stored.get("id"), stored.get("start")
        if not isinstance(id, str) or not isinstance(start, int) or not self.timeline.holds(start):
            return
        with suppress(DefianceError, PluginFault):
            course = run(self.host.loaded.system.rules.lesson, self.host.header.content, id)
            if course is not None:
                run(self._follow, course, start)

    @classmethod
    def resumed(
        cls, journal: store.StoredJournal, games: Sequence[Game], loaded: Sequence[loader.Loaded], stay: bool
    ) -> Session:
        """Go on with the game of a journal. `games` and `loaded` are those of its header and of each update; without
        its system there is one `UnknownGame`, and nothing is loaded. With `stay` its plugins keep the versions that it
        was made with. Raises `SaveError`, and then closes the journal."""
        later = iter(games[1:])
        session = cls.resume(games[0], journal, (lambda _: next(later)) if loaded else None)
        session._with(loaded[-1] if loaded else None, stay)
        session._told_before = len(session.timeline)
        texts = session.host.header.texts
        if isinstance(session.game, UnknownGame):
            session.game.carried = carried(session.timeline.settings)
            # Its title is its system; its other texts went with that.
            titles = names(session.timeline.settings).items()
            called = {language: {journal.setup.system: name} for language, name in titles}
            texts = {one: {**called.get(one, {}), **texts.get(one, {})} for one in known()}
        session.host.texts = texts
        session._take_up_lesson()
        return session

    def close(self) -> None:
        """End the session and close its journal. A game of a system that is a plugin leaves its sentences in the save
        first."""
        self._carry()
        super().close()

    def _with(self, loaded: loader.Loaded | None, stay: bool = False) -> Session:
        self.host = OpenGame(self, loaded, stay)
        return self

    def _carry(self) -> None:
        """Store the sentences of the steps that this session has added."""
        loaded, now = self.host.loaded, len(self.timeline)
        if loaded is None or loaded.system.built_in or self.journal is None or now == self._told_before:
            return
        # They are extra: without them the events are shown as they are, and a save that cannot be written to is closed
        # and copied all the same.
        with suppress(DefianceError):
            words = {language: self.words(language) for language in LANGUAGES}
            called = {language: loaded.system.found.name(language) for language in LANGUAGES}
            if called != names(self.timeline.settings):
                self._apply(Setting(NAMES, called))
            for setting in to_carry(self, words, carried(self.timeline.settings)):
                self._apply(setting)
            self._told_before = now

    def take(self, rows: Sequence[Row]) -> None:
        """Take up what a game that another process plays was stored with since: see `opening.open_lent`. Raises
        `SaveError`."""
        self.follow(self._stored().take(rows))

    def copy_to(self, path: Path | str) -> None:
        """Write the whole game, every branch, to a new save. This game goes on in its own. Raises `SaveError`."""
        self._carry()
        self._stored().copy_to(path)

    @property
    def stored_id(self) -> str:
        """The id of the game in its save, which a copy does not share."""
        return self._stored().id

    def move_to(self, path: Path | str) -> None:
        """Write the whole game to a new save and go on there, for example because the old one was deleted. Raises
        `SaveError`."""
        self._carry()
        self._stored().move_to(path)

    def export(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the text form. An existing file is overwritten only with `replace`. Raises `SaveError`."""
        self._carry()
        record.write_record(self._stored(), path, replace=replace)

    def _stored(self) -> store.StoredJournal:
        assert isinstance(self.journal, store.StoredJournal), "a game without a journal has nothing to write"
        return self.journal


def _storable(kind: type[Session], setup: Setup, content: Mapping[str, bytes], loaded: loader.Loaded) -> None:
    """Start a game in memory, as it would be stored. Raises `DefianceError`."""
    kind.start(bound(setup, content, loaded), setup, store.in_memory(header_of(setup, loaded)))
