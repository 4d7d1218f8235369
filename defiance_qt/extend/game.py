"""An open game: a session with the plugins, texts and updates that it is played with.

Goes on with and without plugins, and with newer content. It neither creates nor opens games, nor knows their files.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Set
from functools import cached_property
from itertools import pairwise
from operator import itemgetter

import msgspec

from defiance_qt.core.errors import DefianceError, Illegal, Message, PluginError, SaveError
from defiance_qt.core.port import Game, Offerings, Pictures, PluginStamp, Setup, State
from defiance_qt.core.session import Change, Host, Session
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
from defiance_qt.extend.bots import BotMaker
from defiance_qt.extend.guests import Guests, guests
from defiance_qt.extend.hookspecs import TableFactory
from defiance_qt.extend.systems import system_words, view_package
from defiance_qt.extend.turns import from_here_on
from defiance_qt.journal import store
from defiance_qt.journal.mapper import Header
from defiance_qt.words.catalogue import Words
from defiance_qt.words.errors import format_error
from defiance_qt.words.languages import FALLBACK, known

LEFT_OUT = "plugins.left_out"
"""The setting that holds the plugins without which a game began, because they failed while it was set up."""


class OpenGame(Host):
    """The plugins and the texts of a session, and what both can be exchanged for.

    A step is decided wholly with a plugin or wholly without it: if one fails, the step is decided again, and the
    timeline holds from where on the plugin took no part.

    `missing` are plugins that the game uses and that could not be loaded; it continues without them. `undecidable` are
    those with which steps before were decided, and `reset` those whose options have defaults in place of what was
    chosen. `changes` are the differences to the program version, content and plugins that wrote the save, and what of
    its content has no effect. Without its system nothing is `loaded`. With `stay` the plugins keep the versions that
    the game was made with.
    """

    def __init__(self, session: Session, loaded: loader.Loaded | None, stay: bool = False) -> None:
        self.session, self.loaded, self.stay = session, loaded, stay
        self.missing: tuple[PluginError, ...] = ()
        self.undecidable: tuple[PluginError, ...] = ()
        self.reset: tuple[PluginError, ...] = ()
        self.changes: tuple[Message, ...] = ()
        self.texts: Mapping[str, Mapping[str, str]] = {}
        self._english: Words | None = None

    @property
    def failures(self) -> tuple[PluginError, ...]:
        """Plugin failures so far, one per plugin and hook; the list can grow with every step."""
        return self.loaded.registry.failures if self.loaded is not None else ()

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What two plugins both decide, and which of them wins."""
        return self.loaded.warnings if self.loaded is not None else ()

    @property
    def plugins(self) -> tuple[str, ...]:
        """The plugins that take part in the game now."""
        return tuple(id for id in self.header.setup.plugins if id not in self._dropped)

    def guests(self, language: str) -> Guests:
        """Return what the plugins add to the window of the game."""
        return guests(self.loaded.registry, self.loaded.figures, language) if self.loaded is not None else Guests()

    @property
    def bots(self) -> Mapping[str, BotMaker]:
        """What makes the bots of the game's plugins, by their ids."""
        return self.loaded.bots() if self.loaded is not None else {}

    @property
    def stamps(self) -> tuple[PluginStamp, ...]:
        """The plugins that the next step is decided with, with their versions."""
        return self.header.passport.plugins

    @property
    def system_stamp(self) -> PluginStamp | None:
        """The plugin that brings the game system, None if that is built in."""
        return system_stamp_of(self.header)

    @property
    def view_package(self) -> str:
        """The package where the system's view would be, "" without the system."""
        return view_package(self.loaded.system.rules) if self.loaded is not None else ""

    @cached_property
    def offerings(self) -> Offerings:
        """The choices that the session's system and content offer."""
        if self.loaded is None:
            return Offerings(())
        return offerings_with(self.loaded)

    def words(self, language: str = FALLBACK) -> Words:
        """Return the texts of a language: the plugins', the system's and the shell's. Raises `ContentError` for an
        unknown language."""
        if self.loaded is None:
            return Words(language, texts=self.texts)
        own = self.loaded.texts
        texts = {one: {**self.texts.get(one, {}), **own.get(one, {})} for one in known()}
        return system_words(self.loaded.system.found, language, texts, self._blame_text)

    def _blame_text(self, key: str, why: Message) -> None:
        """Report that a text cannot be filled in, with the plugin that it is from: one that is missing has left its
        texts in the save."""
        loaded = self.loaded
        assert loaded is not None, "a game without its system has no texts to fill in"
        there = {stamp.id for stamp in loaded.stamps}
        missing = ", ".join(id for id in self.session.setup.plugins if id not in there)
        loaded.registry.blame_text(loaded.worded.get(key) or missing or loaded.system.found.id, why)

    def own_words(self) -> Words:
        """Return the English texts, loaded on first use."""
        if self._english is None:
            self._english = self.words()
        return self._english

    def table_factory(self, language: str) -> TableFactory:
        """Return the factory of the window's view of this game. Raises `PluginError` if the system is missing or has no
        view."""
        if self.loaded is None:
            raise self.missing[0]
        system = self.session.setup.system
        factory: TableFactory | None = self.loaded.shown("show_table", language).get(system)
        if factory is None:
            raise PluginError("system.no_table", "The game system {name!r} has no table for the window.", name=system)
        return factory

    def pictures(self, language: str, game: Game) -> Pictures | None:
        """Return what draws the states of a game of this session, None if its system has none, or is missing. Raises
        `PluginError`."""
        if self.loaded is None:
            return None
        make = self.loaded.shown("show_pictures", language).get(self.session.setup.system)
        made: Pictures | None = None if make is None else make(game)
        return made

    def switch_off(self, id: str) -> Change:
        """Go on without a plugin, from the next step on. Its cards stay, without what its code did.

        Raises `PluginError` if it takes no part in the game, `SaveError` if that cannot be stored: the next step tries
        again.
        """
        if self.loaded is None or id not in self.plugins:
            raise PluginError("plugin.no_part", "The plugin {name!r} takes no part in this game.", name=id)
        self.loaded.registry.drop(id)
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
        state = self._standing
        faults = game.invariants(state)
        if not faults:
            return ""
        words = system_words(loaded.system.found, language, loaded.texts)
        return game.refusal(Illegal("impossible", "", faults[0], path="now", why=faults[0]), state, words)

    def _joined(self, id: str, defaults: bool) -> tuple[Setup, loader.Loaded]:
        """Return the set-up with one more plugin, and what is loaded then. Raises `PluginError`."""
        if self.loaded is None:
            raise self.missing[0]
        setup = self.header.setup
        if id not in setup.plugins:
            setup = msgspec.structs.replace(setup, plugins=(*setup.plugins, id))
        others = {stamp.id: stamp.sha256 for stamp in self.stamps if stamp.id != id}
        loaded = loaded_with(setup, others if self.stay else None, defaults)
        if loaded.refused:
            raise loaded.refused[0]
        return setup, loaded

    def reload(self) -> bool:
        """Go on with the files of the plugins as they are now, also with those that have failed before. Return whether
        anything has changed; if not, nothing is recorded.

        Raises `PluginError` for a plugin that cannot be used or waits for trust, `ContentError`, `SaveError`; nothing
        has changed then.
        """
        if self.loaded is None:
            raise self.missing[0]
        setup = self.header.setup
        failed = {failure.message.values["name"] for failure in self.failures}
        chosen = tuple(id for id in self.session.setup.plugins if id in setup.plugins or id in failed)
        setup = msgspec.structs.replace(setup, plugins=tuple(dict.fromkeys((*setup.plugins, *chosen))))
        loaded = loaded_with(setup)
        if loaded.refused:
            raise loaded.refused[0]
        if loaded.stamps == self.loaded.stamps and not self.loaded.registry.dropped:
            return False
        self._go_on(setup, loaded)
        return True

    def _go_on(self, setup: Setup, loaded: loader.Loaded) -> Change:
        """Go on with what is loaded. Raises `SaveError`, `ContentError`."""
        setup = carried_over(setup, loaded)
        game = bound(setup, loaded.content, loaded)
        # A card that is gone would be missed only later, in the middle of a decision.
        if faults := game.invariants(self._standing):
            raise SaveError("save.no_update", "This game cannot take the update: {why}", why=str(faults[0]))
        change = self.session.update(game, header_of(setup, loaded))
        self.loaded, self.changes, self.missing = loaded, tuple(stays(loaded)), ()
        # What was read of the plugins before may have changed.
        self._english = None
        self.__dict__.pop("offerings", None)
        return change

    @property
    def _standing(self) -> State:
        """The state at which the game stands, also while another step is looked at."""
        return self.session.timeline.state_at(self.session.stands)

    @property
    def header(self) -> Header:
        """What the next step is decided with."""
        updates = self.session.timeline.updates
        if updates:
            latest: Header = updates[-1][1]
            return latest
        return self._begun_with

    @property
    def _begun_with(self) -> Header:
        """What the game began with."""
        if isinstance(self.session.journal, store.StoredJournal):
            return self.session.journal.header
        assert self.loaded is not None, "a game without its system has a journal"
        return header_of(self.session.setup, self.loaded)

    @property
    def _dropped(self) -> Set[str]:
        """The plugins that are gone or have failed, while the timeline still holds that they take part."""
        loaded = self.loaded
        if loaded is None or not (loaded.registry.dropped or loaded.refused):
            return frozenset()
        used = set(self.header.setup.plugins)
        return (used & loaded.registry.dropped) | (used - {stamp.id for stamp in loaded.stamps})

    @property
    def changed(self) -> bool:
        """Whether plugins are gone or have failed, while the timeline still holds that they take part."""
        return bool(self._dropped)

    def _leave_out(self, ids: Collection[str]) -> Change:
        """Go on without these plugins; see `switch_off`. Raises `SaveError`."""
        assert self.loaded is not None
        before = self.header
        stamps = tuple(stamp for stamp in before.passport.plugins if stamp.id not in ids)
        header = msgspec.structs.replace(
            before,
            setup=leaving_out(before.setup, ids),
            passport=msgspec.structs.replace(before.passport, plugins=stamps),
        )
        change = self.session.update(bound(header.setup, header.content, self.loaded), header)
        self.missing = tuple(error for error in self.missing if error.message.values.get("name") not in ids)
        return change

    def renew(self) -> None:
        self._leave_out(self._dropped)

    def announcements(self, step: int) -> tuple[Message, ...]:
        left_out = self.session.timeline.settings.get(LEFT_OUT) if step == 0 else None
        failed = tuple(
            Message("turn.failed", "Without the plugin {id}, which failed while the game was set up.", id=id)
            for id in (left_out if isinstance(left_out, list) else ())
        )
        if not self.session.timeline.updates:
            return failed
        headers = [(0, self._begun_with), *self.session.timeline.updates]
        turns = [(before, now) for (_, before), (first, now) in pairwise(headers) if first == step + 1]
        return (*failed, *(message for before, now in turns for message in from_here_on(before, now)))

    def games(self) -> list[tuple[int, Game]] | None:
        if self.loaded is None or not self.loaded.registry.dropped:
            return None
        # A plugin that was dropped in this session took part in the steps before.
        headers = [(0, self._begun_with), *self.session.timeline.updates]
        return [(first, bound(one.setup, one.content, loaded_for(one, self.stay))) for first, one in headers]

    def unfit_from(self, step: int, game: Game) -> str:
        updates = self.session.timeline.updates
        if not updates:
            return ""
        headers = [self._begun_with, *(header for _, header in updates)]
        if headers[bisect_right(updates, step, key=itemgetter(0))].content == headers[-1].content:
            return ""
        faults = game.invariants(self.session.timeline.state_at(step))
        return faults[0] if faults else ""

    @property
    def can_update(self) -> bool:
        """Whether content or plugins have changed since the game was saved, and all plugins are there."""
        told = {change.key for change in self.changes}
        return not self.missing and any(key.startswith("passport.") and key != "passport.program" for key in told)

    def take_update(self, *, defaults: bool = False) -> Change:
        """Go on with today's content and plugins, as a step of the timeline. With `defaults` the default stands in for
        what was chosen of an option and does not fit any more. Raises `SaveError`, `ContentError`, and `PluginError`
        for a plugin that is missing; nothing has changed then."""
        if self.loaded is None or self.missing:
            raise self.missing[0]
        setup = self.header.setup
        loaded = loaded_with(setup, defaults=defaults)
        if loaded.refused:
            raise loaded.refused[0]
        return self._go_on(setup, loaded)

    def another_game(self) -> Game:
        """Return the game in force once more, with caches of its own, for work beside the window. Raises `PluginError`
        if the system is missing."""
        if self.loaded is None:
            raise self.missing[0]
        header = self.header
        return bound(header.setup, header.content, self.loaded)


def system_stamp_of(header: Header) -> PluginStamp | None:
    """Return the plugin that brings the game system, None if that is built in."""
    return next((one for one in header.passport.plugins if one.id not in header.setup.plugins), None)
