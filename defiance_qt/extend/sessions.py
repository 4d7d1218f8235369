"""Creates games and goes on with them: combines a game system, its content, the chosen plugins and a journal."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from defiance_qt.core.chance import Request
from defiance_qt.core.errors import ContentError, DefianceError, Illegal, Message, PluginError, SaveError
from defiance_qt.core.port import Command, Game, GameSystem, Offerings, PluginStamp, Setup, Values
from defiance_qt.core.port import Words as CoreWords
from defiance_qt.core.port.lessons import Course, LessonProgress, Played
from defiance_qt.core.session import Change
from defiance_qt.core.session import Session as CoreSession
from defiance_qt.core.timeline import Setting, Step
from defiance_qt.core.unknown import UnknownGame
from defiance_qt.core.verify import Verdict, verify
from defiance_qt.extend import loader
from defiance_qt.extend.binding import (
    bound,
    carried_over,
    header_of,
    leaving_out,
    loaded_for,
    loaded_with,
    offerings_with,
    stays,
)
from defiance_qt.extend.blame import at_fault, blamed, unplayable, unsound
from defiance_qt.extend.bots import BotMaker
from defiance_qt.extend.carried import NAMES, carried, names, to_carry
from defiance_qt.extend.clashes import Clash
from defiance_qt.extend.guard import PluginFault, run
from defiance_qt.extend.guests import Guests, guests
from defiance_qt.extend.hookspecs import TableFactory
from defiance_qt.extend.options import check_setup, shared
from defiance_qt.extend.systems import DEFAULT, found_systems, load_system, system_words, view_package
from defiance_qt.extend.turns import from_here_on
from defiance_qt.journal import record, store
from defiance_qt.journal.mapper import Header
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import FALLBACK, LANGUAGES, known

LESSON = "lesson"
"""The setting that holds the id of the lesson that a game was begun as, and the step at which its table was laid."""

LEFT_OUT = "plugins.left_out"
"""The setting that holds the plugins without which a game began, because they failed while it was set up."""

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


class _DecidedInPart(Exception):
    """A plugin was dropped while a step was decided: the step is neither with it nor without it."""


class Session(CoreSession):
    """One open game, with methods to create and export it.

    A step is decided wholly with a plugin or wholly without it: if one fails, the step is decided again, and the
    timeline holds from where on the plugin took no part.

    `missing` are plugins that the game uses and that could not be loaded; it continues without them. `undecidable` are
    those with which steps before were decided, and `reset` those whose options have defaults in place of what was
    chosen. Without its system a game is read-only. `changes` are the differences to the program version, content and
    plugins that wrote the save, and what of its content has no effect.
    """

    missing: tuple[PluginError, ...] = ()
    undecidable: tuple[PluginError, ...] = ()
    reset: tuple[PluginError, ...] = ()
    changes: tuple[Message, ...] = ()
    course: Course | None = None
    _stay: bool = False
    _answered_before: int = 0
    _told_before: int = 0
    _unpacked: dict[int, Played]
    _texts: Mapping[str, Mapping[str, str]] = {}
    _loaded: loader.Loaded | None = None
    _english: Words | None = None

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """Plugin failures so far, one per plugin and hook; the list can grow with every step."""
        return self._loaded.registry.failures if self._loaded is not None else ()

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What two plugins both decide, and which of them wins."""
        return self._loaded.warnings if self._loaded is not None else ()

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that take part in the game now."""
        return tuple(id for id in self._header.setup.plugins if id not in self._dropped)

    def guests(self, language: str) -> Guests:
        """Return what the plugins add to the window of the game."""
        return guests(self._loaded.registry, language) if self._loaded is not None else Guests()

    @property
    def bots(self) -> Mapping[str, BotMaker]:
        """What makes the bots of the game's plugins, by their ids."""
        return self._loaded.bots() if self._loaded is not None else {}

    @property
    def stamps(self) -> tuple[PluginStamp, ...]:
        """The plugins that the next step is decided with, with their versions."""
        return self._header.passport.plugins

    @property
    def system_stamp(self) -> PluginStamp | None:
        """The plugin that brings the game system, None if that is built in."""
        return system_stamp_of(self._header)

    @property
    def readable_only(self) -> bool:
        """Whether the game's system is missing, so that the game can be viewed but not played."""
        return isinstance(self.game, UnknownGame)

    @property
    def view_package(self) -> str:
        """The package where the system's view would be, "" without the system."""
        return view_package(self._loaded.system.rules) if self._loaded is not None else ""

    @cached_property
    def offerings(self) -> Offerings:
        """The choices that the session's system and content offer."""
        if self._loaded is None:
            return Offerings(())
        return offerings_with(self._loaded)

    def words(self, language: str = FALLBACK) -> Words:
        """Return the texts of a language: the plugins', the system's and the shell's. Raises `ContentError` for an
        unknown language."""
        if self._loaded is None:
            return Words(language, texts=self._texts)
        own = self._loaded.texts
        texts = {one: {**self._texts.get(one, {}), **own.get(one, {})} for one in known()}
        return system_words(self._loaded.system.found, language, texts, self._blame_text)

    def _blame_text(self, key: str, why: Message) -> None:
        """Report that a text cannot be filled in, with the plugin that it is from: one that is missing has left its
        texts in the save."""
        loaded = self._loaded
        assert loaded is not None, "a game without its system has no texts to fill in"
        there = {stamp.id for stamp in loaded.stamps}
        missing = ", ".join(id for id in self.setup.plugins if id not in there)
        loaded.registry.blame_text(loaded.worded.get(key) or missing or loaded.system.found.id, why)

    def own_words(self) -> Words:
        """Return the English texts, loaded on first use."""
        if self._english is None:
            self._english = self.words()
        return self._english

    def table_factory(self, language: str) -> TableFactory:
        """Return the factory of the window's view of this game. Raises `PluginError` if the system is missing or has no
        view."""
        if self._loaded is None:
            raise self.missing[0]
        system = self.setup.system
        factory = self._loaded.tables(language).get(system)
        if factory is None:
            raise PluginError("system.no_table", "The game system {name!r} has no table for the window.", name=system)
        return factory

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
            raise at_fault(error, loaded, partial(bound, setup)) from error
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
                return cls._with(cls.start(game, setup), loaded)
            header = header_of(setup, loaded)
            stored = store.in_memory(header) if path is None else store.create(path, header)
            session = cls._with(cls.start(game, setup, stored), loaded)
            if left_out := [id for id in plugins if id not in setup.plugins]:
                session._apply(Setting(LEFT_OUT, left_out))
            return session
        except ContentError as error:
            raise blamed(error, loaded) from error
        except SaveError as error:
            if error.message.key != "save.unstorable":
                raise
            raise at_fault(error, loaded, partial(_storable, cls, setup)) from error

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
        self.lesson_start = start
        self._unpacked = {}
        steps = (self.timeline.step(step) for step in range(start + 1))
        commands = (one for step in steps for one in step.commands)
        self._answered_before = sum(isinstance(one, self.game.answer_types) for one in commands)
        self.course, self.guided = course, course.lesson.kind == "guide"

    def _take_up_lesson(self) -> None:
        """Follow the lesson that the save was begun as, if its system still has it."""
        stored = self.timeline.settings.get(LESSON)
        if self._loaded is None or not isinstance(stored, dict):
            return
        id, start = stored.get("id"), stored.get("start")
        if not isinstance(id, str) or not isinstance(start, int) or not self.timeline.holds(start):
            return
        course = None
        with suppress(DefianceError, PluginFault):
            course = run(self._loaded.system.rules.lesson, self._header.content, id)
        if course is not None:
            self._follow(course, start)

    @property
    def next_lesson(self) -> str:
        if self._loaded is None or self.course is None:
            return ""
        lessons = self._loaded.system.rules.lessons(self._loaded.content)
        examples = [one.id for one in lessons if one.kind == "example"]
        here = self.course.lesson.id
        place = examples.index(here) + 1 if here in examples else len(examples)
        return examples[place] if place < len(examples) else ""

    def lesson_progress(self, words: CoreWords | None = None) -> LessonProgress | None:
        """Return how far the lesson has come, None if the session is no lesson, or the head is before its start."""
        if self.course is None or self.lesson_start not in self.timeline.path:
            return None
        steps = [step for step in self.timeline.path if step >= self.lesson_start]
        return self.course.progress(self.game, [self._played(step) for step in steps], words or self.own_words())

    def submit(self, command: Command, *more: Command, answers: Iterable[Command] = (), seat: str = "") -> Change:
        given = tuple(answers)
        while True:
            if self._dropped:
                self._leave_out(self._dropped)
            try:
                return super().submit(command, *more, answers=given, seat=seat)
            except _DecidedInPart:
                continue
            except Illegal:
                if not self._dropped:
                    raise

    def switch_off(self, id: str) -> Change:
        """Go on without a plugin, from the next step on. Its cards stay, without what its code did.

        Raises `PluginError` if it takes no part in the game, `SaveError` if that cannot be stored: the next step tries
        again.
        """
        if self._loaded is None or id not in self.plugins:
            raise PluginError("plugin.no_part", "The plugin {name!r} takes no part in this game.", name=id)
        self._loaded.registry.drop(id)
        return self._leave_out({id})

    def switch_on(self, id: str, *, defaults: bool = False) -> Change:
        """Go on with one more plugin, or with one that was switched off, and with today's content. With `defaults` the
        default stands in for what was chosen of an option and does not fit any more.

        Raises `PluginError` for a plugin that cannot be used, `ContentError`, `SaveError`; nothing has changed then.
        """
        return self._go_on(*self._joined(id, defaults))

    def unfit(self, id: str, language: str) -> str:
        """Return why this game cannot go on with one more plugin, if need be with defaults of its options, localized;
        "" if it can. Nothing changes."""
        try:
            setup, loaded = self._joined(id, defaults=True)
            game = bound(setup, loaded.content, loaded)
        except DefianceError as error:
            return format_error(error, self.words(language))
        faults = game.invariants(self.state)
        if not faults:
            return ""
        words = system_words(loaded.system.found, language, loaded.texts)
        return game.refusal(Illegal("impossible", "", faults[0], path="now", why=faults[0]), self.state, words)

    def _joined(self, id: str, defaults: bool) -> tuple[Setup, loader.Loaded]:
        """Return the set-up with one more plugin, and what is loaded then. Raises `PluginError`."""
        if self._loaded is None:
            raise self.missing[0]
        setup = self._header.setup
        if id not in setup.plugins:
            setup = msgspec.structs.replace(setup, plugins=(*setup.plugins, id))
        others = {stamp.id: stamp.sha256 for stamp in self.stamps if stamp.id != id}
        loaded = loaded_with(setup, others if self._stay else None, defaults)
        if loaded.refused:
            raise loaded.refused[0]
        return setup, loaded

    def reload(self) -> bool:
        """Go on with the files of the plugins as they are now, also with those that have failed before. Return whether
        anything has changed; if not, nothing is recorded.

        Raises `PluginError` for a plugin that cannot be used or waits for trust, `ContentError`, `SaveError`; nothing
        has changed then.
        """
        if self._loaded is None:
            raise self.missing[0]
        setup = self._header.setup
        failed = {failure.message.values["name"] for failure in self.failures}
        chosen = tuple(id for id in self.setup.plugins if id in setup.plugins or id in failed)
        setup = msgspec.structs.replace(setup, plugins=tuple(dict.fromkeys((*setup.plugins, *chosen))))
        loaded = loaded_with(setup)
        if loaded.refused:
            raise loaded.refused[0]
        if loaded.stamps == self._loaded.stamps and not self._loaded.registry.dropped:
            return False
        self._go_on(setup, loaded)
        return True

    def _go_on(self, setup: Setup, loaded: loader.Loaded) -> Change:
        """Go on with what is loaded. Raises `SaveError`, `ContentError`."""
        setup = carried_over(setup, loaded)
        game = bound(setup, loaded.content, loaded)
        # A card that is gone would be missed only later, in the middle of a decision.
        if faults := game.invariants(self.state):
            raise SaveError("save.no_update", "This game cannot take the update: {why}", why=str(faults[0]))
        change = self.update(game, header_of(setup, loaded))
        self._loaded, self.changes, self.missing = loaded, tuple(stays(loaded)), ()
        # What was read of the plugins before may have changed.
        self._english = None
        self.__dict__.pop("offerings", None)
        return change

    @property
    def _header(self) -> Header:
        """What the next step is decided with."""
        updates = self.timeline.updates
        if updates:
            latest: Header = updates[-1][1]
            return latest
        return self._first_header

    @property
    def _first_header(self) -> Header:
        """What the game began with."""
        if isinstance(self.journal, store.StoredJournal):
            return self.journal.header
        assert self._loaded is not None, "a game without its system has a journal"
        return header_of(self.setup, self._loaded)

    @property
    def _dropped(self) -> Set[str]:
        """The plugins that are gone or have failed, while the timeline still holds that they take part."""
        loaded = self._loaded
        if loaded is None or not (loaded.registry.dropped or loaded.refused):
            return frozenset()
        used = set(self._header.setup.plugins)
        return (used & loaded.registry.dropped) | (used - {stamp.id for stamp in loaded.stamps})

    def _leave_out(self, ids: Collection[str]) -> Change:
        """Go on without these plugins; see `switch_off`. Raises `SaveError`."""
        assert self._loaded is not None
        before = self._header
        stamps = tuple(stamp for stamp in before.passport.plugins if stamp.id not in ids)
        header = msgspec.structs.replace(
            before,
            setup=leaving_out(before.setup, ids),
            passport=msgspec.structs.replace(before.passport, plugins=stamps),
        )
        change = self.update(bound(header.setup, header.content, self._loaded), header)
        self.missing = tuple(error for error in self.missing if error.message.values.get("name") not in ids)
        return change

    def _store(self, step: Step[Any, Any], state: Any) -> None:
        if self._dropped:
            raise _DecidedInPart
        super()._store(step, state)

    def announcements(self, step: int) -> tuple[Message, ...]:
        left_out = self.timeline.settings.get(LEFT_OUT) if step == 0 else None
        failed = tuple(
            Message("turn.failed", "Without the plugin {id}, which failed while the game was set up.", id=id)
            for id in (left_out if isinstance(left_out, list) else ())
        )
        if not self.timeline.updates:
            return failed
        headers = [(0, self._first_header), *self.timeline.updates]
        turns = [(before, now) for (_, before), (first, now) in pairwise(headers) if first == step + 1]
        return (*failed, *(message for before, now in turns for message in from_here_on(before, now)))

    def verify(self, tell: Callable[[int], None] | None = None) -> Verdict:
        if self._loaded is None or not self._loaded.registry.dropped:
            return super().verify(tell)
        # A plugin that was dropped in this session took part in the steps before.
        headers = [(0, self._first_header), *self.timeline.updates]
        games = [(first, bound(one.setup, one.content, loaded_for(one, self._stay))) for first, one in headers]
        return verify(self.timeline, games, self.setup, tell)

    def undo(self) -> Change:
        """Undo the last user action. The laying of a lesson's table is not undone; see `Session.undo`."""
        if self.course is not None and self.head == self.lesson_start:
            raise Illegal("nothing_to_undo", "", "There is nothing to undo.")
        return super().undo()

    def undo_label(self, words: CoreWords | None = None) -> str:
        laid = self.course is not None and self.head == self.lesson_start
        return "" if laid else super().undo_label(words)

    def _played(self, number: int) -> Played:
        """Return a step of the lesson. What happened never changes, so each is unpacked once."""
        if number not in self._unpacked:
            step, after = self.timeline.step(number), self.timeline.state_at(number)
            self._unpacked[number] = Played(step.commands, step.events, self._state_before(number), after)
        return self._unpacked[number]

    def _values(self, state: Any) -> Values:
        own = super()._values(state)
        course = self.course
        if course is None:
            return own
        before = self._answered_before

        def values(request: Request) -> tuple[int, ...]:
            given = course.values(request.counter - before, request)
            return own(request) if given is None else given

        return values

    @classmethod
    def resumed(
        cls, journal: store.StoredJournal, games: Sequence[Game], loaded: Sequence[loader.Loaded], stay: bool
    ) -> Session:
        """Go on with the game of a journal. `games` and `loaded` are those of its header and of each update; without
        its system there is one `UnknownGame`, and nothing is loaded. With `stay` its plugins keep the versions that it
        was made with. Raises `SaveError`, and then closes the journal."""
        later = iter(games[1:])
        session = cls.resume(games[0], journal, (lambda _: next(later)) if loaded else None)
        cls._with(session, loaded[-1] if loaded else None)
        session._stay = stay
        session._told_before = len(session.timeline)
        texts = session._header.texts
        if isinstance(session.game, UnknownGame):
            session.game.carried = carried(session.timeline.settings)
            # Its title is its system; its other texts went with that.
            titles = names(session.timeline.settings).items()
            called = {language: {journal.setup.system: name} for language, name in titles}
            texts = {one: {**called.get(one, {}), **texts.get(one, {})} for one in known()}
        session._texts = texts
        session._take_up_lesson()
        return session

    @staticmethod
    def _with(session: Session, loaded: loader.Loaded | None) -> Session:
        session._loaded = loaded
        return session

    def close(self) -> None:
        """End the session and close its journal. A game of a system that is a plugin leaves its sentences in the save
        first."""
        self._carry()
        super().close()

    def _carry(self) -> None:
        """Store the sentences of the steps that this session has added."""
        loaded, now = self._loaded, len(self.timeline)
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

    @property
    def can_update(self) -> bool:
        """Whether content or plugins have changed since the game was saved, and all plugins are there."""
        told = {change.key for change in self.changes}
        return not self.missing and any(key.startswith("passport.") and key != "passport.program" for key in told)

    def take_update(self, *, defaults: bool = False) -> Change:
        """Go on with today's content and plugins, as a step of the timeline. With `defaults` the default stands in for
        what was chosen of an option and does not fit any more. Raises `SaveError`, `ContentError`, and `PluginError`
        for a plugin that is missing; nothing has changed then."""
        if self._loaded is None or self.missing:
            raise self.missing[0]
        setup = self._header.setup
        loaded = loaded_with(setup, defaults=defaults)
        if loaded.refused:
            raise loaded.refused[0]
        return self._go_on(setup, loaded)

    def another_game(self) -> Game:
        """Return the game in force once more, with caches of its own, for work beside the window. Raises `PluginError`
        if the system is missing."""
        if self._loaded is None:
            raise self.missing[0]
        header = self._header
        return bound(header.setup, header.content, self._loaded)

    def export(self, path: Path | str, *, replace: bool = False) -> None:
        """Write the text form. An existing file is overwritten only with `replace`. Raises `SaveError`."""
        self._carry()
        record.write_record(self._stored(), path, replace=replace)

    def _stored(self) -> store.StoredJournal:
        assert isinstance(self.journal, store.StoredJournal), "a game without a journal has nothing to write"
        return self.journal


def system_stamp_of(header: Header) -> PluginStamp | None:
    """Return the plugin that brings the game system, None if that is built in."""
    return next((one for one in header.passport.plugins if one.id not in header.setup.plugins), None)


def _storable(kind: type[Session], setup: Setup, content: Mapping[str, bytes], loaded: loader.Loaded) -> None:
    """Start a game in memory, as it would be stored. Raises `DefianceError`."""
    kind.start(bound(setup, content, loaded), setup, store.in_memory(header_of(setup, loaded)))
